import { Play, ScrollText, Square } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Run } from "../../../../server/contract/runs.ts";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty_state.tsx";
import { ErrorState } from "../../../ui/error_state.tsx";
import { ActButton } from "../../../ui/run/act_button.tsx";
import { RunLog } from "../../../ui/run/run_log.tsx";
import { RunPicker } from "../../../ui/run/run_picker.tsx";
import { isActive, RunStateDot } from "../../../ui/run/run_state.tsx";
import { causeText } from "../../../ui/run/run_words.ts";
import { chooseRun } from "../../../ui/run/shown_run.ts";
import { useRun } from "../../../ui/run/use_run.ts";
import { useStopRun } from "../../../ui/run/use_stop_run.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { ExactTime, RunningTime } from "../../../ui/time_text.tsx";
import { useDelayed } from "../../../ui/use_delayed.ts";
import { useFullScreen } from "../../../ui/use_full_screen.ts";
import { useWords } from "../../../words/use_words.tsx";
import { useSubscriptionActs } from "../acts/subscription_acts.tsx";
import { readListState, writeListState } from "../list/list_address.ts";
import { usePulls, useSubscription } from "../show/use_subscriptions.ts";

const listedRuns = 50;
const none: readonly Run[] = [];

interface LogDialogProps {
  /** The subscription; null when the address names none. */
  id: number | null;
  /** The run the address names; null for the newest. */
  run: number | null;
  onClose: () => void;
}

/** The live log of a subscription's newest pull, or of the one the address names, over the list. */
export default function LogDialog({ id, run: chosen, onClose }: LogDialogProps) {
  const { t } = useWords();
  const subscription = useSubscription(id);
  const fullScreen = useFullScreen();
  return (
    <Dialog
      open
      onClose={onClose}
      size={fullScreen.on ? "screen" : "full"}
      flush
      title={subscription.data?.name ?? t("subscriptions.log")}
    >
      <div data-keeps-escape={fullScreen.on || undefined} className="flex h-full min-h-0 flex-col">
        {id === null || subscription.isError
          ? (
            <ErrorState
              error={subscription.error}
              title={t("subscriptions.notFound")}
              text={t("subscriptions.notFoundHelp")}
            />
          )
          : <PullLog {...{ id, chosen, fullScreen }} subscription={subscription.data} />}
      </div>
    </Dialog>
  );
}

interface PullLogProps {
  id: number;
  subscription: Subscription | undefined;
  chosen: number | null;
  fullScreen: { on: boolean; toggle(): void };
}

function PullLog({ id, subscription, chosen, fullScreen }: PullLogProps) {
  const { t } = useWords();
  const list = usePulls(id, listedRuns);
  const runs = list.data?.items ?? none;
  const [following, setFollowing] = useState(true);
  const { run, error } = useShownRun({ runs, chosen, following });
  const choose = useChoose(id);
  const loading = useDelayed(!list.data && !list.error);
  const problem = error ?? list.error;
  if (problem && !run) return <ErrorState error={problem} onRetry={() => void list.refetch()} />;
  if (list.data?.total === 0 && chosen === null) return <NeverPulled subscription={subscription} />;
  if (!run) return loading ? <Loading label={t("ui.loading")} /> : null;
  return (
    <>
      <PullBar {...{ runs, run, subscription }} onChoose={choose} />
      <div className="min-h-0 flex-1">
        <RunLog key={run.id} {...{ run, fullScreen }} onFollowing={setFollowing} />
      </div>
    </>
  );
}

/** Keeps the run whose log is shown as long as nothing says otherwise; asks for it when it is older than those listed. */
function useShownRun(
  { runs, chosen, following }: { runs: readonly Run[]; chosen: number | null; following: boolean },
) {
  const [shown, setShown] = useState<number | null>(null);
  const next = chooseRun({ runs, chosen, shown, following });
  if (next !== shown && next !== null) setShown(next);
  const listed = runs.find((one) => one.id === next);
  const asked = useRun(listed || runs.length === 0 ? null : next);
  return { run: listed ?? asked.data, error: asked.error };
}

/** Shows another run, in the address too; null for the newest. */
function useChoose(id: number) {
  const [, navigate] = useLocation();
  return (run: number | null) => {
    const list = writeListState(readListState(location.search));
    navigate(paths.subscriptionLog(id, run ?? undefined, list), { replace: true, state: history.state });
  };
}

interface PullBarProps {
  runs: readonly Run[];
  run: Run;
  subscription: Subscription | undefined;
  /** Null for the newest. */
  onChoose: (run: number | null) => void;
}

/** Which pull this is, the ways to its neighbours, and what can be done. */
function PullBar({ runs, run, subscription, onChoose }: PullBarProps) {
  const words = useWords();
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2 px-5 pb-3 text-sm sm:gap-x-4">
      <RunPicker {...{ runs, run, onChoose }} />
      <RunStateDot state={run.state} />
      <span className="text-muted tabular-nums">
        {run.durationMs !== null
          ? words.format.duration(run.durationMs)
          : run.startedAt && isActive(run.state) && <RunningTime since={run.startedAt} />}
      </span>
      <span className="text-muted max-sm:hidden">{causeText(run, words)}</span>
      {run.startedAt && (
        <span className="text-muted max-sm:hidden">
          <ExactTime at={run.startedAt} />
        </span>
      )}
      <span className="ms-auto flex items-center gap-1">
        <PullAct {...{ run, subscription }} />
      </span>
    </div>
  );
}

function PullAct({ run, subscription }: Pick<PullBarProps, "run" | "subscription">) {
  const { t } = useWords();
  const { act, links } = useSubscriptionActs();
  const { stop, stopping } = useStopRun();
  if (isActive(run.state)) {
    const asked = run.stopRequestedAt !== null;
    return (
      <ActButton
        label={asked ? t("runs.stopping") : t("subscriptions.stop")}
        icon={<Square size={14} aria-hidden />}
        loading={asked || stopping === run.id}
        onClick={() => stop(run.id)}
      />
    );
  }
  if (!subscription) return null;
  const waits = subscription.waiting?.runId === run.id;
  return (
    <>
      {waits && (
        <Button onClick={() => links.waiting(subscription.id)}>{t("subscriptions.reviewChanges")}</Button>
      )}
      <ActButton
        label={t("subscriptions.runAgain")}
        icon={<Play size={16} aria-hidden />}
        loading={false}
        onClick={() => void act("run", [subscription])}
      />
    </>
  );
}

function NeverPulled({ subscription }: { subscription: Subscription | undefined }) {
  const { t } = useWords();
  const { act } = useSubscriptionActs();
  return (
    <div className="flex flex-1 items-center justify-center">
      <EmptyState
        icon={<ScrollText size={22} />}
        title={t("subscriptions.neverPulled")}
        text={t("subscriptions.neverPulledHelp")}
        action={subscription && (
          <Button
            variant="primary"
            icon={<Play size={16} aria-hidden />}
            onClick={() => void act("run", [subscription])}
          >
            {t("subscriptions.pullNow")}
          </Button>
        )}
      />
    </div>
  );
}

function Loading({ label }: { label: string }) {
  return (
    <div className="flex flex-1 items-center justify-center bg-log-bg text-log-muted">
      <Spinner size="large" label={label} />
    </div>
  );
}

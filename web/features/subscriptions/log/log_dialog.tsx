import { PackagePlus, Play, ScrollText } from "../../../ui/icons/icons.ts";
import { useLocation } from "wouter";
import type { Run } from "../../../../server/contract/runs.ts";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/buttons/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { type FullScreen, LogDialog } from "../../../shared/run/log_dialog.tsx";
import { NewestLog } from "../../../shared/run/newest_log.tsx";
import { isActive } from "../../../shared/run/run_state.tsx";
import { ActionButton, StopRunButton } from "../../../shared/run/stop_run_button.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { missingPackages } from "../actions/subscription_entries.tsx";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";
import { readListState, writeListState } from "../list/list_address.ts";
import { usePulls, useSubscription } from "../api.ts";

const listedRuns = 50;

interface PullLogDialogProps {
  /** The subscription; null when the URL names none. */
  id: number | null;
  /** The run that the URL names; null for the most recent. */
  run: number | null;
  onClose: () => void;
}

/** Renders the live log of a subscription's most recent pull, or of the one that the URL names. */
export default function PullLogDialog({ id, run: chosen, onClose }: PullLogDialogProps) {
  const { t } = useMessages();
  const { data, error, isError } = useSubscription(id);
  return (
    <LogDialog title={data?.name ?? t("subscriptions.log")} onClose={onClose}>
      {(fullScreen) =>
        id === null || isError
          ? (
            <ErrorState
              error={error}
              title={t("subscriptions.notFound")}
              text={t("subscriptions.notFoundHelp")}
            />
          )
          : <PullLog key={id} {...{ id, chosen, fullScreen }} subscription={data} />}
    </LogDialog>
  );
}

interface PullLogProps {
  id: number;
  subscription: Subscription | undefined;
  chosen: number | null;
  fullScreen: FullScreen;
}

function PullLog({ id, subscription, ...view }: PullLogProps) {
  const [, navigate] = useLocation();
  const list = usePulls(id, listedRuns);
  const choose = (run: number | null) => {
    const list = writeListState(readListState(location.search));
    navigate(paths.subscriptionLog(id, run ?? undefined, list), { replace: true, state: history.state });
  };
  return (
    <NewestLog
      {...{ list, ...view }}
      onChoose={choose}
      empty={<NeverPulled subscription={subscription} />}
      actions={(run) => <PullActions {...{ run, subscription }} onStarted={() => choose(null)} />}
    />
  );
}

function PullActions({ run, subscription, onStarted }: {
  run: Run;
  subscription: Subscription | undefined;
  onStarted: () => void;
}) {
  const { t } = useMessages();
  const { perform, links, mayWrite } = useSubscriptionActions();
  if (isActive(run.state)) return <StopRunButton run={run} />;
  if (!mayWrite || !subscription) return null;
  const waits = subscription.waiting?.runId === run.id;
  return (
    <>
      {waits && (
        <Button onClick={() => links.waiting(subscription.id)}>{t("subscriptions.reviewChanges")}</Button>
      )}
      {missingPackages(subscription).slice(0, 1).map(({ type, names, href }) => (
        <ButtonLink key={href} href={href} icon={<PackagePlus />}>
          {t("subscriptions.installPackages", { count: names.length, type })}
        </ButtonLink>
      ))}
      <ActionButton
        label={t("subscriptions.runAgain")}
        icon={<Play />}
        loading={false}
        onClick={() => void perform("run", [subscription]).then(onStarted)}
      />
    </>
  );
}

function NeverPulled({ subscription }: { subscription: Subscription | undefined }) {
  const { t } = useMessages();
  const { perform, mayWrite } = useSubscriptionActions();
  return (
    <div className="flex flex-1 items-center justify-center">
      <EmptyState
        icon={<ScrollText size={22} />}
        title={t("subscriptions.neverPulled")}
        text={t("subscriptions.neverPulledHelp")}
        action={mayWrite && subscription && (
          <Button
            variant="primary"
            icon={<Play />}
            onClick={() => void perform("run", [subscription])}
          >
            {t("subscriptions.pullNow")}
          </Button>
        )}
      />
    </div>
  );
}

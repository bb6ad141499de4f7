import type { UseQueryResult } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Run } from "../../../server/contract/runs.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { useDelayed } from "../../ui/feedback/use_delayed.ts";
import type { FullScreen } from "./log_dialog.tsx";
import { RunBar } from "./run_bar.tsx";
import { RunLog } from "./run_log.tsx";
import { newerRun } from "./visible_run.ts";
import { useVisibleRun } from "./use_visible_run.ts";

const none: readonly Run[] = [];

interface NewestLogProps {
  /** The newest runs, newest first. */
  list: UseQueryResult<List<Run>>;
  /** The run the address names; null for the newest. */
  chosen: number | null;
  /** Shows another run; null for the newest. */
  onChoose: (run: number | null) => void;
  fullScreen: FullScreen;
  /** Stands here where nothing has run yet. */
  empty: ReactNode;
  /** What can be done to a run. */
  actions: (run: Run) => ReactNode;
}

/** The log of the newest run, or of the one the address names, with the ways to the others. */
export function NewestLog({ list, chosen, onChoose, fullScreen, empty, actions }: NewestLogProps) {
  const { t } = useMessages();
  const runs = list.data?.items ?? none;
  const [following, setFollowing] = useState(true);
  const { run, error } = useVisibleRun({ runs, chosen, following });
  const loading = useDelayed(!list.data && !list.error);
  const problem = error ?? list.error;
  if (problem && !run) return <ErrorState error={problem} onRetry={() => void list.refetch()} />;
  if (list.data?.total === 0 && chosen === null) return empty;
  if (!run) return loading ? <Loading label={t("ui.loading")} /> : null;
  const newer = newerRun(runs, run.id);
  return (
    <>
      <RunBar {...{ runs, run, onChoose }}>{actions(run)}</RunBar>
      {newer && <NewerRun run={newer} onShow={() => onChoose(chosen === null ? newer.id : null)} />}
      <div className="min-h-0 flex-1">
        <RunLog key={run.id} {...{ run, fullScreen }} onFollowing={setFollowing} />
      </div>
    </>
  );
}

function NewerRun({ run, onShow }: { run: Run; onShow: () => void }) {
  const { t } = useMessages();
  return (
    <div
      role="status"
      className="flex items-center gap-3 bg-accent-soft px-5 py-1.5 text-sm text-accent-text icon-stroke"
    >
      <span className="min-w-0 flex-1">{t("log.newerRun", { run: run.id })}</span>
      <Button size="small" icon={<ArrowRight size={14} aria-hidden />} onClick={onShow}>
        {t("log.showNewer")}
      </Button>
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

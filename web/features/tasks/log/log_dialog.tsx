import { useQueryClient } from "@tanstack/react-query";
import { ArrowRight, Play, ScrollText } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Run } from "../../../../server/contract/runs.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty_state.tsx";
import { ErrorState } from "../../../ui/error_state.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { useRun } from "../../../ui/run/use_run.ts";
import { useFullScreen } from "../../../ui/use_full_screen.ts";
import { useDelayed } from "../../../ui/use_delayed.ts";
import { useWords } from "../../../words/use_words.tsx";
import { useTaskActs } from "../acts/task_acts.tsx";
import { readListState, writeListState } from "../list/list_address.ts";
import { useRuns, useTask } from "../show/use_runs.ts";
import { RunBar } from "./run_bar.tsx";
import { RunLog } from "../../../ui/run/run_log.tsx";
import { chooseRun, newerRun } from "../../../ui/run/shown_run.ts";

const listedRuns = 50;
const none: readonly Run[] = [];

interface LogDialogProps {
  /** The task; null when the address names none. */
  id: number | null;
  /** The run the address names; null for the newest. */
  run: number | null;
  onClose: () => void;
}

/** The live log of a task's newest run, or of the one the address names, over its parent page. */
export default function LogDialog({ id, run: chosen, onClose }: LogDialogProps) {
  const { t } = useWords();
  const task = useTask(id);
  const fullScreen = useFullScreen();
  return (
    <Dialog
      open
      onClose={onClose}
      size={fullScreen.on ? "screen" : "full"}
      flush
      title={task.data?.name ?? t("runs.log")}
    >
      <div data-keeps-escape={fullScreen.on || undefined} className="flex h-full min-h-0 flex-col">
        {id === null || task.isError
          ? <ErrorState error={task.error} title={t("tasks.notFound")} text={t("tasks.notFoundHelp")} />
          : <TaskLog key={id} {...{ id, chosen, fullScreen }} />}
      </div>
    </Dialog>
  );
}

interface TaskLogProps {
  id: number;
  chosen: number | null;
  fullScreen: { on: boolean; toggle(): void };
}

function TaskLog({ id, chosen, fullScreen }: TaskLogProps) {
  const { t } = useWords();
  const list = useRuns(id, { page: 1, pageSize: listedRuns });
  const runs = list.data?.items ?? none;
  const [following, setFollowing] = useState(true);
  const shown = useShown({ runs, chosen, following });
  const { run, error } = useShownRun(runs, shown);
  const choose = useChoose(id);
  const loading = useDelayed(!list.data && !list.error);
  const problem = error ?? list.error;
  if (problem && !run) return <ErrorState error={problem} onRetry={() => void list.refetch()} />;
  if (list.data?.total === 0 && chosen === null) return <NeverRun id={id} />;
  if (!run) return loading ? <Loading label={t("ui.loading")} /> : null;
  const newer = newerRun(runs, run.id);
  return (
    <>
      <RunBar runs={runs} run={run} onChoose={choose} />
      {newer && <NewerRun run={newer} onShow={() => choose(chosen === null ? newer.id : null)} />}
      <div className="min-h-0 flex-1">
        <RunLog key={run.id} {...{ run, fullScreen }} onFollowing={setFollowing} />
      </div>
    </>
  );
}

/** Keeps the run whose log is shown as long as nothing says otherwise. */
function useShown(
  { runs, chosen, following }: { runs: readonly Run[]; chosen: number | null; following: boolean },
) {
  const [shown, setShown] = useState<number | null>(null);
  const next = chooseRun({ runs, chosen, shown, following });
  if (next !== shown && next !== null) setShown(next);
  return next;
}

/** Takes the run from the list, or asks for it when it is older than those. */
function useShownRun(runs: readonly Run[], id: number | null) {
  const listed = runs.find((one) => one.id === id);
  const asked = useRun(listed || runs.length === 0 ? null : id);
  return { run: listed ?? asked.data, error: asked.error };
}

/** Shows another run, in the address too; null for the newest. */
function useChoose(id: number) {
  const [, navigate] = useLocation();
  return (run: number | null) => {
    const list = writeListState(readListState(location.search));
    navigate(paths.taskLog(id, run ?? undefined, list), { replace: true, state: history.state });
  };
}

function NewerRun({ run, onShow }: { run: Run; onShow: () => void }) {
  const { t } = useWords();
  return (
    <div
      role="status"
      className="flex items-center gap-3 bg-accent-soft px-5 py-1.5 text-sm text-accent-text icon-stroke"
    >
      <span className="min-w-0 flex-1">{t("runs.newer", { run: run.id })}</span>
      <Button size="small" icon={<ArrowRight size={14} aria-hidden />} onClick={onShow}>
        {t("runs.showNewer")}
      </Button>
    </div>
  );
}

function NeverRun({ id }: { id: number }) {
  const { t } = useWords();
  const { act } = useTaskActs();
  const queries = useQueryClient();
  const task = useTask(id).data;
  const run = () =>
    task && void act("run", [task]).then(() => queries.invalidateQueries({ queryKey: ["runs"] }));
  return (
    <div className="flex flex-1 items-center justify-center">
      <EmptyState
        icon={<ScrollText size={22} />}
        title={t("runs.none")}
        text={t("runs.noneHelp")}
        action={
          <Button variant="primary" icon={<Play size={16} aria-hidden />} onClick={run}>
            {t("tasks.runNow")}
          </Button>
        }
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

import { useQueryClient } from "@tanstack/react-query";
import { FileCode, Play, ScrollText } from "../../../ui/icons/icons.ts";
import { useLocation } from "wouter";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { type FullScreen, LogDialog } from "../../../shared/run/log_dialog.tsx";
import { NewestLog } from "../../../shared/run/newest_log.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { useAskRun } from "../../../shared/task/ask_run.ts";
import { hasOwnValues } from "../../../shared/parameters/parameter_values.ts";
import { readListState, writeListState } from "../../../shared/task/list_address.ts";
import { useRuns, useTask, useTaskBatch } from "../api.ts";
import type { Run } from "../../../../server/contract/runs.ts";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { isActive } from "../../../shared/run/run_state.tsx";
import { ActionButton, StopRunButton } from "../../../shared/run/stop_run_button.tsx";
import { InstallMissing } from "../components/missing_packages.tsx";
import { ranScript, useScriptAsRan } from "../script/use_script_as_ran.tsx";

const listedRuns = 50;

interface TaskLogDialogProps {
  /** The task; null when the URL names none. */
  id: number | null;
  /** The run that the URL names; null for the most recent. */
  run: number | null;
  onClose: () => void;
}

/** Renders the live log of a task's most recent run, or of the one that the URL names. */
export default function TaskLogDialog({ id, run: chosen, onClose }: TaskLogDialogProps) {
  const { t } = useMessages();
  const task = useTask(id);
  return (
    <LogDialog title={task.data?.name ?? t("runs.log")} onClose={onClose}>
      {(fullScreen) =>
        id === null || task.isError
          ? <ErrorState error={task.error} title={t("tasks.notFound")} text={t("tasks.notFoundHelp")} />
          : <TaskLog key={id} {...{ id, chosen, fullScreen }} />}
    </LogDialog>
  );
}

function TaskLog({ id, ...view }: { id: number; chosen: number | null; fullScreen: FullScreen }) {
  const [, navigate] = useLocation();
  const list = useRuns(id, { page: 1, pageSize: listedRuns });
  const choose = (run: number | null) => {
    const list = writeListState(readListState(location.search));
    navigate(paths.taskLog(id, run ?? undefined, list), { replace: true, state: history.state });
  };
  return (
    <NewestLog
      {...{ list, ...view }}
      onChoose={choose}
      empty={<NeverRun id={id} />}
      actions={(run) => <RunActions run={run} onStarted={choose} />}
    />
  );
}

function NeverRun({ id }: { id: number }) {
  const { t } = useMessages();
  const { perform, mayRun } = useTaskActions();
  const queries = useQueryClient();
  const task = useTask(id).data;
  const run = () =>
    task && void perform("run", [task]).then(() => queries.invalidateQueries({ queryKey: ["runs"] }));
  return (
    <div className="flex flex-1 items-center justify-center">
      <EmptyState
        icon={<ScrollText size={22} />}
        title={t("runs.none")}
        text={t("runs.noneHelp")}
        action={mayRun && <Button variant="primary" icon={<Play />} onClick={run}>{t("tasks.runNow")}
        </Button>}
      />
    </div>
  );
}

interface RunActionsProps {
  run: Run;
  /** Shows the run that was started. */
  onStarted: (run: number) => void;
}

function RunActions({ run, onStarted }: RunActionsProps) {
  return (
    <>
      {run.state === "failed" && <InstallMissing run={run} />}
      <RanScriptButton run={run} />
      {isActive(run.state) ? <StopRunButton run={run} /> : <AgainButton run={run} onStarted={onStarted} />}
    </>
  );
}

function RanScriptButton({ run }: { run: Run }) {
  const { t } = useMessages();
  const { show, mayRead, dialog } = useScriptAsRan();
  const script = ranScript(run);
  if (!mayRead || !script) return null;
  return (
    <>
      <IconButton label={t("task.scriptAsRan")} icon={<FileCode />} onClick={() => show(script)} />
      {dialog}
    </>
  );
}

function AgainButton({ run, onStarted }: RunActionsProps) {
  const { t } = useMessages();
  const { perform, pending } = useTaskBatch(undefined, (_task, started) => onStarted(started));
  const { mayRun } = useTaskActions();
  const askRun = useAskRun();
  // What it needs now may be more than the run was given.
  const parameters = useTask(run.taskId).data?.parameters;
  if (!mayRun || run.taskId === null) return null;
  const task = {
    id: run.taskId,
    name: run.taskName,
    status: "idle" as const,
    ...parameters && { parameters },
  };
  return (
    <ActionButton
      label={t("runs.runAgain")}
      icon={<Play />}
      loading={pending}
      onClick={() =>
        hasOwnValues(run)
          ? askRun({ tasks: [task], again: run.id, onStarted: (_task, started) => onStarted(started) })
          : void perform("run", [task])}
    />
  );
}

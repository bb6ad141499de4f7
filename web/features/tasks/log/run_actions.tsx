import { FileCode, Play } from "lucide-react";
import type { Run } from "../../../../server/contract/runs.ts";
import { IconButton } from "../../../ui/inputs/icon_button.tsx";
import { ActionButton } from "../../../shared/run/action_button.tsx";
import { isActive } from "../../../shared/run/run_state.tsx";
import { StopRunButton } from "../../../shared/run/stop_run_button.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../actions/use_task_actions.tsx";
import { InstallMissing } from "../missing/missing_packages.tsx";
import { ranScript, useScriptAsRan } from "../script/use_script_as_ran.tsx";

/** What can be done to a run of a task. */
export function RunActions({ run }: { run: Run }) {
  return (
    <>
      {run.state === "failed" && <InstallMissing run={run} />}
      <RanScriptButton run={run} />
      {isActive(run.state) ? <StopRunButton run={run} /> : <AgainButton run={run} />}
    </>
  );
}

function RanScriptButton({ run }: { run: Run }) {
  const { t } = useMessages();
  const { show, dialog } = useScriptAsRan();
  const script = ranScript(run);
  if (!script) return null;
  return (
    <>
      <IconButton label={t("task.scriptAsRan")} icon={<FileCode size={16} />} onClick={() => show(script)} />
      {dialog}
    </>
  );
}

function AgainButton({ run }: { run: Run }) {
  const { t } = useMessages();
  const { act: action } = useTaskActions();
  if (run.taskId === null) return null;
  const task = { id: run.taskId, name: run.taskName, status: "idle" as const };
  return (
    <ActionButton
      label={t("task.runAgain")}
      icon={<Play size={16} aria-hidden />}
      loading={false}
      onClick={() => void action("run", [task])}
    />
  );
}

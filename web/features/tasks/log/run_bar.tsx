import { FileCode, Play, Square } from "lucide-react";
import type { Run } from "../../../../server/contract/runs.ts";
import { IconButton } from "../../../ui/icon_button.tsx";
import { ExactTime, RunningTime } from "../../../ui/time_text.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { useTaskActs } from "../acts/task_acts.tsx";
import { useStopRun } from "../../../ui/run/use_stop_run.ts";
import { ActButton } from "../../../ui/run/act_button.tsx";
import { RunPicker } from "../../../ui/run/run_picker.tsx";
import { isActive, RunStateDot } from "../../../ui/run/run_state.tsx";
import { InstallMissing } from "../missing/missing_packages.tsx";
import { ranScript, useScriptAsRan } from "../script/use_script_as_ran.tsx";
import { causeText } from "../../../ui/run/run_words.ts";

interface RunBarProps {
  /** The newest runs of the task, newest first. */
  runs: readonly Run[];
  run: Run;
  /** Null for the newest. */
  onChoose: (run: number | null) => void;
}

/** Whose log this is, the ways to its neighbours, and what can be done to it. */
export function RunBar({ runs, run, onChoose }: RunBarProps) {
  const words = useWords();
  const { format } = words;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2 px-5 pb-3 text-sm sm:gap-x-4">
      <RunPicker {...{ runs, run, onChoose }} />
      <RunStateDot state={run.state} />
      <span className="text-muted tabular-nums">
        {run.durationMs !== null
          ? format.duration(run.durationMs)
          : run.startedAt && isActive(run.state) && <RunningTime since={run.startedAt} />}
      </span>
      <span className="text-muted max-sm:hidden">{causeText(run, words)}</span>
      {run.startedAt && (
        <span className="text-muted max-sm:hidden">
          <ExactTime at={run.startedAt} />
        </span>
      )}
      <span className="ms-auto flex items-center gap-1">
        {run.state === "failed" && <InstallMissing run={run} />}
        <RanScriptButton run={run} />
        <RunAct run={run} />
      </span>
    </div>
  );
}

function RanScriptButton({ run }: { run: Run }) {
  const { t } = useWords();
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

function RunAct({ run }: { run: Run }) {
  const { t } = useWords();
  const { act } = useTaskActs();
  const { stop, stopping } = useStopRun();
  if (isActive(run.state)) {
    const asked = run.stopRequestedAt !== null;
    return (
      <ActButton
        label={asked ? t("runs.stopping") : t("tasks.stop")}
        icon={<Square size={14} aria-hidden />}
        loading={asked || stopping === run.id}
        onClick={() => stop(run.id)}
      />
    );
  }
  if (run.taskId === null) return null;
  const task = { id: run.taskId, name: run.taskName, status: "idle" as const };
  return (
    <ActButton
      label={t("task.runAgain")}
      icon={<Play size={16} aria-hidden />}
      loading={false}
      onClick={() => void act("run", [task])}
    />
  );
}

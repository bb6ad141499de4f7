import { ChevronDown, ChevronLeft, ChevronRight, FileCode, Play, Square } from "lucide-react";
import type { ReactNode } from "react";
import type { Run } from "../../../../server/contract/runs.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon_button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { ExactTime, RunningTime } from "../../../ui/time_text.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useWords } from "../../../words/use_words.tsx";
import { useTaskActs } from "../acts/task_acts.tsx";
import { useStopRun } from "../../../ui/run/use_stop_run.ts";
import { isActive, RunStateDot, runStateLooks } from "../../../ui/run/run_state.tsx";
import { ranScript, useScriptAsRan } from "../script/use_script_as_ran.tsx";
import { causeText } from "../show/run_words.ts";

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
        <RanScriptButton run={run} />
        <RunAct run={run} />
      </span>
    </div>
  );
}

function RunPicker({ runs, run, onChoose }: RunBarProps) {
  const { t } = useWords();
  const at = runs.findIndex(({ id }) => id === run.id);
  const older = at < 0 ? undefined : runs[at + 1];
  const newer = at < 0 ? runs.at(-1) : runs[at - 1];
  return (
    <span className="-ms-2 flex items-center">
      <IconButton
        label={t("runs.older")}
        icon={<ChevronLeft size={16} className="rtl:rotate-180" />}
        disabled={!older}
        onClick={() => older && onChoose(older.id)}
      />
      <RunMenu {...{ runs, run, onChoose }} />
      <IconButton
        label={t("runs.newerOne")}
        icon={<ChevronRight size={16} className="rtl:rotate-180" />}
        disabled={!newer}
        onClick={() => newer && onChoose(newer.id)}
      />
    </span>
  );
}

const mostListed = 12;

function RunMenu({ runs, run, onChoose }: RunBarProps) {
  const { t, format } = useWords();
  const entries = runs.slice(0, mostListed).map((one) => ({
    label: `#${one.id} · ${t(runStateLooks[one.state].word)}`,
    shortcut: format.dateTime(one.startedAt ?? one.dueAt ?? one.queuedAt),
    checked: one.id === run.id,
    onSelect: () => onChoose(one.id),
  }));
  return (
    <Menu align="start" entries={[{ heading: t("runs.recent") }, ...entries]}>
      <Button
        variant="ghost"
        className="px-2 tabular-nums text-text"
        aria-label={t("runs.choose", { run: run.id })}
      >
        #{run.id}
        <ChevronDown size={14} aria-hidden />
      </Button>
    </Menu>
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

/** A button with words, or on a phone with its icon only. */
function ActButton(
  { label, icon, loading, onClick }: {
    label: string;
    icon: ReactNode;
    loading: boolean;
    onClick: () => void;
  },
) {
  const narrow = useNarrow();
  if (narrow) {
    const look = "border border-line-strong bg-surface";
    return <IconButton tooltip={false} {...{ label, icon, loading, onClick }} className={look} />;
  }
  return <Button {...{ icon, loading, onClick }}>{label}</Button>;
}

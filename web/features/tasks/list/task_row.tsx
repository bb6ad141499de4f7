import { Ellipsis, Pin, Play, ScrollText, Square } from "lucide-react";
import { memo } from "react";
import { Link } from "wouter";
import type { Task } from "../../../../server/contract/tasks.ts";
import { paths } from "../../../paths.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { IconButton } from "../../../ui/icon_button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { Cell, Row } from "../../../ui/table.tsx";
import { RunningTime } from "../../../ui/time_text.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { useTaskActs } from "../acts/task_acts.tsx";
import { isStoppable, taskEntries } from "../acts/task_entries.tsx";
import { LastRun } from "../show/last_run.tsx";
import { NextRun } from "../show/next_run.tsx";
import { ScheduleText } from "../show/schedule_text.tsx";
import { TaskStatusDot } from "../show/task_status.tsx";
import { desktopOnly, wideOnly } from "./column_room.tsx";
import { TaskLabels } from "./task_labels.tsx";

interface TaskRowProps {
  task: Task;
  selected: boolean;
  /** Whether Tab reaches this row. */
  reachable: boolean;
  onToggle: (id: number, range: boolean) => void;
  onLabel: (label: string) => void;
}

/** One task as a row; drawn anew only when it has changed. */
export const TaskRow = memo(function TaskRow({ task, selected, reachable, onToggle, onLabel }: TaskRowProps) {
  const { t } = useWords();
  return (
    <Row
      selected={selected}
      data-task={task.id}
      tabIndex={reachable ? 0 : -1}
      aria-label={task.name}
      className="outline-offset-[-2px]"
    >
      <Cell className="w-11 ps-4">
        <Checkbox
          label={t("ui.selectRow", { name: task.name })}
          hideLabel
          className="align-middle"
          checked={selected}
          onChange={(event) => onToggle(task.id, wasShifted(event.nativeEvent))}
        />
      </Cell>
      <Cell>
        <TaskName task={task} onLabel={onLabel} />
      </Cell>
      <Cell mono className={`max-w-0 truncate text-muted ${wideOnly}`} title={task.command}>
        {firstLine(task.command)}
      </Cell>
      <Cell className="max-w-0">
        <Status task={task} />
      </Cell>
      <Cell className={`max-w-0 ${desktopOnly}`}>
        <ScheduleText schedules={task.schedules} timeZone={task.timeZone} />
      </Cell>
      <Cell numeric className="max-w-0">
        <LastRun run={task.lastRun} />
      </Cell>
      <Cell numeric className="truncate">
        <NextRun at={task.nextRunAt} />
      </Cell>
      <Cell className="pe-3">
        <RowActions task={task} />
      </Cell>
    </Row>
  );
});

function TaskName({ task, onLabel }: { task: Task; onLabel: (label: string) => void }) {
  const { t } = useWords();
  return (
    <span className="flex min-w-0 items-center gap-1.5 icon-stroke">
      {task.pinned && <Pin size={12} aria-label={t("tasks.pinned")} className="shrink-0 text-accent-text" />}
      <Link
        href={paths.task(task.id)}
        title={task.name}
        tabIndex={-1}
        className="min-w-0 truncate font-medium hover:text-accent-text hover:underline"
      >
        {task.name}
      </Link>
      <TaskLabels labels={task.labels} onLabel={onLabel} />
    </span>
  );
}

function Status({ task }: { task: Task }) {
  const since = task.activeRun?.startedAt;
  return (
    <span className="flex min-w-0 items-baseline gap-2 whitespace-nowrap">
      <TaskStatusDot status={task.status} />
      {task.status === "running" && since && (
        <span className="truncate text-xs text-faint">
          <RunningTime since={since} />
        </span>
      )}
    </span>
  );
}

function RowActions({ task }: { task: Task }) {
  const { t } = useWords();
  const acts = useTaskActs();
  const stoppable = isStoppable(task);
  return (
    <span className="flex items-center justify-end gap-0.5">
      <span
        className={classNames(
          "flex gap-0.5 opacity-0 transition-opacity duration-100 touch:opacity-100",
          "group-hover/row:opacity-100 group-focus-within/row:opacity-100 group-focus/row:opacity-100",
        )}
      >
        <IconButton
          size="small"
          tooltip={false}
          title={stoppable ? t("tasks.stop") : t("tasks.run")}
          label={`${stoppable ? t("tasks.stop") : t("tasks.run")}: ${task.name}`}
          icon={stoppable ? <Square size={14} /> : <Play size={16} />}
          onClick={() => void acts.act(stoppable ? "stop" : "run", [task])}
        />
        <IconButton
          size="small"
          tooltip={false}
          title={t("tasks.log")}
          label={`${t("tasks.log")}: ${task.name}`}
          icon={<ScrollText size={16} />}
          onClick={() => acts.links.log(task.id)}
        />
      </span>
      <Menu entries={taskEntries(task, { acts, t, opens: true })}>
        <IconButton
          size="small"
          tooltip={false}
          label={`${t("ui.more")}: ${task.name}`}
          icon={<Ellipsis size={16} />}
        />
      </Menu>
    </span>
  );
}

/** The first line of a command, with a mark that there are more. */
export function firstLine(command: string): string {
  const end = command.indexOf("\n");
  return end < 0 ? command : `${command.slice(0, end)} …`;
}

function wasShifted(event: Event): boolean {
  return event instanceof globalThis.MouseEvent && event.shiftKey;
}

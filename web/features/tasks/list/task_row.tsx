import { Ellipsis, Pin, Play, ScrollText, Square } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { Task } from "../../../../server/contract/tasks.ts";
import { paths } from "../../../paths.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { IconButton } from "../../../ui/icon_button.tsx";
import { LabelChips } from "../../../ui/label_chips.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Cell, Row } from "../../../ui/table.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { useTaskActs } from "../acts/task_acts.tsx";
import { isStoppable, taskEntries } from "../acts/task_entries.tsx";
import type { ColumnId } from "./columns.ts";
import { columnCells } from "./column_cells.tsx";

interface TaskRowProps {
  /** Undefined while it is not loaded. */
  task: Task | undefined;
  place: number;
  shown: readonly ColumnId[];
  selected: boolean;
  /** Whether Tab reaches this row. */
  reachable: boolean;
  onToggle: (task: Task, range: boolean) => void;
  onLabel: (label: string) => void;
}

// The frame of the row that has the focus, cell by cell: cells that stay in place would cover the row's own.
const ring =
  "group-focus-visible/row:shadow-[inset_0_2px_var(--accent),inset_0_-2px_var(--accent)] first:group-focus-visible/row:shadow-[inset_2px_2px_var(--accent),inset_0_-2px_var(--accent)] last:group-focus-visible/row:shadow-[inset_-2px_2px_var(--accent),inset_0_-2px_var(--accent)]";

/** One task as a row; drawn anew only when it has changed. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, place, shown, selected, reachable, onToggle, onLabel } = props;
  const { t } = useWords();
  if (!task) return <EmptyRow place={place} columns={shown.length + 2} />;
  return (
    <Row
      selected={selected}
      data-task={task.id}
      data-place={place}
      aria-rowindex={place + 2}
      tabIndex={reachable ? 0 : -1}
      aria-label={task.name}
      className={classNames("outline-none", !selected && "bg-surface")}
    >
      <Cell className={`${ring} sticky start-0 z-1 bg-inherit ps-4`}>
        <Checkbox
          label={t("ui.selectRow", { name: task.name })}
          hideLabel
          className="align-middle"
          checked={selected}
          onChange={(event) => onToggle(task, wasShifted(event.nativeEvent))}
        />
      </Cell>
      {shown.map((id) => {
        const { className = "", ...cell } = columnCells[id];
        const content: ReactNode = id === "name"
          ? <TaskName task={task} labels={!shown.includes("labels")} onLabel={onLabel} />
          : cell.show(task, { reachable, onLabel });
        return (
          <Cell
            key={id}
            mono={id === "command"}
            numeric={cell.numeric ?? false}
            title={cell.title?.(task)}
            className={`${ring} max-w-0 ${className}`}
          >
            {content}
          </Cell>
        );
      })}
      <Cell className={`${ring} pe-3`}>
        <RowActions task={task} />
      </Cell>
    </Row>
  );
});

function EmptyRow({ place, columns }: { place: number; columns: number }) {
  return (
    <Row data-place={place} aria-rowindex={place + 2} tabIndex={-1}>
      <Cell colSpan={columns} className="ps-4">
        <Skeleton className="h-3 w-2/5" />
      </Cell>
    </Row>
  );
}

function TaskName(
  { task, labels, onLabel }: { task: Task; labels: boolean; onLabel: (label: string) => void },
) {
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
      {labels && (
        <LabelChips
          labels={task.labels}
          most={1}
          title={(label) => t("tasks.showLabel", { label })}
          onLabel={onLabel}
          className="max-w-2/5 shrink-0"
        />
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
          icon={stoppable ? <Square size={12} fill="currentColor" /> : <Play size={16} />}
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
      <RowMenu task={task} />
    </span>
  );
}

/** Everything that can be done to the task. The menu is made when it is first asked for: of a thousand rows few are. */
function RowMenu({ task }: { task: Task }) {
  const { t } = useWords();
  const acts = useTaskActs();
  const [asked, setAsked] = useState(false);
  const button = {
    size: "small" as const,
    tooltip: false,
    label: `${t("ui.more")}: ${task.name}`,
    icon: <Ellipsis size={16} />,
  };
  if (!asked) {
    return (
      <IconButton
        {...button}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setAsked(true)}
      />
    );
  }
  return (
    <Menu open entries={() => taskEntries(task, { acts, t, opens: true })}>
      <IconButton {...button} />
    </Menu>
  );
}

function wasShifted(event: Event): boolean {
  return event instanceof globalThis.MouseEvent && event.shiftKey;
}

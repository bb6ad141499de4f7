import { Pin, Play, ScrollText, Square } from "lucide-react";
import { memo, type ReactNode } from "react";
import { Link } from "wouter";
import type { Task } from "../../../../server/contract/tasks.ts";
import { paths } from "../../../paths.ts";
import { classNames } from "../../../ui/class_names.ts";
import { LabelChips } from "../../../ui/data/label_chips.tsx";
import { RowBox } from "../../../ui/data/rows/choose_boxes.tsx";
import { cellRing, HoverActions, RowAction, RowMenu } from "../../../ui/data/rows/row_actions.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Cell, Row } from "../../../ui/data/table.tsx";
import { SubscriptionLink } from "../show/subscription_link.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../actions/use_task_actions.tsx";
import { isStoppable, taskEntries } from "../actions/task_entries.tsx";
import type { ColumnId } from "./columns.ts";
import { columnCells } from "./column_cells.tsx";

interface TaskRowProps {
  /** Undefined while it is not loaded. */
  task: Task | undefined;
  location: number;
  visible: readonly ColumnId[];
  selected: boolean;
  /** Whether Tab reaches this row. */
  reachable: boolean;
  onToggle: (task: Task, range: boolean) => void;
  onLabel: (label: string) => void;
}

/** One task as a row; drawn anew only when it has changed. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, location: index, visible, selected, reachable, onToggle, onLabel } = props;
  if (!task) return <EmptyRow location={index} columns={visible.length + 2} />;
  return (
    <Row
      selected={selected}
      data-task={task.id}
      data-place={index}
      aria-rowindex={index + 2}
      tabIndex={reachable ? 0 : -1}
      aria-label={task.name}
      className={classNames("outline-none", !selected && "bg-surface")}
    >
      <Cell className={`${cellRing} sticky start-0 z-1 bg-inherit ps-4`}>
        <RowBox name={task.name} checked={selected} onToggle={(range) => onToggle(task, range)} />
      </Cell>
      {visible.map((id) => {
        const { className = "", ...cell } = columnCells[id];
        const content: ReactNode = id === "name"
          ? <TaskName task={task} labels={!visible.includes("labels")} onLabel={onLabel} />
          : cell.show(task, { reachable, onLabel });
        return (
          <Cell
            key={id}
            mono={id === "command"}
            numeric={cell.numeric ?? false}
            title={cell.title?.(task)}
            className={`${cellRing} max-w-0 ${className}`}
          >
            {content}
          </Cell>
        );
      })}
      <Cell className={`${cellRing} pe-3`}>
        <RowActions task={task} />
      </Cell>
    </Row>
  );
});

function EmptyRow({ location: index, columns }: { location: number; columns: number }) {
  return (
    <Row data-place={index} aria-rowindex={index + 2} tabIndex={-1}>
      <Cell colSpan={columns} className="ps-4">
        <Skeleton className="h-3 w-2/5" />
      </Cell>
    </Row>
  );
}

function TaskName(
  { task, labels, onLabel }: { task: Task; labels: boolean; onLabel: (label: string) => void },
) {
  const { t } = useMessages();
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
      {labels && task.subscriptionId !== null && <SubscriptionLink id={task.subscriptionId} variant="icon" />}
      {labels && (
        <LabelChips
          labels={task.labels}
          max={1}
          title={(label) => t("tasks.showLabel", { label })}
          onLabel={onLabel}
          className="max-w-2/5 shrink-0"
        />
      )}
    </span>
  );
}

function RowActions({ task }: { task: Task }) {
  const { t } = useMessages();
  const actions = useTaskActions();
  const { id, name } = task;
  const stoppable = isStoppable(task);
  return (
    <span className="flex items-center justify-end gap-0.5">
      <HoverActions>
        <RowAction
          act={stoppable ? t("tasks.stop") : t("tasks.run")}
          name={name}
          icon={stoppable ? <Square size={12} fill="currentColor" /> : <Play size={16} />}
          onClick={() => void actions.act(stoppable ? "stop" : "run", [task])}
        />
        <RowAction
          act={t("tasks.log")}
          name={name}
          icon={<ScrollText size={16} />}
          onClick={() => actions.links.log(id)}
        />
      </HoverActions>
      <RowMenu name={name} entries={() => taskEntries(task, { actions, t, opens: true })} />
    </span>
  );
}

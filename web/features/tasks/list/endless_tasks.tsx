import { useRef } from "react";
import { useNarrow } from "../../../ui/use_narrow.ts";
import TaskCards from "./task_cards.tsx";
import { type TasksProps, TaskTable } from "./task_table.tsx";
import { useEndlessRows } from "./use_endless_rows.ts";

/** All tasks in one list, however many: only those in sight are drawn, and only those near are asked for. */
export default function EndlessTasks(
  { total, ...props }: Omit<TasksProps, "rows" | "loading"> & { total: number },
) {
  return useNarrow() ? <EndlessCards {...props} total={total} /> : <EndlessTable {...props} total={total} />;
}

type EndlessProps = Parameters<typeof EndlessTasks>[0];

const rowHeight = 40;

function EndlessTable({ total, ...props }: EndlessProps) {
  const frame = useRef<HTMLDivElement>(null);
  const rows = useEndlessRows({
    state: props.handle.state,
    total,
    height: rowHeight,
    scroller: () => frame.current,
  });
  return <TaskTable {...props} rows={{ ...rows, frame }} loading={false} />;
}

const cardHeight = 134;

function EndlessCards({ total, ...props }: EndlessProps) {
  const list = useRef<HTMLDivElement>(null);
  const rows = useEndlessRows({
    state: props.handle.state,
    total,
    height: cardHeight,
    // On a phone it is the page that scrolls, and the list begins somewhere on it.
    scroller: () => document.getElementById("content"),
    start: () => list.current,
  });
  return (
    <div ref={list}>
      <TaskCards {...props} rows={rows} loading={false} />
    </div>
  );
}

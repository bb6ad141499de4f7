import { useCallback, useRef } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import type { RowWindow } from "./row_window.ts";
import { type Selection, toggleAll, toggleRow } from "../../../ui/data/selection.ts";

export type SetSelection = (change: (selection: Selection<Task>) => Selection<Task>) => void;

/** Gives the ways to choose rows, which stay the same functions: one, all from the last chosen to it, and all there are. */
export function useChoosing(rows: RowWindow, selection: Selection<Task>, setSelection: SetSelection) {
  const now = useRef({ rows, anchor: selection.anchor });
  now.current = { rows, anchor: selection.anchor };
  const toggle = useCallback(async (task: Task, range: boolean) => {
    const { tasks, load } = now.current.rows;
    const from = range ? tasks.findIndex((one) => one?.id === now.current.anchor) : -1;
    const to = tasks.findIndex((one) => one?.id === task.id);
    const between = from < 0 || to < 0 ? [task] : await load(Math.min(from, to), Math.max(from, to));
    setSelection((before) => toggleRow(before, task, between));
  }, [setSelection]);
  const toggleEvery = useCallback(async () => {
    const { tasks, load } = now.current.rows;
    const every = await load(0, tasks.length - 1);
    setSelection((before) => toggleAll(before, every));
  }, [setSelection]);
  return { toggle, toggleEvery };
}

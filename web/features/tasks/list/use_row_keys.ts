import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { locationOf, stepOf } from "../../../ui/data/rows/row_keys.ts";
import { useTaskActions } from "../actions/use_task_actions.tsx";
import { isStoppable } from "../actions/task_entries.tsx";
import type { RowWindow } from "./row_window.ts";

type Toggle = (task: Task, range: boolean) => void;

/** Lets the arrow keys move between rows and letters act on the row that has the focus. Tab reaches one row only. */
export function useRowKeys({ tasks, drawn, reveal }: RowWindow, onToggle: Toggle) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [lastId, setLastId] = useState<number | null>(null);
  const letters = useLetters(onToggle);
  const reachable = drawn.some((index) => tasks[index]?.id === lastId)
    ? lastId
    : drawn.map((index) => tasks[index]).find((task) => task)?.id ?? null;
  const focusRow = useRowFocus({ body, last: tasks.length - 1, reveal });
  const enter = () => focusRow(Math.max(0, tasks.findIndex((task) => task && task.id === reachable)));
  useShortcuts({ arrowdown: enter, j: enter });
  const onFocus = (event: FocusEvent) => {
    const task = tasks[locationOf(event.target) ?? -1];
    if (task) setLastId(task.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = locationOf(event.target);
    if (index === null) return;
    const step = stepOf(event.key, index, tasks.length);
    const task = tasks[index];
    const onRow = event.target instanceof HTMLTableRowElement;
    if (step === undefined && !(onRow && task && letters(event, task))) return;
    event.preventDefault();
    if (step !== undefined) focusRow(step);
  };
  return { body, reachable, onFocus, onKeyDown };
}

interface RowFocusParts {
  body: { current: HTMLElement | null };
  last: number;
  reveal: (index: number) => void;
}

/** Gives the focus to a row; to one that is not drawn or not loaded yet as soon as it is. */
function useRowFocus({ body, last, reveal }: RowFocusParts) {
  const wanted = useRef<number | null>(null);
  const focus = () => {
    const row = body.current?.querySelector<HTMLElement>(`tr[data-place="${wanted.current}"]`);
    if (!row) return;
    if (row.dataset.task) wanted.current = null;
    if (row !== document.activeElement) row.focus();
  };
  useEffect(() => {
    const at = document.activeElement;
    // Whoever has gone elsewhere meanwhile is not called back.
    if (at && at !== document.body && !body.current?.contains(at)) wanted.current = null;
    if (wanted.current !== null) focus();
  });
  return (index: number) => {
    wanted.current = Math.min(Math.max(index, 0), last);
    reveal(wanted.current);
    focus();
  };
}

function useLetters(onToggle: Toggle) {
  const { act: action, askDelete, links } = useTaskActions();
  return ({ key, shiftKey }: KeyboardEvent, task: Task): boolean => {
    const letters: Record<string, () => void> = {
      enter: () => links.open(task.id),
      r: () => void action("run", [task]),
      s: () => isStoppable(task) && void action("stop", [task]),
      l: () => links.log(task.id),
      e: () => links.edit(task.id),
      x: () => onToggle(task, shiftKey),
      " ": () => onToggle(task, shiftKey),
      delete: () => askDelete([task]),
      backspace: () => askDelete([task]),
    };
    const letter = letters[key.toLowerCase()];
    letter?.();
    return letter !== undefined;
  };
}

import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { useShortcuts } from "../../../shell/use_shortcuts.ts";
import { useTaskActs } from "../acts/task_acts.tsx";
import { isStoppable } from "../acts/task_entries.tsx";

/** Lets the arrow keys move between rows and letters act on the row that has the focus. Tab reaches one row only. */
export function useRowKeys(tasks: readonly Task[], onToggle: (id: number, range: boolean) => void) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [lastId, setLastId] = useState<number | null>(null);
  const letters = useLetters(onToggle);
  const reachable = tasks.some(({ id }) => id === lastId) ? lastId : tasks[0]?.id ?? null;
  const focusRow = (index: number) => {
    const task = tasks[Math.min(Math.max(index, 0), tasks.length - 1)];
    body.current?.querySelector<HTMLElement>(`tr[data-task="${task?.id}"]`)?.focus();
  };
  const enter = () => focusRow(tasks.findIndex(({ id }) => id === reachable));
  useShortcuts({ arrowdown: enter, j: enter });
  const onFocus = (event: FocusEvent) => setLastId(taskIdOf(event.target));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = tasks.findIndex(({ id }) => id === taskIdOf(event.target));
    const task = tasks[index];
    if (!task) return;
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      j: index + 1,
      ArrowUp: index - 1,
      k: index - 1,
      Home: 0,
      End: tasks.length - 1,
    };
    const step = steps[event.key];
    const onRow = event.target instanceof HTMLTableRowElement;
    if (step === undefined && !(onRow && letters(event, task))) return;
    event.preventDefault();
    if (step !== undefined) focusRow(step);
  };
  return { body, reachable, onFocus, onKeyDown };
}

function useLetters(onToggle: (id: number, range: boolean) => void) {
  const { act, askDelete, links } = useTaskActs();
  return ({ key, shiftKey }: KeyboardEvent, task: Task): boolean => {
    const letters: Record<string, () => void> = {
      enter: () => links.open(task.id),
      r: () => void act("run", [task]),
      s: () => isStoppable(task) && void act("stop", [task]),
      l: () => links.log(task.id),
      e: () => links.edit(task.id),
      x: () => onToggle(task.id, shiftKey),
      " ": () => onToggle(task.id, shiftKey),
      delete: () => askDelete([task]),
      backspace: () => askDelete([task]),
    };
    const letter = letters[key.toLowerCase()];
    letter?.();
    return letter !== undefined;
  };
}

function taskIdOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("tr[data-task]") : null;
  return row ? Number(row.dataset.task) : null;
}

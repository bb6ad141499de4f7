// The tasks selected in the list, for the command palette, which is outside of the list.
import { createContext, type RefObject, useContext, useEffect } from "react";
import type { Task } from "../../../server/contract/tasks.ts";
import { type TaskActions, useTaskActions } from "./task_actions.ts";

interface TaskSelection {
  tasks: readonly Task[];
  actions: TaskActions;
}

/** A ref, so that selecting a task does not render the whole page; null outside of the layout. */
export const TaskSelectionContext = createContext<RefObject<TaskSelection | null> | null>(null);

/** Publishes the selected tasks while the list is open. */
export function usePublishTaskSelection(selected: ReadonlyMap<number, Task>): void {
  const selection = useContext(TaskSelectionContext);
  const actions = useTaskActions();
  useEffect(() => {
    if (!selection || selected.size === 0) return;
    selection.current = { tasks: [...selected.values()], actions };
    return () => {
      selection.current = null;
    };
  }, [selection, selected, actions]);
}

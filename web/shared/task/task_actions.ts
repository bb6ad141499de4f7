import { createContext, useContext } from "react";
import type { Task, TaskAction } from "../../../server/contract/tasks.ts";

export type TaskTarget = Pick<Task, "id" | "name" | "status"> & Partial<Pick<Task, "parameters">>;
export type LabelledTask = Pick<Task, "id" | "name" | "labels">;

/** Navigation between the list, a task and their dialogs. */
export interface TaskLinks {
  create(): void;
  edit(id: number): void;
  copy(id: number): void;
  log(id: number, run?: number): void;
  script(path: string): void;
  importCrontab(): void;
  /** Opens the import from another program. */
  importData(): void;
  open(id: number): void;
  /** Opens the form of a view: a new one from the current list, or an existing one. */
  viewForm(id?: number): void;
  views(): void;
  queue(): void;
  trash(): void;
  list(): void;
  /** Closes the dialog and returns to the page beneath it. */
  close(id: number | null): void;
}

/** Actions on tasks for every part of the page that shows them; the functions stay the same while the page is open. */
export interface TaskActions {
  links: TaskLinks;
  /** Whether the person may run, stop, enable, disable and mute tasks. */
  mayRun: boolean;
  /** Whether the person may create and change tasks. */
  mayWrite: boolean;
  /** Whether the person may change scripts. */
  mayWriteScripts: boolean;
  /** Changes tasks and reports the result; never rejects. */
  perform(action: TaskAction, tasks: readonly TaskTarget[]): Promise<void>;
  askDelete(tasks: readonly TaskTarget[]): void;
  askLabels(tasks: readonly LabelledTask[]): void;
  /** Sets fields of several tasks, after a preview. */
  askEdit(tasks: readonly Task[]): void;
  /** Moves the times of tasks apart, after a preview. */
  askSpread(tasks: readonly Task[]): void;
  /** Asks for values of parameters, arguments and variables, then runs. */
  askRun(tasks: readonly TaskTarget[]): void;
}

export const TaskActionsContext = createContext<TaskActions | null>(null);

export function useTaskActions(): TaskActions {
  const actions = useContext(TaskActionsContext);
  if (!actions) throw new Error("useTaskActions outside of TaskActionsProvider");
  return actions;
}

// Changes tasks within a transaction of another feature: a pull that brings scripts also brings their tasks.
import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { TaskInput, TaskPatch } from "../../contract/tasks.ts";
import { Announcer } from "../../engine/announce.ts";
import type { Bus } from "../../engine/bus.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Tx } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import * as store from "./store.ts";
import { taskIssues } from "./task_rules.ts";
import { addTask, changeTask } from "./write_task.ts";

/** The tasks to add, change and remove. */
export interface TasksChange {
  add: readonly { input: TaskInput; subscriptionId: number }[];
  change: readonly { id: number; patch: TaskPatch }[];
  /** End their runs first; see `endRuns`. */
  remove: readonly number[];
}

/** The resulting changes, to be published after the transaction commits. */
export type TasksChanged = readonly {
  taskId: number;
  nextDueAt: number | null;
  type: "task:created" | "task:updated" | "task:deleted";
}[];

export interface TaskChangesOptions {
  clock: Clock;
  bus: Bus;
  engine: Engine;
  /** Time zone of tasks that set none. */
  zone(): string;
}

export class TaskChanges {
  readonly #options: TaskChangesOptions;
  readonly #announcer: Announcer;

  constructor(options: TaskChangesOptions) {
    this.#options = options;
    this.#announcer = new Announcer(options.bus, options.clock);
  }

  /** Ends the runs of tasks that are about to be deleted, in parallel. */
  async endRuns(ids: readonly number[]): Promise<void> {
    await Promise.all(ids.map((id) => this.#options.engine.clearTask(id)));
  }

  /**
   * Changes tasks in a transaction; call `notify` after it commits. Throws `task_already_active` if a task to
   * be removed has started again, and `validation_failed`.
   */
  async write(tx: Tx, { add, change, remove }: TasksChange): Promise<TasksChanged> {
    const present = { now: this.#options.clock.now(), zone: this.#options.zone() };
    const changed: TasksChanged[number][] = [];
    for (const { input, subscriptionId } of add) {
      refuseIf(taskIssues(input, 0));
      const made = await addTask(tx, input, present);
      await tx.updateTable("task").set({ subscription_id: subscriptionId }).where("id", "=", made.taskId)
        .execute();
      changed.push({ ...made, type: "task:created" });
    }
    for (const { id, patch } of change) {
      refuseIf(taskIssues(patch, id));
      const before = await store.findTask(tx, id);
      if (!before) continue;
      const nextDueAt = await changeTask(tx, before, patch, present);
      changed.push({ taskId: id, nextDueAt, type: "task:updated" });
    }
    for (const id of remove) {
      if (!await store.removeIdleTask(tx, id) && await store.findTask(tx, id)) {
        throw new AppError("task_already_active");
      }
      changed.push({ taskId: id, nextDueAt: null, type: "task:deleted" });
    }
    return changed;
  }

  /** Plans the changed tasks and publishes the changes. */
  notify(changed: TasksChanged): void {
    for (const { taskId, nextDueAt, type } of changed) {
      this.#options.engine.planTask(taskId, nextDueAt);
      this.#announcer.task(type, taskId, type === "task:created" ? 1 : 0);
    }
  }
}

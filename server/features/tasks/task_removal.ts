import { AppError } from "../../contract/app_error.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Engine } from "../../engine/engine.ts";
import { findTask } from "./store.ts";
import { taskKey } from "./task_source.ts";
import { type Deletion, moveIdleToTrash } from "./trash_store.ts";

export interface TaskRemovalOptions extends Pick<Base, "db" | "clock" | "bus"> {
  engine: Pick<Engine, "clear">;
}

/** Deletes tasks in two steps, for a transaction that cannot wait for the end of their runs. */
export class TaskRemoval {
  readonly #publisher: EventPublisher;

  constructor(private readonly options: TaskRemovalOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /** Ends all runs of tasks, queued ones too. */
  async endRuns(ids: readonly number[]): Promise<void> {
    await Promise.all(ids.map((id) => this.options.engine.clear(taskKey(id))));
  }

  /** Moves a task without active runs to the trash. Throws `not_found`, or `task_already_active` while it has one. */
  async remove(id: number, deletion: Deletion): Promise<void> {
    const { db, clock } = this.options;
    await db.transaction().execute(async (tx) => {
      if (await moveIdleToTrash(tx, id, { ...deletion, now: clock.now() })) return;
      throw new AppError(await findTask(tx, id) ? "task_already_active" : "not_found");
    });
    this.#publisher.publish("tasks", "task:deleted", id, 0);
  }
}

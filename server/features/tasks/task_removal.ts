import { AppError } from "../../contract/app_error.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Engine } from "../../engine/engine.ts";
import { taskKey } from "./task_source.ts";
import { type Deletion, moveToTrash } from "./trash_store.ts";

export interface TaskRemovalOptions extends Pick<Base, "db" | "clock" | "bus"> {
  engine: Pick<Engine, "clearOnCommit">;
}

/** Deletes tasks in two steps, for a transaction that cannot wait for the end of their runs. */
export class TaskRemoval {
  readonly #publisher: EventPublisher;
  readonly #ends: (() => Promise<void>)[] = [];

  constructor(private readonly options: TaskRemovalOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /** Moves a task to the trash; call `endRuns` once that is committed. Throws `not_found`. */
  async remove(id: number, deletion: Deletion): Promise<void> {
    const { db, clock, engine } = this.options;
    await db.transaction().execute(async (tx) => {
      const end = await engine.clearOnCommit(tx, taskKey(id));
      if (!await moveToTrash(tx, id, { ...deletion, now: clock.now() })) throw new AppError("not_found");
      this.#ends.push(end);
    });
    this.#publisher.publish("tasks", "task:deleted", id, 0);
  }

  /** Ends all runs of the tasks that were deleted, in parallel. */
  async endRuns(): Promise<void> {
    await Promise.all(this.#ends.splice(0).map((end) => end()));
  }
}

// Runs of tasks that were deleted in a transaction are ended after its commit. If the panel ends in between, the next start goes on.
import type { Base } from "../../engine/base.ts";
import type { Duty } from "../../engine/deciding.ts";
import type { Engine } from "../../engine/engine.ts";
import { taskKey } from "./task_source.ts";
import { listTrashedWithRuns } from "./trash_store.ts";

export interface RunsInTrashOptions extends Pick<Base, "db" | "logger"> {
  engine: Pick<Engine, "clear">;
}

export class RunsInTrash implements Duty {
  #ending: Promise<void> = Promise.resolve();

  constructor(private readonly options: RunsInTrashOptions) {}

  begin(): Promise<void> {
    // A start does not wait for it.
    this.#ending = this.#endAll().catch((error) =>
      this.options.logger.error("failed to end the runs of deleted tasks", { error })
    );
    return Promise.resolve();
  }

  async end(): Promise<void> {
    await this.#ending;
  }

  async #endAll(): Promise<void> {
    const { db, engine } = this.options;
    await Promise.all((await listTrashedWithRuns(db)).map((id) => engine.clear(taskKey(id))));
  }
}

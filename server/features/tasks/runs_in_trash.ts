// Runs of tasks that were deleted in a transaction are ended after its commit. If the panel ends in between, the next start goes on.
import type { Base } from "../../engine/base.ts";
import type { Duty } from "../../engine/deciding.ts";
import type { Engine } from "../../engine/engine.ts";
import { taskKey } from "./task_source.ts";
import { listTrashedWithRuns } from "./trash_store.ts";

export interface RunsInTrashOptions extends Pick<Base, "db" | "logger"> {
  engine: Pick<Engine, "clearDeleted">;
}

export class RunsInTrash implements Duty {
  #ending = new AbortController();

  constructor(private readonly options: RunsInTrashOptions) {}

  begin(): Promise<void> {
    const { signal } = this.#ending = new AbortController();
    // A start does not wait for it.
    void this.#endAll(signal).catch((error) => {
      // What is closed by then.
      if (signal.aborted) return;
      this.options.logger.error("failed to end the runs of deleted tasks", { error });
    });
    return Promise.resolve();
  }

  // Runs may take as long as they like to end, and so may a database that is away.
  end(): Promise<void> {
    this.#ending.abort();
    return Promise.resolve();
  }

  async #endAll(signal: AbortSignal): Promise<void> {
    const { db, engine } = this.options;
    const ids = await listTrashedWithRuns(db);
    await Promise.all(ids.map((id) => signal.aborted ? undefined : engine.clearDeleted(taskKey(id), signal)));
  }
}

// Takes runs out of the queue and ends those that are live, whatever they are runs of.
import type { Clock } from "../platform/clock.ts";
import type { Announcer } from "./announce.ts";
import { cancelQueued, skipQueued } from "./ledger.ts";
import type { Runner } from "./runner.ts";
import { liveStates } from "./states.ts";
import type { Database } from "./store.ts";

const CLAIM_LOOKS = 50;
const CLAIM_LOOK_MS = 10;

export interface RunStopsOptions {
  db: Database;
  clock: Clock;
  announcer: Announcer;
  runner: Runner;
}

export class RunStops {
  readonly #options: RunStopsOptions;

  constructor(options: RunStopsOptions) {
    this.#options = options;
  }

  /** Stops runs, of a task or of none; false when none was in the queue or live. */
  async stop(ids: readonly number[], taskId: number | null): Promise<boolean> {
    const { db, clock, announcer } = this.#options;
    const cancelled = await db.transaction().execute((tx) => cancelQueued(tx, ids, clock.now()));
    for (const id of cancelled) announcer.run("run:finished", id, taskId);
    const stopped = await this.#stopLive(ids);
    return cancelled.length + stopped.length > 0;
  }

  /** Takes runs out of the queue, unrun. */
  async skip(
    ids: readonly number[],
    taskId: number | null,
    reason: "disabled" | "deleted",
  ): Promise<void> {
    const { db, clock, announcer } = this.#options;
    const skipped = await db.transaction().execute((tx) => skipQueued(tx, ids, { reason, now: clock.now() }));
    for (const id of skipped) announcer.run("run:skipped", id, taskId);
  }

  /** Ends all runs of something that is to be deleted; resolves once all have ended. */
  async clear(listActive: () => Promise<number[]>, taskId: number | null): Promise<void> {
    // Again until nothing is left: a batch being planned right now may still add one.
    for (let active = await listActive(); active.length > 0; active = await listActive()) {
      await this.skip(active, taskId, "deleted");
      await this.#stopLive(active);
      await Promise.all(active.map((id) => this.#options.runner.ended(id)));
    }
  }

  // Between its claim and its start, a run is neither in the queue nor with the runner yet: a moment later it is.
  async #stopLive(ids: readonly number[]): Promise<number[]> {
    const { db, clock, runner } = this.#options;
    for (let tried = 0;; tried++) {
      const stopped = await runner.stop(ids, "stopped");
      if (stopped.length > 0 || tried === CLAIM_LOOKS || ids.length === 0) return stopped;
      const claimed = await db.selectFrom("run").select("id").where("id", "in", [...ids])
        .where("state", "in", liveStates).executeTakeFirst();
      if (!claimed) return [];
      await new Promise<void>((resolve) => clock.after(CLAIM_LOOK_MS, resolve));
    }
  }
}

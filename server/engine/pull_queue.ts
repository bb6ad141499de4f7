import type { RunCause } from "../contract/runs.ts";
import type { Clock } from "../platform/clock.ts";
import type { Announcer } from "./announce.ts";
import { writePart } from "./kinds/subscription_pulls.ts";
import { insertPull, listActivePulls, type NewPull } from "./ledger.ts";
import type { Planner } from "./planner.ts";
import type { Queue } from "./queue.ts";
import type { RunStops } from "./run_stops.ts";
import type { Database, Tx } from "./store.ts";

export interface PullQueueOptions {
  db: Database;
  clock: Clock;
  announcer: Announcer;
  planner: Planner;
  queue: Queue;
  stops: RunStops;
}

/** What may be asked of the engine for subscriptions. */
export class PullQueue {
  readonly #options: PullQueueOptions;

  constructor(options: PullQueueOptions) {
    this.#options = options;
  }

  /** Pulls one as soon as there is a place for it; null when a pull of it is in the queue or on the machine. */
  async now(subscription: NewPull["subscription"], cause: RunCause): Promise<number | null> {
    const { db, clock, announcer, queue } = this.#options;
    const id = await db.transaction().execute(async (tx) => {
      if ((await listActivePulls(tx, subscription.id)).length > 0) return null;
      return await insertPull(tx, { subscription, cause, now: clock.now() });
    });
    if (id === null) return null;
    announcer.run("run:queued", id, null);
    queue.wake();
    return id;
  }

  /**
   * Writes what comes after an approval into the queue, in the transaction that puts the approved in place: so it is done once,
   * or neither is. What is answered must be told to `queued` once the transaction is through.
   */
  async enqueueAfter(
    tx: Tx,
    { subscription, cause, commit }: Pick<NewPull, "subscription" | "cause"> & { commit: string },
  ): Promise<number | null> {
    const subjectJson = writePart({ kind: "after", commit });
    return await insertPull(tx, { subscription, cause, now: this.#options.clock.now(), subjectJson });
  }

  /** Starts what was written into the queue as soon as there is a place for it. */
  queued(runId: number): void {
    this.#options.announcer.run("run:queued", runId, null);
    this.#options.queue.wake();
  }

  /** Stops the pulls of one and takes them out of the queue; false when there is none. */
  async stop(id: number): Promise<boolean> {
    const { db, stops } = this.#options;
    return await stops.stop(await listActivePulls(db, id), null);
  }

  /** Takes the pulls of one that was disabled out of the queue, unless a person asked for them. */
  async dropScheduled(id: number): Promise<void> {
    const { db, stops } = this.#options;
    const rows = await db.selectFrom("run").select("id").where("subscription_id", "=", id)
      .where("finished_at", "is", null).where("state", "=", "queued").where("cause", "in", [
        "schedule",
        "missed",
      ])
      .execute();
    await stops.skip(rows.map((row) => row.id), null, "disabled");
  }

  /** Ends the pulls of one that is to be deleted; resolves once all have ended. */
  async clear(id: number): Promise<void> {
    const { db, planner, stops } = this.#options;
    planner.watch({ kind: "subscription", id }, null);
    await stops.clear(() => listActivePulls(db, id), null);
  }

  /** Plans one anew after it was created, changed, enabled or disabled; null when it is not due any more. */
  plan(id: number, nextDueAt: number | null): void {
    this.#options.planner.watch({ kind: "subscription", id }, nextDueAt);
    this.#options.queue.wake();
  }
}

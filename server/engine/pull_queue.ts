import type { RunCause } from "../contract/runs.ts";
import type { Clock } from "../platform/clock.ts";
import type { Announcer } from "./announce.ts";
import { insertPull, listActivePulls, type NewPull } from "./ledger.ts";
import { writePart } from "./pulls.ts";
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

/** Engine operations on subscriptions. */
export class PullQueue {
  readonly #options: PullQueueOptions;

  constructor(options: PullQueueOptions) {
    this.#options = options;
  }

  /** Enqueues a pull; returns null when one is already queued or live. */
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
   * Enqueues the steps that follow an approval, in the transaction that applies the approved changes: either both happen or
   * neither. Pass the returned ID to `queued` after the transaction commits.
   */
  async enqueueAfter(
    tx: Tx,
    { subscription, cause, commit }: Pick<NewPull, "subscription" | "cause"> & { commit: string },
  ): Promise<number | null> {
    const subjectJson = writePart({ kind: "after", commit });
    return await insertPull(tx, { subscription, cause, now: this.#options.clock.now(), subjectJson });
  }

  /** Starts an enqueued run as soon as a slot is free. */
  queued(runId: number): void {
    this.#options.announcer.run("run:queued", runId, null);
    this.#options.queue.wake();
  }

  /** Stops the pulls of a subscription and removes them from the queue; returns false when there is none. */
  async stop(id: number): Promise<boolean> {
    const { db, stops } = this.#options;
    return await stops.stop(await listActivePulls(db, id), null);
  }

  /** Removes the pulls of a disabled subscription from the queue, except those a user requested. */
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

  /** Ends the pulls of a subscription that is about to be deleted; resolves once all have ended. */
  async clear(id: number): Promise<void> {
    const { db, planner, stops } = this.#options;
    planner.watch({ kind: "subscription", id }, null);
    await stops.clear(() => listActivePulls(db, id), null);
  }

  /** Replans a subscription after it was created, changed, enabled or disabled; null when it is no longer due. */
  plan(id: number, nextDueAt: number | null): void {
    this.#options.planner.watch({ kind: "subscription", id }, nextDueAt);
    this.#options.queue.wake();
  }
}

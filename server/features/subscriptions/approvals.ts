// Pulls that wait for approval, and the decisions about them.
import { AppError } from "../../contract/app_error.ts";
import type { RunCause } from "../../contract/runs.ts";
import type { ApproveBody, PullChanges } from "../../contract/subscriptions.ts";
import type { Base } from "../../engine/base.ts";
import type { EventPublisher } from "../../engine/bus.ts";
import type { Engine } from "../../engine/engine.ts";
import { insertQueued } from "../../engine/ledger.ts";
import { folderOf, type StoredPull, type StoredPulls, waitingName } from "./stored_pulls.ts";
import { subscriptionKey, subscriptionSource } from "./plan_source.ts";
import { writePart } from "./run_type.ts";
import type { Repositories } from "./workspace/repositories.ts";
import type { Pulled } from "./pull/job.ts";
import type { ApplyRequest } from "./workspace/apply_pull.ts";
import * as store from "./store.ts";

export interface ApprovalsOptions extends Pick<Base, "db" | "clock"> {
  publisher: EventPublisher;
  storedPulls: StoredPulls;
  repositories: Repositories;
  engine: Pick<Engine, "enqueued">;
  /** Runs an action while nothing of this subscription is being put in place. */
  whileStill<T>(id: number, action: () => Promise<T>): Promise<T>;
  applyPull(request: ApplyRequest): Promise<PullChanges>;
  /** Applies what the files of a pull in place describe. Throws `validation_failed`. */
  configure(id: number, pulled: Pulled): Promise<void>;
}

export class Approvals {
  constructor(private readonly options: ApprovalsOptions) {}

  /**
   * Applies the pull that waits for approval. The `after` command then runs as a run of its own, because the
   * run of the pull is over. Throws `nothing_waiting`, `stale_version` (`runId`: the run whose changes were
   * reviewed), `already_exists`.
   */
  async approve(id: number, cause: RunCause, body?: ApproveBody): Promise<PullChanges> {
    const { whileStill, applyPull, configure, clock, engine, storedPulls } = this.options;
    return await whileStill(id, async () => {
      const pulled = await this.#find(id);
      const { runId, commit } = pulled;
      checkReviewed(runId, body?.runId);
      const queuedRuns: (number | null)[] = [];
      const changes = await applyPull({
        subscriptionId: id,
        runId,
        pulled,
        requireHeader: body?.requireHeader,
        staging: folderOf(waitingName(id)),
        // Another panel may have been faster.
        check: async (tx) => {
          if ((await store.findWaiting(tx, id))?.runId !== runId) throw new AppError("nothing_waiting");
        },
        alongside: async (tx, row) => {
          if (row.after_command === null) return;
          // Together with the changes: either both happen or neither.
          const subjectJson = writePart({ kind: "after", commit });
          const run = { source: subscriptionSource(row), cause, now: clock.now(), subjectJson };
          queuedRuns.push(await insertQueued(tx, run));
        },
      });
      for (const queued of queuedRuns) if (queued !== null) engine.enqueued(queued, subscriptionKey(id));
      await storedPulls.remove(waitingName(id));
      await configure(id, pulled);
      return changes;
    });
  }

  /**
   * Discards the pull that waits for approval; the same commit does not ask for approval again. Throws
   * `nothing_waiting` or `stale_version`, like `approve`.
   */
  async reject(id: number, seen?: number): Promise<void> {
    const { db, publisher, whileStill } = this.options;
    await whileStill(id, async () => {
      const waiting = await store.findWaiting(db, id);
      if (waiting === null) throw new AppError("nothing_waiting");
      checkReviewed(waiting.runId, seen);
      await db.transaction().execute(async (tx) => {
        await store.removeWaiting(tx, id);
        await store.updateSubscription(tx, id, { rejected_commit: waiting.commit });
      });
      await this.drop(id);
    });
    publisher.publish("subscriptions", "subscription:updated", id, 0);
  }

  /** Removes the files that wait for approval. */
  async drop(id: number): Promise<void> {
    const { db, repositories, storedPulls } = this.options;
    await storedPulls.remove(waitingName(id));
    await repositories.sweep(db);
  }

  /** Removes the files that waited here until another panel decided about them. */
  async dropDecided(id: number): Promise<void> {
    const { db, storedPulls, whileStill } = this.options;
    const name = waitingName(id);
    if (storedPulls.find(name) === null) return;
    await whileStill(id, async () => {
      const own = storedPulls.find(name);
      const waiting = await store.findWaiting(db, id);
      if (own !== null && own.runId !== waiting?.runId) await storedPulls.removeOwn(name);
    });
  }

  /** Reads from the files that wait for approval while they cannot change. Throws `nothing_waiting`. */
  async check<T>(id: number, check: (pull: StoredPull, folder: string) => Promise<T>): Promise<T> {
    const { whileStill, storedPulls } = this.options;
    return await whileStill(
      id,
      async () => await check(await this.#find(id), storedPulls.path(waitingName(id))),
    );
  }

  async #find(id: number): Promise<StoredPull> {
    const waiting = await store.findWaiting(this.options.db, id);
    const pull = waiting && await this.options.storedPulls.get(waitingName(id), waiting.runId);
    if (pull === null) throw new AppError("nothing_waiting");
    return pull;
  }
}

/** Throws `stale_version` if the waiting pull is from another run than the one that was reviewed. */
function checkReviewed(waiting: number, seen: number | undefined): void {
  if (seen !== undefined && seen !== waiting) throw new AppError("stale_version");
}

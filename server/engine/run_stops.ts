// Removes runs from the queue and stops live runs of any type.
import { sleep } from "../platform/clock.ts";
import { isUnwritable } from "../platform/files/storage_full.ts";
import type { Base } from "./base.ts";
import type { RunAnnouncer } from "./run_recorder.ts";
import type { RunPlacer } from "./distribution.ts";
import { currentAuthor } from "./change_scope.ts";
import { cancelQueued, listActive, skipQueued } from "./ledger.ts";
import type { FollowingRuns } from "./run_type.ts";
import { liveStates } from "./states.ts";
import type { Database, SourceKey, Tx } from "./store.ts";

const CLAIM_POLLS = 50;
const CLAIM_POLL_MS = 10;
const RETRY_WRITE_MS = 1_000;

export interface RunStopsOptions extends Pick<Base, "db" | "clock" | "logger"> {
  publisher: RunAnnouncer;
  /** Enqueues what follows the runs that were removed from the queue. */
  followEnded(tx: Tx, ids: readonly number[], now: number): Promise<FollowingRuns[]>;
  onFollowing(following: readonly FollowingRuns[]): void;
  runner: Pick<RunPlacer, "stop" | "ended">;
  signal: AbortSignal;
}

interface CancelOptions {
  source: SourceKey | null;
  /** Name of who stops them. */
  by: string | null;
}

export class RunStops {
  constructor(private readonly options: RunStopsOptions) {}

  /**
   * Stops runs of a source, or of none; returns false when none was queued or live. A full disk does not keep live runs from
   * being stopped; queued runs are then removed once that can be written.
   */
  async stop(ids: readonly number[], source: SourceKey | null): Promise<boolean> {
    const by = currentAuthor().name;
    try {
      const cancelled = await this.#cancel(ids, { source, by });
      if (by !== null && ids.length > 0) await noteStopper(this.options.db, ids, by);
      const stopped = await this.#stopLive(ids);
      return cancelled.length + stopped.length > 0;
    } catch (error) {
      if (!isUnwritable(error) || (await this.#stopLive(ids)).length === 0) throw error;
      void this.#cancelLater(ids, { source, by });
      return true;
    }
  }

  async #cancel(ids: readonly number[], { source, by }: CancelOptions): Promise<number[]> {
    const { publisher } = this.options;
    return await this.#remove(
      (tx, now) => cancelQueued(tx, ids, { now, by }),
      (id) => publisher.publish("run:finished", id, source),
    );
  }

  async #cancelLater(ids: readonly number[], options: CancelOptions): Promise<void> {
    const { clock, signal, logger } = this.options;
    for (;;) {
      await sleep(clock, RETRY_WRITE_MS, signal);
      if (signal.aborted) return;
      try {
        await this.#cancel(ids, options);
        // Runs the queue started a moment before.
        return void await this.#stopLive(ids);
      } catch (error) {
        if (!isUnwritable(error)) {
          return logger.error("failed to stop queued runs", { error, runs: ids });
        }
      }
    }
  }

  /** Removes runs from the queue without running them. */
  async skip(
    ids: readonly number[],
    source: SourceKey | null,
    reason: "disabled" | "deleted",
  ): Promise<void> {
    const { publisher } = this.options;
    await this.#remove(
      (tx, now) => skipQueued(tx, ids, { reason, now }),
      (id) => publisher.publish("run:skipped", id, source),
    );
  }

  async #remove(
    write: (tx: Tx, now: number) => Promise<number[]>,
    publish: (id: number) => void,
  ): Promise<number[]> {
    const { db, clock, followEnded, onFollowing } = this.options;
    const { removed, following } = await db.transaction().execute(async (tx) => {
      const now = clock.now();
      const removed = await write(tx, now);
      return { removed, following: await followEnded(tx, removed, now) };
    });
    for (const id of removed) publish(id);
    onFollowing(following);
    return removed;
  }

  /** Ends all runs of a source that is about to be deleted; resolves once all have ended. */
  async clear(source: SourceKey): Promise<void> {
    const { db, runner } = this.options;
    const list = async () => (await listActive(db, source)).map(({ id }) => id);
    // Repeat until nothing is left: a batch being planned right now may still add one.
    for (let active = await list(); active.length > 0; active = await list()) {
      await this.skip(active, source, "deleted");
      await this.#stopLive(active);
      await Promise.all(active.map((id) => runner.ended(id)));
    }
  }

  /**
   * Removes the queued runs of a source in the transaction that deletes it. Once that is committed, call the returned function: it ends
   * the live runs, and resolves once all have ended.
   */
  async clearOnCommit(tx: Tx, source: SourceKey): Promise<() => Promise<void>> {
    const { clock, publisher, followEnded, onFollowing } = this.options;
    const now = clock.now();
    const active = (await listActive(tx, source)).map(({ id }) => id);
    const skipped = await skipQueued(tx, active, { reason: "deleted", now });
    const following = await followEnded(tx, skipped, now);
    return async () => {
      for (const id of skipped) publisher.publish("run:skipped", id, source);
      onFollowing(following);
      await this.clear(source);
    };
  }

  // Between its claim and its start, a run is neither queued nor known to the runner yet; it is a moment later.
  async #stopLive(ids: readonly number[]): Promise<number[]> {
    const { db, clock, runner } = this.options;
    for (let tried = 0;; tried++) {
      const stopped = await runner.stop(ids, "stopped");
      if (stopped.length > 0 || tried === CLAIM_POLLS || ids.length === 0) return stopped;
      const claimed = await db.selectFrom("run").select("id").where("id", "in", [...ids])
        .where("state", "in", liveStates).executeTakeFirst();
      if (!claimed) return [];
      await sleep(clock, CLAIM_POLL_MS);
    }
  }
}

/** Records who stops live runs, before they are stopped. The first wins. */
async function noteStopper(db: Database, ids: readonly number[], by: string): Promise<void> {
  await db.updateTable("run").set({ stopped_by: by }).where("id", "in", [...ids])
    .where("state", "in", liveStates).where("stop_requested_at", "is", null).execute();
}

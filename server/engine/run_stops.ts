// Removes runs from the queue and stops live runs of any type.
import { AppError } from "../contract/app_error.ts";
import { sleep } from "../platform/clock.ts";
import { orAborted } from "../platform/or_aborted.ts";
import { isUnwritable } from "../platform/files/storage_full.ts";
import type { Base } from "./base.ts";
import type { RunAnnouncer } from "./run_recorder.ts";
import type { RunPlacer } from "./distribution.ts";
import { currentAuthor } from "./change_scope.ts";
import { cancelQueued, listActive, noteStop, skipQueued } from "./ledger.ts";
import type { PlanSource } from "./plan_source.ts";
import type { FollowingRuns } from "./run_type.ts";
import { isPending, liveStates } from "./states.ts";
import { type Database, type RunRow, type SourceColumn, type SourceKey, sourceOf, type Tx } from "./store.ts";

const CLAIM_POLLS = 50;
const CLAIM_POLL_MS = 10;
const RETRY_WRITE_MS = 1_000;
/** How long the stop of a flow run waits for its runs to end, in ms: as long as someone waits for a response. */
const MAX_FLOW_WAIT_MS = 5_000;

export interface RunStopsOptions extends Pick<Base, "db" | "clock" | "logger"> {
  publisher: RunAnnouncer;
  /** Enqueues what follows the runs that were removed from the queue. */
  followEnded(tx: Tx, ids: readonly number[], now: number): Promise<FollowingRuns[]>;
  onFollowing(following: readonly FollowingRuns[]): void;
  runner: Pick<RunPlacer, "stop" | "ended">;
  planSources: readonly Pick<PlanSource, "column" | "read">[];
  signal: AbortSignal;
}

interface CancelOptions {
  source: SourceKey | null;
  /** Name of who stops them. */
  by: string | null;
}

/** A flow run to be stopped. */
export interface FlowStop {
  id: number;
  /** Writes that nothing starts in it any more. What it throws keeps all of it as it was. */
  close(tx: Tx, now: number): Promise<void>;
  /** Returns whether that is still so: it may have been continued as soon as nothing of it was left. */
  isClosed(tx: Tx): Promise<boolean>;
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
      // Then also runs the queue started a moment before.
      void this.#later(ids, async () => {
        await this.#cancel(ids, { source, by });
        await this.#stopLive(ids);
      });
      return true;
    }
  }

  /**
   * Stops all runs of a flow run, and resolves once they have ended, or after 5 s. A full disk does not keep live runs from being
   * stopped; that nothing more starts is then written once it can be.
   */
  async stopFlow(flow: FlowStop): Promise<void> {
    const by = currentAuthor().name;
    try {
      await this.#endFlow(flow, by);
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      const ids = (await listOfFlow(this.options.db, flow.id)).map(({ id }) => id);
      if ((await this.#stopLive(ids)).length === 0) throw error;
      void this.#later(ids, () => this.#endFlow(flow, by).catch(unlessEnded));
    }
  }

  async #endFlow({ id, close, isClosed }: FlowStop, by: string | null): Promise<void> {
    const { clock, signal } = this.options;
    const until = clock.monotonic() + MAX_FLOW_WAIT_MS;
    let live = await this.#closeFlow(id, by, async (tx, now) => {
      await close(tx, now);
      return true;
    });
    while (live.length > 0 && !signal.aborted) {
      await this.#stopLive(live);
      const leftMs = until - clock.monotonic();
      if (leftMs <= 0 || !await this.#haveEnded(live, leftMs)) return;
      // What was just being given back to the queue is there now.
      live = await this.#closeFlow(id, by, isClosed);
    }
  }

  // In one transaction: who records the end of a run meanwhile either has added what follows, which is found here, or sees that
  // nothing follows. Live runs are marked in it, too, so that they are ended although the panel may die before it does that.
  async #closeFlow(
    flowId: number,
    by: string | null,
    isToEnd: (tx: Tx, now: number) => Promise<boolean>,
  ): Promise<number[]> {
    const { db, clock, publisher, followEnded, onFollowing } = this.options;
    const written = await db.transaction().execute(async (tx) => {
      const now = clock.now();
      const runs = await isToEnd(tx, now) ? await listOfFlow(tx, flowId) : [];
      const pending = runs.filter(({ state }) => isPending(state)).map(({ id }) => id);
      const removed = await cancelQueued(tx, pending, { now, by });
      const live = runs.filter(({ id }) => !removed.includes(id));
      const ids = live.map(({ id }) => id);
      if (by !== null && ids.length > 0) await noteStopper(tx, ids, by);
      const noted = ids.length === 0 ? [] : await noteStop(tx, ids, { now, outcome: "stopped" });
      return { runs, removed, ids, noted, following: await followEnded(tx, removed, now) };
    });
    for (const run of written.runs) {
      if (written.removed.includes(run.id)) publisher.publish("run:finished", run.id, sourceOf(run));
      if (written.noted.includes(run.id)) publisher.publish("run:stop_requested", run.id, sourceOf(run));
    }
    onFollowing(written.following);
    return written.ids;
  }

  /** Returns whether runs have ended within a time. */
  async #haveEnded(ids: readonly number[], maxMs: number): Promise<boolean> {
    const { clock, runner } = this.options;
    const waiting = new AbortController();
    const ended = Promise.all(ids.map((id) => runner.ended(id))).then(() => true);
    try {
      return await Promise.race([ended, sleep(clock, maxMs, waiting.signal).then(() => false)]);
    } finally {
      waiting.abort();
    }
  }

  /** Removes runs of any sources from the queue as stopped. */
  async cancelQueued(runs: readonly Pick<RunRow, "id" | SourceColumn>[]): Promise<void> {
    if (runs.length === 0) return;
    const { publisher } = this.options;
    const sources = new Map(runs.map((run) => [run.id, sourceOf(run)]));
    await this.#remove(
      (tx, now) => cancelQueued(tx, [...sources.keys()], { now, by: null }),
      (id) => publisher.publish("run:finished", id, sources.get(id) ?? null),
    );
  }

  async #cancel(ids: readonly number[], { source, by }: CancelOptions): Promise<number[]> {
    const { publisher } = this.options;
    return await this.#remove(
      (tx, now) => cancelQueued(tx, ids, { now, by }),
      (id) => publisher.publish("run:finished", id, source),
    );
  }

  async #later(ids: readonly number[], action: () => Promise<void>): Promise<void> {
    const { clock, signal, logger } = this.options;
    for (;;) {
      await sleep(clock, RETRY_WRITE_MS, signal);
      if (signal.aborted) return;
      try {
        return await action();
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
    const list = async () => (await listActive(this.options.db, source)).map(({ id }) => id);
    // Repeat until nothing is left: a batch being planned right now may still add one.
    for (let active = await list(); active.length > 0; active = await list()) await this.#end(active, source);
  }

  /**
   * Ends the runs of a source that was deleted, `active` at that time; resolves once all have ended. It may be restored meanwhile: runs that it
   * gets afterwards stay. Throws the reason of the signal once that is aborted.
   */
  async clearDeleted(
    source: SourceKey,
    { active = [], signal }: { active?: readonly number[]; signal?: AbortSignal } = {},
  ): Promise<void> {
    const known = new Set(active);
    const list = async () => await this.#listOfDeleted(source, known);
    for (let left = await list(); left.length > 0; left = await list()) {
      signal?.throwIfAborted();
      for (const id of left) known.add(id);
      await this.#end(left, source, signal);
    }
  }

  // The runs first: if it is still gone then, they are none of a source restored since.
  async #listOfDeleted({ column, id }: SourceKey, known: ReadonlySet<number>): Promise<number[]> {
    const { db, planSources } = this.options;
    const ids = (await listActive(db, { column, id })).map((run) => run.id);
    if (ids.length === 0) return [];
    const rows = planSources.find((source) => source.column === column);
    const restored = await db.transaction().execute(async (tx) => await rows?.read(tx, [id]) ?? []);
    return restored.length > 0 ? ids.filter((run) => known.has(run)) : ids;
  }

  async #end(ids: readonly number[], source: SourceKey, signal?: AbortSignal): Promise<void> {
    await this.skip(ids, source, "deleted");
    await this.#stopLive(ids);
    const ended = Promise.all(ids.map((id) => this.options.runner.ended(id)));
    await (signal ? orAborted(ended, signal) : ended);
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
      await this.clearDeleted(source, { active });
    };
  }

  // Between its claim and its start, a run is neither queued nor known to the runner yet; it is a moment later.
  async #stopLive(ids: readonly number[]): Promise<number[]> {
    const { db, clock, runner } = this.options;
    const stopped = new Set<number>();
    for (let left = ids, tried = 0; left.length > 0; tried++) {
      for (const id of await runner.stop(left, "stopped")) stopped.add(id);
      left = left.filter((id) => !stopped.has(id));
      if (tried === CLAIM_POLLS || left.length === 0) break;
      const claimed = await db.selectFrom("run").select("id").where("id", "in", [...left])
        .where("state", "in", liveStates).execute();
      left = claimed.map(({ id }) => id);
      if (left.length > 0) await sleep(clock, CLAIM_POLL_MS);
    }
    return [...stopped];
  }
}

// By then, nothing may be left of it.
function unlessEnded(error: unknown): void {
  if (!(error instanceof AppError && error.code === "run_not_active")) throw error;
}

type RunOfFlow = Pick<RunRow, "id" | "state" | SourceColumn>;

/** Lists the runs of a flow run that have not ended. */
async function listOfFlow(db: Database | Tx, id: number): Promise<RunOfFlow[]> {
  return await db.selectFrom("run").select(["id", "state", "task_id", "subscription_id"])
    .where("flow_run_id", "=", id).where("finished_at", "is", null).orderBy("id").execute();
}

/** Records who stops live runs, before they are stopped. The first wins. */
async function noteStopper(db: Database | Tx, ids: readonly number[], by: string): Promise<void> {
  await db.updateTable("run").set({ stopped_by: by }).where("id", "in", [...ids])
    .where("state", "in", liveStates).where("stop_requested_at", "is", null).execute();
}

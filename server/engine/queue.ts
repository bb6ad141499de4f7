// Starts queued runs: first in, first out by due time, never more at once than the limits allow. The queue itself is rows
// in the database, so a restart loses nothing; this class only tracks the slots in use.
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { RunKind } from "../contract/runs.ts";
import type { Timer } from "../platform/clock.ts";
import type { Tables } from "../migrations/tables.ts";
import type { Base } from "./base.ts";
import type { Chosen, Openings, PlacedRun, RunPlacer } from "./distribution.ts";
import type { RunAnnouncer } from "./run_recorder.ts";
import type { EnqueueResult } from "./enqueue.ts";
import { skipQueued } from "./ledger.ts";
import type { FollowingRuns, PreparedRun, RunTypes } from "./run_type.ts";
import { liveStates } from "./states.ts";
import { type RunRow, type SourceColumn, type SourceKey, sourceOf, type Tx } from "./store.ts";

interface Slot extends PlacedRun {
  kind: RunKind;
  source: SourceKey | null;
  serialGroup: string | null;
  /** With placement "all", runs of one source on different nodes do not limit each other. */
  targetNode: number | null;
}

export interface QueueOptions extends Pick<Base, "db" | "clock" | "logger"> {
  limit: number;
  runTypes: RunTypes;
  /** Returns whether there is space to record the outcome of a run; while false, none is started. */
  hasRoom(): boolean;
  /** Returns the log path of a run that is about to start, so that it is known whatever happens. */
  logPath(prepared: PreparedRun): string | null;
  placer: RunPlacer;
  /** Returns which nodes can take runs. */
  openings(slots: Iterable<PlacedRun>): Promise<Openings | null>;
  publisher: RunAnnouncer;
  /** Enqueues what follows the runs that were removed from the queue. */
  followEnded(tx: Tx, ids: readonly number[], now: number): Promise<FollowingRuns[]>;
}

const PAGE = 50;
const RETRY_MS = 1_000;

export class Queue {
  readonly #slots = new Map<number, Slot>();
  #limit: number;
  #open = false;
  #dispatching: Promise<void> | undefined;
  #again = false;
  #timer: Timer | undefined;
  /** Whether an exempt run may be waiting: when all slots are taken and none is, the database is not asked. */
  #exemptMayWait = true;

  constructor(private readonly options: QueueOptions) {
    this.#limit = options.limit;
  }

  /** Number of runs that hold a slot. */
  get live(): number {
    return this.#slots.size;
  }

  /** Number of free slots within the limit. */
  get #room(): number {
    let taken = 0;
    for (const { kind } of this.#slots.values()) if (!this.options.runTypes.isExempt(kind)) taken++;
    return this.#limit - taken;
  }

  #isPoolFull(kind: RunKind): boolean {
    const max = this.options.runTypes.get(kind)?.maxLive;
    if (max === undefined) return false;
    let live = 0;
    for (const slot of this.#slots.values()) if (slot.kind === kind) live++;
    return live >= max;
  }

  /** Begins to start runs. */
  open(): void {
    this.#open = true;
    this.wake();
  }

  /** Stops starting runs; those being claimed are still started. */
  async close(): Promise<void> {
    this.#open = false;
    await this.#dispatching;
    this.#timer?.cancel();
  }

  /** Sets the maximum number of live runs. Lowering it ends no run; it only prevents more from starting. */
  resize(limit: number): void {
    this.#limit = limit;
    this.wake();
  }

  /** Counts the runs that are already live. */
  async holdLive(): Promise<void> {
    // In a transaction: what another panel was writing when it stopped deciding is written by then, or never.
    const rows = await this.options.db.transaction().execute((tx) =>
      tx.selectFrom("run").selectAll().where("finished_at", "is", null)
        .where("state", "in", liveStates).execute()
    );
    this.#slots.clear();
    for (const run of rows) {
      this.#slots.set(run.id, slotOf(run));
      this.#releaseOnceEnded(run.id);
    }
  }

  /** Frees the slot of a run that was taken away from its node, and may be queued again. */
  released(runId: number): void {
    this.#slots.delete(runId);
    this.wake();
  }

  /** Publishes what was enqueued and skipped for a source, and stops the runs that it replaces. */
  enqueued(source: SourceKey | null, { queued, waiting = [], skipped, stop }: EnqueueResult): void {
    const { publisher, placer, logger } = this.options;
    for (const id of queued) publisher.publish("run:queued", id, source);
    for (const id of waiting) publisher.publish("run:approval_needed", id, source);
    for (const id of skipped) publisher.publish("run:skipped", id, source);
    if (stop.length === 0) return;
    placer.stop(stop, "stopped").catch((error) =>
      logger.error("failed to stop a run that is being replaced", { error, runs: stop })
    );
  }

  /** Starts runs that can be started. Cheap; call it whenever something may have changed. */
  wake(): void {
    this.#exemptMayWait = true;
    this.#wake();
  }

  #wake(): void {
    if (!this.#open) return;
    if (this.#dispatching) {
      this.#again = true;
      return;
    }
    this.#dispatching = this.#dispatch().finally(() => {
      this.#dispatching = undefined;
      if (!this.#again) return;
      this.#again = false;
      this.#wake();
    });
  }

  async #dispatch(): Promise<void> {
    if (!this.options.hasRoom()) return this.#wakeAfter(RETRY_MS);
    try {
      while (this.#open && await this.#startSome());
      // When all slots are taken, the next release wakes the queue.
      if (this.#open && this.#room > 0) await this.#wakeForLater();
    } catch (error) {
      this.options.logger.error("failed to read the queue; retrying", { error });
      this.#wakeAfter(RETRY_MS);
    }
  }

  // Returns true when another query may find more: this one found as many as it may, and runs passed over because of their
  // source or group must not hide those behind them.
  async #startSome(): Promise<boolean> {
    const room = this.#room;
    if (room <= 0 && !this.#exemptMayWait) return false;
    const limit = room > 0 ? Math.min(PAGE, room) : PAGE;
    const openings = await this.options.openings(this.#slots.values());
    const candidates = room > 0
      ? await this.#candidates(openings, limit)
      : await this.#exemptCandidates(openings, limit);
    const prepared = await this.options.runTypes.prepare(this.options.db, candidates);
    await this.#dropOrphans(candidates.filter(({ id }) => !prepared.has(id)));
    const chosen = this.#choose(candidates, prepared, openings);
    const claimed = new Set(await this.#claim(chosen));
    for (const one of chosen) {
      if (claimed.has(one.run.id)) this.#start(one);
      else this.#slots.delete(one.run.id);
    }
    return candidates.length >= limit;
  }

  #start(chosen: Chosen): void {
    this.options.placer.start(chosen);
    this.#releaseOnceEnded(chosen.run.id);
  }

  #releaseOnceEnded(runId: number): void {
    const slot = this.#slots.get(runId);
    void this.options.placer.ended(runId).then(() => {
      // The run may have been taken away from its node and started again since.
      if (this.#slots.get(runId) === slot) this.#slots.delete(runId);
      if (slot && (slot.serialGroup !== null || this.options.runTypes.isExempt(slot.kind))) this.wake();
      else this.#wake();
    });
  }

  async #candidates(openings: Openings | null, limit: number): Promise<RunRow[]> {
    const fullSources = await this.#fullSources();
    const busyGroups = [...this.#slots.values()].flatMap(({ serialGroup }) => serialGroup ?? []);
    let query = this.options.db.selectFrom("run").selectAll()
      .where("state", "=", "queued").where("finished_at", "is", null)
      .where("start_after", "<=", this.options.clock.now()).where("awaits_until", "is", null);
    for (const { column, ids, targetNode } of fullSources) {
      query = query.where((where) =>
        where.or([
          where(column, "is", null),
          where(column, "not in", ids),
          targetNode === null ? where("target_node", "is not", null) : where.or([
            where("target_node", "is", null),
            where("target_node", "<>", targetNode),
          ]),
        ])
      );
    }
    if (openings) query = query.where((where) => isPlaceable(where, openings));
    if (busyGroups.length > 0) {
      query = query.where((where) =>
        where.or([where("serial_group", "is", null), where("serial_group", "not in", busyGroups)])
      );
    }
    const full = this.options.runTypes.exempt.filter((kind) => this.#isPoolFull(kind));
    if (full.length > 0) query = query.where("kind", "not in", full);
    return await query.orderBy("queue_rank").orderBy("queue_order").orderBy("id").limit(limit).execute();
  }

  // Used while all slots are taken. The query filters by columns that are selective in an index (`task_id`, which no exempt
  // run has), and sorts here: filtering by state in queue order would read all waiting runs each time.
  async #exemptCandidates(openings: Openings | null, limit: number): Promise<RunRow[]> {
    if (openings?.panel === false) return [];
    this.#exemptMayWait = false;
    const now = this.options.clock.now();
    const busyGroups = [...this.#slots.values()].map(({ serialGroup }) => serialGroup);
    const rows = await this.options.db.selectFrom("run").selectAll()
      .where("task_id", "is", null).where("finished_at", "is", null).where("kind", "in", [
        ...this.options.runTypes.exempt,
      ])
      .execute();
    const later = rows.filter(({ state, start_after }) => state === "queued" && start_after > now);
    if (later.length > 0) this.#wakeAfter(Math.min(...later.map(({ start_after }) => start_after)) - now);
    const startable = rows.filter(({ state, start_after, serial_group: group, kind }) =>
      state === "queued" && start_after <= now && !this.#isPoolFull(kind) &&
      (group === null || !busyGroups.includes(group))
    );
    if (startable.length > 0) this.#exemptMayWait = true;
    return startable.sort((a, b) =>
      a.queue_rank - b.queue_rank || a.queue_order - b.queue_order || a.id - b.id
    )
      .slice(0, limit);
  }

  // Read again each time: the limit of a source may have changed since its runs began.
  async #fullSources(): Promise<FullSources[]> {
    const live = [...this.#slots.values()].flatMap(({ source, targetNode }) =>
      source ? [{ ...source, targetNode }] : []
    );
    const full: FullSources[] = [];
    for (const [column, ofColumn] of Map.groupBy(live, (source) => source.column)) {
      const known = [...new Set(ofColumn.map(({ id }) => id))];
      const limits = await this.options.runTypes.limitsOf(this.options.db, column, known);
      for (const [targetNode, there] of Map.groupBy(ofColumn, (source) => source.targetNode)) {
        const counts = new Map<number, number>();
        for (const { id } of there) counts.set(id, (counts.get(id) ?? 0) + 1);
        const ids = [...counts].flatMap(([id, count]) => count >= (limits.get(id) ?? Infinity) ? [id] : []);
        if (ids.length > 0) full.push({ column, ids, targetNode });
      }
    }
    return full;
  }

  #choose(
    candidates: readonly RunRow[],
    preparedRuns: ReadonlyMap<number, PreparedRun>,
    openings: Openings | null,
  ): Chosen[] {
    const { runTypes, logPath } = this.options;
    const chosen: Chosen[] = [];
    for (const run of candidates) {
      const prepared = preparedRuns.get(run.id);
      if (!prepared || this.#isPoolFull(run.kind)) continue;
      if (this.#room <= 0 && !runTypes.isExempt(run.kind)) continue;
      const slot = slotOf(run);
      if (!this.#fits(slot, prepared.maxAtOnce)) continue;
      const nodeId = openings ? openings.reserve(run) : null;
      if (openings && nodeId === null) continue;
      this.#slots.set(run.id, { ...slot, nodeId });
      const placed = { ...run, state: "starting" as const, node_id: nodeId };
      chosen.push({ run: { ...placed, log_path: logPath(prepared) }, prepared });
    }
    return chosen;
  }

  #fits({ source, serialGroup, targetNode }: Slot, max: number): boolean {
    let sameSource = 0;
    for (const other of this.#slots.values()) {
      if (serialGroup !== null && other.serialGroup === serialGroup) return false;
      const isSame = source && other.source?.id === source.id && other.source.column === source.column;
      if (isSame && other.targetNode === targetNode) sameSource++;
    }
    return sameSource < max;
  }

  async #claim(chosen: readonly Chosen[]): Promise<number[]> {
    if (chosen.length === 0) return [];
    try {
      return await this.options.placer.claim(chosen);
    } catch (error) {
      for (const { run } of chosen) this.#slots.delete(run.id);
      throw error;
    }
  }

  // A queued run without its source should not exist, because deleting a source first removes its queued runs. It must not
  // block the queue.
  async #dropOrphans(runs: readonly RunRow[]): Promise<void> {
    if (runs.length === 0) return;
    const { db, clock, publisher, followEnded } = this.options;
    const ids = runs.map(({ id }) => id);
    const { skipped, following } = await db.transaction().execute(async (tx) => {
      const now = clock.now();
      const skipped = await skipQueued(tx, ids, { reason: "deleted", now });
      return { skipped, following: await followEnded(tx, skipped, now) };
    });
    for (const run of runs) {
      if (skipped.includes(run.id)) publisher.publish("run:skipped", run.id, sourceOf(run));
    }
    for (const { source, result } of following) this.enqueued(source, result);
    if (following.length > 0) this.wake();
  }

  async #wakeForLater(): Promise<void> {
    const { db, clock } = this.options;
    const now = clock.now();
    const { next } = await db.selectFrom("run").select(({ fn }) => fn.min("start_after").as("next"))
      .where("state", "=", "queued").where("finished_at", "is", null).where("start_after", ">", now)
      .executeTakeFirstOrThrow();
    if (next !== null) this.#wakeAfter(Number(next) - now);
  }

  #wakeAfter(delayMs: number): void {
    this.#timer?.cancel();
    // The wall clock may be set in the meantime, so a long wait is split into steps.
    this.#timer = this.options.clock.after(Math.min(delayMs, 60_000), () => this.wake());
  }
}

/** Sources that have as many live runs as they may have, in all or on one node. */
interface FullSources {
  column: SourceColumn;
  ids: number[];
  targetNode: number | null;
}

function slotOf(run: RunRow): Slot {
  return {
    kind: run.kind,
    source: sourceOf(run),
    serialGroup: run.serial_group,
    targetNode: run.target_node,
    nodeId: run.node_id,
  };
}

// Runs that no node can take now must not hide those behind them.
function isPlaceable(
  where: ExpressionBuilder<Tables, "run">,
  { nodes, pools, panel }: Openings,
): Expression<SqlBool> {
  const anywhere = where("target_node", "is", null);
  const ways: Expression<SqlBool>[] = [];
  if (nodes.length > 0) ways.push(where("target_node", "in", [...nodes]));
  if (pools.length > 0) {
    const inPool = where.or([where("pool", "in", [...pools]), where("pool", "is", null)]);
    ways.push(where.and([anywhere, where("kind", "=", "task"), inPool]));
  }
  if (panel) ways.push(where.and([anywhere, where("kind", "<>", "task")]));
  return where.or(ways);
}

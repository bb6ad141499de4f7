// Starts queued runs: first in, first out by due time, never more at once than the limits allow. The queue itself is rows
// in the database, so a restart loses nothing; this class only tracks the slots in use.
import type { RunKind } from "../contract/runs.ts";
import type { Clock, Timer } from "../platform/clock.ts";
import type { Logger } from "../platform/logger.ts";
import type { Session } from "../platform/process/spawn_session.ts";
import type { RunAnnouncer } from "./run_recorder.ts";
import type { EnqueueResult } from "./enqueue.ts";
import { claim, skipQueued } from "./ledger.ts";
import type { PreparedRun, RunTypes } from "./run_type.ts";
import type { Runner } from "./runner.ts";
import { type Database, type RunRow, type SourceColumn, type SourceKey, sourceOf } from "./store.ts";

/** A slot held by a run. */
interface Slot {
  kind: RunKind;
  source: SourceKey | null;
  serialGroup: string | null;
}

export interface QueueOptions {
  db: Database;
  clock: Clock;
  logger: Logger;
  limit: number;
  bootId: string;
  runTypes: RunTypes;
  /** Returns whether there is space to record the outcome of a run; while false, none is started. */
  hasRoom(): boolean;
  /** Returns the log path of a run that is about to start, so that it is known whatever happens. */
  logPath(prepared: PreparedRun): string | null;
  /** Called right before a run is started. */
  beforeRun(): void;
  runner: Pick<Runner, "start" | "adopt" | "ended" | "stop">;
  publisher: RunAnnouncer;
}

const PAGE = 50;
const RETRY_MS = 1_000;

export class Queue {
  readonly #options: QueueOptions;
  readonly #slots = new Map<number, Slot>();
  #limit: number;
  #open = false;
  #dispatching: Promise<void> | undefined;
  #again = false;
  #timer: Timer | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#limit = options.limit;
  }

  /** Number of runs that hold a slot. */
  get live(): number {
    return this.#slots.size;
  }

  /** Number of free slots within the limit. */
  get #room(): number {
    let taken = 0;
    for (const { kind } of this.#slots.values()) if (!this.#options.runTypes.isExempt(kind)) taken++;
    return this.#limit - taken;
  }

  #isPoolFull(kind: RunKind): boolean {
    const max = this.#options.runTypes.get(kind)?.maxLive;
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

  /** Takes over a run that was found alive after a restart; `timeLimitMs` counts from its start. */
  async adopt(run: RunRow, session: Session, timeLimitMs: number | null): Promise<void> {
    this.#slots.set(run.id, slotOf(run));
    await this.#options.runner.adopt(run, session, timeLimitMs);
    this.#releaseOnceEnded(run.id);
  }

  /** Publishes what was enqueued and skipped for a source, and stops the runs that it replaces. */
  enqueued(source: SourceKey | null, { queued, skipped, stop }: EnqueueResult): void {
    const { publisher, runner, logger } = this.#options;
    for (const id of queued) publisher.publish("run:queued", id, source);
    for (const id of skipped) publisher.publish("run:skipped", id, source);
    if (stop.length === 0) return;
    runner.stop(stop, "stopped").catch((error) =>
      logger.error("failed to stop a run that is being replaced", { error, runs: stop })
    );
  }

  /** Starts runs that can be started. Cheap; call it whenever something may have changed. */
  wake(): void {
    if (!this.#open) return;
    if (this.#dispatching) {
      this.#again = true;
      return;
    }
    this.#dispatching = this.#dispatch().finally(() => {
      this.#dispatching = undefined;
      if (!this.#again) return;
      this.#again = false;
      this.wake();
    });
  }

  async #dispatch(): Promise<void> {
    if (!this.#options.hasRoom()) return this.#wakeAfter(RETRY_MS);
    try {
      while (this.#open && await this.#startSome());
      // When all slots are taken, the next release wakes the queue.
      if (this.#open && this.#room > 0) await this.#wakeForLater();
    } catch (error) {
      this.#options.logger.error("failed to read the queue; retrying", { error });
      this.#wakeAfter(RETRY_MS);
    }
  }

  // Returns true when another query may find more: runs passed over because of their source or group must not hide those
  // behind them.
  async #startSome(): Promise<boolean> {
    const candidates = await this.#candidates();
    const prepared = await this.#options.runTypes.prepare(this.#options.db, candidates);
    await this.#dropOrphans(candidates.filter(({ id }) => !prepared.has(id)));
    const chosen = this.#choose(candidates, prepared);
    const claimed = new Set(await this.#claim(chosen.map(({ run }) => run)));
    for (const one of chosen) {
      if (claimed.has(one.run.id)) this.#start(one);
      else this.#slots.delete(one.run.id);
    }
    return candidates.length > 0;
  }

  #start({ run, prepared }: Chosen): void {
    this.#options.beforeRun();
    this.#options.runner.start(run, prepared);
    this.#releaseOnceEnded(run.id);
  }

  #releaseOnceEnded(runId: number): void {
    void this.#options.runner.ended(runId).then(() => {
      this.#slots.delete(runId);
      this.wake();
    });
  }

  async #candidates(): Promise<RunRow[]> {
    const room = this.#room;
    if (room <= 0) return await this.#exemptCandidates();
    const fullSources = await this.#fullSources();
    const busyGroups = [...this.#slots.values()].flatMap(({ serialGroup }) => serialGroup ?? []);
    let query = this.#options.db.selectFrom("run").selectAll()
      .where("state", "=", "queued").where("finished_at", "is", null)
      .where("start_after", "<=", this.#options.clock.now());
    for (const [column, ids] of fullSources) {
      query = query.where((where) => where.or([where(column, "is", null), where(column, "not in", ids)]));
    }
    if (busyGroups.length > 0) {
      query = query.where((where) =>
        where.or([where("serial_group", "is", null), where("serial_group", "not in", busyGroups)])
      );
    }
    const full = this.#options.runTypes.exempt.filter((kind) => this.#isPoolFull(kind));
    if (full.length > 0) query = query.where("kind", "not in", full);
    return await query.orderBy("queue_rank").orderBy("queue_order").orderBy("id")
      .limit(Math.min(PAGE, room)).execute();
  }

  // Used while all slots are taken. The query filters by columns that are selective in an index (`task_id`, which no exempt
  // run has), and sorts here: filtering by state in queue order would read all waiting runs each time.
  async #exemptCandidates(): Promise<RunRow[]> {
    const now = this.#options.clock.now();
    const busyGroups = [...this.#slots.values()].map(({ serialGroup }) => serialGroup);
    const rows = await this.#options.db.selectFrom("run").selectAll()
      .where("task_id", "is", null).where("finished_at", "is", null).where("kind", "in", [
        ...this.#options.runTypes.exempt,
      ])
      .execute();
    return rows.filter(({ state, start_after, serial_group: group, kind }) =>
      state === "queued" && start_after <= now && !this.#isPoolFull(kind) &&
      (group === null || !busyGroups.includes(group))
    ).sort((a, b) => a.queue_rank - b.queue_rank || a.queue_order - b.queue_order || a.id - b.id).slice(
      0,
      PAGE,
    );
  }

  // Read again each time: the limit of a source may have changed since its runs began.
  async #fullSources(): Promise<Map<SourceColumn, number[]>> {
    const sources = [...this.#slots.values()].flatMap(({ source }) => source ?? []);
    const full = new Map<SourceColumn, number[]>();
    for (const [column, live] of Map.groupBy(sources, (source) => source.column)) {
      const counts = new Map<number, number>();
      for (const { id } of live) counts.set(id, (counts.get(id) ?? 0) + 1);
      const limits = await this.#options.runTypes.limitsOf(this.#options.db, column, [...counts.keys()]);
      const ids = [...counts].filter(([id, count]) => count >= (limits.get(id) ?? Infinity)).map(([id]) =>
        id
      );
      if (ids.length > 0) full.set(column, ids);
    }
    return full;
  }

  #choose(candidates: readonly RunRow[], preparedRuns: ReadonlyMap<number, PreparedRun>): Chosen[] {
    const { runTypes, logPath } = this.#options;
    const chosen: Chosen[] = [];
    for (const run of candidates) {
      const prepared = preparedRuns.get(run.id);
      if (!prepared || this.#isPoolFull(run.kind)) continue;
      if (this.#room <= 0 && !runTypes.isExempt(run.kind)) continue;
      const slot = slotOf(run);
      if (!this.#fits(slot, prepared.maxAtOnce)) continue;
      this.#slots.set(run.id, slot);
      chosen.push({ run: { ...run, state: "starting", log_path: logPath(prepared) }, prepared });
    }
    return chosen;
  }

  #fits({ source, serialGroup }: Slot, max: number): boolean {
    let sameSource = 0;
    for (const other of this.#slots.values()) {
      if (serialGroup !== null && other.serialGroup === serialGroup) return false;
      if (source && other.source?.id === source.id && other.source.column === source.column) sameSource++;
    }
    return sameSource < max;
  }

  async #claim(runs: readonly RunRow[]): Promise<number[]> {
    if (runs.length === 0) return [];
    const { db, bootId } = this.#options;
    try {
      return await db.transaction().execute((tx) => claim(tx, runs, bootId));
    } catch (error) {
      for (const { id } of runs) this.#slots.delete(id);
      throw error;
    }
  }

  // A queued run without its source should not exist, because deleting a source first removes its queued runs. It must not
  // block the queue.
  async #dropOrphans(runs: readonly RunRow[]): Promise<void> {
    if (runs.length === 0) return;
    const { db, clock } = this.#options;
    const ids = runs.map(({ id }) => id);
    await db.transaction().execute((tx) => skipQueued(tx, ids, { reason: "deleted", now: clock.now() }));
  }

  async #wakeForLater(): Promise<void> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const { next } = await db.selectFrom("run").select(({ fn }) => fn.min("start_after").as("next"))
      .where("state", "=", "queued").where("finished_at", "is", null).where("start_after", ">", now)
      .executeTakeFirstOrThrow();
    if (next !== null) this.#wakeAfter(Number(next) - now);
  }

  #wakeAfter(delayMs: number): void {
    this.#timer?.cancel();
    // The wall clock may be set in the meantime, so a long wait is split into steps.
    this.#timer = this.#options.clock.after(Math.min(delayMs, 60_000), () => this.wake());
  }
}

interface Chosen {
  run: RunRow;
  prepared: PreparedRun;
}

function slotOf(run: RunRow): Slot {
  return { kind: run.kind, source: sourceOf(run), serialGroup: run.serial_group };
}

// Starts queued runs: first in, first out by due time, never more at once than the limits allow. The queue itself is rows
// in the database, so a restart loses nothing; this class only tracks the slots in use.
import type { RunKind } from "../contract/runs.ts";
import type { Clock, Timer } from "../platform/clock.ts";
import type { Logger } from "../platform/logger.ts";
import type { RunSource } from "./run_type.ts";
import type { RunTypes } from "./run_types.ts";
import { claim, skipQueued } from "./ledger.ts";
import type { Database, RunRow } from "./store.ts";

/** A slot held by a run. */
export interface Slot {
  runId: number;
  kind: RunKind;
  taskId: number | null;
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
  logPath(source: RunSource): string;
  /** Starts a claimed run. Must not throw, and must eventually lead to `release`. */
  start(run: RunRow, source: RunSource): void;
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

  /** Occupies a slot for a run that was found alive after a restart. */
  occupy(slot: Slot): void {
    this.#slots.set(slot.runId, slot);
  }

  /** Frees a slot and lets the next run start. */
  release(runId: number): void {
    this.#slots.delete(runId);
    this.wake();
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
      this.#options.logger.error("cannot read the queue, trying again", { fault: error });
      this.#wakeAfter(RETRY_MS);
    }
  }

  // Returns true when another query may find more: runs passed over because of their task or group must not hide those
  // behind them.
  async #startSome(): Promise<boolean> {
    const candidates = await this.#candidates();
    const sources = await this.#options.runTypes.findSources(this.#options.db, candidates);
    await this.#dropOrphans(candidates.filter(({ id }) => !sources.has(id)));
    const chosen = this.#choose(candidates, sources);
    const claimed = new Set(await this.#claim(chosen.map(({ run }) => run)));
    for (const { run, source } of chosen) {
      if (claimed.has(run.id)) this.#options.start(run, source);
      else this.#slots.delete(run.id);
    }
    return candidates.length > 0;
  }

  async #candidates(): Promise<RunRow[]> {
    const room = this.#room;
    if (room <= 0) return await this.#exemptCandidates();
    const fullTasks = await this.#fullTasks();
    const busyGroups = [...this.#slots.values()].flatMap(({ serialGroup }) => serialGroup ?? []);
    let query = this.#options.db.selectFrom("run").selectAll()
      .where("state", "=", "queued").where("finished_at", "is", null)
      .where("start_after", "<=", this.#options.clock.now());
    if (fullTasks.length > 0) {
      query = query.where((where) =>
        where.or([where("task_id", "is", null), where("task_id", "not in", fullTasks)])
      );
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

  // Used while all slots are taken. The query filters by columns that are selective in the index, and sorts here: filtering
  // by state in queue order would read all waiting runs each time.
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

  // Read again each time: the limit of a task may have changed since its runs began.
  async #fullTasks(): Promise<number[]> {
    const counts = new Map<number, number>();
    for (const { taskId } of this.#slots.values()) {
      if (taskId !== null) counts.set(taskId, (counts.get(taskId) ?? 0) + 1);
    }
    if (counts.size === 0) return [];
    const limits = await this.#options.runTypes.limitsOf(this.#options.db, [...counts.keys()]);
    return [...counts].filter(([id, count]) => count >= (limits.get(id) ?? Infinity)).map(([id]) => id);
  }

  #choose(candidates: readonly RunRow[], sources: ReadonlyMap<number, RunSource>) {
    const chosen: { run: RunRow; source: RunSource }[] = [];
    for (const run of candidates) {
      const source = sources.get(run.id);
      if (
        !source || this.#isPoolFull(run.kind) || this.#room <= 0 && !this.#options.runTypes.isExempt(run.kind)
      ) continue;
      const slot = slotOf(run);
      if (!this.#fits(slot, source.maxAtOnce)) continue;
      this.#slots.set(run.id, slot);
      chosen.push({ run: { ...run, state: "starting", log_path: this.#options.logPath(source) }, source });
    }
    return chosen;
  }

  #fits({ taskId, serialGroup }: Slot, max: number): boolean {
    let sameTask = 0;
    for (const other of this.#slots.values()) {
      if (serialGroup !== null && other.serialGroup === serialGroup) return false;
      if (taskId !== null && other.taskId === taskId) sameTask++;
    }
    return sameTask < max;
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

  // A queued run without its task should not exist, because deleting a task first removes its queued runs. It must not
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

/** Returns the slot of a run. */
export function slotOf({ id, kind, task_id, serial_group }: RunRow): Slot {
  return { runId: id, kind, taskId: task_id, serialGroup: serial_group };
}

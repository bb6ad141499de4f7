// Decides for every due time whether to run or skip it, and records the decision together with the task's cursor. The
// cursor only moves forward and the ledger accepts each due time once, so no restart, edit, clock step or second panel runs
// a due time twice.
import type { Clock, Timer } from "../platform/clock.ts";
import type { Logger } from "../platform/logger.ts";
import { decide, type Decided, type Decision } from "./decide.ts";
import { type Due, DueHeap } from "./due_heap.ts";
import type { EnqueueResult } from "./enqueue.ts";
import {
  type PlannedKind,
  plannedKinds,
  type PlannedRow,
  type PlannedSubject,
  type PlanSource,
  type PlanSources,
} from "./plan_source.ts";
import { notePlannedZone, readPlannedZone, releaseQueued } from "./replan.ts";
import type { Database, Tx } from "./store.ts";
import type { Timetable } from "./timetable.ts";

/** Maximum time between checks of the wall clock, so that a clock step is noticed within this time. */
const MAX_SLEEP_MS = 1_000;
const RETRY_MS = 1_000;
/** Number of tasks decided in one transaction. */
const BATCH = 200;
/** A clock step larger than this is a correction, not daylight saving time or drift. */
const CLOCK_JUMP_MS = 3 * 3_600_000;

export interface PlannerOptions {
  /** What can be due, by kind. */
  planSources: PlanSources;
  db: Database;
  clock: Clock;
  logger: Logger;
  /** Returns whether there is space to record decisions; while false, due times are delayed, not lost. */
  hasRoom(): boolean;
  /** Time zone of tasks without their own. */
  zone(): string;
  /** Called after each transaction with its result. */
  onEnqueued(subject: PlannedSubject, result: EnqueueResult): void;
  /** Called once per batch, after `onEnqueued` for all its tasks. */
  onBatch(): void;
}

export class Planner {
  readonly #options: PlannerOptions;
  readonly #plans: Record<PlannedKind, Plans>;
  #timer: Timer | undefined;
  #ticking: Promise<void> | undefined;
  #stopped = true;
  #lastPoll = { wall: 0, monotonic: 0 };
  #jumped = false;
  #wentBack = false;

  constructor(options: PlannerOptions) {
    this.#options = options;
    const { task, subscription } = options.planSources;
    this.#plans = { task: plansOf(task), subscription: plansOf(subscription) };
  }

  /** Number of tasks with a next due time. */
  get planned(): number {
    return this.#plans.task.heap.size;
  }

  /** Loads the next due time of every task and starts deciding. Times that came due in the meantime are decided first. */
  async start(): Promise<void> {
    const { db, clock } = this.#options;
    this.#stopped = false;
    this.#lastPoll = { wall: clock.now(), monotonic: clock.monotonic() };
    await this.#returnToPresent(clock.now());
    const zone = this.#options.zone();
    if ((await readPlannedZone(db) ?? zone) === zone) await notePlannedZone(db, zone);
    else await this.zoneChanged();
    for (const { source, heap } of this.#all) {
      for (const { id, next_due_at } of await source.listDue(db)) heap.set(id, next_due_at);
    }
    this.#arm(0);
  }

  /** Stops deciding; finishes the current batch first. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#ticking;
  }

  /**
   * Sets the next due time of a task whose schedule, time zone or enabled state changed; null when it is not due or was
   * deleted.
   */
  watch({ kind, id }: PlannedSubject, dueAt: number | null): void {
    const { timetables, heap } = this.#plans[kind];
    timetables.delete(id);
    heap.set(id, dueAt);
    this.#armForNext();
  }

  /** Replans every task without its own time zone from now on, after the panel's time zone changed. */
  async zoneChanged(): Promise<void> {
    const { db } = this.#options;
    const zone = this.#options.zone();
    for (const plans of this.#all) await this.#replan(plans, await plans.source.listZoneless(db));
    await notePlannedZone(db, zone);
    this.#armForNext();
  }

  get #all(): Plans[] {
    return plannedKinds.map((kind) => this.#plans[kind]);
  }

  async #replan({ source, heap, timetables }: Plans, ids: readonly number[]): Promise<void> {
    const { db, clock, logger } = this.#options;
    const planned = await source.replan(db, ids, { now: clock.now(), zone: this.#options.zone(), logger });
    for (const { taskId, nextDueAt } of planned) {
      timetables.delete(taskId);
      heap.set(taskId, nextDueAt);
    }
  }

  #arm(delayMs: number): void {
    if (this.#stopped || this.#ticking) return;
    this.#timer?.cancel();
    this.#timer = this.#options.clock.after(delayMs, () => {
      this.#ticking = this.#poll();
    });
  }

  async #poll(): Promise<void> {
    const fine = await this.#tick().catch((error) => {
      this.#options.logger.error("cannot plan, trying again", { fault: error });
      return false;
    });
    this.#ticking = undefined;
    if (fine) this.#armForNext();
    else this.#arm(RETRY_MS);
  }

  #armForNext(): void {
    const next = Math.min(...this.#all.map(({ heap }) => heap.peek() ?? Infinity));
    const wait = next - this.#options.clock.now();
    this.#arm(Math.min(Math.max(wait, 0), MAX_SLEEP_MS));
  }

  async #tick(): Promise<boolean> {
    await this.#noticeClockSteps();
    if (!this.#options.hasRoom()) return false;
    for (const plans of this.#all) {
      for (let batch = this.#takeBatch(plans); batch.length > 0; batch = this.#takeBatch(plans)) {
        if (!await this.#decideBatch(plans, batch)) return false;
      }
    }
    return true;
  }

  #takeBatch({ heap }: Plans): Due[] {
    return this.#stopped ? [] : heap.takeDue(this.#options.clock.now(), BATCH);
  }

  // A batch that cannot be written (a full disk) is put back and tried again: its due times are delayed, not lost.
  async #decideBatch(plans: Plans, batch: readonly Due[]): Promise<boolean> {
    const { db, logger, onEnqueued, onBatch } = this.#options;
    try {
      const results = await db.transaction().execute((tx) => this.#decideAll(tx, plans, batch));
      for (const { id, nextDueAt, result } of results) {
        // Watched again while its batch was being written: the newer entry wins.
        if (!plans.heap.has(id)) plans.heap.set(id, nextDueAt);
        for (const one of result) onEnqueued({ kind: plans.source.kind, id }, one);
      }
      onBatch();
      return true;
    } catch (error) {
      logger.error("cannot write decisions, trying again", { fault: error, tasks: batch.length });
      for (const { taskId, dueAt } of batch) plans.heap.set(taskId, dueAt);
      return false;
    }
  }

  async #decideAll(tx: Tx, plans: Plans, batch: readonly Due[]): Promise<Settled[]> {
    const now = this.#options.clock.now();
    const rows = await plans.source.read(tx, batch.map(({ taskId }) => taskId));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const settled: Settled[] = [];
    for (const { taskId } of batch) {
      const row = byId.get(taskId);
      if (row && row.firstDueAt !== null) settled.push(await this.#decideRow(tx, plans, row, now));
    }
    return settled;
  }

  async #decideRow(tx: Tx, plans: Plans, row: PlannedRow, now: number): Promise<Settled> {
    const decided = this.#decide(plans, row, now);
    if ("nothing" in decided) {
      if (decided.nextDueAt === null) await row.forgetDue(tx);
      return { id: row.id, nextDueAt: decided.nextDueAt, result: [] };
    }
    const timetable = this.#timetable(plans, row);
    const result: EnqueueResult[] = [];
    for (const one of decided.decisions) result.push(await this.#write(tx, { row, timetable, now }, one));
    await row.moveCursor(tx, decided);
    return { id: row.id, nextDueAt: decided.nextDueAt, result };
  }

  // A row that cannot be parsed must not block the others: it is no longer due until it is repaired.
  #decide(plans: Plans, row: PlannedRow, now: number): Decided | { nothing: true; nextDueAt: number | null } {
    const { id, firstDueAt, missed } = row;
    try {
      const timetable = this.#timetable(plans, row);
      // No rule starts it, whatever due time its row has. Keeping that due time would poll it forever.
      if (!timetable || firstDueAt === null) return { nothing: true, nextDueAt: null };
      if (firstDueAt > now) return { nothing: true, nextDueAt: firstDueAt };
      return decide({ timetable, firstDueAt, now, missed });
    } catch (error) {
      this.#options.logger.error("a task cannot be planned", { [plans.source.kind]: id, fault: error });
      return { nothing: true, nextDueAt: null };
    }
  }

  async #write(
    tx: Tx,
    { row, timetable, now }: { row: PlannedRow; timetable: Timetable | null; now: number },
    decision: Decision,
  ): Promise<EnqueueResult> {
    if (decision.kind === "run") {
      return await row.run(tx, timetable, { cause: decision.cause, dueAt: decision.dueAt, now });
    }
    const detail = this.#jumped ? "clock_jump" : null;
    const skipped = timetable ? await row.skip(tx, timetable, { stretch: decision, now, detail }) : [];
    return { queued: [], skipped, stop: [] };
  }

  #timetable({ timetables }: Plans, row: PlannedRow): Timetable | null {
    const known = timetables.get(row.id);
    if (known?.version === row.version) return known.timetable;
    const timetable = row.timetable(this.#options.zone());
    if (timetable) timetables.set(row.id, { version: row.version, timetable });
    return timetable;
  }

  async #noticeClockSteps(): Promise<void> {
    const { clock, logger } = this.#options;
    const wall = clock.now();
    const monotonic = clock.monotonic();
    const step = wall - this.#lastPoll.wall - (monotonic - this.#lastPoll.monotonic);
    this.#lastPoll = { wall, monotonic };
    this.#jumped = step > CLOCK_JUMP_MS;
    if (Math.abs(step) > MAX_SLEEP_MS) logger.warn("the clock was set", { stepMs: Math.round(step) });
    if (step < -MAX_SLEEP_MS) this.#wentBack = true;
    if (this.#wentBack) await this.#returnToPresent(wall);
    this.#wentBack = false;
  }

  // The clock was far ahead and has been corrected: without this, tasks decided in that false future would not run until it
  // arrives. Tasks decided only a little ahead wait, because nothing may run twice.
  async #returnToPresent(now: number): Promise<void> {
    const { db, logger, onBatch } = this.#options;
    await releaseQueued(db, now);
    for (const plans of this.#all) {
      const ahead = await plans.source.listAhead(db, now + MAX_SLEEP_MS);
      const [far, near] = partition(ahead, ({ cursor_at }) => !(cursor_at <= now + CLOCK_JUMP_MS)); // also non-numbers
      const subjects = `${plans.source.kind}s`;
      if (far.length > 0) {
        logger.warn("the clock went back, planning anew from now", { [subjects]: far.length });
      }
      if (near.length > 0) {
        const until = Math.max(...near.map(({ cursor_at }) => cursor_at));
        logger.warn("the clock went back, schedules wait until it has caught up", {
          [subjects]: near.length,
          until: new Date(until).toISOString(),
        });
      }
      await this.#replan(plans, far.map(({ id }) => id));
    }
    onBatch();
  }
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** The due times of one source. */
interface Plans {
  source: PlanSource;
  heap: DueHeap;
  timetables: Map<number, { version: number; timetable: Timetable }>;
}

function plansOf(source: PlanSource): Plans {
  return { source, heap: new DueHeap(), timetables: new Map() };
}

interface Settled {
  id: number;
  nextDueAt: number | null;
  result: EnqueueResult[];
}

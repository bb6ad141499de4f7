// Decides for every due time whether to run or skip it, and records the decision together with the row's cursor. The
// cursor only moves forward and the ledger accepts each due time once, so no restart, edit, clock step or second panel runs
// a due time twice.
import type { Timer } from "../platform/clock.ts";
import { isoTime } from "../platform/iso_time.ts";
import type { Base } from "./base.ts";
import { decide } from "./decide.ts";
import type { Decided } from "./decision.ts";
import { checksumOf } from "./due_checksum.ts";
import { type Due, DueHeap } from "./due_heap.ts";
import { droppedBy } from "./follow_ended.ts";
import { allWritten } from "./gathered.ts";
import type { EnqueueResult, OpenNodes } from "./enqueue.ts";
import type { PlannedRow, PlanSource } from "./plan_source.ts";
import type { Queue } from "./queue.ts";
import { computeDueAgain, notePlannedBy, readPlannedBy } from "./planned_zones.ts";
import { releaseQueued, replan } from "./replan.ts";
import type { FollowingRuns } from "./run_type.ts";
import type { SourceColumn, SourceKey, Tx } from "./store.ts";
import type { Timetable } from "./timetable.ts";
import { writeDecision } from "./write_decision.ts";

/** Maximum time between checks of the wall clock, so that a clock step is noticed within this time. */
const MAX_SLEEP_MS = 1_000;
const RETRY_MS = 1_000;
/** Number of rows decided in one transaction: users who save something wait for it. */
const BATCH = 50;
/** A clock step larger than this is a correction, not daylight saving time or drift. */
const CLOCK_JUMP_MS = 3 * 3_600_000;

export interface PlannerOptions extends Pick<Base, "db" | "clock" | "logger" | "zone"> {
  /** What can be due, in the order in which it is decided. */
  planSources: readonly PlanSource[];
  /** Returns whether there is space to record decisions; while false, due times are delayed, not lost. */
  hasRoom(): boolean;
  /** Names the rules of time zones that due times follow. */
  zoneRules(): string;
  distribution: OpenNodes;
  /** Enqueues what follows the runs that were removed from the queue for others. */
  followEnded(tx: Tx, ids: readonly number[], now: number): Promise<FollowingRuns[]>;
  /** Gets the result of each decision once it is committed, and is woken after each batch. */
  queue: Pick<Queue, "enqueued" | "wake">;
}

export class Planner {
  readonly #plans: readonly Plans[];
  #timer: Timer | undefined;
  #ticking: Promise<void> | undefined;
  #stopped = true;
  #lastPoll = { wall: 0, monotonic: 0 };
  #jumped = false;
  #wentBack = false;

  constructor(private readonly options: PlannerOptions) {
    this.#plans = options.planSources.map((source) => ({
      source,
      heap: new DueHeap(),
      timetables: new Map(),
    }));
  }

  /** Returns the number of rows of a source that have a next due time. */
  countPlanned(column: SourceColumn): number {
    return this.#plansOf(column)?.heap.size ?? 0;
  }

  /** Loads the next due time of every row and starts deciding. Times that came due in the meantime are decided first. */
  async start(): Promise<void> {
    const { db, clock } = this.options;
    this.#stopped = false;
    this.#lastPoll = { wall: clock.now(), monotonic: clock.monotonic() };
    await this.#returnToPresent(clock.now());
    if (await readPlannedBy(db, "plannedZoneRules") !== this.options.zoneRules()) {
      await this.zoneRulesChanged();
    }
    const zone = this.options.zone();
    if ((await readPlannedBy(db, "plannedZone") ?? zone) === zone) {
      await notePlannedBy(db, "plannedZone", zone);
    } else await this.zoneChanged();
    for (const { source, heap } of this.#plans) {
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

  /** Compares the due times with those of the database: a message about a change may have been lost. */
  async compare(): Promise<void> {
    const { db } = this.options;
    for (const { source, heap, timetables } of this.#plans) {
      if (await source.checksumDue(db) === checksumOf(heap.entries())) continue;
      const stored = new Map((await source.listDue(db)).map(({ id, next_due_at }) => [id, next_due_at]));
      // What is being decided has left the heap; it is read again when it is decided.
      if (this.#stopped || this.#ticking) return;
      for (const { id } of [...heap.entries()]) if (!stored.has(id)) heap.set(id, null);
      for (const [id, dueAt] of stored) heap.set(id, dueAt);
      timetables.clear();
    }
    this.#armForNext();
  }

  /**
   * Sets the next due time of a row whose schedule, time zone or enabled state changed; null when it is not due or was
   * deleted.
   */
  watch({ column, id }: SourceKey, dueAt: number | null): void {
    const plans = this.#plansOf(column);
    plans?.timetables.delete(id);
    plans?.heap.set(id, dueAt);
    this.#armForNext();
  }

  /** Replans every row without its own time zone from now on, after the panel's time zone changed. */
  async zoneChanged(): Promise<void> {
    const { db } = this.options;
    const zone = this.options.zone();
    for (const plans of this.#plans) await this.#replan(plans, await plans.source.listZoneless(db));
    await notePlannedBy(db, "plannedZone", zone);
    this.#armForNext();
  }

  /** Computes all due times anew after the rules of time zones changed. */
  async zoneRulesChanged(): Promise<void> {
    const { db, logger } = this.options;
    const [zone, rules] = [this.options.zone(), this.options.zoneRules()];
    for (const { source, heap } of this.#plans) {
      let count = 0;
      for await (const moved of computeDueAgain(db, source, { zone, logger })) {
        for (const { id, nextDueAt } of moved) heap.set(id, nextDueAt);
        count += moved.length;
      }
      if (count > 0) {
        logger.info("due times moved with the rules of time zones", { [`${source.name}s`]: count, rules });
      }
    }
    await notePlannedBy(db, "plannedZoneRules", rules);
    this.#armForNext();
  }

  #plansOf(column: SourceColumn): Plans | undefined {
    return this.#plans.find(({ source }) => source.column === column);
  }

  async #replan({ source, heap, timetables }: Plans, ids: readonly number[]): Promise<void> {
    const { db, clock, logger } = this.options;
    const present = { now: clock.now(), zone: this.options.zone() };
    for (const { id, nextDueAt } of await replan(db, source, { ids, present, logger })) {
      timetables.delete(id);
      heap.set(id, nextDueAt);
    }
  }

  #arm(delayMs: number): void {
    if (this.#stopped || this.#ticking) return;
    this.#timer?.cancel();
    this.#timer = this.options.clock.after(delayMs, () => {
      this.#ticking = this.#poll();
    });
  }

  async #poll(): Promise<void> {
    const fine = await this.#tick().catch((error) => {
      this.options.logger.error("failed to plan; retrying", { error });
      return false;
    });
    this.#ticking = undefined;
    if (fine) this.#armForNext();
    else this.#arm(RETRY_MS);
  }

  #armForNext(): void {
    const next = Math.min(...this.#plans.map(({ heap }) => heap.peek() ?? Infinity));
    const wait = next - this.options.clock.now();
    this.#arm(Math.min(Math.max(wait, 0), MAX_SLEEP_MS));
  }

  async #tick(): Promise<boolean> {
    await this.#noticeClockSteps();
    if (!this.options.hasRoom()) return false;
    for (const plans of this.#plans) {
      for (let batch = this.#takeBatch(plans); batch.length > 0; batch = this.#takeBatch(plans)) {
        if (!await this.#decideBatch(plans, batch)) return false;
      }
    }
    return true;
  }

  #takeBatch({ heap }: Plans): Due[] {
    return this.#stopped ? [] : heap.takeDue(this.options.clock.now(), BATCH);
  }

  // A batch that cannot be written (a full disk) is put back and tried again: its due times are delayed, not lost.
  async #decideBatch(plans: Plans, batch: readonly Due[]): Promise<boolean> {
    const { db, logger, queue } = this.options;
    try {
      const { results, following } = await db.transaction().execute((tx) =>
        this.#decideAll(tx, plans, batch)
      );
      for (const { id, nextDueAt, result } of results) {
        // Watched again while its batch was being written: the newer entry wins.
        if (!plans.heap.has(id)) plans.heap.set(id, nextDueAt);
        for (const one of result) queue.enqueued({ column: plans.source.column, id }, one);
      }
      for (const { source, result } of following) queue.enqueued(source, result);
      queue.wake();
      return true;
    } catch (error) {
      logger.error("failed to save the planned runs; retrying", {
        error,
        [`${plans.source.name}s`]: batch.length,
      });
      for (const { id, dueAt } of batch) plans.heap.set(id, dueAt);
      return false;
    }
  }

  async #decideAll(
    tx: Tx,
    plans: Plans,
    batch: readonly Due[],
  ): Promise<{ results: Settled[]; following: FollowingRuns[] }> {
    const now = this.options.clock.now();
    const rows = await plans.source.read(tx, batch.map(({ id }) => id));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const due = batch.flatMap(({ id }) => byId.get(id) ?? []).filter(({ firstDueAt }) => firstDueAt !== null);
    // At once, so that they share statements.
    const results = await allWritten(due.map((row) => this.#decideRow(tx, plans, row, now)));
    const dropped = droppedBy(results.flatMap(({ result }) => result));
    return { results, following: await this.options.followEnded(tx, dropped, now) };
  }

  async #decideRow(tx: Tx, plans: Plans, row: PlannedRow, now: number): Promise<Settled> {
    const decided = this.#decide(plans, row, now);
    if ("nothing" in decided) {
      if (decided.nextDueAt === null) await plans.source.setDue(tx, row.id, null);
      return { id: row.id, nextDueAt: decided.nextDueAt, result: [] };
    }
    const timetable = this.#timetable(plans, row);
    const result: EnqueueResult[] = [];
    if (timetable) {
      const detail = this.#jumped ? "clock_jump" : null;
      const to = { row, timetable, now, openNodes: this.options.distribution, detail };
      for (const one of decided.decisions) result.push(await writeDecision(tx, to, one));
    }
    await plans.source.moveCursor(tx, row.id, decided);
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
      const windows = row.windows?.({ after: firstDueAt - 1, until: now }) ?? [];
      return decide({ timetable, firstDueAt, now, missed, windows });
    } catch (error) {
      this.options.logger.error("failed to compute the next due time", { [plans.source.name]: id, error });
      return { nothing: true, nextDueAt: null };
    }
  }

  #timetable({ timetables }: Plans, row: PlannedRow): Timetable | null {
    const known = timetables.get(row.id);
    const timetable = known?.version === row.version ? known.timetable : row.timetable(this.options.zone());
    if (timetable) timetables.set(row.id, { version: row.version, timetable });
    return timetable && row.extraAt != null ? { ...timetable, extraAt: row.extraAt } : timetable;
  }

  async #noticeClockSteps(): Promise<void> {
    const { clock, logger } = this.options;
    const wall = clock.now();
    const monotonic = clock.monotonic();
    const step = wall - this.#lastPoll.wall - (monotonic - this.#lastPoll.monotonic);
    this.#lastPoll = { wall, monotonic };
    this.#jumped = step > CLOCK_JUMP_MS;
    if (Math.abs(step) > MAX_SLEEP_MS) {
      logger.warn("the system clock was changed", { stepMs: Math.round(step) });
    }
    if (step < -MAX_SLEEP_MS) this.#wentBack = true;
    if (this.#wentBack) await this.#returnToPresent(wall);
    this.#wentBack = false;
  }

  // The clock was far ahead and has been corrected: without this, rows decided in that false future would not run until it
  // arrives. Rows decided only a little ahead wait, because nothing may run twice.
  async #returnToPresent(now: number): Promise<void> {
    const { db, logger, queue } = this.options;
    await releaseQueued(db, now);
    for (const plans of this.#plans) {
      const ahead = await plans.source.listAhead(db, now + MAX_SLEEP_MS);
      const [far, near] = partition(ahead, ({ cursor_at }) => !(cursor_at <= now + CLOCK_JUMP_MS)); // also non-numbers
      const rows = `${plans.source.name}s`;
      if (far.length > 0) {
        logger.warn("the system clock was set back; schedules start again from now", { [rows]: far.length });
      }
      if (near.length > 0) {
        const until = Math.max(...near.map(({ cursor_at }) => cursor_at));
        logger.warn("the system clock was set back; schedules wait until it catches up", {
          [rows]: near.length,
          until: isoTime(until),
        });
      }
      await this.#replan(plans, far.map(({ id }) => id));
    }
    queue.wake();
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

interface Settled {
  id: number;
  nextDueAt: number | null;
  result: EnqueueResult[];
}

// Decides, for every due time, to run or to skip it, and writes that down together with the task's cursor. The cursor only
// moves forward and the ledger takes each due time once, so no restart, edit, clock step or second panel runs one twice.
import type { Clock, Timer } from "../platform/clock.ts";
import type { Logger } from "../platform/logger.ts";
import type { Missed } from "../contract/tasks.ts";
import { decide, type Decided, type Decision, type MissedStretch } from "./decide.ts";
import { type Due, DueHeap } from "./due_heap.ts";
import { enlist, type Enlisted } from "./enlist.ts";
import { insertSkipped } from "./ledger.ts";
import { fixedDelay } from "./random_delay.ts";
import {
  notePlannedZone,
  readPlannedZone,
  readTimetable,
  releaseQueued,
  replan,
  undecidedOf,
} from "./replan.ts";
import type { Database, TaskRow, Tx } from "./store.ts";
import { missedPolicy, type Timetable } from "./timetable.ts";

/** The wall clock is looked at this often, so a step of it is noticed within that time. */
const LONGEST_SLEEP_MS = 1_000;
const RETRY_MS = 1_000;
/** Tasks decided in one transaction. */
const BATCH = 200;
/** A step of the clock larger than this is a correction, not daylight saving or drift. */
const CLOCK_JUMP_MS = 3 * 3_600_000;

export interface PlannerOptions {
  db: Database;
  clock: Clock;
  logger: Logger;
  /** Zone of tasks that name none. */
  zone(): string;
  /** Called after each transaction with what came of it. */
  onEnlisted(taskId: number, enlisted: Enlisted): void;
  /** Called once per batch, after `onEnlisted` for all its tasks. */
  onBatch(): void;
}

export class Planner {
  readonly #options: PlannerOptions;
  readonly #heap = new DueHeap();
  readonly #timetables = new Map<number, { version: number; timetable: Timetable }>();
  #timer: Timer | undefined;
  #ticking: Promise<void> | undefined;
  #stopped = true;
  #lastLook = { wall: 0, monotonic: 0 };
  #jumped = false;
  #wentBack = false;

  constructor(options: PlannerOptions) {
    this.#options = options;
  }

  /** Number of tasks that are due some time. */
  get planned(): number {
    return this.#heap.size;
  }

  /** Loads every task's next due time and begins to decide. What came due meanwhile is decided first. */
  async start(): Promise<void> {
    const { db, clock } = this.#options;
    this.#stopped = false;
    this.#lastLook = { wall: clock.now(), monotonic: clock.monotonic() };
    await this.#returnToPresent(clock.now());
    const zone = this.#options.zone();
    if ((await readPlannedZone(db) ?? zone) === zone) await notePlannedZone(db, zone);
    else await this.zoneChanged();
    const rows = await db.selectFrom("task").select(["id", "next_due_at"])
      .where("enabled", "=", 1).where("next_due_at", "is not", null).execute();
    for (const row of rows) this.#heap.set(row.id, row.next_due_at);
    this.#arm(0);
  }

  /** Stops deciding; a batch under way is finished first. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#ticking;
  }

  /** Takes note of a task whose schedule, zone or enabling changed, or that is gone (null). */
  watch(taskId: number, dueAt: number | null): void {
    this.#timetables.delete(taskId);
    this.#heap.set(taskId, dueAt);
    this.#armForNext();
  }

  /** Plans every task without a zone of its own anew, from now on, after the panel's zone changed. */
  async zoneChanged(): Promise<void> {
    const { db } = this.#options;
    const zone = this.#options.zone();
    const tasks = await db.selectFrom("task").select("id").where("time_zone", "is", null)
      .where("enabled", "=", 1).execute();
    await this.#replan(tasks.map(({ id }) => id));
    await notePlannedZone(db, zone);
    this.#armForNext();
  }

  async #replan(ids: readonly number[]): Promise<void> {
    const { db, clock, logger } = this.#options;
    const planned = await replan(db, ids, { now: clock.now(), zone: this.#options.zone(), logger });
    for (const { taskId, nextDueAt } of planned) {
      this.#timetables.delete(taskId);
      this.#heap.set(taskId, nextDueAt);
    }
  }

  #arm(delayMs: number): void {
    if (this.#stopped || this.#ticking) return;
    this.#timer?.cancel();
    this.#timer = this.#options.clock.after(delayMs, () => {
      this.#ticking = this.#look();
    });
  }

  async #look(): Promise<void> {
    const fine = await this.#tick().catch((fault) => {
      this.#options.logger.error("cannot plan, trying again", { fault });
      return false;
    });
    this.#ticking = undefined;
    if (fine) this.#armForNext();
    else this.#arm(RETRY_MS);
  }

  #armForNext(): void {
    const next = this.#heap.peek();
    const wait = next === null ? LONGEST_SLEEP_MS : next - this.#options.clock.now();
    this.#arm(Math.min(Math.max(wait, 0), LONGEST_SLEEP_MS));
  }

  async #tick(): Promise<boolean> {
    await this.#noticeClockSteps();
    for (let batch = this.#takeBatch(); batch.length > 0; batch = this.#takeBatch()) {
      if (!await this.#decideBatch(batch)) return false;
    }
    return true;
  }

  #takeBatch(): Due[] {
    return this.#stopped ? [] : this.#heap.takeDue(this.#options.clock.now(), BATCH);
  }

  // A batch that cannot be written (a full disk) is put back and tried again: its due times are then late, not lost.
  async #decideBatch(batch: readonly Due[]): Promise<boolean> {
    const { db, clock, logger, onEnlisted, onBatch } = this.#options;
    try {
      const results = await db.transaction().execute((tx) => this.#decideAll(tx, batch, clock.now()));
      for (const { taskId, nextDueAt, enlisted } of results) {
        this.#settle(taskId, nextDueAt);
        for (const one of enlisted) onEnlisted(taskId, one);
      }
      onBatch();
      return true;
    } catch (fault) {
      logger.error("cannot write decisions, trying again", { fault, tasks: batch.length });
      for (const { taskId, dueAt } of batch) this.#heap.set(taskId, dueAt);
      return false;
    }
  }

  // Watched again while its batch was being written: the newer entry stands.
  #settle(taskId: number, nextDueAt: number | null): void {
    if (!this.#heap.has(taskId)) this.#heap.set(taskId, nextDueAt);
  }

  async #decideAll(tx: Tx, batch: readonly Due[], now: number): Promise<TaskResult[]> {
    const tasks = await tx.selectFrom("task").selectAll()
      .where("id", "in", batch.map(({ taskId }) => taskId)).execute();
    const byId = new Map(tasks.map((task) => [task.id, task]));
    const results: TaskResult[] = [];
    for (const { taskId } of batch) {
      const task = byId.get(taskId);
      if (task?.enabled && task.next_due_at !== null) results.push(await this.#decideTask(tx, task, now));
    }
    return results;
  }

  async #decideTask(tx: Tx, task: TaskRow, now: number): Promise<TaskResult> {
    const decided = this.#decide(task, now);
    if ("nothing" in decided) return { taskId: task.id, nextDueAt: decided.nextDueAt, enlisted: [] };
    const enlisted: Enlisted[] = [];
    for (const decision of decided.decisions) enlisted.push(await this.#write(tx, task, decision, now));
    await this.#moveCursor(tx, task.id, decided);
    return { taskId: task.id, nextDueAt: decided.nextDueAt, enlisted };
  }

  // A task that cannot be read must not hold up the others: it is left alone until it is mended or the panel starts anew.
  #decide(task: TaskRow, now: number): Decided | { nothing: true; nextDueAt: number | null } {
    const firstDueAt = task.next_due_at;
    try {
      const timetable = this.#timetable(task);
      if (!timetable || firstDueAt === null || firstDueAt > now) {
        return { nothing: true, nextDueAt: firstDueAt };
      }
      const missed = missedPolicy(parseMissed(task), task.missed_usual);
      return decide({ timetable, firstDueAt, now, missed });
    } catch (fault) {
      this.#options.logger.error("a task cannot be planned", { task: task.id, fault });
      return { nothing: true, nextDueAt: null };
    }
  }

  async #write(tx: Tx, task: TaskRow, decision: Decision, now: number): Promise<Enlisted> {
    if (decision.kind === "run") {
      const { dueAt } = decision;
      const startAfter = decision.cause === "missed"
        ? now
        : dueAt + fixedDelay(task, this.#timetable(task), dueAt);
      return await enlist(tx, { task, cause: decision.cause, now, dueAt: decision.dueAt, startAfter });
    }
    return { queued: [], skipped: await this.#writeMissed(tx, task, decision, now), stop: [] };
  }

  async #writeMissed(tx: Tx, task: TaskRow, missed: MissedStretch, now: number): Promise<number[]> {
    const timetable = this.#timetable(task);
    const stretches = timetable ? await undecidedOf(tx, task.id, timetable, missed) : [];
    const detail = this.#jumped ? "clock_jump" : null;
    const ids: number[] = [];
    for (const { dueAt, dueThrough, dueCount } of stretches) {
      const row = {
        task,
        cause: "schedule",
        reason: "missed",
        now,
        dueAt,
        dueThrough,
        dueCount,
        detail,
      } as const;
      const id = await insertSkipped(tx, row);
      if (id !== null) ids.push(id);
    }
    return ids;
  }

  async #moveCursor(tx: Tx, id: number, { cursor, nextDueAt }: Decided): Promise<void> {
    await tx.updateTable("task").set({ cursor_at: cursor, next_due_at: nextDueAt })
      .where("id", "=", id).where("cursor_at", "<", cursor).execute();
  }

  #timetable(task: TaskRow): Timetable | null {
    const known = this.#timetables.get(task.id);
    if (known?.version === task.version) return known.timetable;
    const timetable = readTimetable(task, this.#options.zone());
    if (timetable) this.#timetables.set(task.id, { version: task.version, timetable });
    return timetable;
  }

  async #noticeClockSteps(): Promise<void> {
    const { clock, logger } = this.#options;
    const wall = clock.now();
    const monotonic = clock.monotonic();
    const step = wall - this.#lastLook.wall - (monotonic - this.#lastLook.monotonic);
    this.#lastLook = { wall, monotonic };
    this.#jumped = step > CLOCK_JUMP_MS;
    if (Math.abs(step) > LONGEST_SLEEP_MS) logger.warn("the clock was set", { stepMs: Math.round(step) });
    if (step < -LONGEST_SLEEP_MS) this.#wentBack = true;
    if (this.#wentBack) await this.#returnToPresent(wall);
    this.#wentBack = false;
  }

  // The clock was far ahead and has been corrected: without this, tasks decided in that false future would stay silent until
  // it comes.
  async #returnToPresent(now: number): Promise<void> {
    const { db, logger, onBatch } = this.#options;
    await releaseQueued(db, now);
    const ahead = await db.selectFrom("task").select("id").where("cursor_at", ">", now + CLOCK_JUMP_MS)
      .where("enabled", "=", 1).execute();
    if (ahead.length > 0) logger.warn("the clock went back, planning anew from now", { tasks: ahead.length });
    await this.#replan(ahead.map(({ id }) => id));
    onBatch();
  }
}

interface TaskResult {
  taskId: number;
  nextDueAt: number | null;
  enlisted: Enlisted[];
}

function parseMissed(task: TaskRow): Missed | null {
  return task.missed_json === null ? null : JSON.parse(task.missed_json) as Missed;
}

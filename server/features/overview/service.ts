import type {
  BusiestTasks,
  CrowdedMinutes,
  Overview,
  PlannedHour,
  WeekLoad,
} from "../../contract/overview.ts";
import type { DiskRoom } from "../../contract/health.ts";
import type { Base } from "../../engine/base.ts";
import type { Timetable } from "../../engine/timetable.ts";
import type { TimingColumns } from "../tasks/task_timetable.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";
import { storedInstant } from "../../platform/stored_json.ts";
import { needsValues } from "../../contract/required_values.ts";
import { readParameters } from "../tasks/parameters/rule_values.ts";
import { countLive, countWaiting } from "../queue/service.ts";
import { findBusiestTasks } from "./busiest_tasks.ts";
import { findCrowdedMinutes } from "./crowded_minutes.ts";
import { finishedRuns, HOUR_MS, type HourCounts, slotUse } from "./finished_runs.ts";
import { type HourLoad, PlannedLoad } from "./planned_load.ts";
import { refreshUsualDurations } from "../runs/usual_durations.ts";
import { failureOf, type LogTail } from "../runs/run_failure.ts";
import { findOverdueTasks } from "../runs/overdue_tasks.ts";
import { slowerTasks } from "../runs/slower_tasks.ts";
import * as store from "./store.ts";

const DAY_HOURS = 24;
/** How many overdue and slow tasks are listed. */
const MAX_LISTED = 100;
const WEEK_HOURS = 7 * DAY_HOURS;

export interface OverviewOptions extends Pick<Base, "db" | "clock" | "zone"> {
  /** For queries that read many rows. */
  reads: HeavyReads;
  /** How many runs may be active at once, on all nodes. */
  limit(): number;
  /** Reads the schedule of a task; null without cron rules. */
  timetable(task: TimingColumns): Timetable | null;
  logTail: LogTail;
  /** The disk of the data folder; null if it cannot be measured. */
  disk(): DiskRoom | null;
  /** Size of all logs in bytes, as far as they have been counted; null if it could not be measured in time. */
  logsSize(): Promise<{ bytes: number; complete: boolean } | null>;
  /** When the newest verified backup was made (ISO 8601); null without one. */
  lastBackupAt(): Promise<string | null>;
  /** The newer version that the last check for updates found; null if there is none. */
  update(): string | null;
}

/** Summarizes tasks, runs and the state of the panel. */
export class OverviewService {
  readonly #finished: ReturnType<typeof finishedRuns>;
  readonly #slotUse: ReturnType<typeof slotUse>;
  readonly #dayLoad: PlannedLoad;
  readonly #weekLoad: PlannedLoad;

  constructor(private readonly options: OverviewOptions) {
    this.#finished = finishedRuns(options.db, options.reads);
    this.#slotUse = slotUse(options.db, options.reads);
    this.#dayLoad = new PlannedLoad(options, DAY_HOURS);
    this.#weekLoad = new PlannedLoad(options, WEEK_HOURS);
  }

  /** Returns the overview as of now; only with `readsLogs` what the logs of failed runs say. */
  async read({ readsLogs }: { readsLogs: boolean }): Promise<Overview> {
    const { db, reads, clock } = this.options;
    const now = clock.now();
    const limit = this.options.limit();
    const [week, use, load, next, [failures], running, waiting, ...lists] = await Promise.all([
      this.#finished.upTo(now),
      this.#slotUse.upTo(now),
      this.#upcoming(this.#dayLoad),
      reads.all(store.nextTasks(db)),
      reads.all(store.countFailing(db)),
      countLive(db),
      countWaiting(db),
      this.#failing(readsLogs),
      this.#overdue(now),
      this.#slower(now),
      this.#running(limit),
      this.#health(),
    ]);
    const [failing, overdue, slower, live, health] = lists;
    const parameters = await this.#parameters([...failing, ...overdue, ...live].map(({ taskId }) => taskId));
    const withParameters = <T extends { taskId: number }>(task: T) => ({
      ...task,
      parameters: parameters.get(task.taskId) ?? "none" as const,
    });
    return {
      at: storedInstant(now),
      figures: {
        running,
        slots: limit,
        waiting,
        failing: Number(failures?.total ?? 0),
        successRate7d: successRate(week),
        nextRunAt: next[0] ? storedInstant(next[0].next_due_at) : null,
      },
      past: hoursUpTo(week.slice(-DAY_HOURS), now),
      slotUse: hoursUpTo(use, now),
      upcomingLoad: plannedHours(load, now),
      failing: failing.map(withParameters),
      overdue: overdue.map(withParameters),
      slower,
      running: live.map(withParameters),
      next: next.map(({ id, name, next_due_at }) => ({ taskId: id, name, at: storedInstant(next_due_at) })),
      health,
    };
  }

  /** Returns the runs of the last 7 days and the load of the next 7. */
  async week(): Promise<WeekLoad> {
    const now = this.options.clock.now();
    const [past, load] = await Promise.all([this.#finished.upTo(now), this.#upcoming(this.#weekLoad)]);
    return { past: hoursUpTo(past, now), upcomingLoad: plannedHours(load, now) };
  }

  /** Returns the tasks with the most failures and runs in the hours from an instant (ISO 8601). */
  async busiest({ from, hours }: { from: string; hours: number }): Promise<BusiestTasks> {
    const start = Date.parse(from);
    const period = { from: start, to: start + hours * HOUR_MS };
    const isNear = period.to <= this.options.clock.now() + (DAY_HOURS - 1) * HOUR_MS;
    const load = isNear ? this.#dayLoad : this.#weekLoad;
    return await findBusiestTasks(period, { ...this.options, load });
  }

  /** Returns the minutes in which runs will wait, with changes of schedules that avoid it. */
  async crowded(): Promise<CrowdedMinutes> {
    const { db, reads, limit } = this.options;
    return await findCrowdedMinutes(await reads.all(store.movableTasks(db)), limit(), this.options);
  }

  async #upcoming(load: PlannedLoad): Promise<HourLoad[]> {
    const { db, reads } = this.options;
    return await load.next(await reads.all(store.schedulesInUse(db)));
  }

  /** Returns whether runs of tasks can or must be given values; tasks without parameters are absent. */
  async #parameters(ids: readonly number[]) {
    const { db, reads } = this.options;
    if (ids.length === 0) return new Map<number, "optional" | "required">();
    const rows = await reads.all(store.tasksWithParameters(db, ids));
    return new Map(
      rows.map((
        row,
      ) => [row.id, needsValues(readParameters(row)) ? "required" as const : "optional" as const]),
    );
  }

  async #failing(readsLogs: boolean): Promise<Omit<Overview["failing"][number], "parameters">[]> {
    const { db, reads, logTail } = this.options;
    const tasks = await reads.all(store.failingTasks(db));
    return await Promise.all(tasks.map(async (row) => ({
      taskId: row.id,
      name: row.name,
      streak: Number(row.streak),
      runId: row.last_run_id,
      startedAt: row.last_started_at === null ? null : storedInstant(row.last_started_at),
      muted: row.muted === 1,
      ...await failureOf(row, readsLogs ? logTail : null),
    })));
  }

  async #overdue(now: number): Promise<Omit<Overview["overdue"][number], "parameters">[]> {
    const tasks = await findOverdueTasks(this.options, { now, limit: MAX_LISTED });
    return tasks.map(({ id, dueAt, ...task }) => ({ taskId: id, ...task, dueAt: storedInstant(dueAt) }));
  }

  async #slower(now: number): Promise<Overview["slower"]> {
    const { db, reads } = this.options;
    await refreshUsualDurations({ db, reads, now });
    const tasks = await reads.all(slowerTasks(db, { limit: MAX_LISTED }));
    return tasks.map(({ id, name, since, last_run_id, last_duration_ms, usual_ms }) => ({
      taskId: id,
      name,
      since: storedInstant(since ?? now),
      medianMs: usual_ms,
      lastMs: last_duration_ms,
      runId: last_run_id,
    }));
  }

  async #running(limit: number): Promise<Omit<Overview["running"][number], "parameters">[]> {
    const { db } = this.options;
    const runs = await store.liveRuns(db, limit);
    return await Promise.all(runs.map(async ({ id, task_id: taskId, task_name: name, started_at }) => ({
      runId: id,
      taskId,
      name,
      startedAt: started_at === null ? null : storedInstant(started_at),
      medianMs: await store.medianDuration(db, taskId),
    })));
  }

  async #health(): Promise<Overview["health"]> {
    const { db, disk, logsSize, lastBackupAt, update } = this.options;
    const [space, logs, channels] = [disk(), await logsSize(), await store.readChannels(db)];
    const delivered = await store.lastDeliveredAt(db);
    return {
      diskFreeBytes: space?.freeBytes ?? null,
      diskTotalBytes: space?.totalBytes ?? null,
      diskRoom: space?.room ?? null,
      logsBytes: logs?.bytes ?? null,
      logsComplete: logs?.complete ?? false,
      lastBackupAt: await lastBackupAt(),
      notifications: channels.length > 0,
      failingChannels: channels.filter(({ last_state }) => last_state === "failed").length,
      lastDeliveredAt: storedInstant(delivered),
      update: update(),
    };
  }
}

function successRate(hours: readonly HourCounts[]): number | null {
  const succeeded = hours.reduce((sum, hour) => sum + hour.succeeded, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  return succeeded + failed === 0 ? null : succeeded / (succeeded + failed);
}

/** Adds to each hour when it starts; the last one is the current one. */
function hoursUpTo<T>(hours: readonly T[], now: number): (T & { at: string })[] {
  const first = Math.floor(now / HOUR_MS) - hours.length + 1;
  return hours.map((counts, index) => ({ at: storedInstant((first + index) * HOUR_MS), ...counts }));
}

function plannedHours(hours: readonly HourLoad[], now: number): PlannedHour[] {
  const first = Math.floor(now / HOUR_MS);
  return hours.map((load, index) => ({ at: storedInstant((first + index) * HOUR_MS), ...load }));
}

import { AppError } from "../../contract/app_error.ts";
import type { TaskStatistics, Upcoming, Why } from "../../contract/task_statistics.ts";
import { scriptPathOf } from "../tasks/command/script_path.ts";
import { causesInFlow, causesOfDueTime, lastNotStarted, type NotStarted } from "../tasks/flow/causes.ts";
import { type FindCalendar, readTimetable } from "../tasks/task_timetable.ts";
import type { Base } from "../../engine/base.ts";
import { upcomingTimes } from "../../engine/upcoming.ts";
import type { RunRow } from "../../engine/store.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { runOf } from "../runs/service.ts";
import { CountCache } from "./count_cache.ts";
import { readStatistics } from "./statistics.ts";
import * as store from "./store.ts";
import {
  type Known,
  momentOf,
  neighbours,
  resultFor,
  resultForLast,
  resultForTrigger,
  type WhyResult,
} from "./why.ts";

const DAY_MS = 86_400_000;

function notFollowed({ flowRunId, decidedAt: at }: NotStarted): WhyResult {
  return { result: "not_followed", at, row: null, flowRunId };
}

/** Returns whether a run is that of a due time that waits for the tasks before its own, or has waited in vain. */
function dependsOnOthers(row: RunRow | null): row is RunRow {
  return row !== null && row.due_at !== null && (row.skip_reason === "upstream" || row.awaits_until !== null);
}

export interface StatisticsOptions extends Pick<Base, "db" | "clock" | "zone"> {
  reads: HeavyReads;
  /** Directory of the scripts. */
  scripts: string;
  findCalendar: FindCalendar;
  /** How many days runs are retained. */
  /** Null when runs are kept. */
  retentionDays(): number | null;
}

/** Reads the history of one task: when it is due, how its runs went, why one did not run. */
export class Statistics {
  readonly #counted: CountCache;

  constructor(private readonly options: StatisticsOptions) {
    this.#counted = new CountCache(options.clock);
  }

  /** Returns the next due times of a task; none if it is disabled or no rule starts it. Throws `not_found`. */
  async upcoming(taskId: number, count: number): Promise<Upcoming> {
    const task = await this.#task(taskId);
    const { timetable, now } = this.#known(task);
    const timeZone = task.time_zone ?? this.options.zone();
    if (!timetable || !task.enabled) return { timeZone, times: [] };
    const times = upcomingTimes(timetable, now, count);
    return { timeZone, times: times.map(({ at, remark }) => ({ at: isoTime(at), remark })) };
  }

  /**
   * Explains why a task did or did not run at a time (ms), or why it did not run at its last missed due time.
   * Throws `not_found`.
   */
  async why(taskId: number, at: number | null): Promise<Why> {
    const task = await this.#task(taskId);
    const known = this.#known(task);
    const result = at === null ? await this.#whyLast(task, known) : await this.#whyAt(task, at, known);
    const about = result.at ?? known.now;
    const { previous, next } = neighbours(about, known);
    return {
      at: isoTime(result.at),
      answer: result.result,
      run: result.row && await runOf(this.options.db, result.row),
      blockedBy: await this.#blocker(result.row),
      window: await this.#window(result.row),
      flowRunId: result.flowRunId ?? (dependsOnOthers(result.row) ? result.row.flow_run_id : null),
      causes: await this.#causes(task, result),
      since: isoTime(task.planned_at),
      previousDueAt: isoTime(previous),
      nextDueAt: isoTime(next),
    };
  }

  /** Returns how a task's runs of the last days went. Throws `not_found` or `took_too_long`. */
  async statistics(taskId: number, days: number): Promise<TaskStatistics> {
    const task = await this.#task(taskId);
    const { db, reads, clock, scripts } = this.options;
    const zone = task.time_zone ?? this.options.zone();
    const counted = await this.#counted.get(
      JSON.stringify([taskId, zone, days]),
      JSON.stringify(await store.findLastFinished(db, taskId)),
      () => readStatistics(db, reads, { taskId, zone, days, now: clock.now() }),
    );
    const { command, working_directory: workingDirectory } = task;
    const scriptPath = scriptPathOf({ command, workingDirectory, scripts });
    const changes = await store.listChanges(db, { taskId, scriptPath, from: Date.parse(counted.from) });
    return { ...counted, changes: changes.map(({ at, what }) => ({ at: isoTime(at), what })) };
  }

  async #whyAt(task: TaskRow, at: number, known: Known): Promise<WhyResult> {
    const { db } = this.options;
    const moment = momentOf(at);
    const result = resultFor(at, await store.findDecided(db, task.id, moment), known);
    if (result.row === null) {
      const skipped = await store.findSkippedTrigger(db, task.id, moment);
      if (skipped) return resultForTrigger(skipped);
    }
    if (task.upstream_json === null || result.row !== null) return result;
    const flow = await lastNotStarted(db, task.id, moment);
    if (flow) return notFollowed(flow);
    return result.result === "not_scheduled" ? { ...result, result: "no_upstream_ended" } : result;
  }

  async #whyLast(task: TaskRow, known: Known): Promise<WhyResult> {
    const { db } = this.options;
    const ever = { start: 0, end: known.now };
    const rows = [
      await store.findLastQueued(db, task.id),
      await store.findLastNotStarted(db, task.id),
      await store.findSkippedTrigger(db, task.id, ever),
    ];
    const result = resultForLast(rows, known);
    if (task.upstream_json === null) return result;
    const flow = await lastNotStarted(db, task.id, { start: (result.at ?? 0) + 1, end: known.now });
    if (flow) return notFollowed(flow);
    return result.result === "not_scheduled" ? { ...result, result: "nothing_missed" } : result;
  }

  async #causes(task: TaskRow, { flowRunId, row }: WhyResult): Promise<Why["causes"]> {
    const { db, clock, zone } = this.options;
    const causes = flowRunId !== undefined
      ? await causesInFlow(db, flowRunId, task.id)
      : dependsOnOthers(row)
      ? await causesOfDueTime(db, task, row, { now: clock.now(), panelZone: zone() })
      : [];
    return causes.map(({ run, ...cause }) => ({
      ...cause,
      run: run && { id: run.id, state: run.state, finishedAt: isoTime(run.finished_at) },
    }));
  }

  async #blocker(row: RunRow | null): Promise<Why["blockedBy"]> {
    if (row === null || row.blocked_by === null) return null;
    const run = await store.findRun(this.options.db, row.blocked_by);
    if (!run) return null;
    const { id, state, started_at, finished_at } = run;
    return { id, state, startedAt: isoTime(started_at), finishedAt: isoTime(finished_at) };
  }

  async #window(row: RunRow | null): Promise<Why["window"]> {
    if (row === null || row.window_id === null) return null;
    const window = await store.findWindow(this.options.db, row.window_id);
    return window ? { id: window.id, name: window.name, createdBy: window.created_by } : null;
  }

  async #task(id: number): Promise<TaskRow> {
    const task = await store.findTask(this.options.db, id);
    if (!task) throw new AppError("not_found");
    return task;
  }

  #known(task: TaskRow): Known {
    const { clock, zone, retentionDays, findCalendar } = this.options;
    const now = clock.now();
    const retainedFrom = now - (task.log_keep_days ?? retentionDays() ?? Infinity) * DAY_MS;
    return { task, timetable: readTimetable(task, { zone: zone(), findCalendar }), now, retainedFrom };
  }
}

// What the tasks of a day do: one row for each, and the bars of some of them.
import { countSlots } from "../../contract/cron/slots.ts";
import type { Parsed } from "../../contract/parsed.ts";
import { type Period, periodOfQuery } from "../../contract/period_query.ts";
import {
  maxTimelineDays,
  maxTimelineTasks,
  type TimelineBar,
  type TimelineBars,
  type TimelineBarsQuery,
  type TimelineTask,
  type TimelineTasks,
  type TimelineTasksQuery,
} from "../../contract/timeline.ts";
import { dueTimesIn } from "../../engine/occurrences.ts";
import { isPlain, type Timetable } from "../../engine/timetable.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { storedInstant } from "../../platform/stored_json.ts";
import { Slices } from "../../platform/slices.ts";
import type { ComingRuns } from "./coming_counts.ts";
import { kindOf } from "./past_counts.ts";
import type { OccurrencesOptions } from "./service.ts";
import {
  type BarsQuery,
  BEFORE_MS,
  type CrowdedRuns,
  crowdedRuns,
  idRange,
  namedSchedules,
  runsByTask,
  schedulesOfTasks,
  singleRuns,
} from "./timeline_store.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** More occurrences of a task in an interval are summed. */
const MAX_BARS = 6;
const none = { due: 0, succeeded: 0, failed: 0, skipped: 0, running: 0 };

export class Timeline {
  constructor(private readonly options: OccurrencesOptions, private readonly coming: ComingRuns) {}

  /** Returns the tasks that ran or will be due in a period, by name. Throws `validation_failed`. */
  async tasks(query: Parsed<TimelineTasksQuery>): Promise<TimelineTasks> {
    const period = periodOfQuery(query, maxTimelineDays);
    const { db, reads } = this.options;
    const [runs, schedules] = await Promise.all([
      reads.all(runsByTask(db, period, query.label)),
      reads.all(namedSchedules(db, query.label)),
    ]);
    const tasks = new Map<string, TimelineTask>();
    const taskOf = (taskId: number | null, name: string) => {
      const key = String(taskId ?? name);
      const task = tasks.get(key) ?? { taskId, name, ...none };
      tasks.set(key, task);
      return task;
    };
    for (const { task_id, name, state, runs: count } of runs) {
      taskOf(task_id, name ?? "")[kindOf(state)] += Number(count);
    }
    await this.coming.countEach(schedules, period, ({ id, name }, _, due) => {
      taskOf(id, name).due += due;
    });
    const items = [...tasks.values()].sort((a, b) =>
      compare(a.name, b.name) || (a.taskId ?? 0) - (b.taskId ?? 0)
    );
    return { items: items.slice(0, maxTimelineTasks), isComplete: items.length <= maxTimelineTasks };
  }

  /** Returns the occurrences of some tasks, those summed that are too many. Throws `validation_failed`. */
  async bars({ taskIds: ids, ...query }: Parsed<TimelineBarsQuery>): Promise<TimelineBars> {
    const period = periodOfQuery(query, maxTimelineDays);
    const interval = intervalOf(period);
    const { db, reads } = this.options;
    const [range] = await reads.all(idRange(db, { ...period, from: period.from - BEFORE_MS }));
    const items: TimelineBar[] = [];
    if (range?.first != null && range.last != null) {
      const runIds = { first: Number(range.first), last: Number(range.last) };
      items.push(...await this.#past({ ...period, ids, runIds, interval, max: MAX_BARS }));
    }
    items.push(...await this.#due(period, ids, interval));
    return { items };
  }

  async #past(query: BarsQuery): Promise<TimelineBar[]> {
    const { db, reads, clock } = this.options;
    const [single, crowded] = await Promise.all([
      reads.all(singleRuns(db, query)),
      reads.all(crowdedRuns(db, query)),
    ]);
    const now = isoTime(clock.now());
    const bars = single.map((row): TimelineBar => {
      const at = storedInstant(Number(row.held_until ?? row.due_at ?? row.queued_at));
      const finishedAt = storedInstant(row.finished_at);
      const until = finishedAt ?? now;
      return {
        ...{ taskId: row.task_id, name: row.task_name, at, until: until < at ? at : until },
        ...{
          runId: row.id,
          state: row.state,
          startedAt: storedInstant(row.started_at),
          finishedAt,
          counts: null,
        },
      };
    });
    return [...bars, ...sum(crowded)];
  }

  async #due(period: Period, ids: readonly number[], interval: number): Promise<TimelineBar[]> {
    const { db, reads, clock, timetable } = this.options;
    const from = Math.max(period.from, clock.now() + 1);
    const known = ids.filter((id) => id > 0);
    if (from >= period.to || known.length === 0) return [];
    const bars: TimelineBar[] = [];
    const slices = new Slices(clock);
    for (const task of await reads.all(schedulesOfTasks(db, known))) {
      const times = timetable(task);
      if (!times) continue;
      for (const { at, until, due } of dueIn(times, period, { from, interval })) {
        bars.push({
          ...{ taskId: task.id, name: task.name, at: isoTime(at), until: isoTime(until) },
          ...{ runId: null, state: null, startedAt: null, finishedAt: null },
          counts: due > 1 ? { ...none, due } : null,
        });
      }
      await slices.pause();
    }
    return bars;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the width of the intervals in which occurrences are counted: the shorter the period, the more bars have room. */
function intervalOf({ from, to }: Period): number {
  if (to - from <= 2 * HOUR_MS) return 3 * MINUTE_MS;
  return to - from <= 12 * HOUR_MS ? 15 * MINUTE_MS : HOUR_MS;
}

function sum(rows: readonly CrowdedRuns[]): TimelineBar[] {
  const bars = new Map<string, TimelineBar & { counts: NonNullable<TimelineBar["counts"]> }>();
  for (const row of rows) {
    const key = `${row.task_id} ${row.slot}`;
    const [at, until] = [isoTime(Number(row.first_at)), isoTime(Number(row.last_at))];
    const bar = bars.get(key) ?? {
      ...{ taskId: row.task_id, name: row.task_name, at, until, counts: { ...none } },
      ...{ runId: null, state: null, startedAt: null, finishedAt: null },
    };
    if (at < bar.at) bar.at = at;
    if (until > bar.until) bar.until = until;
    bar.counts[kindOf(row.state)] += Number(row.runs);
    bars.set(key, bar);
  }
  return [...bars.values()];
}

interface DueTimes {
  at: number;
  until: number;
  due: number;
}

// Intervals begin with the period; only what is due at `from` or later counts.
function dueIn(
  timetable: Timetable,
  period: Period,
  { from, interval }: { from: number; interval: number },
): DueTimes[] {
  const result: DueTimes[] = [];
  for (let start = period.from; start < period.to; start += interval) {
    const span = { after: Math.max(from, start) - 1, until: Math.min(period.to, start + interval) - 1 };
    if (span.until <= span.after) continue;
    if (isPlain(timetable)) {
      const due = countSlots(timetable.rules, timetable.zone, span);
      if (due === 0) continue;
      if (due > MAX_BARS) {
        result.push({ at: span.after + 1, until: span.until + 1, due });
        continue;
      }
    }
    const times = dueTimesIn(timetable, span);
    if (times.length > MAX_BARS) result.push({ at: times[0]!, until: times.at(-1)!, due: times.length });
    else result.push(...times.map((at) => ({ at, until: at, due: 1 })));
  }
  return result;
}

// When maintenance windows are open. Pure.
import { reachOfDatabase } from "../../engine/labelled_database.ts";
import type { Database } from "../../engine/store.ts";
import { parseCron } from "../../contract/cron/expression.ts";
import { nextSlot, slotsIn, type Span } from "../../contract/cron/slots.ts";
import type { WindowScope } from "../../contract/windows.ts";
import type { WindowSpan } from "../../engine/decision.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import type { WindowRow } from "../../migrations/window_tables.ts";
import { storedJson } from "../../platform/stored_json.ts";
import type { EventSpan, EventSpans } from "./event_spans.ts";

/** A window with what decides when it is open. */
export interface TimedWindow {
  row: WindowRow;
  /** Of its iCalendar file; null without one. */
  events: EventSpans | null;
}

/** A window as it is kept in memory. */
export interface OpenWindow extends TimedWindow {
  scope: WindowScope;
}

/** What of a task decides which windows concern it. */
export interface ScopedTask {
  id: number;
  labels: readonly string[];
  pool: string | null;
}

export function scopedTask(
  { id, labels_json, placement_pool: pool }: Pick<TaskRow, "id" | "labels_json" | "placement_pool">,
): ScopedTask {
  return { id, labels: storedJson<string[]>(labels_json, []), pool };
}

/** Returns what may be seen of the tasks; null for all of them. */
export async function tasksInReach(db: Database): Promise<ScopedTask[] | null> {
  if (reachOfDatabase(db) === null) return null;
  const rows = await db.selectFrom("task").select(["id", "labels_json", "placement_pool"]).orderBy("id")
    .execute();
  return rows.map(scopedTask);
}

/** Reads the scope of a row; one that cannot be parsed concerns no task. */
export function readScope({ scope_json }: Pick<WindowRow, "scope_json">): WindowScope {
  return storedJson<WindowScope>(scope_json, { taskIds: [] });
}

/** Returns whether a window concerns a task. */
export function concerns(scope: WindowScope, task: ScopedTask): boolean {
  if ("all" in scope) return true;
  if ("taskIds" in scope) return scope.taskIds.includes(task.id);
  if ("pools" in scope) return task.pool !== null && scope.pools.includes(task.pool);
  return scope.labels.some((label) => task.labels.includes(label));
}

/** Returns whether a window concerns some of the tasks; null is all tasks. */
export function concernsAny(scope: WindowScope, tasks: readonly ScopedTask[] | null): boolean {
  return tasks === null || tasks.some((task) => concerns(scope, task));
}

/** Returns the times in which a window is open that overlap a span, in order; `zone` is the panel's. */
export function spansOf(window: TimedWindow, zone: string, { after, until }: Span): WindowSpan[] {
  const { row } = window;
  return startsOf(window, zone, { after, until }).map(({ from, to }) => ({
    id: row.id,
    effect: row.effect,
    from,
    until: endOf(row, from, to),
  })).filter((span) => span.from <= until && span.until > after + 1 && span.until > span.from);
}

/** Returns the time in which a window is open now, or will be next; null if it does not open again. */
export function nextSpan(
  window: TimedWindow,
  zone: string,
  now: number,
): { from: number; until: number } | null {
  const [current] = spansOf(window, zone, { after: now - 1, until: now });
  if (current) return current;
  const { row } = window;
  if (row.removed_at !== null) return null;
  const next = nextStart(window, zone, now);
  return next === null || (row.valid_until !== null && next.from > row.valid_until) ? null : next;
}

function nextStart(
  { row, events }: TimedWindow,
  zone: string,
  now: number,
): { from: number; until: number } | null {
  const after = Math.max(now, (row.valid_from ?? 0) - 1);
  if (events) {
    const next = events.in(row.time_zone ?? zone).find(({ from }) => from > after);
    return next ? { from: next.from, until: next.to } : null;
  }
  if (row.schedule !== null) {
    const from = nextSlot([parseCron(row.schedule)], row.time_zone ?? zone, after);
    return from === null ? null : { from, until: from + (row.duration_ms ?? 0) };
  }
  return row.from_at !== null && row.to_at !== null && row.from_at > now
    ? { from: row.from_at, until: row.to_at }
    : null;
}

function startsOf({ row, events }: TimedWindow, zone: string, { after, until }: Span): EventSpan[] {
  const { schedule, duration_ms: duration } = row;
  const firstValid = (row.valid_from ?? -Infinity) - 1;
  const last = Math.min(until, row.valid_until ?? Infinity);
  if (events) {
    return events.between(row.time_zone ?? zone, { endsAfter: after, beginsUntil: last })
      .filter(({ from }) => from > firstValid);
  }
  if (schedule === null || duration === null) {
    return row.from_at === null || row.to_at === null ? [] : [{ from: row.from_at, to: row.to_at }];
  }
  const first = Math.max(after - duration, firstValid);
  if (last <= first) return [];
  const rules = [parseCron(schedule)];
  return slotsIn(rules, row.time_zone ?? zone, { after: first, until: last })
    .map((from) => ({ from, to: from + duration }));
}

// Ended early, it does not open again for the same time.
function endOf({ ended_at, removed_at }: WindowRow, from: number, to: number): number {
  const ends = [ended_at, removed_at].filter((end) => end !== null && from <= end && end < to);
  if (removed_at !== null && from > removed_at) return from;
  return Math.min(to, ...ends.map(Number));
}

/** Returns the shortest time between two openings of a schedule, in ms; Infinity if it opens only once more. */
export function shortestPeriod(schedule: string, zone: string, now: number): number {
  const rules = [parseCron(schedule)];
  const slots: number[] = [];
  for (
    let at = nextSlot(rules, zone, now);
    at !== null && slots.length < 50;
    at = nextSlot(rules, zone, at)
  ) {
    slots.push(at);
  }
  return Math.min(...slots.slice(1).map((at, index) => at - slots[index]!));
}

// Answers "Why did it not run?" from the ledger, the schedule and whether the task is enabled. Pure
// functions.
import { newestSlots } from "../../contract/cron/slots.ts";
import type { Why } from "../../contract/task_statistics.ts";
import type { RunRow } from "../../engine/store.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { dueAfter, dueTimesIn } from "../../engine/occurrences.ts";
import { isPlain, type Timetable } from "../../engine/timetable.ts";
import type { Moment } from "./store.ts";

/** The known state of a task. */
export interface Known {
  task: Pick<TaskRow, "enabled" | "created_at" | "planned_at" | "cursor_at">;
  /** From its current schedule; null if no cron rule starts it. */
  timetable: Timetable | null;
  now: number;
  /** Runs that ended before this instant (ms) are no longer retained. */
  retainedFrom: number;
}

/** The result before its runs are filled in. */
export interface WhyResult {
  result: Why["answer"];
  /** The due time it refers to, or else the requested time; null if there is neither. */
  at: number | null;
  row: RunRow | null;
  /** The flow run in which it was not started. */
  flowRunId?: number;
}

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** Where a calendar decides, the last due time is looked for in steps of a month, over two years. */
const SEARCH_STEP_MS = 30 * 86_400_000;
const MAX_SEARCH_MS = 24 * SEARCH_STEP_MS;

/**
 * Returns the period that a user means by an instant: a whole minute means that minute, anything else that
 * second.
 */
export function momentOf(at: number): Moment {
  const width = at % MINUTE_MS === 0 ? MINUTE_MS : SECOND_MS;
  const start = Math.floor(at / width) * width;
  return { start, end: start + width - 1 };
}

/** Returns the result for a time; `row` is its entry in the ledger. */
export function resultFor(at: number, row: RunRow | undefined, known: Known): WhyResult {
  const { task, timetable, now } = known;
  const moment = momentOf(at);
  const plain = (result: WhyResult["result"], about = at): WhyResult => ({ result, at: about, row: null });
  const due = timetable && dueIn(timetable, moment);
  if (row?.due_at != null && row.due_at >= moment.start) return ofRow(row, row.due_at);
  if (moment.start > now) return plain("in_future", due ?? at);
  if (moment.end < task.created_at) return plain("before_task");
  if (moment.end < task.planned_at) return row ? ofRow(row, at) : plain(lostOrChanged(moment, known));
  if (row && due !== null) return ofRow(row, due);
  if (!task.enabled) return plain("disabled", due ?? at);
  if (timetable === null) return plain("not_scheduled");
  if (due === null) return plain("not_due");
  return plain(withoutRow(due, known), due);
}

// Every due time has a row, unless it has not been decided yet or its row was removed.
function withoutRow(due: number, { task }: Known): WhyResult["result"] {
  if (due <= task.planned_at) return due < task.created_at ? "before_task" : "changed_since";
  return due > task.cursor_at ? "waiting" : "forgotten";
}

function lostOrChanged({ end }: Moment, { retainedFrom }: Known): "forgotten" | "changed_since" {
  return end < retainedFrom ? "forgotten" : "changed_since";
}

/** Returns the result for a trigger that did not start the task. */
export function resultForTrigger(row: RunRow): WhyResult {
  return ofRow(row, row.queued_at);
}

/** Returns the result for the last missed due time or trigger, given the latest such rows of the ledger. */
export function resultForLast(rows: readonly (RunRow | undefined)[], known: Known): WhyResult {
  const { task, timetable, now } = known;
  const off = !task.enabled && timetable ? lastDue(timetable, task.planned_at, now) : null;
  const [newest] = rows.filter((row) => row !== undefined).toSorted((a, b) => lastOf(b) - lastOf(a));
  if (newest && lastOf(newest) > (off ?? -Infinity)) return ofRow(newest, lastOf(newest));
  if (!task.enabled) return { result: "disabled", at: off, row: null };
  return { result: timetable ? "nothing_missed" : "not_scheduled", at: null, row: null };
}

function lastOf({ due_at, due_through, queued_at }: RunRow): number {
  return due_through ?? due_at ?? queued_at;
}

function ofRow(row: RunRow, at: number): WhyResult {
  return { result: resultOfRow(row), at, row };
}

function resultOfRow({ state, skip_reason, started_at }: RunRow): WhyResult["result"] {
  if (state === "queued") return "waiting";
  if (state === "waiting_for_approval") return "waiting_for_approval";
  if (state === "starting" || state === "running") return "running";
  if (state === "skipped") return `skipped_${skip_reason ?? "missed"}`;
  return state === "stopped" && started_at === null ? "cancelled" : "ran";
}

/**
 * Returns the due times before and after an instant since the task was created, by its current schedule; none
 * if it is disabled.
 */
export function neighbours(
  at: number,
  { task, timetable }: Known,
): { previous: number | null; next: number | null } {
  if (!timetable || !task.enabled) return { previous: null, next: null };
  const { start, end } = momentOf(at);
  return {
    previous: lastDue(timetable, task.created_at, start - 1),
    next: dueAfter(timetable, end),
  };
}

function dueIn(timetable: Timetable, { start, end }: Moment): number | null {
  const due = dueAfter(timetable, start - 1);
  return due !== null && due <= end ? due : null;
}

function lastDue(timetable: Timetable, after: number, until: number): number | null {
  const { rules, zone } = timetable;
  if (isPlain(timetable)) return newestSlots(rules, zone, { after, until, count: 1 }).at(-1) ?? null;
  for (let from = until; from > after; from -= SEARCH_STEP_MS) {
    const due = dueTimesIn(timetable, { after: Math.max(after, from - SEARCH_STEP_MS), until: from });
    if (due.length > 0) return due.at(-1) ?? null;
    if (until - from > MAX_SEARCH_MS) break;
  }
  return null;
}

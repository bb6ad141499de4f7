// Builds the events of finished runs and of due times that were not run.
import { runTexts } from "../../../contract/messages/run_texts.ts";
import type { Notify } from "../../../contract/tasks.ts";
import type { NotificationEvent } from "../../../contract/notification_events.ts";
import { wallTime } from "../../../engine/logs/run_log.ts";
import type { Database, RunRow } from "../../../engine/store.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { failedStates, hasFailed } from "../../../contract/failed_states.ts";
import type { EventReport, EventTask, Locale } from "../event.ts";
import type { Fields } from "../template.ts";
import { readRetry } from "../../tasks/task_source.ts";
import { storedJson } from "../../../platform/stored_json.ts";

const details = [
  "id",
  "name",
  "labels_json",
  "notify_json",
  "retry_json",
  "muted",
  "placement_pool",
] as const;
type TaskDetails = Pick<TaskRow, (typeof details)[number]>;

/** Reasons for missing a due time other than the task's own settings. */
const lost: readonly RunRow["skip_reason"][] = ["missed", "limit"];

/** Returns the details of a run's task; a deleted task has no labels or notification settings. */
export async function taskOfRun(db: Database, { task_id, task_name }: RunRow): Promise<TaskDetails> {
  const row = task_id === null ? undefined : await db.selectFrom("task")
    .select(details).where("id", "=", task_id)
    .executeTakeFirst();
  const gone = { labels_json: "[]", notify_json: "{}", retry_json: '{"times":0}', muted: 0 } as const;
  return row ?? { id: task_id ?? 0, name: task_name, placement_pool: null, ...gone };
}

/** Returns the event of a finished run of a task; null if it is not worth reporting. */
export async function endOfRun(
  db: Database,
  run: RunRow,
  log: () => Promise<string>,
): Promise<EventReport | null> {
  const task = await taskOfRun(db, run);
  if (run.state === "skipped") return lost.includes(run.skip_reason) ? missedRun(run, task) : null;
  const events = await eventsOfEnd(db, run, task);
  return {
    events,
    at: run.finished_at ?? run.queued_at,
    subject: `task:${task.id}`,
    log,
    task: eventTask(task),
    page: pageOfRun(run),
    fields: (locale) => runFields(run, locale),
  };
}

async function eventsOfEnd(db: Database, run: RunRow, task: TaskDetails): Promise<NotificationEvent[]> {
  if (run.state === "succeeded") {
    return await hasFailedBefore(db, run) ? ["run_recovered", "run_ended"] : ["run_ended"];
  }
  if (!hasFailed(run.state)) return ["run_ended"];
  const { times } = readRetry(task);
  const wasLast = times > 0 && run.attempt > times;
  return wasLast ? ["retries_used_up", "run_failed", "run_ended"] : ["run_failed", "run_ended"];
}

async function hasFailedBefore(db: Database, { id, task_id }: RunRow): Promise<boolean> {
  if (task_id === null) return false;
  const before = await db.selectFrom("run").select("state").where("task_id", "=", task_id).where(
    "id",
    "<",
    id,
  )
    .where("state", "in", ["succeeded", ...failedStates]).orderBy("id", "desc").limit(1).executeTakeFirst();
  return before !== undefined && hasFailed(before.state);
}

function missedRun(run: RunRow, task: TaskDetails): EventReport {
  return {
    events: ["run_not_started"],
    at: run.finished_at ?? run.queued_at,
    subject: `task:${task.id}`,
    task: eventTask(task),
    page: `/crontab/detail?id=${task.id}`,
    fields: (locale) => ({
      ...runFields(run, locale),
      reason: locale.messages.missed(
        run.due_count,
        wallTime(run.due_at ?? run.queued_at, locale.zone, "line"),
      ),
    }),
  };
}

export function longRun(
  run: RunRow,
  task: TaskDetails,
  now: number,
  log: () => Promise<string>,
): EventReport {
  const elapsedMs = now - (run.started_at ?? now);
  return {
    events: ["run_too_long"],
    at: now,
    subject: `run:${run.id}`,
    elapsedMs,
    log,
    task: eventTask(task),
    page: pageOfRun(run),
    fields: (locale) => ({ ...runFields(run, locale), duration: locale.messages.duration(elapsedMs) }),
  };
}

/** Returns the event of a run that waits for approval. Its page asks for the decision: a link alone decides nothing. */
export async function approvalOf(db: Database, run: RunRow): Promise<EventReport> {
  return {
    events: ["approval_needed"],
    at: run.queued_at,
    subject: `run:${run.id}`,
    task: eventTask(await taskOfRun(db, run)),
    page: pageOfRun(run),
    fields: (locale) => ({
      ...runFields(run, locale),
      lapsesAt: run.approval_until === null ? "" : wallTime(run.approval_until, locale.zone, "line"),
    }),
  };
}

export function notRunBy(task: TaskDetails, time: string, now: number): EventReport {
  return {
    events: ["run_not_started"],
    at: now,
    subject: `task:${task.id}`,
    task: eventTask(task),
    page: `/crontab/detail?id=${task.id}`,
    fields: ({ messages }) => ({ task: task.name, reason: messages.notRunBy(time) }),
  };
}

function eventTask({ id, labels_json, notify_json, muted, placement_pool: pool }: TaskDetails): EventTask {
  const labels = storedJson<string[]>(labels_json, []);
  return { id, labels, pool, notify: storedJson<Notify>(notify_json, {}), muted: muted === 1 };
}

function pageOfRun({ id, task_id }: RunRow): string {
  return `/crontab/logModal?id=${task_id ?? ""}&run=${id}`;
}

export function runFields(run: RunRow, { language, messages, zone }: Locale): Fields {
  const at = (instant: number | null) => instant === null ? "" : wallTime(instant, zone, "line");
  return {
    task: run.task_name,
    run: String(run.id),
    attempt: String(run.attempt),
    outcome: runTexts[language].states[run.state],
    exitCode: run.exit_code === null ? "" : String(run.exit_code),
    startedAt: at(run.started_at),
    finishedAt: at(run.finished_at),
    duration: run.duration_ms === null ? "" : messages.duration(run.duration_ms),
  };
}

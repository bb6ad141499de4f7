// Converts between tasks and the shape that clients of the compatible API know. That shape cannot express everything, so
// an update changes only what differs from how the task was shown: reading a task and sending it back changes nothing.
import {
  type Cron,
  type CronInput,
  type CronInstance,
  cronStatus,
  type CronUpdate,
  instanceStatus,
} from "../../contract/compatible/crons.ts";
import { taskLimits } from "../../contract/limits/tasks.ts";
import type { Run } from "../../contract/runs.ts";
import { bareSchedules, keepValues } from "../../contract/task_rules.ts";
import type { Schedules, TaskInput, TaskPatch } from "../../contract/tasks.ts";
import { notInNames } from "../../contract/shapes.ts";
import { logFolderOf } from "../tasks/command/parse_command.ts";
import type { TaskSummary } from "../tasks/service.ts";
import type { TaskOutline } from "../tasks/task_rows.ts";
import { trimEnd } from "../../contract/trim_end.ts";

/** Converts a task; `run` is its newest run, if there is one. */
export function toCron(task: TaskSummary, run: Run | null): Cron {
  const { schedule, extra } = toRules(bareSchedules(task.schedules));
  const { lastRun, updatedAt } = task;
  const isActive = task.activeRun !== null && run?.id === task.activeRun.id;
  const startedAt = task.activeRun?.startedAt ?? lastRun?.startedAt ?? null;
  return {
    id: task.id,
    name: task.name,
    command: task.command,
    schedule,
    extra_schedules: extra.length > 0 ? extra.map((rule) => ({ schedule: rule })) : null,
    timestamp: new Date(updatedAt).toString(),
    saved: true,
    status: statusOf(task),
    isDisabled: task.enabled ? 0 : 1,
    isPinned: task.pinned ? 1 : 0,
    isSystem: 0,
    pid: isActive ? run?.pid ?? null : null,
    log_path: run?.logPath ?? "",
    log_name: task.logFolder ?? logFolderOf(task.command, task.id),
    labels: task.labels,
    last_running_time: lastRun?.durationMs == null ? 0 : seconds(lastRun.durationMs),
    last_execution_time: startedAt === null ? 0 : unixTime(startedAt),
    sub_id: task.subscriptionId,
    task_before: task.before,
    task_after: task.after,
    allow_multiple_instances: task.overlap.policy === "allow" ? 1 : 0,
    work_dir: task.workingDirectory,
    createdAt: task.createdAt,
    updatedAt,
  };
}

/** Returns the newest run of a task by its ID, or null. */
export function newestRunOf({ activeRun, lastRun }: TaskSummary): number | null {
  return activeRun?.id ?? lastRun?.id ?? null;
}

/** Returns the fields that a list is filtered and sorted by. */
export function toCronOutline(task: TaskOutline) {
  const { schedule } = toRules(bareSchedules(task.schedules));
  return {
    id: task.id,
    name: task.name,
    command: task.command,
    schedule,
    status: statusOf(task),
    isDisabled: task.enabled ? 0 : 1,
    isPinned: task.pinned ? 1 : 0,
    labels: task.labels,
    sub_id: task.subscriptionId,
    last_running_time: task.lastDurationMs ?? 0,
    last_execution_time: task.lastStartedAt ?? 0,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
  };
}

/** The fields of a task that a list is filtered and sorted by. */
export type CronOutline = ReturnType<typeof toCronOutline>;

function statusOf({ status }: Pick<TaskSummary, "status">): number {
  return status === "disabled" ? cronStatus.idle : cronStatus[status];
}

// A duration below a second counts as one, so that 0 means "never ran".
function seconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1000));
}

function unixTime(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000);
}

function toRules(schedules: Schedules): { schedule: string; extra: string[] } {
  if (schedules === "manual") return { schedule: "@once", extra: [] };
  if (schedules === "startup" || schedules === "boot") return { schedule: "@boot", extra: [] };
  const [schedule = "", ...extra] = schedules;
  return { schedule, extra };
}

function toSchedules(schedule: string, extra: readonly string[]): Schedules {
  if (schedule.startsWith("@once") && !isRuleOnce(schedule)) return "manual";
  if (schedule.startsWith("@boot")) return "startup";
  return [schedule.trim(), ...extra.map((rule) => rule.trim())];
}

// With words after it, it is a rule of the panel, not that the task has none.
function isRuleOnce(schedule: string): boolean {
  return /^@once\s+\S/.test(schedule);
}

/** Converts the input for a new task. `logs` is the logs folder, which an absolute log name may lie in. */
export function toTaskInput(input: CronInput, logs: string): TaskInput {
  const { command, schedule, extra_schedules: extra } = input;
  return {
    name: nameOf(input.name, command),
    command: command.trim(),
    schedules: toSchedules(schedule, (extra ?? []).map((one) => one.schedule)),
    labels: toLabels(input.labels),
    before: input.task_before || null,
    after: input.task_after || null,
    logFolder: toLogFolder(input.log_name, logs),
    workingDirectory: input.work_dir || null,
    ...(input.allow_multiple_instances === 1 && { overlap: { policy: "allow" as const } }),
  };
}

/** Returns the changes of an update: the fields that differ from how the task was current. */
export function toTaskPatch(update: CronUpdate, task: TaskSummary, logs: string): TaskPatch {
  const current = toCron(task, null);
  const { name, command, schedule, extra_schedules, labels, allow_multiple_instances: parallel } = update;
  const patch: TaskPatch = {};
  if (name?.trim() && name.trim() !== current.name) patch.name = nameOf(name, command);
  if (command.trim() !== current.command) patch.command = command.trim();
  const currentExtra = (current.extra_schedules ?? []).map((one) => one.schedule);
  const extra = extra_schedules === undefined
    ? currentExtra
    : (extra_schedules ?? []).map((one) => one.schedule);
  if (schedule.trim() !== current.schedule || !isSame(extra, currentExtra)) {
    patch.schedules = keepValues(toSchedules(schedule, extra), task.schedules);
  }
  if (labels !== undefined && !isSame(toLabels(labels), current.labels)) patch.labels = toLabels(labels);
  if (isChanged(update.task_before, current.task_before)) patch.before = update.task_before || null;
  if (isChanged(update.task_after, current.task_after)) patch.after = update.task_after || null;
  if (isChanged(update.work_dir, current.work_dir)) patch.workingDirectory = update.work_dir || null;
  // An empty log name asks for the automatic one, which is what a task without a folder of its own has.
  if (isChanged(update.log_name, current.log_name)) patch.logFolder = toLogFolder(update.log_name, logs);
  const allows = parallel === 1;
  if (parallel != null && allows !== (current.allow_multiple_instances === 1)) {
    patch.overlap = { policy: allows ? "allow" : "skip" };
  }
  return patch;
}

function isChanged(sent: string | null | undefined, shown: string | null): boolean {
  return sent !== undefined && (sent ?? "") !== (shown ?? "");
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text.trim() === b[index]);
}

// Programs may leave out the name.
function nameOf(name: string | null | undefined, command: string): string {
  const text = name?.trim() || command.trim();
  return [...text].filter((sign) => !notInNames.test(sign)).join("").slice(0, taskLimits.name).trim() ||
    "task";
}

function toLabels(labels: readonly string[] | null | undefined): string[] {
  return [...new Set((labels ?? []).map((label) => label.trim()).filter((label) => label !== ""))];
}

const OLD_LOGS = ["/ql/data/log/", "/ql/log/"];

function toLogFolder(name: string | null | undefined, logs: string): string | null {
  const text = name?.trim() ?? "";
  const root = [`${logs}/`, ...OLD_LOGS].find((one) => text.startsWith(one));
  return trimEnd(root ? text.slice(root.length) : text, "/") || null;
}

const oldNames: Record<string, string> = {
  before: "task_before",
  after: "task_after",
  workingDirectory: "work_dir",
  logFolder: "log_name",
};

/** Returns the name of a task's field in a request of such a program. */
export function oldNameOf(path: string): string {
  const [field = "", index] = path.split(".");
  if (field !== "schedules") return oldNames[field] ?? path;
  return index === undefined || index === "0" ? "schedule" : `extra_schedules.${Number(index) - 1}`;
}

/** Converts a run of a task; null for one that never started. */
export function toInstance(run: Run, taskId: number): CronInstance | null {
  if (run.startedAt === null) return null;
  const { finishedAt, startedAt } = run;
  return {
    id: run.id,
    cron_id: taskId,
    pid: run.pid,
    log_path: run.logPath ?? "",
    started_at: unixTime(startedAt),
    finished_at: finishedAt === null ? null : unixTime(finishedAt),
    status: instanceStatusOf(run),
    exit_code: run.exitCode,
    createdAt: startedAt,
    updatedAt: finishedAt ?? startedAt,
  };
}

function instanceStatusOf({ state, finishedAt }: Run): number {
  if (finishedAt === null) return instanceStatus.running;
  if (state === "succeeded") return instanceStatus.finished;
  return state === "stopped" ? instanceStatus.stopped : instanceStatus.error;
}

// Checks what a schema cannot know about a task: that its rules are ever due, its time zone exists and its
// directories stay inside the root.
import type { FieldIssue } from "../../contract/app_error.ts";
import { CronError, parseCron } from "../../contract/cron/expression.ts";
import { isTimeZone } from "../../contract/cron/zone.ts";
import { runsTask } from "./command/runs_task.ts";
import type { Schedules, TaskPatch } from "../../contract/tasks.ts";

/** Discards the output instead. */
const DISCARD = "/dev/null";
/** For one directory name; the limit of common file systems. */
const MAX_NAME_BYTES = 255;
const LOG_FOLDER = /^[\p{L}\p{N}_][\p{L}\p{N} ._-]*(\/[\p{L}\p{N}_][\p{L}\p{N} ._-]*)*$/u;

/** Returns the issues of a task's fields that the schema does not catch. */
export function taskIssues(patch: TaskPatch, seed: number): FieldIssue[] {
  return [
    ...blankIssues(patch),
    ...scheduleIssues(patch.schedules, seed),
    ...(typeof patch.timeZone === "string" && !isTimeZone(patch.timeZone)
      ? [{ path: "timeZone", code: "unknown_time_zone" as const }]
      : []),
    ...hookIssues("before", patch.before),
    ...hookIssues("after", patch.after),
    ...logFolderIssues(patch.logFolder),
    ...labelIssues(patch.labels ?? []),
  ];
}

function blankIssues(patch: TaskPatch): FieldIssue[] {
  return (["name", "command"] as const).filter((field) => patch[field]?.trim() === "")
    .map((path) => ({ path, code: "required" as const }));
}

/** Returns the issues of a task's rules; `seed` is the task's id, which determines the value of `H`. */
export function scheduleIssues(schedules: Schedules | undefined, seed: number): FieldIssue[] {
  if (!Array.isArray(schedules)) return [];
  return schedules.flatMap((rule, index) => {
    try {
      parseCron(rule, { seed });
      return [];
    } catch (error) {
      if (!(error instanceof CronError)) throw error;
      const { code, field, start, end } = error.error;
      return [{ path: `schedules.${index}`, code, params: { field, start, end } }];
    }
  });
}

function hookIssues(path: "before" | "after", command: string | null | undefined): FieldIssue[] {
  return command && runsTask(command) ? [{ path, code: "contains_task_command" }] : [];
}

function labelIssues(labels: readonly string[]): FieldIssue[] {
  return labels.flatMap((label, index) =>
    label.trim() === "" ? [{ path: `labels.${index}`, code: "required" as const }] : []
  );
}

function logFolderIssues(folder: string | null | undefined): FieldIssue[] {
  if (!folder?.trim() || folder === DISCARD) return [];
  if (folder.startsWith("/") || folder.split("/").some((part) => part === ".." || part === ".")) {
    return [{ path: "logFolder", code: "outside_root", params: { root: "logs" } }];
  }
  if (folder.split("/").some((part) => new TextEncoder().encode(part).length > MAX_NAME_BYTES)) {
    return [{ path: "logFolder", code: "too_long", params: { max: MAX_NAME_BYTES } }];
  }
  return LOG_FOLDER.test(folder) ? [] : [{ path: "logFolder", code: "invalid_character" }];
}

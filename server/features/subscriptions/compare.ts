// Computes what a pull would change in tasks and files, from the current and the pulled state. Pure
// functions.
import { CronError, parseCron } from "../../contract/cron/expression.ts";
import { notInNames } from "../../contract/shapes.ts";
import type {
  FileChange,
  OnChangeRule,
  PullChanges,
  PullCounts,
  TaskChange,
} from "../../contract/subscriptions.ts";
import { type Schedules, schedules } from "../../contract/tasks.ts";
import { parseCommand } from "../tasks/command/parse_command.ts";
import type { Pulled, PulledFile } from "./pull/job.ts";

export interface ScriptTask {
  id: number;
  name: string;
  schedules: Schedules;
  enabled: boolean;
  /** Path of the script, relative to the folder. */
  path: string;
  isOwn: boolean;
}

export interface CompareInput {
  alias: string;
  autoAdd: boolean;
  /** Whether files without a header get no tasks. */
  requireHeader: boolean;
  autoDelete: boolean;
  onChange: OnChangeRule;
  /** The files of the previous pull; empty before the first. */
  before: readonly PulledFile[];
  /** Files of the previous pull that are different now, or gone. */
  edited: ReadonlySet<string>;
  pulled: Pulled;
  tasks: readonly ScriptTask[];
  /** Scripts whose tasks a user deleted and can still restore: a pull does not add these tasks again. */
  trashed: ReadonlySet<string>;
}

const MAX_LISTED = 1_000;
const MAX_LEFT_OUT = 200;
const MAX_NAME = 200;

/** Compares the current state with the pulled one and returns all changes. */
export function compare(
  input: CompareInput,
): { tasks: TaskChange[]; files: FileChange[]; counts: PullCounts } {
  const tasks = compareTasks(input);
  const files = compareFiles(input);
  const count = (list: readonly { kind: string }[], wanted: string) =>
    list.filter(({ kind }) => kind === wanted).length;
  const counted = (list: readonly { kind: string }[]) => ({
    added: count(list, "added"),
    changed: count(list, "changed"),
    removed: count(list, "removed"),
  });
  const counts = { tasks: { ...counted(tasks), failed: count(tasks, "failed") }, files: counted(files) };
  return { tasks, files, counts };
}

/** Returns the changes to display: only the first ones if there are very many. */
export function showChanges(
  { tasks, files, counts }: ReturnType<typeof compare>,
  { commit, leftOut }: Pulled,
): PullChanges {
  return {
    commit,
    counts,
    tasks: tasks.slice(0, MAX_LISTED),
    files: files.slice(0, MAX_LISTED),
    leftOut: leftOut.slice(0, MAX_LEFT_OUT),
  };
}

function compareFiles({ before, edited, pulled: { files: after } }: CompareInput): FileChange[] {
  const old = new Map(before.map((file) => [file.path, file]));
  const paths = new Set(after.map(({ path }) => path));
  return [
    ...after.flatMap(({ path, hash, size }): FileChange[] => {
      const known = old.get(path);
      const isEdited = edited.has(path);
      if (known?.hash === hash && !isEdited) return [];
      return [{ kind: known ? "changed" : "added", path, size, ...(isEdited && { edited: true as const }) }];
    }),
    ...before.filter(({ path }) => !paths.has(path)).map(({ path, size }): FileChange => (
      { kind: "removed", path, size }
    )),
  ];
}

function compareTasks(input: CompareInput): TaskChange[] {
  const { pulled, tasks, before } = input;
  const byPath = Map.groupBy(tasks, ({ path }) => path);
  const old = new Map(before.map((file) => [file.path, file]));
  const scripts = pulled.files.filter(({ script, path }) => script !== null && canRun(path));
  const paths = new Set(scripts.map(({ path }) => path));
  const removed = input.autoDelete ? tasks.filter(({ isOwn, path }) => isOwn && !paths.has(path)) : [];
  return [
    ...scripts.flatMap((file) => {
      const known = byPath.get(file.path);
      if (known === undefined) {
        if (!input.autoAdd || input.trashed.has(file.path)) return [];
        if (!input.requireHeader || hasHeader(file)) return [added(file, input)];
        // Said once, not at each pull.
        return old.has(file.path) ? [] : [skipped(file)];
      }
      if (input.onChange === "keep") return [];
      return known.filter(({ isOwn }) => isOwn).flatMap((task) => followed(task, file, old.get(file.path)));
    }),
    ...removed.map((task) => change("removed", task)),
  ];
}

function hasHeader({ script }: PulledFile): boolean {
  return script?.name != null || script?.cron != null;
}

function skipped({ path }: PulledFile): TaskChange {
  const nothing = { schedule: "", before: null, taskId: null, enabled: false };
  return { kind: "skipped", path, name: fileName(path), ...nothing, reason: "no_header" };
}

function added(file: PulledFile, { alias, pulled }: CompareInput): TaskChange {
  const { path, script } = file;
  const name = cleanName(script?.name ?? fileName(path)) || fileName(path);
  const schedule = script?.cron ?? pulled.defaultCron ?? usualRule(`${alias}/${path}`);
  const issue = commandOf(alias, path) === null ? "bad_name" as const : scheduleIssue(schedule);
  return {
    // With a wrong schedule, the task waits for someone to correct it.
    kind: issue === "bad_name" ? "failed" : "added",
    path,
    name,
    schedule,
    before: null,
    taskId: null,
    enabled: issue === null,
    // Most likely a module of other scripts.
    reason: issue ?? (hasHeader(file) ? null : "no_header"),
  };
}

// Applies only what changed upstream since the last pull: a user's edits stay until the same value changes
// upstream.
function followed(task: ScriptTask, { script }: PulledFile, before: PulledFile | undefined): TaskChange[] {
  if (!before?.script || !script) return [];
  const isRenamed = script.name !== null && script.name !== before.script.name;
  const isRescheduled = script.cron !== null && script.cron !== before.script.cron;
  const name = isRenamed ? cleanName(script.name ?? "") || task.name : task.name;
  const schedule = isRescheduled ? script.cron ?? "" : ruleOf(task);
  if (name === task.name && schedule === ruleOf(task)) return [];
  const reason = isRescheduled ? scheduleIssue(schedule) : null;
  const was = { name: task.name, schedule: ruleOf(task) };
  const kind = reason === null ? "changed" : "failed";
  return [{ ...change(kind, task), name, schedule, before: was, reason }];
}

function change(kind: TaskChange["kind"], task: ScriptTask): TaskChange {
  const { id: taskId, name, path, enabled } = task;
  return { kind, path, name, schedule: ruleOf(task), before: null, taskId, enabled, reason: null };
}

function ruleOf({ schedules }: ScriptTask): string {
  return Array.isArray(schedules) ? schedules.join("; ") : schedules;
}

function scheduleIssue(rule: string): "incorrect_cron" | "cron_never_fires" | null {
  if (!schedules.safeParse([rule]).success) return "incorrect_cron";
  try {
    parseCron(rule);
    return null;
  } catch (error) {
    if (error instanceof CronError) return error.error.code;
    throw error;
  }
}

/** Returns the command that runs a script of a folder; null if its name cannot be written as one word. */
export function commandOf(alias: string, path: string): string | null {
  const script = `${alias}/${path}`;
  if (/^[\p{L}\p{N}_@%+=:,./-]+$/u.test(script)) return `task ${script}`;
  if (!script.includes("'")) return `task '${script}'`;
  return /["$`\\]/.test(script) ? null : `task "${script}"`;
}

// Users can pull files with any extension; for a type that tasks cannot run, only the files are added.
function canRun(path: string): boolean {
  const [extension] = /\.[A-Za-z0-9]+$/.exec(path) ?? [""];
  return parseCommand(`task a${extension}`).kind === "script";
}

// The same at each pull, spread over the day, and never in the last hour, when machines are busy with
// end-of-day jobs.
function usualRule(script: string): string {
  let hash = 2_166_136_261;
  for (const byte of new TextEncoder().encode(script)) hash = Math.imul(hash ^ byte, 16_777_619) >>> 0;
  return `${hash % 59} ${Math.floor(hash / 59) % 23} * * *`;
}

function cleanName(name: string): string {
  return [...name.replace(new RegExp(notInNames, "gu"), " ").trim()].slice(0, MAX_NAME).join("");
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).slice(0, MAX_NAME);
}

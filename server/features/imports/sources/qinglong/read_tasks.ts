import { keepEitherDay } from "../../../../contract/cron/either_day.ts";
import { CronError, parseCron } from "../../../../contract/cron/expression.ts";
import { taskLimits } from "../../../../contract/limits/tasks.ts";
import type { Schedules, TaskInput } from "../../../../contract/tasks.ts";
import { yieldToEventLoop } from "../../../../platform/event_loop.ts";
import type { ForeignRow, TableColumns } from "../../foreign_database.ts";
import type { ImportContent, ItemNote } from "../../import_content.ts";
import { readSubscriptionCommand, type ReadSubscriptions } from "./read_subscriptions.ts";
import { cleanLine, cleanText, isSet, jsonOf, keyOf, labelsOf, noteUnreadable, textOf } from "./values.ts";
import { trimEnd } from "../../../../contract/trim_end.ts";

export const taskColumns: TableColumns = {
  read: [
    "id",
    "name",
    "command",
    "schedule",
    "status",
    "isDisabled",
    "isPinned",
    "log_name",
    "labels",
    "sub_id",
    "extra_schedules",
    "task_before",
    "task_after",
    "allow_multiple_instances",
    "work_dir",
    "createdAt",
  ],
  ignored: [
    "updatedAt",
    "timestamp",
    "saved",
    "isSystem",
    "pid",
    "log_path",
    "last_running_time",
    "last_execution_time",
  ],
};

/** The state of a disabled task in versions that had no flag for it. */
const DISABLED = 2;
/** Rows to convert before yielding: a rule takes up to a millisecond to check. */
const AT_ONCE = 50;

/** Adds the tasks; those that update a repository or file become subscriptions. */
export async function readTasks(
  rows: readonly ForeignRow[],
  subscriptions: ReadSubscriptions,
  content: ImportContent,
): Promise<void> {
  // Subscriptions first: they decide where the files of other tasks lie.
  const isUpdate = (row: ForeignRow) => readSubscriptionCommand(textOf(row, "command").trim()) !== null;
  const sorted = [...rows.filter(isUpdate), ...rows.filter((row) => !isUpdate(row))];
  for (const [index, row] of sorted.entries()) {
    if (index % AT_ONCE === 0) await yieldToEventLoop();
    readTask(row, subscriptions, content);
  }
}

function readTask(row: ForeignRow, subscriptions: ReadSubscriptions, content: ImportContent): void {
  const command = cleanText(textOf(row, "command")).trim();
  const name = cleanLine(textOf(row, "name"), taskLimits.name) || cleanLine(command, taskLimits.name);
  const reject = (reason: "command_missing" | "schedule_missing") =>
    void content.refused.push({ kind: "tasks", name: name || `#${textOf(row, "id")}`, reason });
  if (command === "") return reject("command_missing");
  const rule = textOf(row, "schedule").trim();
  if (rule === "") return reject("schedule_missing");
  const notes: ItemNote[] = [];
  const schedules = schedulesOf(row, rule, notes);
  if (schedules === null) {
    content.refused.push({ kind: "tasks", name, reason: "incorrect_cron", params: { rule } });
    return;
  }
  const enabled = !isSet(row, "isDisabled") &&
    !(row["isDisabled"] === null && Number(row["status"]) === DISABLED);
  if (!enabled) notes.push({ note: "disabled_there" });
  const [before, after] = [hookOf(row, "task_before"), hookOf(row, "task_after")];
  noteUnreadable(row, "extra_schedules", notes);
  noteUnreadable(row, "labels", notes);
  const subscription = subscriptions.keyOf(textOf(row, "sub_id"));
  if (subscription === null && !["", "0"].includes(textOf(row, "sub_id"))) {
    notes.push({ note: "subscription_missing" });
  }
  const update = readSubscriptionCommand(command);
  if (update !== null) {
    return subscriptions.addFromTask({
      key: keyOf(row),
      name,
      line: update,
      schedules,
      enabled,
      before,
      after,
      notes,
    });
  }
  const input: TaskInput = {
    name,
    command: subscriptions.rewrite(command),
    schedules,
    enabled,
    labels: labelsOf(row, { length: taskLimits.labelLength, count: taskLimits.labels }),
    ...(before !== null && { before }),
    ...(after !== null && { after }),
    ...overlapOf(row),
    ...logFolderOf(row),
    ...workingDirectoryOf(row),
  };
  content.tasks.push({
    key: keyOf(row),
    name,
    input,
    notes,
    pinned: isSet(row, "isPinned"),
    subscription,
  });
}

/** Returns null when the main rule cannot be expressed. An additional rule that cannot is dropped with a note. */
function schedulesOf(row: ForeignRow, rule: string, notes: ItemNote[]): Schedules | null {
  if (rule.startsWith("@once") && cronOf(rule) === null) return "manual";
  // It runs there each time the panel starts.
  if (rule.startsWith("@boot")) return "startup";
  const main = cronOf(rule);
  if (main === null) return null;
  const value = jsonOf(row, "extra_schedules");
  const extras = Array.isArray(value) ? value.map(extraRule).filter((extra) => extra !== "") : [];
  const valid = extras.flatMap((extra) => {
    const cron = cronOf(extra);
    if (cron === null) {
      notes.push({ note: "field_dropped", params: { field: "extra_schedules", value: extra } });
    }
    return cron ?? [];
  });
  return [...new Set([main, ...valid])].slice(0, 20);
}

function extraRule(item: unknown): string {
  const schedule = typeof item === "object" && item !== null && "schedule" in item ? item.schedule : "";
  return typeof schedule === "string" ? schedule.trim() : "";
}

// Either day field is enough there, also where one is a step.
function cronOf(rule: string): string | null {
  const cron = keepEitherDay(rule.replace(/\s+/g, " "));
  try {
    parseCron(cron);
    return cron;
  } catch (error) {
    if (error instanceof CronError) return null;
    throw error;
  }
}

function hookOf(row: ForeignRow, column: string): string | null {
  const text = cleanText(textOf(row, column)).trim();
  return text === "" ? null : text;
}

// A single instance there ends the run before and starts again. Versions without the setting did neither.
function overlapOf(row: ForeignRow): Pick<TaskInput, "overlap"> {
  if (row["allow_multiple_instances"] === null) return {};
  return { overlap: { policy: isSet(row, "allow_multiple_instances") ? "allow" : "replace" } };
}

function logFolderOf(row: ForeignRow): Pick<TaskInput, "logFolder"> {
  const folder = trimEnd(textOf(row, "log_name").trim().replace(/^\/ql(?:\/data)?\/log\//, ""), "/");
  return folder === "" ? {} : { logFolder: folder };
}

function workingDirectoryOf(row: ForeignRow): Pick<TaskInput, "workingDirectory"> {
  const folder = textOf(row, "work_dir").trim();
  if (folder === "") return {};
  const [, below] = /^\/ql(?:\/data)?\/scripts(?:\/(.*))?$/.exec(folder) ?? [folder, folder];
  return { workingDirectory: below || "." };
}

// The schedule of Cronicle, from the file that `control.sh export` writes: one record per line, a key and JSON.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { isTimeZone } from "../../../contract/cron/zone.ts";
import { taskLimits } from "../../../contract/limits/tasks.ts";
import type { TaskInput } from "../../../contract/tasks.ts";
import { importError } from "../staging.ts";
import { yieldToEventLoop } from "../../../platform/event_loop.ts";
import { emptyContent, type ImportContent, type ImportSource, type ItemNote } from "../import_content.ts";
import type { StagedFiles } from "../staged_files.ts";
import { timingSchedule } from "./cronicle_timing.ts";
import { isOn, pluginCommand, textOf } from "./cronicle_plugins.ts";
import { isTaskText, taskText } from "./task_text.ts";

/** Number of files of an archive that are examined. */
const MAX_FILES = 20;
/** Enough to recognize an export. */
const START_BYTES = 64 * 1024;
const LINES_AT_ONCE = 1000;
const MAX_MS = 366 * 24 * 3_600_000;
const RECORD = /^(global\/(?:schedule|plugins|categories|users|server_groups)(?:\/(-?\d+))?) - (\{.*\})\s*$/;
const HEADER = /^# Cronicle Data Export/;

type Entry = Readonly<Record<string, unknown>>;

/** The lists of an export that the import reads. */
type Lists = Readonly<Record<"schedule" | "plugins" | "categories" | "server_groups", Entry[]>>;

export const cronicleSource: ImportSource = {
  name: "cronicle",
  async detect(files) {
    for (const { path } of files.list().slice(0, MAX_FILES)) if (await isExport(files, path)) return true;
    return false;
  },
  async read(files) {
    const content = emptyContent();
    const lists: Lists = { schedule: [], plugins: [], categories: [], server_groups: [] };
    for (const { path } of files.list().slice(0, MAX_FILES)) {
      if (await isExport(files, path)) await readRecords(files.locate(path), lists, content);
    }
    const paths = new Set<string>();
    for (const [index, event] of lists.schedule.entries()) {
      readEvent(event, lists, content, paths);
      if (index % 50 === 49) await yieldToEventLoop();
    }
    if (lists.schedule.length === 0) throw importError("nothing_found");
    return content;
  },
};

async function isExport(files: StagedFiles, path: string): Promise<boolean> {
  using file = await Deno.open(files.locate(path));
  const start = new Uint8Array(START_BYTES);
  const text = new TextDecoder().decode(start.subarray(0, await file.read(start) ?? 0));
  return HEADER.test(text) || text.split("\n").some((line) => RECORD.test(line));
}

/** Reads the records line by line: with its history, an export can be hundreds of megabytes. */
async function readRecords(path: string, lists: Lists, content: ImportContent): Promise<void> {
  const pages: { name: string; page: number; items: unknown[] }[] = [];
  const left = new Set<ImportContent["leftOut"][number]>();
  let count = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (++count % LINES_AT_ONCE === 0) await yieldToEventLoop();
    if (line.startsWith("users/")) left.add("account");
    if (line.startsWith("logs/") || line.startsWith("jobs/")) left.add("run_history");
    const [, key = "", page, json = ""] = line.startsWith("global/") ? RECORD.exec(line) ?? [] : [];
    const items = page === undefined ? undefined : parseItems(json);
    if (items === null) content.refused.push({ kind: "tasks", name: key, reason: "row_unreadable" });
    else if (items) pages.push({ name: key.split("/")[1] ?? "", page: Number(page), items });
  }
  // Pages of a list can have negative numbers, because new entries are put in front.
  for (const { name, items } of pages.sort((a, b) => a.page - b.page)) {
    if (Object.hasOwn(lists, name)) lists[name as keyof Lists].push(...items.filter(isEntry));
  }
  content.leftOut.push(...left);
}

function parseItems(json: string): unknown[] | null {
  try {
    const { items } = JSON.parse(json) as { items?: unknown };
    return Array.isArray(items) ? items : null;
  } catch {
    return null;
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null;
}

function readEvent(event: Entry, lists: Lists, content: ImportContent, paths: Set<string>): void {
  const id = textOf(event["id"]);
  const name = taskText(textOf(event["title"]) || id, taskLimits.name);
  const refuse = (refusal: Omit<ImportContent["refused"][number], "kind" | "name">) =>
    void content.refused.push({ kind: "tasks", name: name || "?", ...refusal });
  if (id === "" || name === "") return refuse({ reason: "field_missing", params: { field: "title" } });
  const seconds = numberOf(event["interval"]);
  const schedule = seconds > 0 ? { rule: `@every ${seconds}s` } : timingSchedule(event["timing"]);
  if (schedule !== "manual" && "field" in schedule) {
    return refuse({ reason: "not_supported", params: schedule });
  }
  const zone = textOf(event["timezone"]);
  if (zone !== "" && schedule !== "manual" && !isTimeZone(zone)) {
    return refuse({ reason: "unknown_time_zone", params: { rule: zone } });
  }
  const plugin = lists.plugins.find((one) => one["id"] === event["plugin"]);
  const action = pluginCommand({ id, name, event, plugin, paths });
  if ("reason" in action) return refuse(action);
  if (action.command.length > taskLimits.command) return refuse({ reason: "command_too_long" });
  if (!isTaskText(action.command)) return refuse({ reason: "invalid_character" });
  const category = lists.categories.find((one) => one["id"] === event["category"]);
  const input: TaskInput = {
    name,
    command: action.command,
    schedules: schedule === "manual" ? "manual" : [schedule.rule],
    ...zone !== "" && schedule !== "manual" && { timeZone: zone },
    ...labelsOf(category),
    enabled: [event, plugin, category].every((one) => one?.["enabled"] === undefined || isOn(one["enabled"])),
    ...policiesOf(event),
  };
  if (action.script) content.scripts.push(action.script);
  const notes = [...action.notes, ...droppedFields(event, lists)];
  if (!input.enabled) notes.unshift({ note: "disabled_there" });
  content.tasks.push({ key: id, name, input, notes });
  for (const field of ["chain", "chain_error"]) {
    const next = textOf(event[field]);
    if (next === "") continue;
    const target = lists.schedule.find((one) => one["id"] === next);
    refuse({ reason: "not_supported", params: { field, value: textOf(target?.["title"]) || next } });
  }
}

function labelsOf(category: Entry | undefined): Pick<TaskInput, "labels"> {
  const label = taskText(textOf(category?.["title"]), taskLimits.labelLength);
  return label === "" || category?.["id"] === "general" ? {} : { labels: [label] };
}

function policiesOf(event: Entry): Partial<TaskInput> {
  const children = numberOf(event["max_children"]);
  const seconds = numberOf(event["timeout"]), delay = numberOf(event["retry_delay"]);
  const retries = Math.min(numberOf(event["retries"]), taskLimits.retries);
  const limit = Math.min(children, taskLimits.parallelRuns);
  return {
    ...seconds > 0 && seconds * 1000 <= MAX_MS && { timeLimitMs: seconds * 1000 },
    ...retries > 0 &&
      {
        retry: {
          times: retries,
          delayMs: Math.min(delay * 1000, MAX_MS),
          backoff: "fixed" as const,
          onLost: false,
        },
      },
    missed: { policy: isOn(event["catch_up"]) ? "all" : "skip" },
    overlap: children === 1
      ? { policy: isOn(event["queue"]) ? "queue" : "skip" }
      : { policy: "allow", ...limit > 0 && { limit } },
  };
}

/** Fields without an equivalent, if they are set. Values are not repeated: a web hook's URL can be a secret. */
function droppedFields(event: Entry, { server_groups: groups }: Lists): ItemNote[] {
  const fields = Object.keys(event).filter((field) => !handled.has(field) && isSet(event[field]));
  const notes: ItemNote[] = [];
  const seconds = numberOf(event["interval"]);
  if (seconds > 0) notes.push({ note: "fixed_period", params: { period: `${seconds}s` } });
  if (fields.length > 0) notes.push({ note: "settings_ignored", params: { settings: fields.join(", ") } });
  const target = textOf(event["target"]);
  if (!["", "main", "maingrp", "master", "mastergrp", "allgrp"].includes(target)) {
    const title = textOf(groups.find((one) => one["id"] === target)?.["title"]) || target;
    notes.push({ note: "field_dropped", params: { field: "target", value: title } });
  }
  return notes;
}

/** Fields that were read, that say nothing about when and how an event runs, or that are reported on their own. */
const handled: ReadonlySet<string> = new Set([
  ..."id title enabled category target plugin params timing timezone max_children timeout retries".split(" "),
  ..."retry_delay catch_up queue chain chain_error interval interval_start algo modified created".split(" "),
  ..."username api_key salt_modified session_id".split(" "),
]);

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return !["", "0", "false"].includes(textOf(value).trim());
}

function numberOf(value: unknown): number {
  const number = Math.floor(Number(value ?? 0));
  return Number.isFinite(number) && number > 0 ? number : 0;
}

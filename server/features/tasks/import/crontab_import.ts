import { bareSchedules } from "../../../contract/task_rules.ts";
import { AppError, refuseIf } from "../../../contract/app_error.ts";
import { parse, type Parsed } from "../../../contract/parsed.ts";
import { parseCron } from "../../../contract/cron/expression.ts";
import {
  type CrontabImportBody,
  type CrontabImportResult,
  type ImportedLine,
  type UserColumn,
} from "../../../contract/crontab_import.ts";
import type { Language } from "../../../contract/settings.ts";
import { type Schedules, type TaskInput, taskInput } from "../../../contract/tasks.ts";
import type { Database } from "../../../engine/store.ts";
import type { SystemCrontab } from "../../../platform/system_crontab.ts";
import { describeCron } from "../../cron/describe.ts";
import { type CrontabLine, parseCrontab } from "./parse_crontab.ts";
import { findUserSign, repeatedFirstWord, type UserSign } from "./user_column.ts";
import { readSchedules, type TaskPresent } from "../task_timetable.ts";
import { taskIssues } from "../task_rules.ts";
import { taskLimits } from "../../../contract/limits/tasks.ts";
import { yieldToEventLoop } from "../../../platform/event_loop.ts";

/** Lines to parse, or tasks to create in one transaction, before yielding: about 30 ms of work. */
const AT_ONCE = 20;

export interface CrontabImportOptions {
  db: Database;
  tasks: { createSeveral(inputs: readonly Parsed<TaskInput>[]): Promise<number[]> };
  /** What the tasks are planned by. */
  present(): TaskPresent;
  /** Reads the crontab of the user that the panel runs as. */
  readSystem(): Promise<SystemCrontab>;
  /** The shell that runs the panel's commands. */
  shell: string;
  /** Directory in which cron would start the commands; null if there is none. */
  home: string | null;
  /** Called with the reason why the system crontab could not be read. */
  warn(reason: string): void;
}

export class CrontabImport {
  constructor(private readonly options: CrontabImportOptions) {}

  /**
   * Previews the tasks that a crontab would become and, unless only a preview was requested, creates them.
   * Throws `validation_failed` if the text is missing or too long, or if a requested line is not a rule.
   */
  async import(body: Parsed<CrontabImportBody>, language: Language): Promise<CrontabImportResult> {
    const { found, text } = await this.#read(body);
    const { lines, userColumn } = await this.#parse(text, body);
    const imported = await showAll(lines, language);
    if (body.dryRun) {
      const own = body.source === "system" ? text : null;
      return { found, text: own, lines: imported, userColumn, created: 0 };
    }
    const created = await this.#create(imported, body);
    return { found, text: null, lines: imported, userColumn, created };
  }

  async #read(
    { source, text }: CrontabImportBody,
  ): Promise<Pick<CrontabImportResult, "found"> & { text: string }> {
    if (source === "text") {
      if (text === undefined) refuseIf([{ path: "text", code: "required" }]);
      return { found: "text", text: text ?? "" };
    }
    const read = await this.options.readSystem();
    if (read.found === "unreadable") this.options.warn(read.reason);
    const crontab = read.found === "crontab" ? read.text : "";
    if (crontab.length > taskLimits.crontab) throw tooMuch("too_long", taskLimits.crontab);
    return { found: read.found, text: crontab };
  }

  async #parse(
    text: string,
    { source, withUser: requested, labels }: CrontabImportBody,
  ): Promise<{ lines: CrontabLine[]; userColumn: UserColumn }> {
    const { shell, home, db } = this.options;
    // `crontab -l` prints that of one user.
    const sign = source === "system" ? null : findUserSign(text);
    const withUser = requested ?? sign !== null;
    const lines: CrontabLine[] = [];
    for (const line of parseCrontab(text, { withUser, shell, home })) {
      if (lines.push(line) > taskLimits.crontabLines) throw tooMuch("too_many", taskLimits.crontabLines);
      if (line.task && hasPassed(line.task, this.options.present())) {
        Object.assign(line, { task: null, remarks: ["time_passed"] });
      }
      if (line.task && labels.length > 0) line.task.labels = labels;
      // It can take milliseconds to find out that a rule is never due.
      if (lines.length % AT_ONCE === 0) await yieldToEventLoop();
    }
    const repeated = repeatedFirstWord(lines);
    for (const { task, remarks } of repeated === null ? [] : lines) {
      if (task) remarks.push("first_word_repeats");
    }
    const twins = await findTwins(db, lines.flatMap(({ task }) => task?.command ?? []));
    for (const { task, remarks } of lines) {
      if (task && twins.has(twinKey(task))) remarks.unshift("exists_already");
    }
    return { lines, userColumn: userColumnOf(requested, sign, repeated) };
  }

  // Creates a few at a time and yields in between. After a failure halfway, a repeated import skips the tasks
  // that exist already by their `twinKey`.
  async #create(lines: readonly ImportedLine[], { lines: asked }: CrontabImportBody): Promise<number> {
    const chosen = asked ? choose(lines, asked) : lines.filter(isUsual);
    const names = new Map(asked?.map(({ line, name }) => [line, name]));
    for (let start = 0; start < chosen.length; start += AT_ONCE) {
      await this.#createFew(chosen.slice(start, start + AT_ONCE), names);
      await yieldToEventLoop();
    }
    return chosen.length;
  }

  async #createFew(lines: readonly ImportedLine[], names: ReadonlyMap<number, string | undefined>) {
    const inputs = lines.flatMap(({ line, task }) =>
      task ? [parse(taskInput, Object.assign(task, { name: names.get(line) ?? task.name }))] : []
    );
    const ids = await this.options.tasks.createSeveral(inputs);
    for (const [index, line] of lines.entries()) line.taskId = ids[index] ?? null;
  }
}

function hasPassed(task: TaskInput, present: TaskPresent): boolean {
  return taskIssues(task, null, present).some(({ code }) => code === "time_passed");
}

function userColumnOf(
  requested: boolean | undefined,
  sign: UserSign | null,
  repeated: string | null,
): UserColumn {
  if (requested !== undefined) return { present: requested, reason: "requested", word: null };
  if (sign !== null) return { present: true, ...sign };
  return { present: false, reason: repeated === null ? "none" : "first_word", word: repeated };
}

function choose(
  lines: readonly ImportedLine[],
  asked: NonNullable<CrontabImportBody["lines"]>,
): ImportedLine[] {
  const takeable = new Map(lines.filter(({ task }) => task).map((line) => [line.line, line]));
  refuseIf(
    asked.flatMap(({ line }, index) =>
      takeable.has(line) ? [] : [{ path: `lines.${index}.line`, code: "invalid" as const }]
    ),
  );
  const wanted = new Set(asked.map(({ line }) => line));
  return [...takeable.values()].filter(({ line }) => wanted.has(line));
}

function isUsual({ task, remarks }: ImportedLine): boolean {
  return task !== null && !remarks.includes("exists_already") && !remarks.includes("disabled_line");
}

async function showAll(lines: readonly CrontabLine[], language: Language): Promise<ImportedLine[]> {
  const imported: ImportedLine[] = [];
  for (const line of lines) {
    if (imported.push(show(line, language)) % AT_ONCE === 0) await yieldToEventLoop();
  }
  return imported;
}

function show(line: CrontabLine, language: Language): ImportedLine {
  return {
    ...line,
    schedule: line.task && inWords(bareSchedules(line.task.schedules), language),
    taskId: null,
  };
}

function inWords(schedules: Schedules, language: Language): string | null {
  const [rule] = Array.isArray(schedules) ? schedules : [];
  return rule === undefined ? null : describeCron(parseCron(rule), language);
}

function tooMuch(code: "too_long" | "too_many", max: number): AppError {
  return new AppError("validation_failed", { count: 1 }, [{ path: "text", code, params: { max } }]);
}

type Twin = Pick<TaskInput, "command" | "schedules">;

/** Returns a key that is equal for tasks that run the same command at the same times. */
function twinKey({ command, schedules }: Twin): string {
  return JSON.stringify([command.trim(), bareSchedules(schedules)]);
}

/** Returns the keys of the existing tasks that run one of these commands. */
async function findTwins(db: Database, commands: readonly string[]): Promise<Set<string>> {
  const wanted = [...new Set(commands.map((command) => command.trim()))];
  if (wanted.length === 0) return new Set();
  const rows = await db.selectFrom("task").select(["command", "schedules_json"])
    .where("command", "in", wanted).execute();
  return new Set(
    rows.map(({ command, schedules_json }) =>
      twinKey({ command, schedules: readSchedules({ schedules_json }) })
    ),
  );
}

// Parses a crontab line by line into tasks. Settings apply to all rules below them, comments to the rule
// directly below.
import { isTimeZone } from "../../../contract/cron/zone.ts";
import type { ImportedLine, ImportReason } from "../../../contract/crontab_import.ts";
import type { TaskInput } from "../../../contract/tasks.ts";
import { readComment, readSetting, taskName } from "./task_name.ts";
import { CronError, parseCron } from "../../../contract/cron/expression.ts";
import { scheduleWords } from "./at_schedule.ts";
import { cronSchedule } from "./cron_schedule.ts";
import { runsAlike } from "./shell_dialect.ts";
import { quoteWord } from "../../../contract/quote_word.ts";
import { splitTokens } from "../command/split_tokens.ts";

/** A line that is a task or could become one. */
export type CrontabLine = Pick<ImportedLine, "line" | "text" | "task" | "remarks">;

export interface CrontabOptions {
  /** Whether each command is preceded by a user name. */
  withUser: boolean;
  /** The shell that runs the panel's commands. */
  shell: string;
  /** Directory in which cron would start the commands; null for the panel's default. */
  home: string | null;
}

const MAX_COMMAND = 10_000;
/** With more settings than this before it, a command is always too long. */
const MAX_SETTINGS = MAX_COMMAND / 4 + 100;
const MAX_FOLDER = 1000;
const MAX_LINE_TEXT = 1000;
const MAX_DELAY_MINUTES = 366 * 24 * 60;
const NICKNAMES = /^@(reboot|yearly|annually|monthly|weekly|daily|midnight|hourly|every|once|after|workday)$/;
/** A word that can only be one more time field: a sixth in front for seconds, or a seventh behind for years. */
const FIELD = /^(?:[\d*?]|SUN|MON|TUE|WED|THU|FRI|SAT)(?:[\d*?L#/,-]|SUN|MON|TUE|WED|THU|FRI|SAT)*$/;
// How the minute field can start. A line that starts otherwise was not meant as a rule.
const BEGINNING = /^(-?[\d*?]|~|H([^A-Za-z]|$)|@)/;
/** Settings that only cron itself uses. */
const forCron = /^(MAILTO|MAILFROM|CONTENT_TYPE|CONTENT_TRANSFER_ENCODING|CRON_TZ|RANDOM_DELAY)$/;
// deno-lint-ignore no-control-regex -- they are what a task cannot have
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * Parses a crontab and yields one line at a time, so that the caller can pause. The panel accepts every task
 * it yields. Lines that are not a rule, setting or comment come with a reason.
 */
export function* parseCrontab(text: string, options: CrontabOptions): Generator<CrontabLine> {
  const settings = new Map<string, string>();
  let comments: string[] = [];
  for (const [index, source] of text.replace(/^\uFEFF/, "").split(/\r\n?|\n/).entries()) {
    const line = source.trim();
    const scene = { ...options, settings, comments };
    if (line.startsWith("#")) {
      const comment = readComment(line);
      const disabled = comment === null ? null : readDisabled(line, scene);
      if (disabled) yield { line: index + 1, text: shortened(line), ...disabled };
      if (disabled) comments = [];
      else if (comment !== null) comments.push(comment);
      continue;
    }
    comments = [];
    const setting = readSetting(line);
    if (setting) settings.set(setting.name, setting.value);
    else if (line !== "") yield { line: index + 1, text: shortened(line), ...readTask(line, scene) };
  }
}

interface Scene extends CrontabOptions {
  settings: ReadonlyMap<string, string>;
  comments: readonly string[];
}

type ReadTask = Pick<CrontabLine, "task" | "remarks">;

// A rule that was commented out. Prose after a number sign is not a rule.
function readDisabled(line: string, scene: Scene): ReadTask | null {
  const { task, remarks } = readTask(line.replace(/^[\s#]+/, ""), scene);
  if (task) return { task: { ...task, enabled: false }, remarks: ["disabled_line", ...remarks] };
  return remarks.includes("cron_never_fires") ? { task, remarks } : null;
}

function readTask(line: string, scene: Scene): ReadTask {
  const rule = readRule(line, scene.withUser);
  if (typeof rule === "string") return refuse(rule);
  if (scene.settings.size > MAX_SETTINGS) return refuse("command_too_long");
  const { command, plain, hasInput, hasVariables } = taskCommand({
    source: rule.command,
    variables: new Map([...scene.settings].filter(([name]) => !forCron.test(name))),
    shell: scene.shell,
  });
  const error = commandIssue(command) ?? zoneIssue(rule, scene);
  if (error) return refuse(error);
  return {
    task: {
      name: taskName(scene.comments, plain),
      command,
      schedules: rule.schedules,
      ...surroundings(rule, scene),
    },
    remarks: [
      ...hasVariables ? ["variables_inlined" as const] : [],
      ...hasInput ? ["percent_as_input" as const] : [],
      ...rule.hasSeconds ? ["with_seconds" as const] : [],
      ...scene.withUser ? ["user_ignored" as const] : [],
      ...scene.settings.get("MAILTO") ? ["mail_not_sent" as const] : [],
    ],
  };
}

function commandIssue(command: string): ImportReason | null {
  if (command === "") return "command_missing";
  if (controlCharacter.test(command) || !command.isWellFormed()) return "invalid_character";
  return command.length > MAX_COMMAND ? "command_too_long" : null;
}

function zoneIssue({ schedules }: Rule, { settings }: Scene): ImportReason | null {
  const zone = zoneOf(settings);
  return schedules === "boot" || zone === null || isTimeZone(zone) ? null : "unknown_time_zone";
}

// TZ is only for the commands (crontab(5)).
function zoneOf(settings: Scene["settings"]): string | null {
  return settings.get("CRON_TZ") || null;
}

function surroundings({ schedules }: Rule, { settings, home }: Scene): Partial<TaskInput> {
  const zone = schedules === "boot" ? null : zoneOf(settings);
  const folder = settings.get("HOME") ?? home;
  const delay = Number(settings.get("RANDOM_DELAY") || 0);
  return {
    ...zone !== null && { timeZone: zone },
    ...folder !== null && isFolder(folder) && { workingDirectory: folder },
    ...Number.isInteger(delay) && delay > 0 && delay <= MAX_DELAY_MINUTES &&
      { randomDelayMs: delay * 60_000 },
  };
}

function isFolder(path: string): boolean {
  return path.startsWith("/") && path.length <= MAX_FOLDER && !controlCharacter.test(path) &&
    path.isWellFormed();
}

function refuse(reason: ImportReason): ReadTask {
  return { task: null, remarks: [reason] };
}

function shortened(line: string): string {
  return line.length > MAX_LINE_TEXT ? `${line.slice(0, MAX_LINE_TEXT - 1)}…` : line;
}

/** A line with a schedule and a command. */
interface Rule {
  schedules: string[] | "boot";
  /** As written, including any `%`. */
  command: string;
  /** Whether it has a field for seconds, which crontabs of most programs do not have. */
  hasSeconds: boolean;
}

/** Parses a rule; returns the reason if the line is not one. `withUser`: a user name precedes the command. */
function readRule(line: string, withUser: boolean): Rule | ImportReason {
  const count = scheduleWords(line);
  const [fields, rest] = takeFields(line, count);
  if (!BEGINNING.test(line) || fields === null) return "not_a_rule";
  const { schedule, command: after } = count === 5
    ? takeMore(fields, rest)
    : { schedule: fields, command: rest };
  const command = withUser ? takeFields(after, 1)[1] : after;
  const schedules = readSchedules(schedule);
  if (typeof schedules === "string" && schedules !== "boot") return schedules;
  return command === ""
    ? "command_missing"
    : { schedules, command, hasSeconds: count === 5 && schedule.length > 5 };
}

/** Takes the fields that only some programs have: seconds, and a year if it is any. */
function takeMore(fields: string[], rest: string): { schedule: string[]; command: string } {
  const [more, command] = takeFields(rest, 1);
  const [last = ""] = more ?? [];
  if (!FIELD.test(last) || command === "") return { schedule: fields, command: rest };
  const [years, after] = takeFields(command, 1);
  const year = years?.[0] ?? "";
  if (!FIELD.test(year) || after === "") return { schedule: [...fields, last], command };
  return { schedule: /^[*?]$/.test(year) ? [...fields, last] : [...fields, last, year], command: after };
}

function readSchedules(fields: readonly string[]): Rule["schedules"] | ImportReason {
  const first = fields[0]?.toLowerCase() ?? "";
  if (first.startsWith("@") && !NICKNAMES.test(first)) return "incorrect_cron";
  if (first === "@reboot") return "boot";
  const schedule = first.startsWith("@")
    ? [first, ...fields.slice(1)].join(" ")
    : fields.length > 5
    ? fields.join(" ")
    : cronSchedule(fields);
  try {
    parseCron(schedule);
    return [schedule];
  } catch (error) {
    if (error instanceof CronError) return error.error.code;
    throw error;
  }
}

/** Takes words from the start of a line; null if there are fewer. The rest starts at the next word. */
function takeFields(line: string, count: number): [string[] | null, string] {
  const fields: string[] = [];
  let rest = line;
  for (; fields.length < count; rest = rest.trimStart()) {
    const end = rest.search(/\s|$/);
    if (end === 0) return [null, ""];
    fields.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [fields, rest];
}

// A crontab command, converted to an equivalent line for the panel's shell.

interface TaskCommand {
  command: string;
  /** The command alone, used to name the task. */
  plain: string;
  /** Whether part of it became standard input. */
  hasInput: boolean;
  /** Whether variables were put in front of it. */
  hasVariables: boolean;
}

interface CommandParts {
  source: string;
  /** The settings that apply, except those for cron itself. */
  variables: ReadonlyMap<string, string>;
  /** The shell that runs the panel's commands. */
  shell: string;
}

/** Builds the command; empty if there is only input or nothing at all. */
function taskCommand({ source, variables, shell }: CommandParts): TaskCommand {
  const { command: plain, input } = splitInput(source);
  const other = otherShell({ wanted: variables.get("SHELL"), shell, command: plain });
  const exported = [...variables].filter(([name]) => name !== "SHELL" || other !== null)
    .map(([name, value]) => ` ${name}=${quoteWord(value)}`).join("");
  const parts = { plain, hasInput: input !== "", hasVariables: exported !== "" };
  if (plain.trim() === "") return { command: "", ...parts };
  const called = other === null ? group(plain, input) : `exec ${quoteWord(other)} -c ${quoteWord(plain)}`;
  return { command: (exported && `export${exported}; `) + called + hereDocument(input), ...parts };
}

// The first unescaped `%` starts the input, and each further one is a newline in it; `\%` is a literal `%`.
// In the command, a backslash also keeps the next character, even another backslash, from being interpreted.
function splitInput(source: string): { command: string; input: string } {
  let at = 0;
  while (at < source.length && source[at] !== "%") at += source[at] === "\\" ? 2 : 1;
  const command = source.slice(0, at).replace(/\\([^])/g, (pair, char) => char === "%" ? "%" : pair);
  const input = source.slice(at + 1).replace(/\\%|%/g, (found) => found === "%" ? "\n" : "%");
  return { command, input: input === "" || input.endsWith("\n") ? input : `${input}\n` };
}

// A plain list of words can take the heredoc directly. In anything more complex, all parts must read the same
// input.
function group(command: string, input: string): string {
  return input === "" || splitTokens(command) !== null ? command : `{ ${command}\n}`;
}

function hereDocument(input: string): string {
  if (input === "") return "";
  const lines = new Set(input.split("\n"));
  let mark = "EOF";
  for (let number = 2; lines.has(mark); number++) mark = `EOF${number}`;
  return ` <<'${mark}'\n${input}${mark}`;
}

interface ShellChoice {
  wanted: string | undefined;
  /** The shell that runs the panel's commands. */
  shell: string;
  command: string;
}

/** Returns the shell that must run a command, or null if the panel's does. Cron's default is sh. */
function otherShell({ wanted = "/bin/sh", shell, command }: ShellChoice): string | null {
  const plain = (path: string) => path.replace(/^\/usr\/bin\//, "/bin/");
  if (wanted === "" || plain(wanted) === plain(shell)) return null;
  return plain(wanted) === "/bin/sh" && runsAlike(command) ? null : wanted;
}

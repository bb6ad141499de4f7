import { CronError, parseCron } from "../../../contract/cron/expression.ts";
import type { ImportReason } from "../../../contract/crontab_import.ts";
import { cronSchedule } from "./cron_schedule.ts";

/** A line with a schedule and a command. */
export interface Rule {
  schedules: string[] | "boot";
  /** As it stands, with its `%`. */
  command: string;
}

const NICKNAMES = /^@(reboot|yearly|annually|monthly|weekly|daily|midnight|hourly)$/;
// How a minute can begin. A line that begins otherwise was not meant as a rule.
const BEGINNING = /^(-?[\d*?]|~|H([^A-Za-z]|$)|@)/;

/** Reads a rule; the reason why it is none otherwise. `withUser`: a user name stands before the command. */
export function readRule(line: string, withUser: boolean): Rule | ImportReason {
  const [schedule, rest] = takeFields(line, line.startsWith("@") ? 1 : 5);
  if (!BEGINNING.test(line) || schedule === null) return "not_a_rule";
  const command = withUser ? takeFields(rest, 1)[1] : rest;
  const schedules = readSchedules(schedule);
  if (typeof schedules === "string" && schedules !== "boot") return schedules;
  return command === "" ? "command_missing" : { schedules, command };
}

function readSchedules(fields: readonly string[]): Rule["schedules"] | ImportReason {
  const [first = ""] = fields;
  if (first.startsWith("@") && !NICKNAMES.test(first)) return "incorrect_cron";
  if (first === "@reboot") return "boot";
  const schedule = first.startsWith("@") ? first : cronSchedule(fields);
  try {
    parseCron(schedule);
    return [schedule];
  } catch (error) {
    if (error instanceof CronError) return error.error.code;
    throw error;
  }
}

/** Takes words from the start of a line; null when there are fewer. What is left begins at the next word. */
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

// States, times and durations as the commands print them.
import process from "node:process";
import { runTexts } from "../../contract/messages/run_texts.ts";
import type { Language } from "../../contract/settings.ts";
import type { Run, RunState } from "../../contract/runs.ts";
import type { Task } from "../../contract/tasks.ts";
import type { RunTrigger } from "../../contract/triggers.ts";
import { wallTime } from "../../engine/logs/run_log.ts";
import { systemTimeZone } from "../../features/settings/system_time_zone.ts";
import { NewestZoneRules } from "../../platform/zones/zone_rules.ts";
import { formatState, type Style } from "../terminal.ts";

/** Returns the word of a state, with its dot on a terminal. */
export function formatRunState(state: RunState | Task["status"], language: Language): string {
  return formatState(runTexts[language].states[state], colors[state]);
}

const colors: Record<RunState | Task["status"], Style> = {
  queued: "yellow",
  waiting_for_approval: "yellow",
  starting: "cyan",
  running: "cyan",
  succeeded: "green",
  failed: "red",
  timed_out: "red",
  stopped: "yellow",
  interrupted: "red",
  lost: "red",
  skipped: "dim",
  idle: "green",
  disabled: "dim",
};

/** Formats why a run started: by which trigger, where one started it. */
export function formatCause({ cause, trigger }: Pick<Run, "cause" | "trigger">, language: Language): string {
  return cause === "trigger" && trigger !== null
    ? formatTrigger(trigger, language)
    : runTexts[language].causes[cause];
}

/** Formats which trigger it is: a file by its path, others by what they are, their name, and what happened to them. */
export function formatTrigger({ type, name, path, on }: RunTrigger, language: Language): string {
  const { triggers, occasions } = runTexts[language];
  return fillText(triggers[type], {
    name: name ?? "",
    path: path ?? "",
    occasion: on === null ? "" : occasions[on],
  });
}

/** Replaces the names in braces with values. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

/** Formats a time in the time zone of the console; a dash when there is none. */
export function formatTime(time: string | null): string {
  if (time === null) return "-";
  return wallTime(Date.parse(time), zoneOfConsole(), "line");
}

let zone: string | undefined;

// The rules of time zones are those of the panel; they are read at the first call.
function zoneOfConsole(): string {
  if (zone === undefined) {
    NewestZoneRules.open();
    zone = systemTimeZone(process.env["TZ"], Intl.DateTimeFormat().resolvedOptions().timeZone);
  }
  return zone;
}

/** Formats a duration in milliseconds; a dash when there is none. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return "-";
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

function formatRule(entry: Exclude<Task["schedules"], string>[number]): string {
  if (typeof entry === "string") return entry;
  return `${entry.rule} (${formatValues(entry.parameters).join(", ")})`;
}

/** Formats values of parameters as the command line takes them; a secret has none to show. */
export function formatValues(values: NonNullable<Run["parameters"]>): string[] {
  return Object.entries(values).map(([name, value]) => `${name}=${value ?? ""}`);
}

export function formatSchedules(schedules: Task["schedules"], language: Language): string {
  if (Array.isArray(schedules)) return schedules.map(formatRule).join(" | ");
  return {
    manual: { en: "manual", zh: "手动" },
    startup: { en: "when the panel starts", zh: "面板启动时" },
    boot: { en: "when the host boots", zh: "主机开机时" },
  }[schedules][language];
}

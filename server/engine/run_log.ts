// The log file of a run, and the lines the panel writes before and after the output. The output itself never passes through
// here.
import { join } from "node:path";
import { wallSeconds } from "../contract/cron/zone.ts";
import type { Language } from "../contract/settings.ts";
import { readAt } from "../platform/files/open_regular.ts";
import type { OpenLog } from "./open_log.ts";
import { runMessages } from "./run_messages.ts";
import type { FinalState } from "./states.ts";

/** Ends the last line of every log; programs that read such logs search for it. */
const END_MARK = "\u3000".repeat(5);

export interface LogVoice {
  language: Language;
  zone: string;
}

/** Returns the path of a log, relative to the logs directory: its folder and the local time in a zone. */
export function logPathOf(folder: string, at: number, zone: string): string {
  return join(folder, `${wallTime(at, zone, "file")}.log`);
}

/** Writes the first line. */
export function writeHeader(log: OpenLog, at: number, { language, zone }: LogVoice): void {
  log.append(`## ${runMessages[language].starting} ${wallTime(at, zone, "line")}\n\n`);
}

export interface Footer {
  state: FinalState;
  exitCode: number | null;
  at: number;
  durationMs: number | null;
}

/** Appends the last line. */
export function appendFooter(log: OpenLog, footer: Footer, { language, zone }: LogVoice): void {
  const tokens = runMessages[language];
  const code = footer.state === "failed" && footer.exitCode !== null ? tokens.exitCode(footer.exitCode) : "";
  const seconds = Math.max(1, Math.round((footer.durationMs ?? 0) / 1_000));
  const line = `${tokens.ended[footer.state]}${code}... ${wallTime(footer.at, zone, "line")}  ${
    tokens.took(seconds)
  }`;
  log.append(`\n## ${line}${END_MARK}\n`);
}

/** Returns whether a log ends with the panel's last line. */
export async function hasFooter(log: OpenLog): Promise<boolean> {
  const wanted = new TextEncoder().encode(`${END_MARK}\n`);
  const bytes = await log.use((descriptor) => readAt(descriptor, log.size - wanted.length, wanted.length));
  return bytes.length === wanted.length && bytes.every((byte, index) => byte === wanted[index]);
}

/** Formats an instant as local time in a zone, for a log line or for a file name (with milliseconds). */
export function wallTime(at: number, zone: string, form: "line" | "file"): string {
  const wall = new Date(wallSeconds(Math.floor(at / 1_000), zone) * 1_000 + at % 1_000).toISOString();
  if (form === "line") return wall.slice(0, 19).replace("T", " ");
  return wall.slice(0, 23).replace(/[T:.]/g, "-");
}

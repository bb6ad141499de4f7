// The log file of a run, and the lines the panel writes before and after the output. The output itself never passes through
// here.
import { join } from "node:path";
import { wallSeconds } from "../../contract/cron/zone.ts";
import { formatLogFooter, formatLogHeader, LOG_END_MARK } from "../../contract/log_messages.ts";
import type { Language } from "../../contract/settings.ts";
import { readAt } from "../../platform/files/open_regular.ts";
import { isoTime } from "../../platform/iso_time.ts";
import type { OpenLog } from "./open_log.ts";
import type { FinalState } from "../states.ts";

export interface LogVoice {
  language: Language;
  zone: string;
}

/** Returns the path of a log, relative to the logs directory: its folder and the local time in a zone. */
export function logPathOf(folder: string, at: number, zone: string): string {
  return join(folder, `${wallTime(at, zone, "file")}.log`);
}

export function writeHeader(log: OpenLog, at: number, { language, zone }: LogVoice): void {
  log.append(`${formatLogHeader(wallTime(at, zone, "line"), language)}\n\n`);
}

export interface Footer {
  state: FinalState;
  exitCode: number | null;
  at: number;
  durationMs: number | null;
}

export function appendFooter(log: OpenLog, footer: Footer, { language, zone }: LogVoice): void {
  const { state, at, durationMs } = footer;
  const exitCode = state === "failed" ? footer.exitCode : null;
  const seconds = Math.max(1, Math.round((durationMs ?? 0) / 1_000));
  log.append(
    `\n${formatLogFooter({ state, exitCode, time: wallTime(at, zone, "line"), seconds }, language)}\n`,
  );
}

/** Returns whether a log ends with the panel's last line. */
export async function hasFooter(log: OpenLog): Promise<boolean> {
  const wanted = new TextEncoder().encode(`${LOG_END_MARK}\n`);
  const bytes = await log.use((descriptor) => readAt(descriptor, log.size - wanted.length, wanted.length));
  return bytes.length === wanted.length && bytes.every((byte, index) => byte === wanted[index]);
}

/** Formats an instant as local time in a zone, for a log line or for a file name (with milliseconds). */
export function wallTime(at: number, zone: string, form: "line" | "file"): string {
  const wall = isoTime(wallSeconds(Math.floor(at / 1_000), zone) * 1_000 + at % 1_000);
  if (form === "line") return wall.slice(0, 19).replace("T", " ");
  return wall.slice(0, 23).replace(/[T:.]/g, "-");
}

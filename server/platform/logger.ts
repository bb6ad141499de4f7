import type { Clock } from "./clock.ts";
import { isoTime } from "./iso_time.ts";

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];
export type LogFields = Record<string, unknown>;

/** The panel's own log. Fields are values; the message is a sentence without them. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export interface LoggerOptions {
  level: LogLevel;
  format: "text" | "json";
  clock: Clock;
  write(line: string): void;
  /** Also receives every message, to store it. */
  keep?(entry: LogEntry): void;
}

/** One message, with plain fields and without secrets. */
export interface LogEntry {
  /** ISO 8601, UTC, with milliseconds. */
  time: string;
  level: LogLevel;
  message: string;
  fields: LogFields;
}

/** Creates a logger that writes one line per message. */
export function createLogger({ level, format, clock, write, keep }: LoggerOptions): Logger {
  const min = logLevels.indexOf(level);
  const render = format === "json" ? jsonLine : textLine;
  const log = (at: LogLevel) => (message: string, fields: LogFields = {}) => {
    if (logLevels.indexOf(at) < min) return;
    const entry = { time: isoTime(clock.now()), level: at, message, fields: plain(fields) };
    write(render(entry));
    keep?.(entry);
  };
  return { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
}

function jsonLine({ time, level, message, fields }: LogEntry): string {
  return lineOf({ time, level, message, ...fields });
}

function textLine({ time, level, message, fields }: LogEntry): string {
  const extra = Object.entries(fields).map(([name, value]) => ` ${name}=${lineOf(value)}`);
  return `${time} ${level.toUpperCase().padEnd(5)} ${lineOf(message).slice(1, -1)}${extra.join("")}`;
}

/**
 * Formats a value as JSON on a single line that is safe on any terminal: no control characters, and none that change the
 * text direction.
 */
export function lineOf(value: unknown): string {
  const json = JSON.stringify(value) ?? "null";
  return json.replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const secretName = /passw|secret|token|cookie|authorization|passphrase|private.?key/i;

// An Error has no own enumerable properties, so JSON would print it as {}. Fields named like secrets should never appear
// here.
function plain(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      secretName.test(name) ? "***" : value instanceof Error ? describe(value) : value,
    ]),
  );
}

function describe(error: Error): string {
  const cause = error.cause instanceof Error ? `; caused by ${describe(error.cause)}` : "";
  return `${error.stack ?? String(error)}${cause}`;
}

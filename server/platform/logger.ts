import type { Clock } from "./clock.ts";

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];
export type LogFields = Record<string, unknown>;

/** The panel's own log. Fields are values, the message is a sentence without them. */
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
}

/** Makes a logger that writes one line per message. */
export function createLogger({ level, format, clock, write }: LoggerOptions): Logger {
  const least = logLevels.indexOf(level);
  const render = format === "json" ? jsonLine : textLine;
  const log = (at: LogLevel) => (message: string, fields: LogFields = {}) => {
    if (logLevels.indexOf(at) < least) return;
    write(render({ time: new Date(clock.now()).toISOString(), level: at, message, fields }));
  };
  return { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
}

interface Entry {
  time: string;
  level: LogLevel;
  message: string;
  fields: LogFields;
}

function jsonLine({ time, level, message, fields }: Entry): string {
  return JSON.stringify({ time, level, message, ...plain(fields) });
}

function textLine({ time, level, message, fields }: Entry): string {
  const extra = Object.entries(plain(fields)).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  return `${time} ${level.toUpperCase().padEnd(5)} ${message}${extra.join("")}`;
}

// An Error has no own enumerable properties, so JSON would show it as {}.
function plain(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? describe(value) : value]),
  );
}

function describe(error: Error): string {
  const cause = error.cause instanceof Error ? `; caused by ${describe(error.cause)}` : "";
  return `${error.stack ?? String(error)}${cause}`;
}

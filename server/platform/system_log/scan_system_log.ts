// Searches the panel's own log from its newest line backwards. Runs in a worker, so it may block.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LogEntry, LogLevel } from "../logger.ts";

const DAY_MS = 86_400_000;
/** Lines between two checks of the clock. */
const STRIDE = 2_000;

/** Time range of the lines, in ms; null for no bound. */
export interface LogSpan {
  from: number | null;
  to: number | null;
}

export interface SystemLogOrder extends LogSpan {
  folder: string;
  levels: readonly LogLevel[] | null;
  /** Text the line must contain, case-insensitive; empty for any. */
  q: string;
  /** Messages that are found as well, whatever `q` is. */
  sentences: readonly string[];
  page: number;
  pageSize: number;
  timeLimitMs: number;
}

export interface SystemLogResult {
  items: LogEntry[];
  total: number;
  /** Whether everything was searched, so that `total` is exact. */
  complete: boolean;
}

/** Searches the log. Files that disappear in the meantime are left out. */
export function scanSystemLog(order: SystemLogOrder, now: () => number): SystemLogResult {
  const deadline = now() + order.timeLimitMs;
  const filter = new LineFilter(order);
  for (const { name } of listLogFiles(order.folder, order).toReversed()) {
    const lines = readLines(join(order.folder, name));
    for (let at = lines.length - 1; at >= 0; at--) {
      if (at % STRIDE === 0 && now() > deadline) return filter.result(false);
      filter.take(lines[at]!); // between 0 and its length
    }
  }
  return filter.result(true);
}

/** Lists the files that may contain lines of a time range, oldest first. */
export function listLogFiles(folder: string, { from, to }: LogSpan): LogFileName[] {
  // A line that waited for the disk past midnight is in the file of the following day.
  const first = from === null ? "" : dayOf(from);
  const last = to === null ? "9" : dayOf(to + DAY_MS);
  return namesIn(folder).map(readLogFileName).filter((file) => file !== null)
    .filter(({ day }) => day >= first && day <= last).sort(byAge);
}

/** Parses the time and level of a line, without parsing all of it; null when the line is incomplete. */
export function readHead(line: string): { time: number; level: string } | null {
  const [, time, level] = /^\{"time":"([^"]{24})","level":"(\w+)"/.exec(line) ?? [];
  return time === undefined || !line.endsWith("}") ? null : { time: Date.parse(time), level: level! };
}

export function isWithin(time: number, { from, to }: LogSpan): boolean {
  return (from === null || time >= from) && (to === null || time <= to);
}

class LineFilter {
  readonly #wanted: string;
  readonly #sentences: readonly string[];
  readonly #items: string[] = [];
  #total = 0;

  constructor(private readonly order: SystemLogOrder) {
    // In the same form as in the file.
    this.#wanted = JSON.stringify(order.q).slice(1, -1).toLowerCase();
    this.#sentences = order.sentences.map((sentence) => JSON.stringify(sentence).toLowerCase());
  }

  take(line: string): void {
    const head = readHead(line);
    if (head === null || !isWithin(head.time, this.order)) return;
    const { levels, page, pageSize } = this.order;
    if (levels !== null && !levels.some((level) => level === head.level)) return;
    if (this.#wanted !== "" && !this.#contains(textOf(line))) return;
    const index = this.#total++ - (page - 1) * pageSize;
    if (index >= 0 && index < pageSize) this.#items.push(line);
  }

  #contains(text: string): boolean {
    return text.includes(this.#wanted) || this.#sentences.some((sentence) => text.startsWith(sentence));
  }

  result(complete: boolean): SystemLogResult {
    return { items: this.#items.flatMap(readEntry), total: this.#total, complete };
  }
}

// Excludes the field names that every line has.
function textOf(line: string): string {
  return line.slice(line.indexOf(`"message":`) + `"message":`.length).toLowerCase();
}

function readEntry(line: string): LogEntry[] {
  try {
    return [JSON.parse(line) as LogEntry]; // only lines of the panel begin and end this way
  } catch {
    return [];
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

// Files of the panel's own log: one per day, and more for the same day when it grows too large: `2026-11-21.log`,
// `2026-11-21.1.log`. The name alone determines which lines can be in it.

const pattern = /^(\d{4}-\d{2}-\d{2})(?:\.([1-9]\d{0,5}))?\.log$/;

export interface LogFileName {
  name: string;
  /** `2026-11-21`, UTC. */
  day: string;
  part: number;
}

/** Parses a file name; null when it is not a log file. */
export function readLogFileName(name: string): LogFileName | null {
  const [, day, part] = pattern.exec(name) ?? [];
  return day === undefined ? null : { name, day, part: Number(part ?? 0) };
}

export function logFileName(day: string, part: number): string {
  return part === 0 ? `${day}.log` : `${day}.${part}.log`;
}

/** Orders names by time, oldest first. */
export function byAge(a: LogFileName, b: LogFileName): number {
  return a.day === b.day ? a.part - b.part : a.day < b.day ? -1 : 1;
}

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

import type { FirstErrorResult, LogSearchResult } from "../../../contract/log_search.ts";
import { type BytePattern, escapeBytes, textPattern } from "../../../platform/text_pattern.ts";
import type { LogFile } from "../log_file.ts";
import { errorTerms } from "./error_terms.ts";
import type { LogScans } from "./log_scans.ts";
import type { ScanResult } from "./scan_log.ts";

/** A search responds within this time, with the matches found so far. */
const TIME_LIMIT_MS = 4_000;
const NOT_IN_TERM = { before: "(?<![A-Za-z0-9_])", after: "(?![A-Za-z0-9_])" };
/** "0 failed" and "no error" are not errors. */
const NO_NEWS = "(?<!\\b[0nN][oO]? )";

export interface SearchStart {
  from: number;
  line: number;
}

export interface SearchQuery extends SearchStart {
  q: string;
  limit: number;
  caseSensitive: "true" | "false";
}

/** Searches a log for a text from an offset on. Throws `too_many_requests`. */
export async function searchLog(
  scans: LogScans,
  log: LogFile,
  { q, caseSensitive, limit, ...location }: SearchQuery,
  signal: AbortSignal,
): Promise<LogSearchResult> {
  const pattern = textPattern(q, caseSensitive === "true");
  const { items, count, counted, next } = await scan(
    scans,
    log,
    { pattern, location, limit, countAll: true },
    signal,
  );
  return { items, count, counted, complete: next === null, next };
}

/** Finds the first line that looks like an error, from an offset on. Throws `too_many_requests`. */
export async function findFirstError(
  scans: LogScans,
  log: LogFile,
  searchStart: SearchStart,
  signal: AbortSignal,
): Promise<FirstErrorResult> {
  const pattern = errorPattern(errorTerms);
  const { items: [item], next } = await scan(
    scans,
    log,
    { pattern, location: searchStart, limit: 1, countAll: false },
    signal,
  );
  return item ? { item, complete: true, next: null } : { item: null, complete: next === null, next };
}

interface ScanOptions {
  pattern: BytePattern;
  location: SearchStart;
  limit: number;
  countAll: boolean;
}

async function scan(
  scans: LogScans,
  log: LogFile,
  request: ScanOptions,
  signal: AbortSignal,
): Promise<ScanResult> {
  const { size, gap } = await log.shape();
  const { pattern, location: { from, line }, limit, countAll } = request;
  if (log.location === null || from >= size) return { items: [], count: 0, counted: true, next: null };
  const parts = gap
    ? [{ start: 0, end: gap.start }, { start: gap.end, end: size }]
    : [{ start: 0, end: size }];
  const stretches = parts.filter(({ end }) => end > from)
    .map(({ start, end }) => ({ start: Math.max(start, from), end }));
  const order = { ...log.location, stretches, pattern, line, limit, countAll, timeLimitMs: TIME_LIMIT_MS };
  return await scans.scan(order, signal);
}

/** Returns the pattern of lines that look like an error: a word for it, or an error class as programs print it. */
export function errorPattern(chinese: readonly string[]): BytePattern {
  const terms = ["error", "exception", "traceback", "fatal", "failed"];
  const anyCase = terms.map((term) => textPattern(term, false).source).join("|");
  const kinds = "(?<=[a-z])(?:Error|Exception)";
  const latin = `(?:${NOT_IN_TERM.before}${NO_NEWS}(?:${anyCase})|${kinds})${NOT_IN_TERM.after}`;
  return { source: [latin, ...chinese.map(escapeBytes)].join("|"), longest: 16 };
}

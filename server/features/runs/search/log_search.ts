import type { FirstErrorResult, LogSearchResult } from "../../../contract/log_search.ts";
import { levelSource, MAX_LEVEL_BYTES } from "../../../contract/log_terms.ts";
import { type BytePattern, escapeBytes, textPattern } from "../../../platform/text_pattern.ts";
import type { LogFile } from "../log_file.ts";
import type { LogScans } from "./log_scans.ts";
import type { ScanResult } from "./scan_log.ts";

/** A search responds within this time, with the matches found so far. */
const TIME_LIMIT_MS = 4_000;
/** Lines that look like an error. */
export const errorPattern: BytePattern = {
  source: levelSource("error", escapeBytes),
  longest: MAX_LEVEL_BYTES,
};

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
  { q, caseSensitive, limit, ...start }: SearchQuery,
  signal: AbortSignal,
): Promise<LogSearchResult> {
  const pattern = textPattern(q, caseSensitive === "true");
  const { items, count, counted, next } = await scan(
    scans,
    log,
    { pattern, start, limit, countAll: true },
    signal,
  );
  return { items, count, counted, complete: next === null, headerLines: await log.headerLines(), next };
}

/** Finds the first line that looks like an error, from an offset on. Throws `too_many_requests`. */
export async function findFirstError(
  scans: LogScans,
  log: LogFile,
  start: SearchStart,
  signal: AbortSignal,
): Promise<FirstErrorResult> {
  const { items: [item], next } = await scan(
    scans,
    log,
    { pattern: errorPattern, start, limit: 1, countAll: false },
    signal,
  );
  const headerLines = await log.headerLines();
  return item
    ? { item, complete: true, headerLines, next: null }
    : { item: null, complete: next === null, headerLines, next };
}

interface ScanOptions {
  pattern: BytePattern;
  start: SearchStart;
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
  const { pattern, start: { from, line }, limit, countAll } = request;
  if (log.file === null || from >= size) return { items: [], count: 0, counted: true, next: null };
  const stretches = gap
    ? [{ start: 0, end: gap.start }, { start: gap.end, end: size }]
    : [{ start: 0, end: size }];
  const order = {
    ...log.file,
    stretches,
    pattern,
    from,
    line,
    limit,
    countAll,
    timeLimitMs: TIME_LIMIT_MS,
  };
  return await scans.scan(order, signal);
}

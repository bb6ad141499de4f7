import type { LogGap, LogPart } from "./log_bytes.ts";

/** A range of bytes of a log, and what is known about the whole. */
export interface LogBytes {
  bytes: Uint8Array<ArrayBuffer>;
  /** Position of the first byte. */
  offset: number;
  /** Current size of the whole log, bytes. */
  size: number;
  /** Whether the log will not grow any more. */
  complete: boolean;
  /** Counts how often byte positions have changed. */
  generation: number;
  /** The range that was left out because the log is too large. */
  gap: LogGap | null;
  /** Whether the log existed and was deleted. */
  removed: boolean;
}

/** How positions changed: those below `start` stay, those from `from` on decrease by `from - to`. */
export interface LogMove {
  start: number;
  from: number;
  to: number;
}

export interface FollowedPart extends LogPart {
  generation: number;
}

export interface LogFollower {
  onPart(part: FollowedPart): void;
  /** Called once, after the last byte of the log. */
  onEnd(end: { size: number; generation: number; moved: LogMove | null }): void;
}

/** A position to search from: a byte and its line number. */
export interface SearchStart {
  from: number;
  line: number;
}

export interface LogMatch {
  /** Its first byte and its length in bytes. */
  offset: number;
  length: number;
  /** Its line number in the log, whose header counts. */
  line: number;
  text: string;
}

export interface LogMatches {
  items: LogMatch[];
  /** Number of matches from the start position, as far as counted; includes those beyond the returned items. */
  count: number;
  counted: boolean;
  /** Number of lines of the log's header. */
  headerLines: number;
  /** Where to continue; null at the end of the log. */
  next: SearchStart | null;
}

export interface ErrorResult {
  item: LogMatch | null;
  /** Number of lines of the log's header. */
  headerLines: number;
  /** Where to continue; null when found or at the end of the log. */
  next: SearchStart | null;
}

export interface LogQuestion {
  text: string;
  caseSensitive: boolean;
  start: SearchStart;
}

export interface LogTime {
  size: number;
  at: string;
}

/** The source of a log: ranges of its bytes, and what is added while it is open. */
export interface LogSource {
  readLast(length: number, signal: AbortSignal): Promise<LogBytes>;
  /** Reads the bytes from `start` up to but not including `end`; fewer at the end of the log. */
  read(start: number, end: number, signal: AbortSignal): Promise<LogBytes>;
  /** Reports everything after `offset`, reconnecting when needed, until the returned function is called. */
  follow(start: { offset: number; generation: number }, follower: LogFollower): () => void;
  /** Searches the whole log. A source without it has no search. */
  search?(question: LogQuestion, signal: AbortSignal): Promise<LogMatches>;
  /** Finds the first line that looks like an error. */
  firstError?(start: SearchStart, signal: AbortSignal): Promise<ErrorResult>;
  /** Returns when the log had which size, between two positions. */
  times?(from: number, to: number, signal: AbortSignal): Promise<LogTime[]>;
}

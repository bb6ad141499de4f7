import type { LogGap, LogPart } from "./log_bytes.ts";

/** Bytes of a log, and what is known of the whole. */
export interface LogBytes {
  bytes: Uint8Array<ArrayBuffer>;
  /** Place of the first of them. */
  offset: number;
  /** Size of the whole log now. */
  size: number;
  /** Whether nothing will be added any more. */
  complete: boolean;
  /** Counts how often the places of bytes have changed. */
  generation: number;
  /** What was left out of a log that is too large. */
  gap: LogGap | null;
  /** Whether there was a log and it is kept no more. */
  removed: boolean;
}

/** How places changed: below `start` they stay, from `from` on they become smaller by `from - to`. */
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
  /** Called once: the log has its last byte. */
  onEnd(end: { size: number; generation: number; moved: LogMove | null }): void;
}

/** A place to search from: a byte, and the number of its line. */
export interface SearchStart {
  from: number;
  line: number;
}

/** A place that was found. */
export interface LogMatch {
  /** Its first byte, and how many there are. */
  offset: number;
  length: number;
  /** Number of its line. */
  line: number;
  text: string;
}

export interface LogMatches {
  items: LogMatch[];
  /** How many there are from the place on, as far as they were counted; also those that are not among the items. */
  count: number;
  counted: boolean;
  /** Where to go on; null when everything was looked at. */
  next: SearchStart | null;
}

export interface ErrorResult {
  item: LogMatch | null;
  /** Where to go on; null when it was found or everything was looked at. */
  next: SearchStart | null;
}

export interface LogQuestion {
  text: string;
  caseSensitive: boolean;
  location: SearchStart;
}

/** At that instant the log had that size. */
export interface LogTime {
  size: number;
  at: string;
}

/** Where a log comes from: stretches of its bytes, and what is added while one looks. */
export interface LogSource {
  /** Reads up to the last `length` bytes. */
  readLast(length: number, signal: AbortSignal): Promise<LogBytes>;
  /** Reads the bytes from `start` up to, not including, `end`; fewer where the log ends. */
  read(start: number, end: number, signal: AbortSignal): Promise<LogBytes>;
  /** Tells of everything after `offset`, also over broken connections, until the function it gives is called. */
  follow(location: { offset: number; generation: number }, follower: LogFollower): () => void;
  /** Finds a text in the whole log. Without it there is no search. */
  search?(question: LogQuestion, signal: AbortSignal): Promise<LogMatches>;
  /** Finds the first line that looks like an error. */
  firstError?(searchStart: SearchStart, signal: AbortSignal): Promise<ErrorResult>;
  /** Tells when the log had which size between two places. */
  times?(from: number, to: number, signal: AbortSignal): Promise<LogTime[]>;
}

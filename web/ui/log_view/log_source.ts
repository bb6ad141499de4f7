import type { LogPart } from "./log_bytes.ts";

/** Bytes of a log, and what is known of the whole. */
export interface LogBytes {
  bytes: Uint8Array<ArrayBuffer>;
  /** Place of the first of them. */
  offset: number;
  /** Size of the whole log now. */
  size: number;
  /** Whether nothing will be added any more. */
  complete: boolean;
}

export interface LogFollower {
  onPart(part: LogPart): void;
  /** Called once: the log has its last byte. */
  onEnd(size: number): void;
}

/** Where a log comes from: stretches of its bytes, and what is added while one looks. */
export interface LogSource {
  /** Reads up to the last `length` bytes. */
  readLast(length: number, signal: AbortSignal): Promise<LogBytes>;
  /** Reads the bytes from `start` up to, not including, `end`; fewer where the log ends. */
  read(start: number, end: number, signal: AbortSignal): Promise<LogBytes>;
  /** Tells of everything after `offset`, also over broken connections, until the function it gives is called. */
  follow(offset: number, follower: LogFollower): () => void;
}

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

/** Returns the name of a part of a day. */
export function logFileName(day: string, part: number): string {
  return part === 0 ? `${day}.log` : `${day}.${part}.log`;
}

/** Orders names by time, oldest first. */
export function byAge(a: LogFileName, b: LogFileName): number {
  return a.day === b.day ? a.part - b.part : a.day < b.day ? -1 : 1;
}

/** Returns the day of an instant (ms), UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

// Days without a time, counted from 1970-01-01.

const DAY_MS = 86_400_000;

/** Returns the number of a day written as `2026-12-24`. */
export function dayNumberOf(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
}

/** Writes a day as `2026-12-24`. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the day of the week, 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: number): number {
  return ((day + 3) % 7 + 7) % 7 + 1; // 1970-01-01 was a Thursday
}

/** Returns the year of a day. */
export function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

/** Returns the first day of a year. */
export function startOfYear(year: number): number {
  return Math.floor(Date.UTC(year, 0, 1) / DAY_MS);
}

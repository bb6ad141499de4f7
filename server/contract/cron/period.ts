const MAX_PERIOD_MS = 366 * 24 * 3_600_000;

/**
 * Parses `1d`, `1h30m`, `30s`, largest unit first, and returns milliseconds; null when the text is invalid, zero, or
 * over 366 days.
 */
export function readPeriod(text: string): number | null {
  const parts = /^(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/i.exec(text);
  if (parts === null) return null;
  const [days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const period = ((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000;
  return period > 0 && period <= MAX_PERIOD_MS ? period : null;
}

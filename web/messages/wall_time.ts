// Converts between an instant and the local time of a zone as a date-time field writes it:
// `2027-03-28T02:30:00`.

import { offsetMs } from "./zone_clocks.ts";

const written = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?/;
const dayMs = 86_400_000;

/**
 * Parses a local time in a zone; null when it is invalid. A time in a DST gap is moved past the gap; of an
 * ambiguous one, the first is used.
 */
export function readWallTime(text: string, zone: string): number | null {
  const [, year, month, day, hour, minute, second] = (written.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined) return null;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second || 0);
  if (Number.isNaN(wall)) return null;
  const offsets = [offsetMs(wall - dayMs, zone), offsetMs(wall + dayMs, zone)];
  const fitting = offsets.map((offset) => wall - offset).filter((at) => at + offsetMs(at, zone) === wall);
  return fitting.length > 0 ? Math.min(...fitting) : wall - (offsets[0] ?? 0);
}

/** Formats an instant as the local time of a zone, to the second. */
export function writeWallTime(at: number, zone: string): string {
  return new Date(at + offsetMs(at, zone)).toISOString().slice(0, 19);
}

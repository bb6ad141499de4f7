// Between an instant and what the clock on the wall of a zone shows, as a date-time field writes it: `2027-03-28T02:30:00`.

const written = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?/;
const dayMs = 86_400_000;

/**
 * Reads a time on the wall clock of a zone; null when it is none. One that the clock skips is moved past the gap, of one that
 * comes twice it is the first.
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

/** Writes an instant as the clock of a zone shows it, to the second. */
export function writeWallTime(at: number, zone: string): string {
  return new Date(at + offsetMs(at, zone)).toISOString().slice(0, 19);
}

function offsetMs(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const wall = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return wall - Math.floor(at / 1000) * 1000;
}

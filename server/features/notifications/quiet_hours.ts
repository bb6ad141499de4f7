import { clockChanges, DAY_SECONDS, offsetSeconds } from "../../contract/cron/zone.ts";
import type { NotificationRule } from "../../contract/notifications.ts";

type QuietHours = NonNullable<NotificationRule["quietHours"]>;

/**
 * Returns when the quiet hours in effect at an instant end (ms since the epoch), by the wall clock of a time
 * zone across clock changes; null if it is not quiet.
 */
export function quietUntil(now: number, quiet: QuietHours | null, zone: string): number | null {
  if (quiet === null) return null;
  const second = Math.floor(now / 1000);
  const hours = { from: secondsOf(quiet.from), to: secondsOf(quiet.to) };
  if (!isQuiet(second + offsetSeconds(second, zone), hours)) return null;
  // Quiet hours last less than a day; setting the clock back extends them by the same amount.
  for (const { start, end, offset } of stretches(zone, second, second + 2 * DAY_SECONDS)) {
    if (!isQuiet(start + offset, hours)) return start * 1000;
    const over = start + mod(hours.to - (start + offset), DAY_SECONDS);
    if (over < end) return over * 1000;
  }
  return null;
}

interface Hours {
  /** In seconds since midnight. */
  from: number;
  to: number;
}

function isQuiet(wall: number, { from, to }: Hours): boolean {
  return mod(wall - from, DAY_SECONDS) < mod(to - from, DAY_SECONDS);
}

// Between two clock changes, the wall clock runs at normal speed.
function stretches(zone: string, from: number, to: number) {
  const found = [];
  let [start, offset] = [from, offsetSeconds(from, zone)];
  for (const { at, after } of clockChanges(zone, from, to)) {
    found.push({ start, end: at, offset });
    [start, offset] = [at, after];
  }
  return [...found, { start, end: to, offset }];
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 3600 + minutes * 60;
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}

import { clockChanges, DAY_SECONDS, offsetSeconds } from "../../contract/cron/zone.ts";
import type { NotificationRule } from "../../contract/notifications.ts";

type QuietHours = NonNullable<NotificationRule["quietHours"]>;

/**
 * Finds when the quiet hours that hold at an instant end, on the wall clock of a zone, whatever that clock does meanwhile; null
 * when it is not quiet. Milliseconds UTC.
 */
export function quietUntil(now: number, quiet: QuietHours | null, zone: string): number | null {
  if (quiet === null) return null;
  const second = Math.floor(now / 1000);
  const hours = { from: secondsOf(quiet.from), to: secondsOf(quiet.to) };
  if (!isQuiet(second + offsetSeconds(second, zone), hours)) return null;
  // They last less than a day; a clock that is set back makes them longer by as much.
  for (const { start, end, offset } of stretches(zone, second, second + 2 * DAY_SECONDS)) {
    if (!isQuiet(start + offset, hours)) return start * 1000;
    const over = start + mod(hours.to - (start + offset), DAY_SECONDS);
    if (over < end) return over * 1000;
  }
  return null;
}

interface Hours {
  /** Seconds since midnight. */
  from: number;
  to: number;
}

function isQuiet(wall: number, { from, to }: Hours): boolean {
  return mod(wall - from, DAY_SECONDS) < mod(to - from, DAY_SECONDS);
}

// Between two changes of the clock it runs as time does.
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

// Whether something is told at once or waits: for the end of quiet hours, or of the time after a first message within which more
// of the same is told as one.
import type { NotificationRule } from "../../contract/notifications.ts";
import { quietUntil } from "./quiet_hours.ts";

export interface Calm {
  groupMs: number;
  quietHours: NotificationRule["quietHours"];
  zone: string;
  /** When something of the same source was last told by the same channel, milliseconds UTC; null for never. */
  lastAt: number | null;
}

/** Finds when something that happens now is told; null for at once. Milliseconds UTC. */
export function holdUntil(now: number, { groupMs, quietHours, zone, lastAt }: Calm): number | null {
  const over = (lastAt ?? -Infinity) + groupMs;
  // What was told in a future that a clock has come back from holds nothing up.
  const isGrouped = lastAt !== null && lastAt <= now && over > now;
  const until = isGrouped ? over : now;
  return quietUntil(until, quietHours, zone) ?? (isGrouped ? until : null);
}

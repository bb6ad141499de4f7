import type { IntervalUnit } from "../../../server/contract/subscriptions.ts";
import type { Messages } from "../../messages/create_messages.ts";
import type { MessageKey } from "../../messages/messages.ts";

const unitMessages: Record<IntervalUnit, MessageKey> = {
  seconds: "subscriptions.everySeconds",
  minutes: "subscriptions.everyMinutes",
  hours: "subscriptions.everyHours",
  days: "subscriptions.everyDays",
};

/** Formats an interval between two pulls, such as "Every 2 hours". */
export function intervalText(
  { every, unit }: { every: number; unit: IntervalUnit },
  { t }: Pick<Messages, "t">,
): string {
  return t(unitMessages[unit], { count: every });
}

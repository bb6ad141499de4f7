import type { CronRule } from "./expression.ts";
import { SlotCounter } from "./slot_counter.ts";
import { clockChanges, DAY_SECONDS, timeOfDayText } from "./zone.ts";

/**
 * The effect of a clock change on a due time: `wallTime` does not exist that day and runs later, or exists twice.
 */
export interface SlotWarning {
  code: "shifted_by_gap" | "repeated_hour";
  wallTime: string;
}

/**
 * Returns the effect of a clock change on the due time `at` (milliseconds UTC) of some rules. Fixed periods are not
 * affected.
 */
export function findWarning(rules: readonly CronRule[], zone: string, at: number): SlotWarning | null {
  const second = at / 1000;
  const changes = clockChanges(zone, second - DAY_SECONDS, second + DAY_SECONDS);
  if (changes.length === 0) return null;
  const counter = new SlotCounter(rules.filter((rule) => rule.kind === "cron"), zone);
  for (const change of changes) {
    const missing = change.at === second ? counter.findMissing(change) : null;
    if (missing !== null) return { code: "shifted_by_gap", wallTime: timeOfDayText(missing) };
    const repeats = change.before - change.after;
    const twice = second >= change.at - repeats && second < change.at + repeats;
    if (twice && counter.between(second, second + 1) > 0) {
      const offset = second < change.at ? change.before : change.after;
      return { code: "repeated_hour", wallTime: timeOfDayText(second + offset) };
    }
  }
  return null;
}

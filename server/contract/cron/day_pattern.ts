import type { CronRule } from "./expression.ts";
import { type DayPattern, Pattern } from "./pattern.ts";
import { DAY_SECONDS } from "./zone.ts";

/** Returns on which days and at what times a rule is due; null for one that no day and time decides. */
export function dayPatternOf(rule: CronRule): DayPattern | null {
  switch (rule.kind) {
    case "cron":
      return new Pattern(rule.expression, rule.years);
    case "daily":
      return { fixed: false, times: timesFrom(rule.from, rule.periodMs / 1000), firesOn: () => true };
    case "once": {
      const only = Math.floor(rule.at / DAY_SECONDS);
      return {
        fixed: true,
        times: Uint32Array.of(rule.at % DAY_SECONDS),
        dayRange: { first: only, last: only },
        firesOn: (day) => day === only,
      };
    }
    case "workday":
      return {
        fixed: true,
        times: Uint32Array.of(rule.time),
        firesOn: (day) => day === nthWorkingDay(day, rule.nth, rule.isWorkingDay ?? isMondayToFriday),
      };
    case "every":
    case "after":
      return null;
  }
}

/** Returns whether a day, counted from 1970-01-01, is one of Monday to Friday. */
export function isMondayToFriday(day: number): boolean {
  // 1970-01-01 was a Thursday.
  const weekday = (day + 3) % 7;
  return weekday < 5;
}

function timesFrom(from: number, period: number): Uint32Array {
  return Uint32Array.from({ length: Math.ceil((DAY_SECONDS - from) / period) }, (_, n) => from + n * period);
}

// Null where the month of a day has fewer working days.
function nthWorkingDay(day: number, nth: number, isWorkingDay: (day: number) => boolean): number | null {
  const at = new Date(day * DAY_SECONDS * 1000);
  const first = day - at.getUTCDate() + 1;
  const length = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  const working: number[] = [];
  for (let one = first; one < first + length; one++) if (isWorkingDay(one)) working.push(one);
  return working.at(nth > 0 ? nth - 1 : nth) ?? null;
}

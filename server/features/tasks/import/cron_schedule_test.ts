import assert from "node:assert/strict";
import fc from "fast-check";
import { parseCron } from "../../../contract/cron/expression.ts";
import { newestSlots } from "../../../contract/cron/slots.ts";
import { cronSchedule } from "./cron_schedule.ts";

const DAY_MS = 86_400_000;
const START = Date.UTC(2027, 0, 1);

const bounds: [number, number][] = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 7]];

/** Expands a field the way cron does: a star, numbers, ranges, and steps after a star or range. */
function values(field: string, [low, high]: [number, number]): Set<number> {
  return new Set(
    field.split(",").flatMap((item) => {
      const [range = "", step = "1"] = item.split("/");
      const [from, to = from] = range === "*" ? [low, high] : range.split("-").map(Number);
      const all: number[] = [];
      for (let value = from ?? low; value <= (to ?? high); value += Number(step)) all.push(value);
      return all;
    }),
  );
}

/**
 * Returns whether cron would run on a day. `DOM_STAR` and `DOW_STAR` in cron's source decide when both fields
 * must match.
 */
function firesOn(date: Date, fields: readonly string[]): boolean {
  const [, , days, months, weekdays] = fields.map((field, index) => values(field, bounds[index]!));
  const onDay = days!.has(date.getUTCDate());
  const onWeekday = weekdays!.has(date.getUTCDay()) || (date.getUTCDay() === 0 && weekdays!.has(7));
  const star = fields[2]!.startsWith("*") || fields[4]!.startsWith("*");
  return months!.has(date.getUTCMonth() + 1) && (star ? onDay && onWeekday : onDay || onWeekday);
}

const anyField = (index: number) => {
  const [low, high] = bounds[index]!;
  const number = fc.integer({ min: low, max: high });
  const range = fc.tuple(number, number).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const stepped = fc.tuple(fc.oneof(fc.constant("*"), range), fc.integer({ min: 1, max: 80 }))
    .map(([from, step]) => `${from}/${step}`);
  const item = fc.oneof(number.map(String), range, stepped);
  return fc.oneof(fc.constant("*"), item, fc.array(item, { minLength: 1, maxLength: 3 }).map(String));
};

Deno.test("crontab schedules: due on the same days as in cron, for each day of a year", () => {
  const days = fc.tuple(anyField(2), fc.constantFrom("*", "*/2", "1-6"), anyField(4));
  fc.assert(
    fc.property(days, ([day, month, week]) => {
      const fields = ["0", "0", day, month, week];
      const expected = Array.from({ length: 365 }, (_, index) => new Date(START + index * DAY_MS))
        .filter((date) => firesOn(date, fields)).map((date) => date.getTime());
      fc.pre(expected.length > 0);
      const span = { after: START - 1, until: START + 365 * DAY_MS - 1, count: 400 };
      assert.deepEqual(newestSlots([parseCron(cronSchedule(fields))], "UTC", span), expected);
    }),
    { numRuns: 60 },
  );
});

Deno.test("crontab schedules: due at the same minutes as in cron, for a day", () => {
  fc.assert(
    fc.property(anyField(0), anyField(1), (minute, hour) => {
      const fields = [minute, hour, "*", "*", "*"];
      const minutes = values(minute, bounds[0]!), hours = values(hour, bounds[1]!);
      const expected = Array.from({ length: 1440 }, (_, index) => START + index * 60_000)
        .filter((at) => minutes.has(new Date(at).getUTCMinutes()) && hours.has(new Date(at).getUTCHours()));
      const span = { after: START - 1, until: START + DAY_MS - 1, count: 1440 };
      assert.deepEqual(newestSlots([parseCron(cronSchedule(fields))], "UTC", span), expected);
    }),
    { numRuns: 25 },
  );
});

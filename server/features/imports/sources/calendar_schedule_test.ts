import assert from "node:assert/strict";
import fc from "fast-check";
import { parseCron } from "../../../contract/cron/expression.ts";
import { newestSlots, nextSlot } from "../../../contract/cron/slots.ts";
import { type CalendarSchedule, calendarSchedule } from "./calendar_schedule.ts";
import { byLength } from "../../../../tests/support/suite_length.ts";

const DAY_MS = 86_400_000;
const START = Date.UTC(2027, 0, 1);

// The times are those of `systemd-analyze calendar --iterations=4 --base-time='2027-01-01 UTC'` (systemd 252).
const golden: [event: string, rule: string, times: string][] = [
  [
    "*:0/5",
    "*/5 * * * *",
    "2027-01-01 00:05:00, 2027-01-01 00:10:00, 2027-01-01 00:15:00, 2027-01-01 00:20:00",
  ],
  [
    "Fri-Sun 03:30",
    "30 3 * * 5-7",
    "2027-01-01 03:30:00, 2027-01-02 03:30:00, 2027-01-03 03:30:00, 2027-01-08 03:30:00",
  ],
  [
    "Mon *-*~07/1 12:00",
    "0 12 * * 1L",
    "2027-01-25 12:00:00, 2027-02-22 12:00:00, 2027-03-29 12:00:00, 2027-04-26 12:00:00",
  ],
  [
    "Fri,Mon *-*~1",
    "0 0 L * +5,1",
    "2027-04-30 00:00:00, 2027-05-31 00:00:00, 2027-12-31 00:00:00, 2028-01-31 00:00:00",
  ],
  [
    "*-*~1 23:59:30",
    "30 59 23 L * *",
    "2027-01-31 23:59:30, 2027-02-28 23:59:30, 2027-03-31 23:59:30, 2027-04-30 23:59:30",
  ],
  [
    "*-*-1/3 4:5:6",
    "6 5 4 */3 * *",
    "2027-01-01 04:05:06, 2027-01-04 04:05:06, 2027-01-07 04:05:06, 2027-01-10 04:05:06",
  ],
  [
    "Mon,Tue, 12:00",
    "0 12 * * 1,2",
    "2027-01-04 12:00:00, 2027-01-05 12:00:00, 2027-01-11 12:00:00, 2027-01-12 12:00:00",
  ],
  [
    "*-2/3-* 6:0",
    "0 6 * 2-12/3 *",
    "2027-02-01 06:00:00, 2027-02-02 06:00:00, 2027-02-03 06:00:00, 2027-02-04 06:00:00",
  ],
  [
    "1,5..7/2:00",
    "0 1,5-7/2 * * *",
    "2027-01-01 01:00:00, 2027-01-01 05:00:00, 2027-01-01 07:00:00, 2027-01-02 01:00:00",
  ],
  [
    "quarterly",
    "0 0 1 1,4,7,10 *",
    "2027-04-01 00:00:00, 2027-07-01 00:00:00, 2027-10-01 00:00:00, 2028-01-01 00:00:00",
  ],
  [
    "semiannually",
    "0 0 1 1,7 *",
    "2027-07-01 00:00:00, 2028-01-01 00:00:00, 2028-07-01 00:00:00, 2029-01-01 00:00:00",
  ],
  [
    "minutely",
    "* * * * *",
    "2027-01-01 00:01:00, 2027-01-01 00:02:00, 2027-01-01 00:03:00, 2027-01-01 00:04:00",
  ],
  [
    "yearly",
    "0 0 1 1 *",
    "2028-01-01 00:00:00, 2029-01-01 00:00:00, 2030-01-01 00:00:00, 2031-01-01 00:00:00",
  ],
  [
    "weekly",
    "0 0 * * 1",
    "2027-01-04 00:00:00, 2027-01-11 00:00:00, 2027-01-18 00:00:00, 2027-01-25 00:00:00",
  ],
  [
    "hourly",
    "0 * * * *",
    "2027-01-01 01:00:00, 2027-01-01 02:00:00, 2027-01-01 03:00:00, 2027-01-01 04:00:00",
  ],
  [
    "2028..2031-02-29",
    "0 0 0 29 2 * 2028-2031",
    "2028-02-29 00:00:00",
  ],
  [
    "*-02~03 06:30",
    "30 6 L-2 2 *",
    "2027-02-26 06:30:00, 2028-02-27 06:30:00, 2029-02-26 06:30:00, 2030-02-26 06:30:00",
  ],
  [
    "Mon *-*~1..3",
    "0 0 L,L-1,L-2 * +1",
    "2027-03-29 00:00:00, 2027-05-31 00:00:00, 2027-06-28 00:00:00, 2027-08-30 00:00:00",
  ],
  [
    "*-*-1..7/2",
    "0 0 1-7/2 * *",
    "2027-01-03 00:00:00, 2027-01-05 00:00:00, 2027-01-07 00:00:00, 2027-02-01 00:00:00",
  ],
  [
    "1..12/40:0",
    "0 1 * * *",
    "2027-01-01 01:00:00, 2027-01-02 01:00:00, 2027-01-03 01:00:00, 2027-01-04 01:00:00",
  ],
  [
    "Mon..Fri *-*-1..7 0:0",
    "0 0 1-7 * +1-5",
    "2027-01-04 00:00:00, 2027-01-05 00:00:00, 2027-01-06 00:00:00, 2027-01-07 00:00:00",
  ],
  [
    "10-1",
    "0 0 1 10 *",
    "2027-10-01 00:00:00, 2028-10-01 00:00:00, 2029-10-01 00:00:00, 2030-10-01 00:00:00",
  ],
  [
    "Sat,Sun",
    "0 0 * * 6,0",
    "2027-01-02 00:00:00, 2027-01-03 00:00:00, 2027-01-09 00:00:00, 2027-01-10 00:00:00",
  ],
  [
    "*-02-29",
    "0 0 29 2 *",
    "2028-02-29 00:00:00, 2032-02-29 00:00:00, 2036-02-29 00:00:00, 2040-02-29 00:00:00",
  ],
  [
    "Sun *-*-8..14 2:30",
    "30 2 8-14 * +0",
    "2027-01-10 02:30:00, 2027-02-14 02:30:00, 2027-03-14 02:30:00, 2027-04-11 02:30:00",
  ],
  [
    "*-*-* 0:0:0/20",
    "*/20 0 0 * * *",
    "2027-01-01 00:00:20, 2027-01-01 00:00:40, 2027-01-02 00:00:00, 2027-01-02 00:00:20",
  ],
  [
    "Mon..Sun 1:00",
    "0 1 * * *",
    "2027-01-01 01:00:00, 2027-01-02 01:00:00, 2027-01-03 01:00:00, 2027-01-04 01:00:00",
  ],
  [
    "*-1-1 *:0/40",
    "*/40 * 1 1 *",
    "2027-01-01 00:40:00, 2027-01-01 01:00:00, 2027-01-01 01:40:00, 2027-01-01 02:00:00",
  ],
  [
    "*-*-31",
    "0 0 31 * *",
    "2027-01-31 00:00:00, 2027-03-31 00:00:00, 2027-05-31 00:00:00, 2027-07-31 00:00:00",
  ],
  [
    "Mon..Wed,Sat *-12,1-* 8..18/2:15,45",
    "15,45 8-18/2 * 12,1 1-3,6",
    "2027-01-02 08:15:00, 2027-01-02 08:45:00, 2027-01-02 10:15:00, 2027-01-02 10:45:00",
  ],
  [
    "*-*-13 0:0 UTC",
    "0 0 13 * *",
    "2027-01-13 00:00:00, 2027-02-13 00:00:00, 2027-03-13 00:00:00, 2027-04-13 00:00:00",
  ],
  [
    "Sunday 0/6:00",
    "0 */6 * * 0",
    "2027-01-03 00:00:00, 2027-01-03 06:00:00, 2027-01-03 12:00:00, 2027-01-03 18:00:00",
  ],
];

Deno.test("calendar events: become rules with the times that systemd computes", () => {
  for (const [event, rule, times] of golden) {
    const schedule = calendarSchedule(event);
    assert.equal(typeof schedule === "string" ? schedule : schedule.rule, rule, event);
    const due: string[] = [];
    for (let after = START, at; due.length < 4; after = at) {
      const next = nextSlot([parseCron(rule)], "UTC", after);
      if (next === null) break;
      at = next;
      due.push(new Date(at).toISOString().slice(0, 19).replace("T", " "));
    }
    assert.equal(due.join(", "), times, event);
  }
});

Deno.test("calendar events: the time zone is read from the end", () => {
  const zoneOf = (event: string) => (calendarSchedule(event) as CalendarSchedule).timeZone;
  assert.equal(zoneOf("*-*-* 05:00 Europe/Berlin"), "Europe/Berlin");
  assert.equal(zoneOf("daily UTC"), "UTC");
  assert.equal(zoneOf("Mon 05:40 America/Argentina/Buenos_Aires"), "America/Argentina/Buenos_Aires");
  assert.equal(zoneOf("Mon,Tue 05:40"), null);
  assert.equal(calendarSchedule("05:40 Mars/Phobos"), "zone");
});

Deno.test("calendar events: those without an equivalent come with the reason", () => {
  const rejected = {
    month_end: ["*-*~07/1", "*-*~1/2"],
    fraction: ["12:30:15.5"],
    invalid: [
      ..."*:*/5|Sat..Mon|*-*-0|*-*-32|UTC|12|24:00|*|*-13-1|1:60|,Mon 1:0|23..1:00|*-*-L|1/0:0".split("|"),
      ..."|*-02-30|1:2:3:4|Mon 1:00 2:00|@1395716396|*-*-* * *|1,:0|Someday".split("|"),
    ],
  };
  for (const [problem, events] of Object.entries(rejected)) {
    for (const event of events) assert.equal(calendarSchedule(event), problem, event);
  }
});

/** A part of an event: as text, and the values that it matches. */
interface Part {
  text: string;
  matches: ReadonlySet<number>;
}

const two = (value: number) => String(value).padStart(2, "0");

const anyPart = (low: number, high: number): fc.Arbitrary<Part> => {
  const number = fc.integer({ min: low, max: high });
  const span = (from: number, to: number, step: number) => {
    const values: number[] = [];
    for (let value = from; value <= to; value += step) values.push(value);
    return values;
  };
  const single = number.map((value) => ({ text: two(value), values: [value] }));
  const range = fc.tuple(number, number).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
    .map(([from, to]) => ({ text: `${from}..${two(to)}`, values: span(from, to, 1) }));
  const step = fc.tuple(number, fc.integer({ min: 1, max: 80 }))
    .map(([from, by]) => ({ text: `${two(from)}/${by}`, values: span(from, high, by) }));
  const stepped = fc.tuple(range, fc.integer({ min: 1, max: 80 })).map(([{ text, values }, by]) => ({
    text: `${text}/${by}`,
    values: values.filter((_, index) => index % by === 0),
  }));
  const items = fc.array(fc.oneof(single, range, step, stepped), { minLength: 1, maxLength: 3 });
  return fc.oneof(
    fc.constant({ text: "*", matches: new Set(span(low, high, 1)) }),
    items.map((list) => ({
      text: list.map(({ text }) => text).join(","),
      matches: new Set(list.flatMap(({ values }) => values)),
    })),
  );
};

const dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const anyWeekdays = fc.subarray(dayNames).map((names) => ({
  text: names.length === 0 ? "" : `${names.join(",")} `,
  matches: names.length === 0 ? new Set(dayNames) : new Set(names),
}));

/** Returns the rule of an event; null for days that never come. */
function ruleOf(event: string) {
  const schedule = calendarSchedule(event);
  return typeof schedule === "string" ? null : parseCron(schedule.rule);
}

Deno.test("calendar events: due on the same days of a year", () => {
  fc.assert(
    fc.property(anyWeekdays, anyPart(1, 12), anyPart(1, 31), (week, month, day) => {
      const rule = ruleOf(`${week.text}*-${month.text}-${day.text}`);
      const expected = Array.from({ length: 365 }, (_, index) => new Date(START + index * DAY_MS))
        .filter((date) => month.matches.has(date.getUTCMonth() + 1) && day.matches.has(date.getUTCDate()))
        .filter((date) => week.matches.has(dayNames[date.getUTCDay()]!)).map((date) => date.getTime());
      fc.pre(rule !== null || expected.length > 0);
      const span = { after: START - 1, until: START + 365 * DAY_MS - 1, count: 400 };
      assert.deepEqual(rule && newestSlots([rule], "UTC", span), expected);
    }),
    { numRuns: byLength(12, 40) },
  );
});

Deno.test("calendar events: due at the same times of a day", () => {
  fc.assert(
    fc.property(anyPart(0, 23), anyPart(0, 59), fc.integer({ min: 0, max: 59 }), (hour, minute, second) => {
      const rule = ruleOf(`${hour.text}:${minute.text}:${two(second)}`);
      const expected = Array.from({ length: 1440 }, (_, index) => START + index * 60_000 + second * 1000)
        .filter((at) => hour.matches.has(new Date(at).getUTCHours()))
        .filter((at) => minute.matches.has(new Date(at).getUTCMinutes()));
      const span = { after: START - 1, until: START + DAY_MS - 1, count: 1440 };
      assert.deepEqual(rule && newestSlots([rule], "UTC", span), expected);
    }),
    { numRuns: byLength(6, 15) },
  );
});

import assert from "node:assert/strict";
import * as fc from "fast-check";
import { parseCron } from "../contract/cron/expression.ts";
import type { OnDayOff } from "../contract/tasks.ts";
import { testCalendar } from "../../tests/support/test_calendar.ts";
import { dueAfter, occurrencesIn } from "./occurrences.ts";
import type { Timetable } from "./timetable.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Lists what is decided in a span as `due`, `due < nominal` for a moved one, and `nominal off`. */
function listOf(timetable: Timetable, after: string, until: string): string[] {
  const span = { after: Date.parse(`${after}T00:00:00Z`) - 1, until: Date.parse(`${until}T00:00:00Z`) - 1 };
  const time = (at: number) => new Date(at).toISOString().slice(5, 16).replace("T", " ");
  return occurrencesIn(timetable, span).occurrences.map(({ at, nominalAt, dropped }) =>
    dropped
      ? `${time(at)} ${dropped.reason}`
      : at === nominalAt
      ? time(at)
      : `${time(at)} < ${time(nominalAt)}`
  );
}

function timetable(
  rules: string | string[],
  onDayOff: Exclude<OnDayOff, "run">,
  off: readonly string[],
  rest: Partial<Timetable> = {},
): Timetable {
  const days = testCalendar({ off });
  return {
    rules: [rules].flat().map((rule) => parseCron(rule)),
    zone: "UTC",
    calendar: { days, onDayOff },
    ...rest,
  };
}

// 2026-10-01 is a Thursday.
const holidays = ["2026-10-01", "2026-10-02"];

Deno.test("occurrences: a day off drops due times", () => {
  assert.deepEqual(listOf(timetable("0 10 * * *", "skip", holidays), "2026-09-30", "2026-10-06"), [
    "09-30 10:00",
    "10-01 10:00 calendar",
    "10-02 10:00 calendar",
    "10-03 10:00 calendar",
    "10-04 10:00 calendar",
    "10-05 10:00",
  ]);
});

Deno.test("occurrences: a due time moves to the next working day, and keeps its time of day", () => {
  assert.deepEqual(listOf(timetable("0 10 * * 4", "next", holidays), "2026-09-30", "2026-10-16"), [
    "10-05 10:00 < 10-01 10:00",
    "10-08 10:00",
    "10-15 10:00",
  ]);
});

Deno.test("occurrences: a due time moves to the working day before", () => {
  const rule = timetable("0 10 * * 4", "previous", holidays);
  assert.deepEqual(listOf(rule, "2026-09-25", "2026-10-09"), ["09-30 10:00 < 10-01 10:00", "10-08 10:00"]);
  assert.equal(dueAfter(rule, Date.parse("2026-09-25T00:00:00Z")), Date.parse("2026-09-30T10:00:00Z"));
});

Deno.test("occurrences: a due time stays in its month", () => {
  const rule = timetable("0 10 31 * *", "next_same_month", ["2026-07-31", "2026-08-03"]);
  assert.deepEqual(listOf(rule, "2026-07-01", "2026-09-01"), ["07-30 10:00 < 07-31 10:00", "08-31 10:00"]);
  const early = timetable("0 10 1 * *", "next_same_month", []);
  assert.deepEqual(listOf(early, "2026-07-30", "2026-08-10"), ["08-03 10:00 < 08-01 10:00"]);
});

Deno.test("occurrences: a moved due time meets the ordinary one that is nearest", () => {
  assert.deepEqual(
    listOf(timetable(["0 10 * * 4", "0 9 * * 1"], "next", holidays), "2026-10-01", "2026-10-06"),
    [
      "10-05 09:00 < 10-01 10:00",
      "10-05 09:00",
    ],
  );
  // Half a day away, or nearer to a day off, it has a run of its own.
  assert.deepEqual(
    listOf(timetable(["0 8 * * 4", "0 20 * * 1"], "next", holidays), "2026-10-01", "2026-10-06"),
    [
      "10-05 08:00 < 10-01 08:00",
      "10-05 20:00",
    ],
  );
});

Deno.test("occurrences: a time that a clock change skips moves to the end of the gap", () => {
  const rule: Timetable = {
    rules: [parseCron("30 2 * * 6")],
    zone: "America/New_York",
    calendar: {
      days: testCalendar({ off: ["2026-03-07"], weekend: [], zone: "America/New_York" }),
      onDayOff: "next",
    },
  };
  assert.equal(dueAfter(rule, Date.parse("2026-03-06T00:00:00Z")), Date.parse("2026-03-08T07:00:00Z"));
});

Deno.test("occurrences: days are those of the calendar's zone", () => {
  // 20:00 UTC on 30 September is 1 October in Shanghai.
  const rule: Timetable = {
    ...timetable("0 20 * * *", "skip", []),
    calendar: {
      days: testCalendar({ off: ["2026-10-01"], weekend: [], zone: "Asia/Shanghai" }),
      onDayOff: "skip",
    },
  };
  assert.deepEqual(listOf(rule, "2026-09-29", "2026-10-02"), [
    "09-29 20:00",
    "09-30 20:00 calendar",
    "10-01 20:00",
  ]);
});

Deno.test("occurrences: without a working day in reach, a due time is dropped", () => {
  const all = testCalendar({ isOff: () => true });
  const rule: Timetable = {
    ...timetable("0 10 * * *", "next", []),
    calendar: { days: all, onDayOff: "next" },
  };
  assert.deepEqual(listOf(rule, "2026-10-01", "2026-10-02"), ["10-01 10:00 calendar"]);
});

Deno.test("occurrences: outside of the valid period nothing is due", () => {
  const valid = { from: Date.parse("2026-10-05T12:00:00Z"), until: Date.parse("2026-10-09T12:00:00Z") };
  const rule = timetable("0 10 * * *", "next", ["2026-10-09"], { valid });
  assert.deepEqual(listOf(rule, "2026-10-01", "2026-10-20"), [
    "10-06 10:00",
    "10-07 10:00",
    "10-08 10:00",
    "10-09 10:00 expired",
  ]);
  assert.equal(dueAfter(rule, Date.parse("2026-10-09T11:00:00Z")), null);
});

Deno.test("occurrences: a time besides the rules is one of them", () => {
  const extraAt = Date.parse("2026-10-06T11:11:11.123Z");
  const rule = timetable("0 10 * * *", "skip", [], { extraAt });
  assert.deepEqual(listOf(rule, "2026-10-06", "2026-10-07"), ["10-06 10:00", "10-06 11:11"]);
  assert.equal(dueAfter(rule, Date.parse("2026-10-06T10:00:00Z")), extraAt);
  const alone = { ...rule, rules: [parseCron("@after 5m")] };
  assert.equal(dueAfter(alone, extraAt), null);
});

const policies = ["skip", "next", "previous", "next_same_month"] as const;

Deno.test("occurrences: each nominal time has one, and stepping finds them all", () => {
  const rules = [
    ...["0 10 * * *", "30 7 * * 1-5", "0 0 1 * *", "0 12 L * *", "@every 5h from 01:00", "0 9 15W * *"],
    ...["@workday 1 09:00", "0 22 * * 0", "@every 7h"],
  ];
  fc.assert(
    fc.property(
      fc.subarray(rules, { minLength: 1, maxLength: 2 }),
      fc.constantFrom(...policies),
      fc.constantFrom("UTC", "Europe/Berlin", "Asia/Shanghai", "America/New_York"),
      fc.array(fc.integer({ min: 0, max: 89 }), { maxLength: 30 }),
      (chosen, onDayOff, zone, offDays) => {
        const start = Date.UTC(2026, 1, 20);
        const first = start / DAY;
        const days = testCalendar({
          isOff: (day) => offDays.includes(day - first) || (day + 3) % 7 >= 5,
          zone,
        });
        const one: Timetable = {
          rules: chosen.map((rule) => parseCron(rule)),
          zone: "Europe/Berlin",
          calendar: { days, onDayOff },
        };
        const span = { after: start, until: start + 60 * DAY };
        const { occurrences } = occurrencesIn(one, span);
        const nominals = occurrences.map(({ nominalAt }) => nominalAt);
        assert.equal(new Set(nominals).size, nominals.length);
        // In two parts, it is the same.
        const middle = start + 23 * DAY + 7 * HOUR;
        assert.deepEqual([
          ...occurrencesIn(one, { ...span, until: middle }).occurrences,
          ...occurrencesIn(one, { ...span, after: middle }).occurrences,
        ], occurrences);
        const steps: number[] = [];
        for (let at = dueAfter(one, span.after); at !== null && at <= span.until; at = dueAfter(one, at)) {
          steps.push(at);
        }
        assert.deepEqual(steps, [...new Set(occurrences.map(({ at }) => at))]);
      },
    ),
    { numRuns: 60 },
  );
});

import assert from "node:assert/strict";
import { dateOf } from "../../contract/day_numbers.ts";
import { calendarLimits } from "../../contract/limits/calendars.ts";
import { SourceError } from "./icalendar_types.ts";
import { readWholeDays } from "./whole_days.ts";

const years = { firstYear: 2023, lastYear: 2031 };

function file(...events: string[][]): string {
  const blocks = events.map((lines, index) => [
    ...["BEGIN:VEVENT", `UID:${index}@test`, "DTSTAMP:20260101T000000Z"],
    ...lines,
    "END:VEVENT",
  ]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", ...blocks.flat(), "END:VCALENDAR", ""].join(
    "\r\n",
  );
}

/** The days of a file within a year, each with its name. */
function daysIn(year: number, ...events: string[][]): string[] {
  return readWholeDays(file(...events), years).events
    .flatMap(([day, count, name]) =>
      Array.from({ length: count }, (_, index) => `${dateOf(day + index)} ${name}`.trim())
    )
    .filter((text) => text.startsWith(String(year)));
}

function refusalOf(text: string): string {
  try {
    readWholeDays(text, years);
  } catch (error) {
    if (error instanceof SourceError) return error.problem.code;
    throw error;
  }
  return "";
}

// What python3-dateutil and RFC 5545 say of these rules.
const rules: Record<string, { lines: string[]; days: string[] }> = {
  "a single day": {
    lines: ["DTSTART;VALUE=DATE:20261224", "SUMMARY:Closed"],
    days: ["2026-12-24 Closed"],
  },
  "several days, the end excluded": {
    lines: ["DTSTART;VALUE=DATE:20261230", "DTEND;VALUE=DATE:20270102"],
    days: ["2026-12-30", "2026-12-31"],
  },
  "a duration": {
    lines: ["DTSTART;VALUE=DATE:20260504", "DURATION:P2D"],
    days: ["2026-05-04", "2026-05-05"],
  },
  "every year": {
    lines: ["DTSTART;VALUE=DATE:20100501", "RRULE:FREQ=YEARLY", "SUMMARY:May Day"],
    days: ["2026-05-01 May Day"],
  },
  "the fourth Thursday of November": {
    lines: ["DTSTART;VALUE=DATE:20101125", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH"],
    days: ["2026-11-26"],
  },
  "the last Monday of May": {
    lines: ["DTSTART;VALUE=DATE:20200525", "RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO"],
    days: ["2026-05-25"],
  },
  "the last weekday of each month": {
    lines: [
      "DTSTART;VALUE=DATE:20260130",
      "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;UNTIL=20260430",
    ],
    days: ["2026-01-30", "2026-02-27", "2026-03-31", "2026-04-30"],
  },
  "the 31st only where there is one": {
    lines: ["DTSTART;VALUE=DATE:20260131", "RRULE:FREQ=MONTHLY;COUNT=4"],
    days: ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31"],
  },
  "every second week without one": {
    lines: [
      "DTSTART;VALUE=DATE:20260601",
      "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4",
      "EXDATE;VALUE=DATE:20260615",
    ],
    days: ["2026-06-01", "2026-06-29", "2026-07-13"],
  },
  "listed dates": {
    lines: ["DTSTART;VALUE=DATE:20260301", "RDATE;VALUE=DATE:20260310,20260405"],
    days: ["2026-03-01", "2026-03-10", "2026-04-05"],
  },
  "29 February": {
    lines: ["DTSTART;VALUE=DATE:20240229", "RRULE:FREQ=YEARLY"],
    days: [],
  },
  "30 February never": {
    lines: ["DTSTART;VALUE=DATE:20250102", "RRULE:FREQ=YEARLY;BYMONTH=2,3;BYMONTHDAY=2,30"],
    days: ["2026-02-02", "2026-03-02", "2026-03-30"],
  },
  "listed dates without the first one": {
    lines: [
      ...["DTSTART;VALUE=DATE:20260301", "RDATE;VALUE=DATE:20260310"],
      "EXDATE;VALUE=DATE:20260301",
    ],
    days: ["2026-03-10"],
  },
  "times of a day are no days off": {
    lines: ["DTSTART:20260601T090000", "DTEND:20260601T170000"],
    days: [],
  },
  "midnight to midnight of a zone": {
    lines: ["DTSTART;TZID=Asia/Shanghai:20260601T000000", "DTEND;TZID=Asia/Shanghai:20260603T000000"],
    days: ["2026-06-01", "2026-06-02"],
  },
  "cancelled": { lines: ["DTSTART;VALUE=DATE:20260601", "STATUS:CANCELLED"], days: [] },
};

const other = ["DTSTART;VALUE=DATE:20250101", "SUMMARY:Other"];

for (const [name, { lines, days }] of Object.entries(rules)) {
  Deno.test(`iCalendar: ${name}`, () => {
    assert.deepEqual(daysIn(2026, lines, other), days);
  });
}

Deno.test("iCalendar: a moved and a removed occurrence of a rule", () => {
  const text = file(
    ["DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=WEEKLY;COUNT=3", "SUMMARY:Weekly"],
    other,
  ).replace(
    "BEGIN:VEVENT\r\nUID:1@test",
    [
      ...["BEGIN:VEVENT", "UID:0@test", "DTSTAMP:20260101T000000Z", "RECURRENCE-ID;VALUE=DATE:20260112"],
      ...["DTSTART;VALUE=DATE:20260114", "SUMMARY:Moved", "END:VEVENT", "BEGIN:VEVENT", "UID:1@test"],
    ].join("\r\n"),
  );
  const found = readWholeDays(text, years).events.map(([day, , name]) => `${dateOf(day)} ${name}`);
  assert.deepEqual(found, ["2025-01-01 Other", "2026-01-05 Weekly", "2026-01-14 Moved", "2026-01-19 Weekly"]);
});

Deno.test("iCalendar: a file covers whole years, to the last event that ends", () => {
  const coverOf = (...events: string[][]) => {
    const { from, until } = readWholeDays(file(...events), years);
    return [dateOf(from), dateOf(until)];
  };
  const forever = ["DTSTART;VALUE=DATE:20250501", "RRULE:FREQ=YEARLY"];
  assert.deepEqual(coverOf(forever), ["2025-01-01", "2031-12-31"]);
  assert.deepEqual(coverOf(forever, ["DTSTART;VALUE=DATE:20271005"]), ["2025-01-01", "2027-12-31"]);
  assert.deepEqual(coverOf(["DTSTART;VALUE=DATE:20200101", "RRULE:FREQ=YEARLY;COUNT=5"]), [
    "2023-01-01",
    "2024-12-31",
  ]);
});

Deno.test("iCalendar: long names and their line breaks are shortened", () => {
  const [day = ""] = daysIn(2026, ["DTSTART;VALUE=DATE:20260101", `SUMMARY:New\\nYear ${"x".repeat(200)}`]);
  assert.match(day, /^2026-01-01 New Year x+$/);
  assert.equal(day.length, "2026-01-01 ".length + calendarLimits.dayName);
});

Deno.test("iCalendar: what is no calendar, is broken or has no days is rejected", () => {
  assert.equal(refusalOf("<html>Log in first</html>"), "not_icalendar");
  assert.equal(refusalOf(""), "not_icalendar");
  assert.equal(refusalOf("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"), "calendar_unreadable");
  assert.equal(refusalOf("BEGIN:VCALENDAR\r\nnonsense\r\nEND:VCALENDAR\r\n"), "calendar_unreadable");
  assert.equal(refusalOf(file(["DTSTART;VALUE=DATE:2026"])), "calendar_unreadable");
  assert.equal(refusalOf(file(["DTSTART;VALUE=DATE:20260101", "RRULE:FREQ=NEVER"])), "calendar_unreadable");
  const weeks = ["DTSTART;VALUE=DATE:20260101", "RRULE:FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO"];
  assert.equal(refusalOf(file(weeks)), "calendar_unreadable");
  assert.equal(
    refusalOf(file(["DTSTART:20260601T090000", "DTEND:20260601T170000"])),
    "calendar_without_days",
  );
  assert.equal(refusalOf(file()), "calendar_without_days");
});

Deno.test("iCalendar: rules that repeat too often are rejected", () => {
  const bomb = (count: number, rule: string) =>
    file(...Array.from({ length: count }, () => ["DTSTART;VALUE=DATE:20200101", `RRULE:${rule}`]));
  assert.equal(refusalOf(bomb(1, "FREQ=SECONDLY")), "calendar_unreadable");
  assert.equal(refusalOf(bomb(10, "FREQ=DAILY;UNTIL=20221231")), "");
  assert.equal(refusalOf(bomb(200, "FREQ=DAILY;UNTIL=20221231")), "calendar_too_many_events");
  assert.equal(refusalOf(bomb(40, "FREQ=DAILY")), "calendar_too_many_events");
  assert.equal(refusalOf(bomb(1, "FREQ=DAILY;COUNT=1000")), "");
});

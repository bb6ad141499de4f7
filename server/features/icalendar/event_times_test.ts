import assert from "node:assert/strict";
import { calendarLimits } from "../../contract/limits/calendars.ts";
import { readEventTimes } from "./event_times.ts";
import { SourceError } from "./icalendar_types.ts";

const years = { firstYear: 2023, lastYear: 2031 };

function file(events: string[][], zones: string[] = []): string {
  const blocks = events.map((lines, index) => [
    ...["BEGIN:VEVENT", `UID:${index}@test`, "DTSTAMP:20260101T000000Z"],
    ...lines,
    "END:VEVENT",
  ]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", ...zones, ...blocks.flat(), "END:VCALENDAR", ""]
    .join("\r\n");
}

const text = ([from, until]: [number, number]) =>
  [from, until].map((second) => new Date(second * 1_000).toISOString().slice(0, 16)).join(" ");

function timesOf(source: string): { instants: string[]; local: string[] } {
  const { instants, local } = readEventTimes(source, years);
  return { instants: instants.map(text), local: local.map(text) };
}

function refusalOf(source: string): string {
  try {
    readEventTimes(source, years);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { code, params = {} } = error.problem;
    return [code, ...Object.values(params)].join(" ");
  }
  return "";
}

// RFC 5545, and what python3-dateutil says of the rules.
const instants: Record<string, { lines: string[]; times: string[] }> = {
  "UTC": {
    lines: ["DTSTART:20260601T220000Z", "DTEND:20260602T020000Z"],
    times: ["2026-06-01T22:00 2026-06-02T02:00"],
  },
  "a zone that the file does not define": {
    lines: ["DTSTART;TZID=Europe/Berlin:20260601T220000", "DURATION:PT90M"],
    times: ["2026-06-01T20:00 2026-06-01T21:30"],
  },
  "an end in another zone": {
    lines: ["DTSTART;TZID=Europe/Berlin:20260601T220000", "DTEND;TZID=Asia/Shanghai:20260602T060000"],
    times: ["2026-06-01T20:00 2026-06-01T22:00"],
  },
  "a rule keeps its time of day when clocks change": {
    lines: [
      "DTSTART;TZID=Europe/Berlin:20260322T010000",
      "DTEND;TZID=Europe/Berlin:20260322T030000",
      "RRULE:FREQ=WEEKLY;COUNT=3",
    ],
    times: [
      "2026-03-22T00:00 2026-03-22T02:00",
      "2026-03-29T00:00 2026-03-29T02:00",
      "2026-04-04T23:00 2026-04-05T01:00",
    ],
  },
  "a duration of days ends at the same time of day": {
    lines: ["DTSTART;TZID=Europe/Berlin:20260328T120000", "DURATION:P1DT1H"],
    times: ["2026-03-28T11:00 2026-03-29T11:00"],
  },
  "the last day of a rule, in UTC": {
    lines: [
      "DTSTART;TZID=America/New_York:20260601T200000",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;UNTIL=20260603T000000Z",
    ],
    times: ["2026-06-02T00:00 2026-06-02T01:00", "2026-06-03T00:00 2026-06-03T01:00"],
  },
  "an excluded date in another zone": {
    lines: [
      ...["DTSTART;TZID=Asia/Shanghai:20260601T080000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3"],
      "EXDATE:20260602T000000Z",
    ],
    times: ["2026-06-01T00:00 2026-06-01T01:00", "2026-06-03T00:00 2026-06-03T01:00"],
  },
  "listed times": {
    lines: ["DTSTART:20260601T080000Z", "DURATION:PT1H", "RDATE:20260605T100000Z"],
    times: ["2026-06-01T08:00 2026-06-01T09:00", "2026-06-05T10:00 2026-06-05T11:00"],
  },
  "listed times on one day, without the first one": {
    lines: [
      ...["DTSTART:20260601T080000Z", "DURATION:PT1H", "RDATE:20260601T100000Z"],
      "EXDATE:20260601T080000Z",
    ],
    times: ["2026-06-01T10:00 2026-06-01T11:00"],
  },
  "a reminder takes no time": { lines: ["DTSTART:20260601T080000Z"], times: [] },
  "cancelled": {
    lines: ["DTSTART:20260601T080000Z", "DURATION:PT1H", "STATUS:CANCELLED"],
    times: [],
  },
};

for (const [name, { lines, times }] of Object.entries(instants)) {
  Deno.test(`iCalendar times: ${name}`, () => {
    assert.deepEqual(timesOf(file([lines])), { instants: times, local: [] });
  });
}

Deno.test("iCalendar times: whole days and times without a zone are those of any zone", () => {
  const events = [
    ["DTSTART;VALUE=DATE:20260601"],
    ["DTSTART;VALUE=DATE:20260610", "DTEND;VALUE=DATE:20260612"],
    ["DTSTART;VALUE=DATE:20260620", "DTEND;VALUE=DATE:20260620"],
    ["DTSTART:20260701T220000", "DTEND:20260702T010000"],
  ];
  assert.deepEqual(timesOf(file(events)), {
    instants: [],
    local: [
      "2026-06-01T00:00 2026-06-02T00:00",
      "2026-06-10T00:00 2026-06-12T00:00",
      "2026-06-20T00:00 2026-06-21T00:00",
      "2026-07-01T22:00 2026-07-02T01:00",
    ],
  });
});

Deno.test("iCalendar times: a zone of the file itself counts where the panel does not know its name", () => {
  const zone = [
    ...["BEGIN:VTIMEZONE", "TZID:Customized", "BEGIN:STANDARD", "DTSTART:19700101T000000"],
    ...["TZOFFSETFROM:+0530", "TZOFFSETTO:+0530", "END:STANDARD", "END:VTIMEZONE"],
  ];
  const event = ["DTSTART;TZID=Customized:20260601T080000", "DURATION:PT1H"];
  assert.deepEqual(timesOf(file([event], zone)).instants, ["2026-06-01T02:30 2026-06-01T03:30"]);
  assert.equal(refusalOf(file([event])), "event_unknown_zone Customized");
});

Deno.test("iCalendar times: a moved occurrence has the times of its replacement", () => {
  const moved = [
    ...["BEGIN:VEVENT", "UID:0@test", "RECURRENCE-ID;TZID=Europe/Berlin:20260608T080000"],
    ...["DTSTART;TZID=Europe/Berlin:20260609T100000", "DURATION:PT3H", "END:VEVENT"],
  ];
  const weekly = [
    ...["DTSTART;TZID=Europe/Berlin:20260601T080000", "DTEND;TZID=Europe/Berlin:20260601T090000"],
    "RRULE:FREQ=WEEKLY;COUNT=2",
  ];
  assert.deepEqual(timesOf(file([weekly], moved)).instants, [
    "2026-06-01T06:00 2026-06-01T07:00",
    "2026-06-09T08:00 2026-06-09T11:00",
  ]);
});

Deno.test("iCalendar times: rules without an end are followed within the years", () => {
  const { instants } = timesOf(file([["DTSTART:20200101T000000Z", "DURATION:PT1H", "RRULE:FREQ=YEARLY"]]));
  assert.deepEqual([instants[0], instants.at(-1)], [
    "2022-01-01T00:00 2022-01-01T01:00",
    "2031-01-01T00:00 2031-01-01T01:00",
  ]);
});

Deno.test("iCalendar times: a file without events plans nothing", () => {
  assert.deepEqual(timesOf(file([])), { instants: [], local: [] });
});

Deno.test("iCalendar times: what cannot be is rejected with the name of the event", () => {
  const of = (...lines: string[]) => refusalOf(file([[...lines, "SUMMARY:Move"]]));
  assert.equal(of("DTSTART:20260601T080000Z", "DTEND:20260601T070000Z"), "event_ends_before_start Move");
  assert.equal(
    of("DTSTART;VALUE=DATE:20260602", "DTEND;VALUE=DATE:20260601"),
    "event_ends_before_start Move",
  );
  assert.equal(of("DTSTART:20260601T080000Z", "DURATION:-PT1H"), "event_ends_before_start Move");
  assert.equal(of("DTSTART:20260601T080000Z", "DTEND:99991231T000000Z"), "event_too_long Move 366");
  assert.equal(of("DTSTART:20260601T080000Z", "DURATION:P1000W"), "event_too_long Move 366");
  assert.match(
    of("DTSTART:20260601T080000Z", "RDATE;VALUE=PERIOD:20260601T080000Z/PT1H"),
    /^calendar_unreadable/,
  );
  assert.equal(refusalOf("<html>"), "not_icalendar");
});

Deno.test("iCalendar times: rules that repeat too often are rejected", () => {
  const of = (...lines: string[]) => refusalOf(file([["DTSTART:20260101T000000Z", ...lines]]));
  const expected = `calendar_too_many_events ${calendarLimits.events}`;
  assert.equal(of("DURATION:PT1M", "RRULE:FREQ=HOURLY"), expected);
  assert.equal(of("DURATION:PT0S", "RRULE:FREQ=SECONDLY"), expected);
});

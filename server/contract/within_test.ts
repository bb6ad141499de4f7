import assert from "node:assert/strict";
import { isWithin, sinceWhen } from "./within.ts";

const cases: [what: string, text: string, zone: string, now: string, since: string][] = [
  ["a duration counts back", "90m", "Asia/Tokyo", "2026-11-30T06:00:00Z", "2026-11-30T04:30:00Z"],
  ["midnight is today's", "since 00:00", "UTC", "2026-11-30T06:00:00Z", "2026-11-30T00:00:00Z"],
  ["the time itself has come", "since 06:00", "UTC", "2026-11-30T06:00:00Z", "2026-11-30T06:00:00Z"],
  [
    "a second before, it is yesterday's",
    "since 06:00",
    "UTC",
    "2026-11-30T05:59:59Z",
    "2026-11-29T06:00:00Z",
  ],
  [
    "a time later than now is yesterday's",
    "since 22:30",
    "UTC",
    "2026-11-30T06:00:00Z",
    "2026-11-29T22:30:00Z",
  ],
  // 06:00 in Tokyo is 21:00 of the day before in UTC.
  [
    "the day is that of the zone, east",
    "since 00:00",
    "Asia/Tokyo",
    "2026-11-29T21:00:00Z",
    "2026-11-29T15:00:00Z",
  ],
  [
    "the day is that of the zone, west",
    "since 00:00",
    "America/Los_Angeles",
    "2026-11-30T06:00:00Z",
    "2026-11-29T08:00:00Z",
  ],
  [
    "a zone of quarter hours",
    "since 00:00",
    "Asia/Kathmandu",
    "2026-11-30T06:00:00Z",
    "2026-11-29T18:15:00Z",
  ],
  ["a day of 23 hours", "since 00:00", "Europe/Berlin", "2026-03-29T10:00:00Z", "2026-03-28T23:00:00Z"],
  ["a day of 25 hours", "since 00:00", "Europe/Berlin", "2026-10-25T10:00:00Z", "2026-10-24T22:00:00Z"],
  [
    "a time that is left out is when the clock is set",
    "since 02:30",
    "Europe/Berlin",
    "2026-03-29T01:10:00Z",
    "2026-03-29T01:00:00Z",
  ],
  [
    "before it is left out, yesterday's",
    "since 02:30",
    "Europe/Berlin",
    "2026-03-29T00:50:00Z",
    "2026-03-28T01:30:00Z",
  ],
  [
    "of a time that comes twice, the first",
    "since 02:30",
    "Europe/Berlin",
    "2026-10-25T01:40:00Z",
    "2026-10-25T00:30:00Z",
  ],
  [
    "between the two, the first has come",
    "since 02:30",
    "Europe/Berlin",
    "2026-10-25T01:00:00Z",
    "2026-10-25T00:30:00Z",
  ],
  ["a day that is left out", "since 06:00", "Pacific/Apia", "2011-12-30T10:10:00Z", "2011-12-30T10:00:00Z"],
];

for (const [what, text, zone, now, since] of cases) {
  Deno.test(`within: ${what}`, () => {
    const found = new Date(sinceWhen(text, Date.parse(now), zone)).toISOString();
    assert.equal(found, new Date(since).toISOString());
  });
}

Deno.test("within: the beginning is never later than now, and never moves back", () => {
  for (const zone of ["Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Asia/Kathmandu"]) {
    for (const text of ["since 00:00", "since 02:15", "since 23:45"]) {
      for (const day of ["2026-03-28", "2026-04-04", "2026-09-05", "2026-10-03", "2026-10-24"]) {
        let before = 0;
        for (let now = Date.parse(day); now < Date.parse(day) + 3 * 86_400_000; now += 300_000) {
          const since = sinceWhen(text, now, zone);
          const where = `${text} in ${zone} at ${new Date(now).toISOString()}`;
          assert.ok(since <= now && since > now - 26 * 3_600_000, where);
          assert.ok(since >= before, where);
          before = since;
        }
      }
    }
  }
});

Deno.test("within: only durations and times of day are accepted", () => {
  for (const text of ["24h", "90m", "since 00:00", "since 23:59"]) assert.ok(isWithin(text), text);
  for (const text of ["since 24:00", "since 6:00", "since", "00:00", "since 00:00 "]) {
    assert.ok(!isWithin(text), text);
  }
});

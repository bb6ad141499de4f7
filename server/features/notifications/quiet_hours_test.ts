import assert from "node:assert/strict";
import fc from "fast-check";
import { wallSeconds } from "../../contract/cron/zone.ts";
import { quietUntil } from "./quiet_hours.ts";

const at = (text: string) => Date.parse(text);
const iso = (instant: number | null) => instant === null ? null : new Date(instant).toISOString();
const night = { from: "22:00", to: "07:00" };

const rows: [what: string, now: string, zone: string, hours: typeof night, until: string | null][] = [
  ["are not in effect by day", "2026-03-04T12:00:00Z", "UTC", night, null],
  ["begin to the second", "2026-03-04T22:00:00Z", "UTC", night, "2026-03-05T07:00:00.000Z"],
  ["are not in effect a second before", "2026-03-04T21:59:59Z", "UTC", night, null],
  ["continue after midnight", "2026-03-05T06:59:59Z", "UTC", night, "2026-03-05T07:00:00.000Z"],
  ["end to the second", "2026-03-05T07:00:00Z", "UTC", night, null],
  [
    "may be within a day",
    "2026-03-04T13:00:00Z",
    "UTC",
    { from: "12:00", to: "14:30" },
    "2026-03-04T14:30:00.000Z",
  ],
  ["use the clock of the zone", "2026-03-04T14:00:00Z", "Asia/Shanghai", night, "2026-03-04T23:00:00.000Z"],
  [
    "are an hour shorter in spring",
    "2026-03-28T22:00:00Z",
    "Europe/Berlin",
    night,
    "2026-03-29T05:00:00.000Z",
  ],
  [
    "are an hour longer in autumn",
    "2026-10-24T21:00:00Z",
    "Europe/Berlin",
    night,
    "2026-10-25T06:00:00.000Z",
  ],
  [
    "end at once where the clock skips their end",
    "2026-03-29T00:30:00Z",
    "Europe/Berlin",
    { from: "01:00", to: "02:30" },
    "2026-03-29T01:00:00.000Z",
  ],
];
for (const [what, now, zone, hours, until] of rows) {
  Deno.test(`quiet hours: they ${what}`, () => assert.equal(iso(quietUntil(at(now), hours, zone)), until));
}

Deno.test("quiet hours: are never in effect without any", () =>
  assert.equal(quietUntil(0, null, "UTC"), null));

Deno.test("quiet hours: end at the first instant at which the wall clock is outside of them", () => {
  const zone = fc.constantFrom(
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
  );
  const minute = fc.integer({ min: 0, max: 1439 });
  const text = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  const year = fc.integer({ min: at("2026-01-01T00:00:00Z") / 1000, max: at("2027-01-01T00:00:00Z") / 1000 });
  fc.assert(
    fc.property(zone, minute, minute, year, (zone, from, to, second) => {
      fc.pre(from !== to);
      const isQuiet = (at: number) => {
        const wall = Math.floor(wallSeconds(Math.floor(at / 1000), zone) / 60) % 1440;
        return from < to ? wall >= from && wall < to : wall >= from || wall < to;
      };
      const now = second * 1000;
      const until = quietUntil(now, { from: text(from), to: text(to) }, zone);
      assert.equal(until !== null, isQuiet(now));
      if (until === null) return;
      assert.ok(until > now && !isQuiet(until));
      for (let one = now; one < until; one += 7 * 60_000) assert.ok(isQuiet(one), iso(one)!);
      assert.ok(isQuiet(until - 1000));
    }),
    { numRuns: 60 },
  );
});

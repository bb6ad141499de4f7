import assert from "node:assert/strict";
import fc from "fast-check";
import { writeZoneFile } from "../../../tests/support/zone_files.ts";
import type { ZoneClock } from "./zone_clock.ts";
import { readZoneFile, ZoneFileError } from "./zone_file.ts";
import { parseZoneRule } from "./zone_rule.ts";

const HOUR = 3600;
const at = (time: string) => Date.parse(`${time}Z`) / 1000;

function hoursAt(clock: ZoneClock | null, times: string[]): (number | undefined)[] {
  return times.map((time) => clock === null ? undefined : clock.offsetAt(at(time)) / HOUR);
}

const bytes = writeZoneFile({
  first: -8,
  changes: [["2026-03-08T10:00Z", -7], ["2026-11-01T09:00Z", -8]],
  rule: "PST8PDT,M3.2.0,M11.1.0",
});

Deno.test("zone file: local time changes at the changes of the file, then by its rule", () => {
  const clock = readZoneFile(bytes);
  assert.deepEqual(hoursAt(clock, ["2000-01-01T00:00", "2026-03-08T09:59:59", "2026-03-08T10:00"]), [
    -8,
    -8,
    -7,
  ]);
  assert.deepEqual(hoursAt(clock, ["2026-11-01T08:59:59", "2026-11-01T09:00", "2031-07-01T00:00"]), [
    -7,
    -8,
    -7,
  ]);
});

Deno.test("zone file: a file of version 1 and one without a rule keep the last local time", () => {
  const changes = [["2026-03-09T10:00Z", -7]] as const;
  for (const version of [1, 2, 3] as const) {
    const clock = readZoneFile(writeZoneFile({ version, first: -8, changes }));
    assert.deepEqual(hoursAt(clock, ["2026-03-09T09:59:59", "2100-01-01T00:00"]), [-8, -7]);
  }
});

Deno.test("zone file: one that is cut short anywhere is rejected", () => {
  for (let length = 0; length < bytes.length; length++) {
    assert.throws(() => readZoneFile(bytes.subarray(0, length)), ZoneFileError, `${length} bytes`);
  }
});

Deno.test("zone file: nonsense is rejected, at once and without a crash", () => {
  const files: [string, Uint8Array][] = [
    ["a text", new TextEncoder().encode("# tzdb timezone descriptions\n".repeat(9))],
    ["leap seconds", writeZoneFile({ first: 1, leapSeconds: 1 })],
    ["an offset of 30 hours", writeZoneFile({ first: 30 })],
    ["changes out of order", writeZoneFile({ first: 1, changes: [["2026-01-01", 2], ["2025-01-01", 1]] })],
    ["an invalid rule", writeZoneFile({ first: 1, rule: "CET-1CEST,M3.9.0,M10.5.0" })],
  ];
  for (const [what, file] of files) assert.throws(() => readZoneFile(file), ZoneFileError, what);
  fc.assert(fc.property(fc.nat(bytes.length - 1), fc.nat(255), (position, value) => {
    const changed = bytes.slice();
    changed[position] = value;
    try {
      assert.ok(Number.isInteger(readZoneFile(changed).offsetAt(at("2030-01-01T00:00"))));
    } catch (error) {
      assert.ok(error instanceof ZoneFileError, String(error));
    }
  }));
});

Deno.test("zone rule: reads every form of a date and a time", () => {
  const rows: [rule: string, times: string[], hours: number[]][] = [
    ["MST7", ["2026-01-01T00:00", "2026-07-01T00:00"], [-7, -7]],
    ["<+0545>-5:45", ["2026-01-01T00:00"], [5.75]],
    ["NZST-12NZDT,M9.5.0,M4.1.0/3", ["2026-01-01T00:00", "2026-07-01T00:00"], [13, 12]],
    // Daylight saving time in winter.
    ["IST-1GMT0,M10.5.0,M3.5.0/1", ["2026-01-01T00:00", "2026-07-01T00:00"], [0, 1]],
    // Hours before the day, and days after it.
    ["<-02>2<-01>,M3.5.0/-1,M10.5.0/0", ["2026-03-29T00:59:59", "2026-03-29T01:00"], [-2, -1]],
    ["EET-2EEST,M3.4.4/50,M10.4.4/50", ["2026-03-27T23:59:59", "2026-03-28T00:00"], [2, 3]],
    // February 29 counts here, and not there.
    ["AAA0BBB,59/0,J365/0", ["2024-02-28T23:59:59", "2024-02-29T00:00"], [0, 1]],
    ["AAA0BBB,J60/0,J365/0", ["2024-02-29T23:59:59", "2024-03-01T00:00"], [0, 1]],
    // The whole year.
    ["XXX3EDT4,0/0,J365/23", ["2026-01-01T00:00", "2026-12-31T23:59"], [-4, -4]],
  ];
  for (const [rule, times, hours] of rows) assert.deepEqual(hoursAt(parseZoneRule(rule), times), hours, rule);
  for (const rule of ["", "CET", "CET-1CEST", "C-1", "CET-1CEST,M3.5.0", ":Europe/Berlin", "CET-1 "]) {
    assert.equal(parseZoneRule(rule), null, rule);
  }
});

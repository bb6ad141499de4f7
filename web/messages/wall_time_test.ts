import assert from "node:assert/strict";
import fc from "fast-check";
import { readWallTime, writeWallTime } from "./wall_time.ts";

const read = (text: string, zone: string) => {
  const at = readWallTime(text, zone);
  return at === null ? null : new Date(at).toISOString();
};

Deno.test("wall time: parses a local time in its zone, with or without seconds", () => {
  assert.equal(read("2027-01-15T08:30", "Asia/Shanghai"), "2027-01-15T00:30:00.000Z");
  assert.equal(read("2027-07-15T08:30:05", "Europe/Berlin"), "2027-07-15T06:30:05.000Z");
  assert.equal(read("2027-01-15T08:30", "Asia/Kathmandu"), "2027-01-15T02:45:00.000Z");
});

Deno.test("wall time: an invalid time is null", () => {
  assert.equal(readWallTime("", "UTC"), null);
  assert.equal(readWallTime("2027-01-15", "UTC"), null);
});

Deno.test("wall time: a skipped time moves past the gap, of an ambiguous one the first is used", () => {
  assert.equal(read("2027-03-28T02:30", "Europe/Berlin"), "2027-03-28T01:30:00.000Z");
  assert.equal(read("2027-10-31T02:30", "Europe/Berlin"), "2027-10-31T00:30:00.000Z");
});

Deno.test("wall time: a formatted time parses back, except in the ambiguous hour", () => {
  const zones = fc.constantFrom(
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Shanghai",
    "Australia/Lord_Howe",
  );
  const seconds = fc.integer({ min: 1_600_000_000, max: 2_000_000_000 });
  fc.assert(fc.property(seconds, zones, (second, zone) => {
    const at = second * 1000;
    const again = readWallTime(writeWallTime(at, zone), zone) ?? 0;
    assert.equal(writeWallTime(again, zone), writeWallTime(at, zone));
    assert.ok(at - again === 0 || at - again === 3_600_000 || at - again === 1_800_000);
  }));
});

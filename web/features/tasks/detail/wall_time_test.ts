import assert from "node:assert/strict";
import fc from "fast-check";
import { readWallTime, writeWallTime } from "./wall_time.ts";

const read = (text: string, zone: string) => {
  const at = readWallTime(text, zone);
  return at === null ? null : new Date(at).toISOString();
};

Deno.test("wall time: a time is read on the clock of its zone, with or without seconds", () => {
  assert.equal(read("2027-01-15T08:30", "Asia/Shanghai"), "2027-01-15T00:30:00.000Z");
  assert.equal(read("2027-07-15T08:30:05", "Europe/Berlin"), "2027-07-15T06:30:05.000Z");
  assert.equal(read("2027-01-15T08:30", "Asia/Kathmandu"), "2027-01-15T02:45:00.000Z");
});

Deno.test("wall time: what is no time is none", () => {
  assert.equal(readWallTime("", "UTC"), null);
  assert.equal(readWallTime("2027-01-15", "UTC"), null);
});

Deno.test("wall time: one that is skipped lies past the gap, of one that comes twice it is the first", () => {
  assert.equal(read("2027-03-28T02:30", "Europe/Berlin"), "2027-03-28T01:30:00.000Z");
  assert.equal(read("2027-10-31T02:30", "Europe/Berlin"), "2027-10-31T00:30:00.000Z");
});

Deno.test("wall time: what is written is read again, up to the hour that comes twice", () => {
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

import assert from "node:assert/strict";
import { clockChanges, isTimeZone, timeOfDayText, timeZones, wallSeconds } from "./zone.ts";

Deno.test("zone: accepts IANA names and aliases in their official spelling", () => {
  const known = [
    "UTC",
    "Europe/Berlin",
    "Asia/Shanghai",
    "America/Argentina/Buenos_Aires",
    "Asia/Kolkata",
    "Asia/Calcutta",
  ];
  for (const name of [...known, "US/Eastern", "PRC", "Etc/GMT+8", "GMT", "Europe/Kyiv", "Europe/Kiev"]) {
    assert.equal(isTimeZone(name), true, name);
  }
});

Deno.test("zone: rejects offsets, other spellings and nonsense", () => {
  const unknown = [
    "",
    " ",
    "+08:00",
    "-0800",
    "08:00",
    "GMT+8",
    "Z",
    "utc",
    "europe/berlin",
    "EUROPE/BERLIN",
    "Europe/Berlin ",
  ];
  for (
    const name of [
      ...unknown,
      "Asia/Beijing",
      "Factory",
      "constructor",
      "__proto__",
      "../etc/localtime",
      "a".repeat(1000),
    ]
  ) {
    assert.equal(isTimeZone(name), false, name);
  }
});

Deno.test("zone: the list for pickers is sorted, has current names and UTC, and contains only known zones", () => {
  const zones = timeZones();
  assert.deepEqual(zones, [...new Set(zones)].sort());
  for (const name of ["UTC", "Asia/Shanghai", "Asia/Kolkata", "Europe/Kyiv"]) {
    assert.ok(zones.includes(name), name);
  }
  assert.ok(!zones.includes("Asia/Calcutta"));
  assert.deepEqual(zones.filter((name) => !isTimeZone(name)), []);
});

Deno.test("zone: reads local time to the second", () => {
  const at = Date.UTC(2026, 6, 1, 23, 59, 58) / 1000;
  assert.equal(wallSeconds(at, "Asia/Kathmandu") - at, 5.75 * 3600);
  assert.equal(wallSeconds(at, "America/St_Johns") - at, -2.5 * 3600);
});

Deno.test("zone: finds clock changes to the second", () => {
  const changes = clockChanges("Europe/Berlin", Date.UTC(2026, 0, 1) / 1000, Date.UTC(2027, 0, 1) / 1000);
  assert.deepEqual(changes, [
    { at: Date.UTC(2026, 2, 29, 1) / 1000, before: 3600, after: 7200 },
    { at: Date.UTC(2026, 9, 25, 1) / 1000, before: 7200, after: 3600 },
  ]);
  const at = Date.UTC(2026, 2, 29, 1) / 1000;
  assert.equal(clockChanges("Europe/Berlin", at - 1, at).length, 1);
  assert.equal(clockChanges("Europe/Berlin", at, at + 10).length, 0);
  assert.equal(clockChanges("Europe/Berlin", at - 10, at - 1).length, 0);
});

Deno.test("zone: a time of day shows its seconds only when they are not zero", () => {
  assert.equal(timeOfDayText(2 * 3600 + 30 * 60), "02:30");
  assert.equal(timeOfDayText(86_400 * 3 + 5), "00:00:05");
});

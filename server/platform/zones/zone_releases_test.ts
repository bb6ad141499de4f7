import assert from "node:assert/strict";
import { findRelease, isNewer, isOld, isRelease } from "./zone_releases.ts";

const hours: Record<string, number> = {
  "Africa/Cairo": 3,
  "Asia/Almaty": 5,
  "America/Asuncion": -3,
  "America/Coyhaique": -3,
  "America/Vancouver": -7,
  "America/Edmonton": -6,
  "America/Inuvik": -6,
  "America/Winnipeg": -5,
  "America/Havana": -4,
};

const rules = (changes: Record<string, number | null>) => (zone: string) => {
  const found = { ...hours, ...changes }[zone];
  return found == null ? null : found * 3600;
};

Deno.test("zone releases: rules are from the newest release whose changes they all contain", () => {
  assert.equal(findRelease(rules({ "America/Vancouver": -8 }), "2026b"), "2025b");
  assert.equal(findRelease(rules({ "America/Havana": -5 }), "2026f"), "2026e");
  assert.equal(findRelease(rules({ "America/Coyhaique": null }), null), "2025a");
  assert.equal(findRelease(() => null, "2026f"), null);
});

Deno.test("zone releases: what rules state about themselves counts only beyond what is known here", () => {
  assert.equal(findRelease(rules({}), null), "2026f");
  assert.equal(findRelease(rules({}), "2026b"), "2026f");
  assert.equal(findRelease(rules({}), "2027a"), "2027a");
  assert.equal(findRelease(rules({}), "unknown"), "2026f");
});

Deno.test("zone releases: compares names of releases", () => {
  assert.deepEqual(["2026f", "1993aa", "2026", "", "2026F", "2026f-1"].map(isRelease), [
    true,
    true,
    ...Array(4).fill(false),
  ]);
  assert.ok(isNewer("2026f", "2026b") && isNewer("2027a", "2026f") && isNewer("2026f", null));
  assert.ok(!isNewer("2026b", "2026b") && !isNewer("2025c", "2026a") && !isNewer(null, null));
});

Deno.test("zone releases: a release is old once half of the next year has passed", () => {
  assert.ok(!isOld("2025c", Date.UTC(2026, 5, 30)) && isOld("2025c", Date.UTC(2026, 6, 1)));
  assert.ok(isOld(null, Date.UTC(2026, 0, 1)));
});

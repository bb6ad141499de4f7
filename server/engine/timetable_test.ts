import assert from "node:assert/strict";
import { dueAfter } from "./occurrences.ts";
import { missedPolicy, timetableOf, usualMissed } from "./timetable.ts";

const now = Date.parse("2026-03-04T12:00:00.000Z");

Deno.test("timetable: only cron rules create one, and the earliest of several rules wins", () => {
  assert.equal(timetableOf("manual", "UTC", 1), null);
  assert.equal(timetableOf("startup", "UTC", 1), null);
  assert.equal(dueAfter(null, now), null);
  const timetable = timetableOf(["0 15 * * *", "30 14 * * *"], "Europe/Berlin", 1);
  assert.equal(dueAfter(timetable, now), now + 90 * 60_000);
  assert.throws(() => timetableOf(["* * * *"], "UTC", 1));
});

const usual: [string[], "skip" | "last"][] = [
  [["0 * * * *"], "last"],
  [["@daily"], "last"],
  [["0 0 29 2 *"], "last"],
  [["*/59 * * * *"], "skip"],
  [["* * * * * *"], "skip"],
  [["0 3 * * *", "30 3 * * *"], "skip"],
  [["@every 59m"], "skip"],
];
for (const [rules, expected] of usual) {
  Deno.test(`timetable: missed runs of ${rules.join(" and ")} default to ${expected}`, () => {
    assert.equal(usualMissed(timetableOf(rules, "UTC", 1), now), expected);
  });
}

Deno.test("timetable: fills in what a user left unset in the missed policy", () => {
  assert.deepEqual(missedPolicy(null, "last"), { policy: "last", limit: 100, deadlineMs: 86_400_000 });
  assert.deepEqual(missedPolicy({ policy: "all", limit: 3 }, "skip"), {
    policy: "all",
    limit: 3,
    deadlineMs: 86_400_000,
  });
  assert.deepEqual(missedPolicy({ policy: "skip", deadlineMs: 0 }, "last"), {
    policy: "skip",
    limit: 100,
    deadlineMs: 0,
  });
});

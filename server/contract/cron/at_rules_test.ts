import assert from "node:assert/strict";
import { CronError, type CronRule, parseCron } from "./expression.ts";
import { countSlots, newestSlots, nextSlot, upcomingSlots } from "./slots.ts";

function dueTimes(source: string | CronRule, zone: string, after: string, count: number): string[] {
  const rule = typeof source === "string" ? parseCron(source) : source;
  const start = Date.parse(after);
  const slots = upcomingSlots([rule], zone, start, count).map(({ at }) => at);
  const span = { after: start, until: slots.at(-1) ?? start };
  assert.equal(countSlots([rule], zone, span), slots.length);
  assert.deepEqual(newestSlots([rule], zone, { ...span, count: slots.length + 1 }), slots);
  return slots.map((at) => new Date(at).toISOString().slice(0, 16));
}

function isRead(source: string): boolean {
  try {
    parseCron(source);
    return true;
  } catch (error) {
    assert.ok(error instanceof CronError);
    return false;
  }
}

Deno.test("rules: @once is due once, in the zone's local time", () => {
  const rule = "@once 2026-12-24 03:00";
  assert.deepEqual(dueTimes(rule, "Asia/Shanghai", "2026-01-01T00:00:00Z", 3), ["2026-12-23T19:00"]);
  assert.equal(nextSlot([parseCron(rule)], "UTC", Date.parse("2026-12-24T03:00:00Z")), null);
  assert.deepEqual(dueTimes("@ONCE 2026-12-24T03:00:30", "UTC", "2026-01-01T00:00:00Z", 1), [
    "2026-12-24T03:00",
  ]);
});

Deno.test("rules: @once in a gap is due at its end, and in a repeated hour the first time", () => {
  const zone = "America/New_York";
  assert.deepEqual(dueTimes("@once 2026-03-08 02:30", zone, "2026-01-01T00:00:00Z", 2), ["2026-03-08T07:00"]);
  assert.deepEqual(dueTimes("@once 2026-11-01 01:30", zone, "2026-01-01T00:00:00Z", 2), ["2026-11-01T05:30"]);
});

Deno.test("rules: @every with a start begins anew each day", () => {
  assert.deepEqual(dueTimes("@every 6h from 08:00", "UTC", "2026-03-04T00:00:00Z", 5), [
    "2026-03-04T08:00",
    "2026-03-04T14:00",
    "2026-03-04T20:00",
    "2026-03-05T08:00",
    "2026-03-05T14:00",
  ]);
  assert.deepEqual(dueTimes("@every 90m from 21:30", "Asia/Tokyo", "2026-03-04T00:00:00Z", 3), [
    "2026-03-04T12:30",
    "2026-03-04T14:00",
    "2026-03-05T12:30",
  ]);
  assert.equal(parseCron("@every 36h").kind, "every");
});

Deno.test("rules: @workday counts Monday to Friday without a calendar, from either end of the month", () => {
  const after = "2026-08-01T00:00:00Z"; // a Saturday
  assert.deepEqual(dueTimes("@workday 1 09:00", "UTC", after, 2), ["2026-08-03T09:00", "2026-09-01T09:00"]);
  assert.deepEqual(dueTimes("@workday last 18:00", "UTC", after, 2), [
    "2026-08-31T18:00",
    "2026-09-30T18:00",
  ]);
  assert.deepEqual(dueTimes("@workday -2 18:00", "UTC", after, 2), ["2026-08-28T18:00", "2026-09-29T18:00"]);
  // In a year, only some months have 23.
  assert.deepEqual(dueTimes("@workday 23 09:00", "UTC", "2026-01-01T00:00:00Z", 2), [
    "2026-07-31T09:00",
    "2026-12-31T09:00",
  ]);
});

Deno.test("rules: @workday counts the working days of a calendar", () => {
  const isWorkingDay = (day: number) => new Date(day * 86_400_000).getUTCDate() % 2 === 0;
  const rule = { ...parseCron("@workday -1 09:00") as CronRule & { kind: "workday" }, isWorkingDay };
  assert.deepEqual(dueTimes(rule, "UTC", "2026-01-01T00:00:00Z", 2), [
    "2026-01-30T09:00",
    "2026-02-28T09:00",
  ]);
});

Deno.test("rules: @after is due at no time of its own", () => {
  assert.deepEqual(parseCron("@after 30m"), { kind: "after", source: "@after 30m", delayMs: 1_800_000 });
  assert.deepEqual(dueTimes("@after 30m", "UTC", "2026-01-01T00:00:00Z", 1), []);
  assert.equal(
    countSlots([parseCron("@after 1s"), parseCron("0 0 * * *")], "UTC", {
      after: Date.parse("2026-01-01T00:00:00Z"),
      until: Date.parse("2026-01-03T00:00:00Z"),
    }),
    2,
  );
});

Deno.test("rules: a seventh field limits the years", () => {
  assert.deepEqual(dueTimes("0 0 3 1 1 * 2027,2029-2030", "UTC", "2026-01-01T00:00:00Z", 9), [
    "2027-01-01T03:00",
    "2029-01-01T03:00",
    "2030-01-01T03:00",
  ]);
  assert.deepEqual(dueTimes("0 0 3 29 2 * 2028/4", "UTC", "2026-01-01T00:00:00Z", 2), [
    "2028-02-29T03:00",
    "2032-02-29T03:00",
  ]);
  assert.deepEqual(parseCron("0 0 3 1 1 * *"), {
    kind: "cron",
    source: "0 0 3 1 1 * *",
    expression: "0 0 3 1 1 *",
  });
  assert.equal(isRead("0 0 3 29 2 * 2027"), false);
  assert.equal(isRead("0 0 3 1 1 * 1969"), false);
  assert.equal(isRead("0 0 3 1 1 * H"), false);
  assert.equal(isRead("0 0 3 1 1 * 2027 2"), false);
});

Deno.test("rules: days are counted from the end of the month", () => {
  assert.deepEqual(dueTimes("0 9 L-3 * *", "UTC", "2027-01-01T00:00:00Z", 4), [
    "2027-01-28T09:00",
    "2027-02-25T09:00",
    "2027-03-28T09:00",
    "2027-04-27T09:00",
  ]);
  assert.deepEqual(dueTimes("0 9 1,l-30 * *", "UTC", "2027-01-01T00:00:00Z", 2), [
    "2027-01-01T09:00",
    "2027-02-01T09:00",
  ]);
  // Either of the days is enough, as where both are numbers.
  assert.deepEqual(dueTimes("0 9 L-30 2 MON", "UTC", "2027-02-01T00:00:00Z", 2), [
    "2027-02-01T09:00",
    "2027-02-08T09:00",
  ]);
  assert.deepEqual(dueTimes("0 9 15W * *", "UTC", "2027-08-01T00:00:00Z", 1), ["2027-08-16T09:00"]);
  assert.deepEqual(dueTimes("0 9 LW * *", "UTC", "2027-07-01T00:00:00Z", 1), ["2027-07-30T09:00"]);
  for (const day of ["L-0", "L-31", "L-", "L-3W", "L--3"]) assert.equal(isRead(`0 9 ${day} * *`), false, day);
});

Deno.test("rules: rejects what is not one", () => {
  const wrong = [
    "@once",
    "@once 2026-02-30 03:00",
    "@once 2026-12-24",
    "@once 2026-12-24 24:00",
    "@once 2026-12-24 03:00 UTC",
    "@once 24.12.2026 03:00",
    "@every 90m from",
    "@every 90m from 25:00",
    "@every 24h from 08:00",
    "@every 90m until 08:00",
    "@after",
    "@after 0m",
    "@after 30m 1h",
    "@workday 0 09:00",
    "@workday 32 09:00",
    "@workday first 09:00",
    "@workday 1",
    "@workday 1 9",
  ];
  for (const source of wrong) assert.equal(isRead(source), false, source);
});

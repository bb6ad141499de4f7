import { parse } from "../contract/parsed.ts";
import { taskPatch } from "../contract/tasks.ts";
import assert from "node:assert/strict";
import { parseCron } from "../contract/cron/expression.ts";
import { upcomingSlots } from "../contract/cron/slots.ts";
import { useZoneClocks } from "../../tests/support/zone_files.ts";
import { PlannerScene, shortTime } from "../../tests/support/planner_scene.ts";
import { acceptWrites, rejectWrites } from "../../tests/support/reject_writes.ts";
import { byLength } from "../../tests/support/suite_length.ts";

/** More tasks than the planner decides at once. */
const MANY = byLength(120, 500);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const start = "2026-03-04T12:00:00.000Z";
const at = (text: string) => Date.parse(`2026-${text}:00.000Z`);

async function open(options: Partial<Parameters<typeof PlannerScene.open>[0]> = {}): Promise<PlannerScene> {
  return await PlannerScene.open({ now: start, ...options });
}

Deno.test("planner: runs each due time on time and moves the cursor", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["*/5 * * * *"] });
  await scene.start();
  await scene.goTo(at("03-04T12:11"));
  assert.deepEqual(await scene.ledger(id), ["skip limit 03-04T12:05", "run 03-04T12:10"]);
  const task = await scene.task(id);
  assert.deepEqual([task.cursor_at, task.next_due_at], [at("03-04T12:10"), at("03-04T12:15")]);
});

Deno.test("planner: a late tick runs each due time once", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["*/20 * * * * *"], overlap: { policy: "allow", limit: 9 } });
  await scene.start();
  await scene.advance(30 * SECOND);
  await scene.advance(25 * SECOND);
  assert.deepEqual(await scene.ledger(id), ["run 03-04T12:00:20", "run 03-04T12:00:40"]);
  await scene.advance(0);
  await scene.restart();
  assert.equal((await scene.rows()).length, 2);
});

Deno.test("planner: decides many tasks due at once, in batches", async () => {
  await using scene = await open();
  for (let n = 0; n < MANY; n++) await scene.add({ schedules: ["0 13 * * *"] });
  await scene.start();
  await scene.goTo(at("03-04T13:00"));
  const rows = await scene.rows();
  assert.equal(rows.length, MANY);
  assert.equal(new Set(rows.map(({ task_id }) => task_id)).size, MANY);
  assert.equal(scene.result.length, MANY);
});

Deno.test("planner: an edit applies from now on, and earlier due times are not caught up", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["0 * * * *"], missed: { policy: "all" } });
  await scene.advance(5 * HOUR + 30 * MINUTE);
  await scene.tasks.update(id, parse(taskPatch, { schedules: ["*/10 * * * *"] }), null);
  await scene.start();
  const task = await scene.task(id);
  assert.deepEqual([task.cursor_at, task.next_due_at], [at("03-04T17:30"), at("03-04T17:40")]);
  await scene.goTo(at("03-04T17:45"));
  assert.deepEqual(await scene.ledger(id), ["run 03-04T17:40"]);
});

Deno.test("planner: an edit that does not change the timing loses no due time", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["0 * * * *"] });
  scene.clock.advance(HOUR + 10);
  await scene.tasks.update(
    id,
    parse(taskPatch, { schedules: ["0 * * * *"], timeZone: null, enabled: true, name: "new" }),
    null,
  );
  await scene.start();
  assert.deepEqual(await scene.ledger(id), ["run 03-04T13:00"]);
});

Deno.test("planner: an edit takes effect immediately while the planner runs", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["0 0 1 1 *"] });
  await scene.start();
  await scene.tasks.update(id, parse(taskPatch, { schedules: ["* * * * *"] }), null);
  await scene.goTo(at("03-04T12:01"));
  assert.deepEqual(await scene.ledger(id), ["run 03-04T12:01"]);
  await scene.tasks.update(id, parse(taskPatch, { schedules: ["30 * * * *"] }), null);
  await scene.goTo(at("03-04T12:31"));
  assert.deepEqual(await scene.ledger(id), ["skip limit 03-04T12:01", "run 03-04T12:30"]);
});

Deno.test("planner: a disabled task is not decided, and enabling it applies from now on", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["* * * * *"], missed: { policy: "all" } });
  await scene.start();
  await scene.tasks.update(id, parse(taskPatch, { enabled: false }), null);
  assert.equal((await scene.task(id)).next_due_at, null);
  assert.equal(scene.planner.countPlanned("task_id"), 0);
  await scene.advance(HOUR);
  await scene.restart(HOUR);
  assert.deepEqual(await scene.ledger(id), []);
  await scene.tasks.update(id, parse(taskPatch, { enabled: true }), null);
  await scene.goTo(at("03-04T14:01") + SECOND);
  assert.deepEqual(await scene.ledger(id), ["run 03-04T14:01"]);
});

Deno.test("planner: drops a task that was disabled directly in the database when it comes due", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["* * * * *"] });
  await scene.start();
  await scene.db.updateTable("task").set({ enabled: 0 }).execute();
  await scene.advance(MINUTE);
  assert.deepEqual(await scene.ledger(id), []);
  assert.equal(scene.planner.countPlanned("task_id"), 0);
});

Deno.test("planner: manual and startup tasks are never due", async () => {
  await using scene = await open();
  await scene.add({ schedules: "manual" });
  await scene.add({ schedules: "startup" });
  await scene.start();
  await scene.advance(DAY);
  assert.deepEqual(await scene.rows(), []);
});

Deno.test("planner: after three days down, many minutely tasks get one row each when skipped", async () => {
  await using scene = await open();
  for (let n = 0; n < MANY; n++) await scene.add({ schedules: ["* * * * *"], missed: { policy: "skip" } });
  await scene.start();
  await scene.restart(3 * DAY + 30 * SECOND);
  const rows = await scene.rows();
  const missed = rows.filter((row) => row.skip_reason === "missed");
  assert.equal(missed.length, MANY);
  assert.ok(
    missed.every(({ due_count, due_at, due_through }) =>
      due_count === 3 * 1440 - 1 && due_at === at("03-04T12:01") && due_through === at("03-07T11:59")
    ),
  );
  assert.deepEqual(
    rows.filter((row) => row.state === "queued").map(({ due_at }) => due_at),
    Array(MANY).fill(at("03-07T12:00")),
  );
  assert.equal(rows.length, 2 * MANY);
});

Deno.test("planner: after three days down, many hourly tasks catch up exactly once each", async () => {
  await using scene = await open();
  for (let n = 0; n < MANY; n++) await scene.add({ schedules: ["30 * * * *"], missed: { policy: "last" } });
  await scene.start();
  await scene.restart(3 * DAY);
  const rows = await scene.rows();
  const caughtUp = rows.filter((row) => row.cause === "missed");
  assert.equal(caughtUp.length, MANY);
  assert.ok(
    caughtUp.every(({ due_at, state, queue_rank }) =>
      due_at === at("03-07T11:30") && state === "queued" && queue_rank === 1
    ),
  );
  assert.ok(
    rows.filter((row) => row.cause !== "missed").every(({ skip_reason, due_count }) =>
      skip_reason === "missed" && due_count === 71
    ),
  );
  assert.equal(rows.length, 2 * MANY);
});

Deno.test("planner: missed due times follow the default rule of their schedule", async () => {
  await using scene = await open();
  const rare = await scene.add({ schedules: ["0 * * * *"] });
  const busy = await scene.add({ schedules: ["*/30 * * * *"] });
  const all = await scene.add({ schedules: ["0 * * * *"], missed: { policy: "all", limit: 3 } });
  await scene.start();
  await scene.restart(5 * HOUR + 10 * MINUTE);
  assert.deepEqual(await scene.ledger(rare), [
    "skip missed 03-04T13:00..03-04T16:00 ×4",
    "missed run 03-04T17:00",
  ]);
  assert.deepEqual(await scene.ledger(busy), ["skip missed 03-04T12:30..03-04T17:00 ×10"]);
  assert.deepEqual(await scene.ledger(all), [
    "skip missed 03-04T13:00..03-04T14:00 ×2",
    "missed run 03-04T15:00",
    "missed run 03-04T16:00",
    "missed run 03-04T17:00",
  ]);
});

Deno.test("planner: a clock step of more than three hours forward is recorded in the ledger as downtime", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["* * * * *"], missed: { policy: "last" } });
  await scene.start();
  await scene.setWall(at("03-04T16:00") + 30 * SECOND);
  assert.deepEqual(await scene.ledger(id), [
    "skip missed 03-04T12:01..03-04T15:58 ×238",
    "missed run 03-04T15:59",
    "run 03-04T16:00",
  ]);
  assert.deepEqual((await scene.rows(id)).map(({ detail }) => detail), ["clock_jump", null, null]);
  await scene.restart(2 * HOUR);
  assert.equal((await scene.rows(id)).at(-3)?.detail, null);
});

Deno.test("planner: a small clock step forward runs the due times it skipped over", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["* * * * *"] });
  await scene.start();
  await scene.setWall(Date.parse(start) + 70 * SECOND);
  assert.deepEqual(await scene.ledger(id), ["run 03-04T12:01"]);
});

for (const [name, stepMs] of [["30 seconds", 30 * SECOND], ["two hours", 2 * HOUR]] as const) {
  Deno.test(`planner: a clock set back by ${name} runs nothing twice and the cursor stays`, async () => {
    await using scene = await open();
    const id = await scene.add({ schedules: ["* * * * *"], overlap: { policy: "allow", limit: 1000 } });
    await scene.start();
    await scene.goTo(at("03-04T12:03"));
    const { cursor_at } = await scene.task(id);
    await scene.setWall(scene.clock.now() - stepMs);
    await scene.goTo(at("03-04T12:03") + 30 * SECOND);
    assert.equal((await scene.task(id)).cursor_at, cursor_at);
    await scene.restart();
    await scene.goTo(at("03-04T12:04"));
    assert.deepEqual(await scene.ledger(id), [1, 2, 3, 4].map((minute) => `run 03-04T12:0${minute}`));
  });
}

for (const isDown of [false, true]) {
  const when = isDown ? "during downtime" : "while it runs";
  Deno.test(`planner: a clock set back by two hours ${when} makes schedules wait, and the log names the end`, async () => {
    await using scene = await open();
    await scene.add({ name: "each minute", schedules: ["* * * * *"] });
    await scene.add({ name: "tomorrow", schedules: ["0 0 * * *"] });
    await scene.start();
    await scene.goTo(at("03-04T12:03"));
    if (isDown) await scene.planner.stop();
    await scene.setWall(at("03-04T10:03"));
    if (isDown) await scene.restart();
    const warnings = scene.logged.filter(({ message }) => message.includes("schedules wait"));
    assert.deepEqual(warnings.map(({ fields }) => fields), [{ tasks: 2, until: "2026-03-04T12:03:00.000Z" }]);
  });
}

Deno.test("planner: plans from now after a clock that was years ahead is corrected, and runs nothing twice", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["0 * * * *"], overlap: { policy: "allow", limit: 1000 } });
  const off = await scene.add({ schedules: ["0 * * * *"] });
  await scene.start();
  await scene.goTo(at("03-04T13:00"));
  await scene.setWall(at("03-04T13:30") + 3650 * DAY);
  await scene.goTo(scene.clock.now() + HOUR);
  await scene.tasks.update(off, parse(taskPatch, { enabled: false }), null);
  await scene.setWall(at("03-04T13:30"));
  await scene.goTo(at("03-04T15:30"));
  const ledger = await scene.ledger(id);
  assert.equal(ledger.filter((line) => line === "run 03-04T13:00").length, 1);
  assert.deepEqual(ledger.slice(-2), ["run 03-04T14:00", "run 03-04T15:00"]);
  const task = await scene.task(id);
  assert.deepEqual([task.cursor_at, task.next_due_at], [at("03-04T15:00"), at("03-04T16:00")]);
  assert.equal((await scene.task(off)).next_due_at, null);
});

Deno.test("planner: a range skipped in a false future ends where the present begins", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["0 * * * *"], missed: { policy: "skip" } });
  await scene.start();
  await scene.setWall(at("03-05T11:30"));
  assert.deepEqual(await scene.ledger(id), ["skip missed 03-04T13:00..03-05T11:00 ×23"]);
  await scene.setWall(at("03-04T15:30"));
  assert.deepEqual(await scene.ledger(id), ["skip missed 03-04T13:00..03-04T15:00 ×3"]);
  await scene.goTo(at("03-04T16:00"));
  assert.deepEqual((await scene.ledger(id)).slice(1), ["run 03-04T16:00"]);
});

Deno.test("planner: a range skipped entirely in a false future runs when it comes due", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["0 * * * *"], missed: { policy: "skip" } });
  await scene.start();
  await scene.setWall(at("03-04T20:30"));
  await scene.setWall(at("03-04T12:30"));
  await scene.goTo(at("03-04T14:10"));
  assert.deepEqual(await scene.ledger(id), ["skip limit 03-04T13:00", "run 03-04T14:00"]);
});

Deno.test("planner: tasks slightly ahead keep their range when others far ahead are pulled back", async () => {
  await using scene = await open();
  const hourly = await scene.add({ schedules: ["0 * * * *"], missed: { policy: "skip" } });
  const daily = await scene.add({ schedules: ["0 17 * * *"], missed: { policy: "skip" } });
  await scene.start();
  await scene.setWall(at("03-04T20:30"));
  // The daily task is only decided up to 17:00, less than three hours ahead of the next clock value.
  await scene.setWall(at("03-04T16:30"));
  assert.deepEqual(await scene.ledger(hourly), ["skip missed 03-04T13:00..03-04T16:00 ×4"]);
  assert.deepEqual(await scene.ledger(daily), ["skip missed 03-04T17:00..03-04T17:00 ×1"]);
});

Deno.test("planner: runs queued in a false future may start in the present", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["0 * * * *"] });
  await scene.start();
  await scene.setWall(at("03-08T12:30"));
  await scene.goTo(at("03-08T13:00"));
  await scene.setWall(at("03-04T12:30"));
  const queued = (await scene.rows(id)).filter(({ state }) => state === "queued");
  assert.ok(queued.length > 0);
  for (const run of queued) assert.ok(run.start_after <= scene.clock.now(), shortTime(run.start_after));
});

const switches: [string, string, string, string[]][] = [
  ["30 2 * * *", "America/New_York", "2026-03-08", ["03-08T07:00"]],
  ["30 2 * * *", "America/New_York", "2026-11-01", ["11-01T07:30"]],
  ["30 1 * * *", "America/New_York", "2026-11-01", ["11-01T05:30"]],
  ["30 2 * * *", "Europe/Berlin", "2026-03-29", ["03-29T01:00"]],
  ["30 2 * * *", "Europe/Berlin", "2026-10-25", ["10-25T00:30"]],
  ["15 2 * * *", "Australia/Lord_Howe", "2026-10-04", ["10-03T15:30"]],
  ["45 1 * * *", "Australia/Lord_Howe", "2026-04-05", ["04-04T14:45"]],
];
for (const [rule, zone, day, expected] of switches) {
  Deno.test(`planner: ${rule} on ${day} in ${zone} runs exactly once`, async () => {
    const midnight = Date.parse(`${day}T00:00:00Z`) - zoneOffset(zone, `${day}T00:00:00Z`);
    await using scene = await open({ now: midnight - 1, zone });
    const id = await scene.add({ schedules: [rule] });
    await scene.start();
    await scene.goTo(midnight + DAY - 2 * HOUR);
    assert.deepEqual(await scene.ledger(id), expected.map((time) => `run ${time}`));
  });
}

const elapsed: [string, string, string, number][] = [
  ["0 * * * *", "America/New_York", "2026-03-08", 23],
  ["0 * * * *", "America/New_York", "2026-11-01", 25],
  ["*/15 * * * *", "Europe/Berlin", "2026-03-29", 92],
  ["*/15 * * * *", "Europe/Berlin", "2026-10-25", 100],
  ["*/30 * * * *", "Australia/Lord_Howe", "2026-10-04", 47],
  ["*/30 * * * *", "Australia/Lord_Howe", "2026-04-05", 49],
  ["0 * * * *", "Asia/Shanghai", "2026-03-08", 24],
];
for (const [rule, zone, day, count] of elapsed) {
  Deno.test(`planner: ${rule} on ${day} in ${zone} runs ${count} times, as in the preview`, async () => {
    const midnight = Date.parse(`${day}T00:00:00Z`) - zoneOffset(zone, `${day}T00:00:00Z`);
    const next = Date.parse(`${day}T00:00:00Z`) + DAY;
    const end = next - zoneOffset(zone, new Date(next).toISOString());
    await using scene = await open({ now: midnight - 1, zone: "UTC" });
    const id = await scene.add({ schedules: [rule], timeZone: zone });
    await scene.start();
    await scene.goTo(end - 1);
    const due = (await scene.rows(id)).map(({ due_at }) => due_at);
    assert.equal(due.length, count);
    const preview = upcomingSlots([parseCron(rule)], zone, midnight - 1, count).map((slot) => slot.at);
    assert.deepEqual(due, preview);
  });
}

/** Returns how far a zone's wall clock is ahead of UTC at local midnight of a day, in ms. */
function zoneOffset(zone: string, localMidnight: string): number {
  const text = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" })
    .formatToParts(Date.parse(localMidnight) - 10 * HOUR).find(({ type }) => type === "timeZoneName")
    ?.value ?? "GMT";
  const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
}

Deno.test("planner: changing the panel's time zone replans the tasks without their own", async () => {
  await using scene = await open({ zone: "UTC" });
  const follows = await scene.add({ schedules: ["0 14 * * *"] });
  const zoned = await scene.add({ schedules: ["0 14 * * *"], timeZone: "UTC" });
  const off = await scene.add({ schedules: ["0 14 * * *"], enabled: false });
  await scene.start();
  scene.zone = "Europe/Berlin";
  await scene.planner.zoneChanged();
  assert.equal((await scene.task(follows)).next_due_at, at("03-04T13:00"));
  assert.equal((await scene.task(off)).next_due_at, null);
  await scene.goTo(at("03-04T14:00"));
  assert.deepEqual(await scene.ledger(follows), ["run 03-04T13:00"]);
  assert.deepEqual(await scene.ledger(zoned), ["run 03-04T14:00"]);
});

Deno.test("planner: a time zone changed during downtime replans at the start", async () => {
  await using scene = await open({ zone: "UTC" });
  const id = await scene.add({ schedules: ["0 14 * * *"] });
  await scene.start();
  await scene.planner.stop();
  scene.zone = "Europe/Berlin";
  scene.planner = scene.newPlanner();
  await scene.start();
  await scene.goTo(at("03-05T13:30"));
  assert.deepEqual(await scene.ledger(id), ["skip limit 03-04T13:00", "run 03-05T13:00"]);
});

/** Local time that is `hours` ahead of UTC in every zone. */
const always = (hours: number) => () => ({ offsetAt: () => hours * 3600 });

Deno.test("planner: other rules of time zones move due times, and none is decided twice or left out", async () => {
  await using scene = await open({ zone: "America/Vancouver" });
  using _rules = useZoneClocks(always(-8));
  const id = await scene.add({ schedules: ["0 9 * * *"], missed: { policy: "last" } });
  const zoned = await scene.add({ schedules: ["0 9 * * *"], timeZone: "America/Vancouver" });
  await scene.start();
  await scene.goTo(at("03-04T18:00"));
  using _newer = useZoneClocks(always(-7));
  await scene.planner.zoneRulesChanged();
  await scene.goTo(at("03-05T16:30"));
  for (const one of [id, zoned]) {
    assert.deepEqual(await scene.ledger(one), ["skip limit 03-04T17:00", "run 03-05T16:00"]);
  }
});

Deno.test("planner: rules of time zones that changed during downtime apply to what was missed", async () => {
  await using scene = await open({ zone: "America/Vancouver" });
  using _rules = useZoneClocks(always(-8));
  const id = await scene.add({ schedules: ["0 9 * * *"], missed: { policy: "last" } });
  await scene.start();
  await scene.goTo(at("03-04T18:00"));
  using _newer = useZoneClocks(always(-7));
  scene.zoneRules = "2026b";
  await scene.restart(23 * 60 * MINUTE);
  assert.deepEqual((await scene.ledger(id)).length, 2);
  assert.equal((await scene.task(id)).cursor_at, at("03-05T16:00"));
});

Deno.test("planner: an edit made during a time zone change is not overwritten", async () => {
  await using scene = await open({ zone: "UTC" });
  const ids = [];
  for (let n = 0; n < 5; n++) ids.push(await scene.add({ schedules: ["0 14 * * *"] }));
  const last = ids.at(-1)!;
  await scene.start();
  scene.zone = "Europe/Berlin";
  const changed = scene.planner.zoneChanged();
  await scene.tasks.update(last, parse(taskPatch, { enabled: false }), null);
  await changed;
  assert.equal((await scene.task(last)).next_due_at, null);
  assert.equal((await scene.task(ids[0]!)).next_due_at, at("03-04T13:00"));
});

Deno.test("planner: a second planner on the same database runs nothing twice", async () => {
  await using scene = await open();
  const ids = [];
  for (let n = 0; n < 30; n++) {
    ids.push(await scene.add({ schedules: ["*/10 * * * * *"], overlap: { policy: "allow", limit: 1000 } }));
  }
  const second = scene.newPlanner();
  await scene.start();
  await second.start();
  for (let n = 0; n < 12; n++) {
    await scene.advance(5 * SECOND);
    await scene.settle();
  }
  await second.stop();
  const expected = [10, 20, 30, 40, 50].map((second) => `run 03-04T12:00:${second}`).concat(
    "run 03-04T12:01",
  );
  for (const id of ids) assert.deepEqual(await scene.ledger(id), expected);
});

// Every write fails as on a full disk.
const fullTables = ["run", "task"].map((table) => ({
  table,
  actions: ["insert", "update", "delete"] as const,
}));

Deno.test("planner: loses nothing when the database cannot be written", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["*/20 * * * * *"], overlap: { policy: "allow", limit: 1000 } });
  await scene.start();
  await scene.goTo(at("03-04T12:00") + 20 * SECOND);
  await rejectWrites(scene.db, fullTables);
  await scene.advance(20 * SECOND);
  await scene.advance(2 * SECOND);
  assert.ok(scene.logged.some(({ message }) => message === "failed to save the planned runs; retrying"));
  assert.deepEqual(await scene.ledger(id), ["run 03-04T12:00:20"]);
  await acceptWrites(scene.db, fullTables);
  await scene.advance(SECOND);
  await scene.goTo(at("03-04T12:01"));
  assert.deepEqual(await scene.ledger(id), ["run 03-04T12:00:20", "run 03-04T12:00:40", "run 03-04T12:01"]);
});

Deno.test("planner: keeps planning when the database cannot be written during a clock correction", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["0 * * * *"], missed: { policy: "skip" } });
  await scene.start();
  await scene.setWall(at("03-06T12:30"));
  await rejectWrites(scene.db, fullTables);
  await scene.setWall(at("03-04T14:30"));
  await acceptWrites(scene.db, fullTables);
  await scene.advance(2 * SECOND);
  await scene.goTo(at("03-04T16:00"));
  assert.deepEqual((await scene.ledger(id)).slice(1), ["skip limit 03-04T15:00", "run 03-04T16:00"]);
});

Deno.test("planner: a task that cannot be parsed does not block the others", async () => {
  await using scene = await open();
  const broken = await scene.add({ schedules: ["* * * * *"] });
  const fine = await scene.add({ schedules: ["* * * * *"] });
  await scene.db.updateTable("task").set({ time_zone: "Mars/Olympus" }).where("id", "=", broken).execute();
  await scene.start();
  await scene.goTo(at("03-04T12:01") + SECOND);
  assert.deepEqual(await scene.ledger(fine), ["run 03-04T12:01"]);
  assert.deepEqual(await scene.ledger(broken), []);
  await scene.tasks.update(broken, parse(taskPatch, { timeZone: "UTC" }), null);
  await scene.advance(MINUTE);
  assert.deepEqual(await scene.ledger(broken), ["run 03-04T12:02"]);
});

Deno.test("planner: a random delay moves the start, is constant per task, and stays below the period", async () => {
  await using scene = await open();
  const hourly = await scene.add({ schedules: ["0 * * * *"], randomDelayMs: 30 * MINUTE });
  const minutely = await scene.add({ schedules: ["* * * * *"], randomDelayMs: 30 * MINUTE });
  await scene.start();
  await scene.goTo(at("03-04T14:00"));
  const delays = async (id: number) =>
    (await scene.rows(id)).map(({ due_at, start_after }) => start_after - due_at!);
  const [first, second] = await delays(hourly);
  assert.ok(first! > 0 && first! < 30 * MINUTE);
  assert.equal(second, first);
  for (const delay of await delays(minutely)) assert.ok(delay >= 0 && delay < MINUTE, String(delay));
});

Deno.test("planner: RandomDelay of config.sh moves each start, unless the task has a delay or the minute is ignored", async () => {
  await using scene = await PlannerScene.open({ now: at("03-04T12:00"), config: "RandomDelay=600" });
  const script = await scene.add({ schedules: ["5 * * * *"], command: "task a.js" });
  const minutely = await scene.add({ schedules: ["* * * * *"], command: "task a.js" });
  const ignored = await scene.add({ schedules: ["30 * * * *"], command: "task a.js" });
  const fixed = await scene.add({ schedules: ["5 * * * *"], command: "task a.js", randomDelayMs: 1 });
  await scene.start();
  await scene.goTo(at("03-04T18:00"));
  const delays = async (id: number) =>
    (await scene.rows(id)).map(({ due_at, start_after }) => start_after - due_at!);
  const scriptDelays = await delays(script);
  for (const delay of scriptDelays) assert.ok(delay >= 1_000 && delay <= 10 * MINUTE, String(delay));
  assert.ok(new Set(scriptDelays).size > 1);
  for (const delay of await delays(minutely)) assert.ok(delay >= 0 && delay < MINUTE, String(delay));
  for (const delay of [...await delays(ignored), ...await delays(fixed)]) assert.equal(delay, 0);
});

Deno.test("planner: stopping leaves no timer, and a task watched afterwards stays inactive", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["* * * * *"] });
  await scene.start();
  await scene.planner.stop();
  scene.planner.watch({ column: "task_id", id }, scene.clock.now());
  assert.equal(scene.clock.timers, 0);
});

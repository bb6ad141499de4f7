import assert from "node:assert/strict";
import { parse } from "../contract/parsed.ts";
import { taskPatch } from "../contract/tasks.ts";
import { listStale, replanByCalendar } from "../features/tasks/calendar_changes.ts";
import { PlannerScene, shortTime } from "../../tests/support/planner_scene.ts";
import type { WorkCalendar } from "../contract/work_calendar.ts";
import { testCalendar } from "../../tests/support/test_calendar.ts";

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(`2026-${text}:00.000Z`);
/** Thursday and Friday before a weekend. */
const off = ["2026-10-01", "2026-10-02"];

async function open(days = testCalendar({ off }), now = "2026-09-29T12:00:00Z"): Promise<PlannerScene> {
  const scene = await PlannerScene.open({ now });
  scene.calendars.set(1, days);
  return scene;
}

/** Formats the ledger as `due state nominal`, what is merged with the run it is merged into. */
async function ledger(scene: PlannerScene, id: number): Promise<string[]> {
  return (await scene.rows(id)).map((row) => {
    const nominal = row.nominal_at === null ? "" : ` < ${shortTime(row.nominal_at)}`;
    const count = row.due_count > 1 ? ` ×${row.due_count}` : "";
    const held = row.held_until === null ? "" : ` held until ${shortTime(row.held_until)}`;
    const merged = row.merged_into === null ? "" : ` into #${row.merged_into}`;
    const what = row.state === "skipped"
      ? `skip ${row.skip_reason}`
      : row.cause === "missed"
      ? "missed run"
      : "run";
    return `${what} ${shortTime(row.due_at)}${nominal}${count}${held}${merged}`;
  });
}

Deno.test("planner with a calendar: skips days off, with one row a day and the name of the day", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["0 */8 * * *"], calendarId: 1, onDayOff: "skip" });
  await scene.start();
  await scene.goTo(at("10-05T09:00"));
  await scene.endAll();
  assert.deepEqual(await ledger(scene, id), [
    "skip limit 09-29T16:00",
    "skip limit 09-30T00:00",
    "skip limit 09-30T08:00",
    "skip limit 09-30T16:00",
    "skip calendar 10-01T00:00 ×3",
    "skip calendar 10-02T00:00 ×3",
    "skip calendar 10-03T00:00 ×3",
    "skip calendar 10-04T00:00 ×3",
    "skip limit 10-05T00:00",
    "run 10-05T08:00",
  ]);
  assert.deepEqual((await scene.rows(id)).map(({ detail }) => detail).slice(4, 7), [
    "Holiday",
    "Holiday",
    null,
  ]);
});

Deno.test("planner with a calendar: moves to the next working day, and merges what meets there", async () => {
  await using scene = await open();
  const weekly = await scene.add({ schedules: ["0 10 * * 4"], calendarId: 1, onDayOff: "next" });
  const daily = await scene.add({ schedules: ["0 10 * * *"], calendarId: 1, onDayOff: "next" });
  await scene.start();
  await scene.goTo(at("10-05T11:00"));
  assert.deepEqual(await ledger(scene, weekly), ["run 10-05T10:00 < 10-01T10:00"]);
  const rows = await ledger(scene, daily);
  const [run] = (await scene.rows(daily)).filter(({ due_at, merged_into }) =>
    due_at === at("10-05T10:00") && merged_into === null
  );
  assert.deepEqual(rows.slice(1), [
    "run 10-05T10:00",
    ...["10-01", "10-02", "10-03", "10-04"].map((day) =>
      `skip calendar 10-05T10:00 < ${day}T10:00 into #${run?.id}`
    ),
  ]);
});

Deno.test("planner with a calendar: moves to the working day before", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["0 10 * * 4"], calendarId: 1, onDayOff: "previous" });
  await scene.start();
  await scene.goTo(at("10-09T00:00"));
  assert.deepEqual(await ledger(scene, id), ["skip limit 09-30T10:00 < 10-01T10:00", "run 10-08T10:00"]);
});

Deno.test("planner with a calendar: a missed moved due time follows the policy", async () => {
  await using scene = await open();
  const one = { calendarId: 1, schedules: ["0 10 * * 4"], onDayOff: "next" as const };
  const last = await scene.add({ ...one, missed: { policy: "last" } });
  const skip = await scene.add({ ...one, missed: { policy: "skip" } });
  await scene.start();
  await scene.goTo(at("10-04T00:00"));
  await scene.restart(40 * HOUR);
  assert.deepEqual(await ledger(scene, last), ["missed run 10-05T10:00 < 10-01T10:00"]);
  assert.deepEqual(await ledger(scene, skip), ["skip missed 10-05T10:00 < 10-01T10:00"]);
});

async function changeCalendar(
  scene: PlannerScene,
  days: WorkCalendar,
  previous: WorkCalendar | null = scene.calendars.get(1)!,
): Promise<void> {
  scene.calendars.set(1, { ...days, revision: `${scene.calendars.get(1)?.revision}+` });
  const change = {
    now: scene.clock.now(),
    zone: scene.zone,
    previous,
    findCalendar: (id: number) => scene.calendars.get(id) ?? null,
    openNodes: { listOpenNodes: () => Promise.resolve(null) },
  };
  const ids = await listStale(scene.db, change.findCalendar, 1);
  const replanned = await scene.db.transaction().execute((tx) => replanByCalendar(tx, ids, change));
  for (const { id, nextDueAt } of replanned) scene.planner.watch({ column: "task_id", id }, nextDueAt);
  await scene.advance(0);
}

Deno.test("planner with a calendar: a change decides the future only", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["0 10 * * *"], calendarId: 1, onDayOff: "skip" });
  await scene.start();
  await scene.goTo(at("10-01T12:00"));
  const before = await ledger(scene, id);
  assert.equal(before.at(-1), "skip calendar 10-01T10:00");
  await changeCalendar(scene, testCalendar({}));
  assert.equal((await scene.task(id)).next_due_at, at("10-02T10:00"));
  await scene.goTo(at("10-02T12:00"));
  assert.deepEqual((await ledger(scene, id)).slice(-2), ["skip calendar 10-01T10:00", "run 10-02T10:00"]);
});

Deno.test("planner with a calendar: a day added late makes a due time missed", async () => {
  await using scene = await open(testCalendar({}), "2026-09-28T12:00:00Z");
  const one = { calendarId: 1, schedules: ["0 10 * * 4"], onDayOff: "previous" as const };
  const last = await scene.add({ ...one, missed: { policy: "last" } });
  const skip = await scene.add({ ...one, missed: { policy: "skip" } });
  await scene.start();
  await scene.goTo(at("09-30T23:00"));
  // Thursday is off now: it would have run on Wednesday at 10:00.
  await scene.tasks.update(last, parse(taskPatch, { name: "a" }), null);
  await scene.db.updateTable("task").set({ cursor_at: at("09-30T23:00") }).execute();
  await changeCalendar(scene, testCalendar({ off: ["2026-10-01"] }));
  assert.deepEqual(await ledger(scene, last), ["missed run 09-30T10:00 < 10-01T10:00"]);
  assert.deepEqual(await ledger(scene, skip), ["skip missed 09-30T10:00 < 10-01T10:00"]);
  await scene.goTo(at("10-01T12:00"));
  assert.equal((await scene.rows(last)).length, 1);
});

Deno.test("planner with a calendar: a day added late merges a due time into the run of that time", async () => {
  await using scene = await open(testCalendar({}), "2026-09-28T12:00:00Z");
  const id = await scene.add({
    schedules: ["0 10 * * *", "0 8 * * 4"],
    ...{ calendarId: 1, onDayOff: "previous", missed: { policy: "last" } },
  });
  await scene.start();
  await scene.goTo(at("09-30T10:01"));
  await scene.endAll();
  const [, run] = await scene.rows(id);
  await changeCalendar(scene, testCalendar({ off: ["2026-10-01"] }));
  assert.deepEqual((await ledger(scene, id)).slice(1), [
    "run 09-30T10:00",
    `skip calendar 09-30T10:00 < 10-01T08:00 into #${run!.id}`,
    `skip calendar 09-30T10:00 < 10-01T10:00 into #${run!.id}`,
  ]);
});

Deno.test("planner with a calendar: a nominal time is decided once, however the calendar changes", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["0 10 * * 4"], calendarId: 1, onDayOff: "previous" });
  await scene.start();
  await scene.goTo(at("09-30T12:00"));
  assert.deepEqual(await ledger(scene, id), ["run 09-30T10:00 < 10-01T10:00"]);
  await changeCalendar(scene, testCalendar({}));
  await scene.goTo(at("10-01T12:00"));
  assert.deepEqual(await ledger(scene, id), ["run 09-30T10:00 < 10-01T10:00"]);
});

Deno.test("planner with a calendar: days that came with another version count from the start on", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["0 10 * * *"], calendarId: 1, onDayOff: "next" });
  scene.calendars.set(1, { ...testCalendar({}), revision: "2" });
  const findCalendar = (one: number) => scene.calendars.get(one) ?? null;
  assert.deepEqual(await listStale(scene.db, findCalendar), [id]);
  await changeCalendar(scene, testCalendar({ off: ["2026-09-30"] }), null);
  assert.equal((await scene.task(id)).next_due_at, at("10-01T10:00"));
  assert.deepEqual(await listStale(scene.db, findCalendar), []);
});

Deno.test("planner with a calendar: what a day added while no panel ran makes due before is missed", async () => {
  await using scene = await open(testCalendar({}), "2026-09-28T12:00:00Z");
  const id = await scene.add({ schedules: ["0 10 * * 4"], calendarId: 1, onDayOff: "previous" });
  await scene.start();
  await scene.goTo(at("09-30T23:00"));
  await scene.db.updateTable("task").set({ cursor_at: at("09-30T23:00") }).execute();
  await changeCalendar(scene, testCalendar({ off: ["2026-10-01"] }), null);
  assert.deepEqual(await ledger(scene, id), ["missed run 09-30T10:00 < 10-01T10:00"]);
});

Deno.test("planner with windows: holds what is due, once each, and starts it at the end", async () => {
  await using scene = await open(testCalendar({ weekend: [] }), "2026-03-04T00:30:00Z");
  const hourly = await scene.add({ schedules: ["0 * * * *"] });
  const daily = await scene.add({ schedules: ["30 2 * * *"] });
  scene.windows = [{ id: 7, effect: "hold", from: at("03-04T01:30"), until: at("03-04T04:30") }];
  await scene.start();
  await scene.goTo(at("03-04T04:15"));
  const [first] = (await scene.rows(hourly)).filter(({ held_until }) => held_until !== null);
  assert.deepEqual((await ledger(scene, hourly)).slice(1), [
    "run 03-04T02:00 held until 03-04T04:30",
    `skip window 03-04T03:00 into #${first?.id}`,
    `skip window 03-04T04:00 into #${first?.id}`,
  ]);
  assert.deepEqual(await ledger(scene, daily), ["run 03-04T02:30 held until 03-04T04:30"]);
  assert.deepEqual((await scene.rows(hourly)).slice(1).map(({ window_id }) => window_id), [7, 7, 7]);
  assert.equal(first?.start_after, at("03-04T04:30"));
});

Deno.test("planner with windows: what is due soon after the end is the run of what was held", async () => {
  await using scene = await open(testCalendar({ weekend: [] }), "2026-03-04T00:30:00Z");
  const id = await scene.add({ schedules: ["0 * * * *"] });
  scene.windows = [{ id: 7, effect: "hold", from: at("03-04T00:40"), until: at("03-04T02:50") }];
  await scene.start();
  await scene.goTo(at("03-04T03:30"));
  assert.deepEqual(await ledger(scene, id), [
    "skip window 03-04T01:00 held until 03-04T02:50 into #3",
    "skip window 03-04T02:00 into #1",
    "run 03-04T03:00",
  ]);
});

Deno.test("planner with windows: skips, with one row for each time it is open", async () => {
  await using scene = await open(testCalendar({ weekend: [] }), "2026-03-04T00:30:00Z");
  const id = await scene.add({ schedules: ["*/10 * * * *"], overlap: { policy: "allow", limit: 99 } });
  scene.windows = [{ id: 7, effect: "skip", from: at("03-04T00:40"), until: at("03-04T01:30") }];
  await scene.start();
  await scene.goTo(at("03-04T01:35"));
  assert.deepEqual(await ledger(scene, id), ["skip window 03-04T00:40 ×5", "run 03-04T01:30"]);
});

Deno.test("planner with windows: a panel that was down over a window runs once after it", async () => {
  await using scene = await open(testCalendar({ weekend: [] }), "2026-03-04T00:30:00Z");
  const id = await scene.add({ schedules: ["0 * * * *"], missed: { policy: "last" } });
  scene.windows = [{ id: 7, effect: "hold", from: at("03-04T00:50"), until: at("03-04T03:30") }];
  await scene.start();
  await scene.restart(3 * HOUR + HOUR / 4); // 03:45
  const [run] = (await scene.rows(id)).filter(({ state }) => state === "queued");
  assert.deepEqual(await ledger(scene, id), [
    `missed run 03-04T01:00 held until 03-04T03:30`,
    `skip window 03-04T02:00 into #${run?.id}`,
    `skip window 03-04T03:00 into #${run?.id}`,
  ]);
});

Deno.test("planner: a rule that is due once runs once", async () => {
  await using scene = await open();
  const id = await scene.add({ schedules: ["@once 2026-10-01 03:00"], timeZone: "Asia/Shanghai" });
  await scene.start();
  await scene.goTo(at("10-03T00:00"));
  await scene.restart();
  assert.deepEqual(await ledger(scene, id), ["run 09-30T19:00"]);
  assert.equal((await scene.task(id)).next_due_at, null);
});

Deno.test("planner: nothing is due outside of the valid period", async () => {
  await using scene = await open();
  const valid = { validFrom: "2026-09-30T12:00:00Z", validUntil: "2026-10-01T12:00:00Z" };
  const id = await scene.add({ schedules: ["0 10 * * *"], ...valid });
  await scene.start();
  await scene.goTo(at("10-03T00:00"));
  assert.deepEqual(await ledger(scene, id), ["run 10-01T10:00"]);
});

Deno.test("planner with windows: what would start after the valid period has expired", async () => {
  await using scene = await open(testCalendar({ weekend: [] }), "2026-03-04T00:30:00Z");
  const id = await scene.add({ schedules: ["0 1 * * *"], validUntil: "2026-03-04T02:00:00Z" });
  scene.windows = [{ id: 7, effect: "hold", from: at("03-04T00:40"), until: at("03-04T02:50") }];
  await scene.start();
  await scene.goTo(at("03-04T03:30"));
  assert.deepEqual(await ledger(scene, id), ["skip expired 03-04T01:00"]);
});

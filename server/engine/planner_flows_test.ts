// What follows the runs that a due time takes from the queue, or that a calendar or a window lets wait.
import assert from "node:assert/strict";
import { addTasksAfter, assertFollowedAtOnce, linksOf } from "../../tests/support/dropped_run.ts";
import { PlannerScene } from "../../tests/support/planner_scene.ts";
import { testCalendar } from "../../tests/support/test_calendar.ts";
import type { WorkCalendar } from "../contract/work_calendar.ts";
import { FollowCalendars } from "../features/tasks/follow_calendars.ts";

const at = (text: string) => Date.parse(`2026-${text}:00.000Z`);

/** The only run that a task has in the queue. */
async function queuedRun(scene: PlannerScene, taskId: number): Promise<number> {
  const [run, ...others] = (await scene.rows(taskId)).filter(({ state }) => state === "queued");
  assert.deepEqual(others, []);
  return run!.id;
}

/** Lets the next due time come, which cannot be written the first time. */
async function assertNextDueFollows(
  scene: PlannerScene,
  taskId: number,
  { due, after, reason }: {
    due: number;
    after: Awaited<ReturnType<typeof addTasksAfter>>;
    reason: "limit" | "overlap" | "window";
  },
): Promise<void> {
  await scene.goTo(due - 500);
  const runId = await queuedRun(scene, taskId);
  const start = () => scene.advance(1_000);
  const following = await assertFollowedAtOnce(scene.db, { runId, after, reason, start });
  const taker = (await scene.rows(taskId)).find(({ state }) => state === "queued");
  assert.deepEqual([taker?.cause, taker?.due_at], ["schedule", due]);
  assert.deepEqual(await linksOf(scene.db, taker!.id), []);
  // Both are published after the commit.
  const published = scene.result.flatMap(({ queued }) => queued);
  assert.deepEqual(published, [runId, taker!.id, following]);
}

for (const policy of ["skip", "replace"] as const) {
  Deno.test(`planner: what follows the run that a due time takes from the queue is decided with it: ${policy}`, async () => {
    await using scene = await PlannerScene.open({ now: "2026-09-30T09:30:00Z" });
    const id = await scene.add({ schedules: ["0 * * * *"], overlap: { policy } });
    const after = await addTasksAfter(scene.db, id);
    await scene.start();
    const reason = policy === "skip" ? "limit" : "overlap";
    await assertNextDueFollows(scene, id, { due: at("09-30T11:00"), after, reason });
  });
}

Deno.test("planner with a calendar: what follows the run that a moved due time takes from the queue is decided with it", async () => {
  await using scene = await PlannerScene.open({ now: "2026-09-23T12:00:00Z" });
  // Thursday and Friday before a weekend.
  scene.calendars.set(1, testCalendar({ off: ["2026-10-01", "2026-10-02"] }));
  const id = await scene.add({ schedules: ["0 10 * * 4"], calendarId: 1, onDayOff: "next" });
  const after = await addTasksAfter(scene.db, id);
  await scene.start();
  await assertNextDueFollows(scene, id, { due: at("10-05T10:00"), after, reason: "limit" });
});

Deno.test("planner with windows: what follows a run that a window held is decided when the next one takes its place", async () => {
  await using scene = await PlannerScene.open({ now: "2026-09-30T09:30:00Z" });
  scene.windows = [
    { id: 3, from: at("09-30T09:45"), until: at("09-30T11:30"), effect: "hold" },
    { id: 4, from: at("09-30T12:30"), until: at("09-30T13:30"), effect: "skip" },
  ];
  const id = await scene.add({ schedules: ["0 * * * *"] });
  const after = await addTasksAfter(scene.db, id);
  await scene.start();
  // The second is merged with the first, which waits.
  await scene.goTo(at("09-30T11:29"));
  const held = await queuedRun(scene, id);
  assert.deepEqual(await scene.ledger(id), ["run 09-30T10:00", "skip window 09-30T11:00"]);
  assert.deepEqual(await linksOf(scene.db, held), []);
  await assertNextDueFollows(scene, id, { due: at("09-30T12:00"), after, reason: "window" });
  // A window that skips takes nothing from the queue.
  const taker = await queuedRun(scene, id);
  await scene.goTo(at("09-30T13:10"));
  assert.equal(await queuedRun(scene, id), taker);
  assert.deepEqual(await linksOf(scene.db, taker), []);
});

/** Changes the calendar of the tasks, which are planned anew. */
async function changeCalendar(scene: PlannerScene, days: WorkCalendar): Promise<void> {
  const previous = scene.calendars.get(1)!;
  let changed: (id: number, previous: WorkCalendar) => void = () => {};
  const follower = new FollowCalendars({
    ...{ db: scene.db, clock: scene.clock, zone: () => scene.zone },
    logger: {
      debug() {},
      info() {},
      warn() {},
      error: (_, fields) => assert.fail(String(fields?.["error"])),
    },
    findCalendar: (id) => scene.calendars.get(id) ?? null,
    engine: {
      openNodes: { listOpenNodes: () => Promise.resolve(null) },
      decided: (source, dueAt) => scene.planner.watch(source, dueAt),
    },
    calendars: { onChange: (listener) => (changed = listener, () => {}) },
  });
  await follower.begin();
  scene.calendars.set(1, { ...days, revision: `${previous.revision}+` });
  changed(1, previous);
  await follower.end();
}

const thursdayOff = testCalendar({ off: ["2026-10-01"] });

Deno.test("planner with a calendar: what follows the run is decided with it that a due time takes which a change has moved", async () => {
  await using scene = await PlannerScene.open({ now: "2026-09-29T12:00:00Z" });
  scene.calendars.set(1, testCalendar({}));
  const id = await scene.add({
    schedules: ["0 18 * * 2", "0 11 * * 4"],
    calendarId: 1,
    onDayOff: "previous",
  });
  const after = await addTasksAfter(scene.db, id);
  await scene.start();
  const due = at("09-30T11:00");
  await scene.goTo(due + 500);
  const runId = await queuedRun(scene, id);
  // Thursday is off now, so that its run was due half a second ago.
  let isChanged = false;
  const start = async () => {
    if (!isChanged) await changeCalendar(scene, thursdayOff);
    isChanged = true;
    await scene.advance(1_000);
  };
  await assertFollowedAtOnce(scene.db, { runId, after, reason: "limit", start });
  const taker = (await scene.rows(id)).find(({ state }) => state === "queued");
  assert.deepEqual([taker?.cause, taker?.due_at, taker?.nominal_at], ["schedule", due, at("10-01T11:00")]);
});

Deno.test("planner with a calendar: what a change adds as missed takes no run from the queue", async () => {
  await using scene = await PlannerScene.open({ now: "2026-09-29T12:00:00Z" });
  scene.calendars.set(1, testCalendar({}));
  const id = await scene.add({
    ...{ schedules: ["0 18 * * 2", "0 11 * * 4"], calendarId: 1, onDayOff: "previous" },
    ...{ overlap: { policy: "replace" }, missed: { policy: "last" } },
  });
  await addTasksAfter(scene.db, id);
  await scene.start();
  await scene.goTo(at("09-30T11:00") + 500);
  // All until now is decided.
  await scene.db.updateTable("task").set({ cursor_at: scene.clock.now() }).where("id", "=", id).execute();
  await changeCalendar(scene, thursdayOff);
  await scene.advance(1_000);
  assert.deepEqual(await scene.ledger(id), ["run 09-29T18:00", "missed run 09-30T11:00"]);
  for (const { id: runId, state } of await scene.rows(id)) {
    assert.equal(state, "queued");
    assert.deepEqual(await linksOf(scene.db, runId), []);
  }
});

// Tests against the real planner and ledger, with a manual clock.
import { parse } from "../../contract/parsed.ts";
import assert from "node:assert/strict";
import { type TaskInput, taskPatch } from "../../contract/tasks.ts";
import { insertSkipped } from "../../engine/ledger.ts";
import { taskSource } from "../tasks/task_source.ts";
import { directReads } from "../../platform/heavy_reads.ts";
import { PlannerScene, shortTime } from "../../../tests/support/planner_scene.ts";
import { Statistics } from "./service.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const hourly: Partial<TaskInput> & Pick<TaskInput, "schedules"> = {
  schedules: ["0 * * * *"],
  missed: { policy: "skip" },
};

async function open(now = "2026-03-04T05:30:00Z") {
  const scene = await PlannerScene.open({ now });
  await scene.start();
  const { db, clock } = scene;
  const statistics = new Statistics({
    db,
    reads: directReads(db),
    clock,
    scripts: "/scripts",
    findCalendar: (id) => scene.calendars.get(id) ?? null,
    zone: () => scene.zone,
    retentionDays: () => 30,
  });
  /** The result as text: what, when, and which run. */
  const ask = async (task: number, at?: string) => {
    const { answer, at: about, run } = await statistics.why(
      task,
      at === undefined ? null : Date.parse(at),
    );
    const when = about === null ? "" : ` ${shortTime(Date.parse(about))}`;
    return `${answer}${when}${run ? ` #${run.id}` : ""}`;
  };
  return { scene, statistics, ask, [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose]() };
}

Deno.test("why: reports a due time that ran, is running or waits", async () => {
  await using opened = await open();
  const { scene, ask } = opened;
  const task = await scene.add(hourly);
  await scene.goTo(Date.parse("2026-03-04T06:00:10Z"));
  assert.equal(await ask(task, "2026-03-04T06:00:00Z"), "waiting 03-04T06:00 #1");
  await scene.db.updateTable("run").set({ state: "running", started_at: 1 }).execute();
  assert.equal(await ask(task, "2026-03-04T06:00:00Z"), "running 03-04T06:00 #1");
  for (const state of ["succeeded", "failed", "timed_out", "stopped", "interrupted"] as const) {
    await scene.db.updateTable("run").set({ state, finished_at: 2 }).execute();
    assert.equal(await ask(task, "2026-03-04T06:00:00Z"), "ran 03-04T06:00 #1", state);
  }
  await scene.db.updateTable("run").set({ state: "stopped", started_at: null }).execute();
  assert.equal(await ask(task, "2026-03-04T06:00:00Z"), "cancelled 03-04T06:00 #1");
});

Deno.test("why: an instant means its second, a whole minute the minute", async () => {
  await using opened = await open();
  const { scene, ask } = opened;
  const task = await scene.add({ schedules: ["20 0 * * * *"] });
  await scene.goTo(Date.parse("2026-03-04T06:30:00Z"));
  assert.equal(await ask(task, "2026-03-04T06:00:00Z"), "waiting 03-04T06:00:20 #1");
  assert.equal(await ask(task, "2026-03-04T06:00:20.700Z"), "waiting 03-04T06:00:20 #1");
  assert.equal(await ask(task, "2026-03-04T06:00:21Z"), "not_due 03-04T06:00:21");
  assert.equal(await ask(task, "2026-03-04T06:01:00Z"), "not_due 03-04T06:01");
});

Deno.test("why: reports a skipped due time with the run that blocked it", async () => {
  await using opened = await open();
  const { scene, ask, statistics } = opened;
  const task = await scene.add(hourly);
  await scene.goTo(Date.parse("2026-03-04T06:00:10Z"));
  await scene.db.updateTable("run").set({ state: "running", started_at: 5 }).execute();
  await scene.goTo(Date.parse("2026-03-04T07:00:10Z"));
  assert.equal(await ask(task, "2026-03-04T07:00:00Z"), "skipped_overlap 03-04T07:00 #2");
  assert.equal(await ask(task), "skipped_overlap 03-04T07:00 #2");
  const { blockedBy } = await statistics.why(task, null);
  assert.deepEqual(blockedBy, {
    id: 1,
    state: "running",
    startedAt: "1970-01-01T00:00:00.005Z",
    finishedAt: null,
  });
  await scene.db.deleteFrom("run").where("id", "=", 1).execute();
  assert.equal((await statistics.why(task, null)).blockedBy, null);
  for (const reason of ["limit", "disabled", "deleted"] as const) {
    await scene.db.updateTable("run").set({ skip_reason: reason }).execute();
    assert.equal(await ask(task), `skipped_${reason} 03-04T07:00 #2`);
  }
});

Deno.test("why: reports downtime for each due time of that period and for no time between them", async () => {
  await using opened = await open();
  const { scene, ask } = opened;
  const task = await scene.add(hourly);
  await scene.restart(4 * HOUR_MS);
  assert.equal(await ask(task, "2026-03-04T06:00:00Z"), "skipped_missed 03-04T06:00 #1");
  assert.equal(await ask(task, "2026-03-04T08:00:00Z"), "skipped_missed 03-04T08:00 #1");
  assert.equal(await ask(task, "2026-03-04T08:20:00Z"), "not_due 03-04T08:20");
  assert.equal(await ask(task), "skipped_missed 03-04T09:00 #1");
});

Deno.test("why: reports a time that was not due, with the due times before and after", async () => {
  await using opened = await open();
  const { scene, statistics } = opened;
  const task = await scene.add(hourly);
  await scene.goTo(Date.parse("2026-03-04T07:30:00Z"));
  const { answer, previousDueAt, nextDueAt } = await statistics.why(
    task,
    Date.parse("2026-03-04T07:00:30Z"),
  );
  assert.deepEqual([answer, previousDueAt, nextDueAt], [
    "not_due",
    "2026-03-04T07:00:00.000Z",
    "2026-03-04T08:00:00.000Z",
  ]);
  const first = await statistics.why(task, Date.parse("2026-03-04T05:45:00Z"));
  assert.deepEqual([first.answer, first.previousDueAt], ["not_due", null]);
});

Deno.test("why: reports times before the task existed and in the future", async () => {
  await using opened = await open();
  const { scene, ask } = opened;
  const task = await scene.add(hourly);
  assert.equal(await ask(task, "2026-03-04T05:00:00Z"), "before_task 03-04T05:00");
  assert.equal(await ask(task, "0001-01-01T00:00:00Z"), "before_task 01-01T00:00");
  assert.equal(await ask(task, "2026-03-04T06:00:00Z"), "in_future 03-04T06:00");
  assert.equal(await ask(task, "2026-03-04T06:10:00Z"), "in_future 03-04T06:10");
  assert.equal(await ask(task, "9999-12-31T23:59:59Z"), "in_future 12-31T23:59:59");
  assert.equal(await ask(task), "nothing_missed");
});

Deno.test("why: reports a disabled task, since when, and its last due time since then", async () => {
  await using opened = await open();
  const { scene, ask, statistics } = opened;
  const task = await scene.add(hourly);
  await scene.goTo(Date.parse("2026-03-04T06:30:00Z"));
  await scene.endAll();
  await scene.tasks.update(task, parse(taskPatch, { enabled: false }), null);
  assert.equal(await ask(task), "disabled");
  await scene.goTo(Date.parse("2026-03-04T08:30:00Z"));
  assert.equal(await ask(task), "disabled 03-04T08:00");
  assert.equal(await ask(task, "2026-03-04T07:00:00Z"), "disabled 03-04T07:00");
  assert.equal(await ask(task, "2026-03-04T06:00:00Z"), "ran 03-04T06:00 #1");
  const { since, nextDueAt } = await statistics.why(task, null);
  assert.deepEqual([since, nextDueAt], ["2026-03-04T06:30:00.000Z", null]);
});

Deno.test("why: reports a trigger that did not start the task, at its time and as the last", async () => {
  await using opened = await open();
  const { scene, statistics, ask } = opened;
  const task = await scene.add({ schedules: "manual" });
  const source = taskSource(await scene.db.selectFrom("task").selectAll().executeTakeFirstOrThrow());
  const trigger = { type: "file", name: null, path: "/in/a.csv", on: null };
  const fire = (time: string, reason: "disabled" | "window", mergedInto: number | null = null) =>
    scene.db.transaction().execute((tx) =>
      insertSkipped(tx, {
        ...{ source, reason, now: Date.parse(time), dueAt: null, cause: "trigger", mergedInto },
        triggerJson: JSON.stringify(trigger),
      })
    );
  await fire("2026-03-04T05:40:03Z", "disabled");
  await scene.goTo(Date.parse("2026-03-04T07:00:00Z"));
  assert.equal(await ask(task), "skipped_disabled 03-04T05:40:03 #1");
  assert.equal(await ask(task, "2026-03-04T05:40:00Z"), "skipped_disabled 03-04T05:40:03 #1");
  assert.equal(await ask(task, "2026-03-04T05:41:00Z"), "not_scheduled 03-04T05:41");
  assert.deepEqual((await statistics.why(task, null)).run?.trigger, trigger);
  // One that was merged into a run has that.
  await fire("2026-03-04T06:00:00Z", "window", 1);
  assert.equal(await ask(task), "skipped_disabled 03-04T05:40:03 #1");
  await fire("2026-03-04T06:10:00Z", "window");
  assert.equal(await ask(task), "skipped_window 03-04T06:10 #3");
});

Deno.test("why: before the schedule changed, reports only what the ledger has", async () => {
  await using opened = await open();
  const { scene, ask } = opened;
  const task = await scene.add(hourly);
  await scene.goTo(Date.parse("2026-03-04T06:30:00Z"));
  await scene.endAll();
  await scene.tasks.update(task, parse(taskPatch, { schedules: ["15 * * * *"] }), null);
  await scene.goTo(Date.parse("2026-03-04T07:30:00Z"));
  assert.equal(await ask(task, "2026-03-04T06:00:00Z"), "ran 03-04T06:00 #1");
  assert.equal(await ask(task, "2026-03-04T06:15:00Z"), "changed_since 03-04T06:15");
  assert.equal(await ask(task, "2026-03-04T07:00:00Z"), "not_due 03-04T07:00");
  assert.equal(await ask(task, "2026-03-04T07:15:00Z"), "waiting 03-04T07:15 #2");
  await scene.tasks.update(task, parse(taskPatch, { name: "other" }), null);
  assert.equal(
    await ask(task, "2026-03-04T07:00:00Z"),
    "not_due 03-04T07:00",
    "a new name changes no schedule",
  );
});

Deno.test("why: runs removed by retention are reported as forgotten, not as never run", async () => {
  await using opened = await open();
  const { scene, ask } = opened;
  const task = await scene.add(hourly);
  await scene.goTo(Date.parse("2026-03-04T06:30:00Z"));
  await scene.db.deleteFrom("run").execute();
  assert.equal(await ask(task, "2026-03-04T06:00:00Z"), "forgotten 03-04T06:00");
  assert.equal(await ask(task, "2026-03-04T06:20:00Z"), "not_due 03-04T06:20");
  await scene.tasks.update(task, parse(taskPatch, { schedules: ["15 * * * *"] }), null);
  assert.equal(await ask(task, "2026-03-04T06:00:00Z"), "changed_since 03-04T06:00");
  scene.clock.setWall(scene.clock.now() + 31 * DAY_MS);
  assert.equal(await ask(task, "2026-03-04T06:00:00Z"), "forgotten 03-04T06:00");
});

Deno.test("why: no rule starts a task that is run by hand", async () => {
  await using opened = await open();
  const { scene, ask } = opened;
  const task = await scene.add({ schedules: "manual" });
  await scene.goTo(Date.parse("2026-03-04T06:30:00Z"));
  assert.equal(await ask(task), "not_scheduled");
  assert.equal(await ask(task, "2026-03-04T06:00:00Z"), "not_scheduled 03-04T06:00");
});

Deno.test("why: without a time, reports what waits now before what was skipped earlier", async () => {
  await using opened = await open();
  const { scene, ask } = opened;
  const task = await scene.add(hourly);
  await scene.restart(2 * HOUR_MS);
  assert.equal(await ask(task), "skipped_missed 03-04T07:00 #1");
  await scene.goTo(Date.parse("2026-03-04T08:00:10Z"));
  assert.equal(await ask(task), "waiting 03-04T08:00 #2");
  await scene.db.updateTable("run").set({ state: "succeeded", started_at: 1, finished_at: 1 })
    .where("id", "=", 2).execute();
  assert.equal(await ask(task), "skipped_missed 03-04T07:00 #1");
});

Deno.test("upcoming: lists the next due times in the task's time zone, with warnings about clock changes", async () => {
  await using opened = await open("2026-03-27T12:00:00Z");
  const { scene, statistics } = opened;
  const task = await scene.add({ schedules: ["30 2 * * *"], timeZone: "Europe/Berlin" });
  const { timeZone, times } = await statistics.upcoming(task, 3);
  assert.equal(timeZone, "Europe/Berlin");
  assert.deepEqual(times, [
    { at: "2026-03-28T01:30:00.000Z", remark: null },
    { at: "2026-03-29T01:00:00.000Z", remark: { code: "shifted_by_gap", wallTime: "02:30" } },
    { at: "2026-03-30T00:30:00.000Z", remark: null },
  ]);
  await scene.tasks.update(task, parse(taskPatch, { enabled: false }), null);
  assert.deepEqual((await statistics.upcoming(task, 3)).times, []);
  const manual = await scene.add({ schedules: "manual" });
  assert.deepEqual(await statistics.upcoming(manual, 3), { timeZone: "UTC", times: [] });
});

import { parse } from "../../server/contract/parsed.ts";
import { taskPatch } from "../../server/contract/tasks.ts";
import assert from "node:assert/strict";
import type { TaskStatistics, Upcoming, Why } from "../../server/contract/task_statistics.ts";
import { TaskScene } from "../support/task_scene.ts";

const HOUR_MS = 3_600_000;

Deno.test("statistics: returns the next due times of a task, as many as requested", async () => {
  await using scene = await TaskScene.open({ zone: "Asia/Shanghai" });
  const id = await scene.add({ schedules: ["0 0 3 * * *", "0 15 * * *"] });
  const { json } = await scene.call("GET", `/tasks/${id}/upcoming`);
  const { timeZone, times } = json as unknown as Upcoming;
  assert.deepEqual([timeZone, times.length], ["Asia/Shanghai", 10]);
  assert.ok(times.every(({ at }) => /T(19|07):00:00\.000Z$/.test(at)), JSON.stringify(times));
  assert.equal(Date.parse(times[2]!.at) - Date.parse(times[0]!.at), 24 * HOUR_MS);
  const few = await scene.call("GET", `/tasks/${id}/upcoming?count=3`);
  assert.equal((few.json as unknown as Upcoming).times.length, 3);
});

Deno.test("statistics: explains what happened at a time, in any time zone notation", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add({ schedules: ["0 0 1 1 *"] });
  const why = async (query: string) => {
    const { json, status, text } = await scene.call("GET", `/tasks/${id}/why${query}`);
    assert.equal(status, 200, text);
    return json as unknown as Why;
  };
  const before = await why(`?at=${encodeURIComponent("2020-01-01T08:00:00+08:00")}`);
  assert.deepEqual([before.answer, before.at, before.run], ["before_task", "2020-01-01T00:00:00.000Z", null]);
  assert.equal((await why("")).answer, "nothing_missed");
  const soon = new Date(Date.now() + HOUR_MS).toISOString();
  assert.equal((await why(`?at=${soon}`)).answer, "in_future");
});

Deno.test("statistics: count finished runs only", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add({ command: "exit $1", overlap: { policy: "allow", limit: 5 } });
  for (const code of ["0", "0", "3"]) {
    await scene.call("POST", "/tasks/run", { body: { ids: [id], arguments: [code] } });
  }
  await scene.engine.quiet();
  const { json } = await scene.call("GET", `/tasks/${id}/statistics?days=2`);
  const { counts, durationMs, days, hours } = json as unknown as TaskStatistics;
  assert.deepEqual(counts, { succeeded: 2, failed: 1 });
  assert.ok(durationMs.median! <= durationMs.p95! && durationMs.p95! <= durationMs.max!);
  assert.equal(days.length, 2);
  assert.equal(hours.flatMap((cell) => Object.values(cell.counts)).reduce((sum, one) => sum + one, 0), 3);
});

Deno.test("statistics: returns 404 for unknown tasks, and 422 for invalid queries", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add();
  for (const what of ["upcoming", "why", "statistics"]) {
    assert.equal((await scene.call("GET", `/tasks/999/${what}`)).status, 404, what);
  }
  const wrong = [
    "upcoming?count=0",
    "upcoming?count=101",
    "why?at=yesterday",
    "statistics?days=367",
    "why?when=now",
  ];
  for (const query of wrong) {
    assert.equal((await scene.call("GET", `/tasks/${id}/${query}`)).status, 422, query);
  }
});

Deno.test("statistics: list when the command, the schedule and the script changed, and no other change", async () => {
  await using scene = await TaskScene.open();
  const { db, clock } = scene.engine;
  const id = await scene.add({ command: "task report.sh", schedules: ["0 3 * * *"] });
  const before = clock.now();
  const version = {
    area: "scripts",
    path: "report.sh",
    hash: "0",
    size: 1,
    saved_by: null,
    cause: "saved",
  } as const;
  await db.insertInto("file_version").values({ ...version, saved_at: before }).execute();
  for (
    const body of [
      { name: "Report", labels: ["weekly"] },
      { command: "task report.sh", schedules: ["0 3 * * *"] },
      { command: "task report.sh --all" },
      { schedules: ["0 4 * * *"], timeZone: "Asia/Shanghai" },
      { before: "true", timeZone: "UTC" },
    ]
  ) {
    assert.equal((await scene.call("PATCH", `/tasks/${id}`, { body })).status, 200);
  }
  await db.insertInto("file_version").values({ ...version, hash: "1", saved_at: clock.now() }).execute();
  const changes = async () => {
    const { json } = await scene.call("GET", `/tasks/${id}/statistics?days=2`);
    return (json as unknown as TaskStatistics).changes.map(({ what }) => what);
  };
  assert.deepEqual(await changes(), ["command", "schedule", "command", "schedule", "script"]);
  await db.updateTable("task_change").set({ at: before - 3 * 24 * HOUR_MS }).where("what", "=", "command")
    .execute();
  assert.deepEqual(await changes(), ["schedule", "schedule", "script"]);
});

Deno.test("statistics: of a task's changes, the last 200 are stored until it leaves the trash", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add();
  const count = async () => (await scene.engine.db.selectFrom("task_change").select("id").execute()).length;
  for (let number = 0; number < 205; number++) {
    await scene.engine.tasks.update(id, parse(taskPatch, { command: `echo ${number}` }), null);
  }
  assert.equal(await count(), 200);
  await scene.engine.tasks.remove(id);
  assert.equal(await count(), 200);
  await scene.engine.trash.remove([id]);
  await scene.engine.trash.settled();
  assert.equal(await count(), 0);
});

Deno.test("tasks: the response has the number of failed runs in a row", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add({ command: "exit $1" });
  const streak = async () => (await scene.call("GET", `/tasks/${id}`)).json.failureStreak;
  assert.equal(await streak(), 0);
  for (const [code, expected] of [["0", 0], ["1", 1], ["2", 2], ["0", 0]] as const) {
    await scene.call("POST", "/tasks/run", { body: { ids: [id], arguments: [code] } });
    await scene.engine.quiet();
    assert.equal(await streak(), expected, code);
  }
});

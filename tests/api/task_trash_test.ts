import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BatchResult, List } from "../../server/contract/shapes.ts";
import type { TaskDetail } from "../../server/contract/tasks.ts";
import type { TrashedTask } from "../../server/contract/task_trash.ts";
import { TaskScene } from "../support/task_scene.ts";

const DAY_MS = 86_400_000;

async function trash(scene: TaskScene, query = ""): Promise<List<TrashedTask>> {
  const { json, status, text } = await scene.call("GET", `/tasks/trash${query}`);
  assert.equal(status, 200, text);
  return json as unknown as List<TrashedTask>;
}

async function trashedIds(scene: TaskScene, query = ""): Promise<number[]> {
  return (await trash(scene, query)).items.map(({ id }) => id);
}

async function results(
  scene: TaskScene,
  [method, path]: readonly [string, string],
  ids: number[],
): Promise<string[]> {
  const { json, status, text } = await scene.call(method, path, { body: { ids } });
  assert.equal(status, 200, text);
  return (json as unknown as BatchResult).results.map(({ id, ok, error }) =>
    `${id} ${ok ? "ok" : error?.code}`
  );
}

const deletion = ["DELETE", "/tasks"] as const;
const restoring = ["POST", "/tasks/restore"] as const;
const removal = ["DELETE", "/tasks/trash"] as const;

async function read(scene: TaskScene, id: number): Promise<TaskDetail> {
  return (await scene.call("GET", `/tasks/${id}`)).json as unknown as TaskDetail;
}

/** Runs a task and returns the path of its log. */
async function run(scene: TaskScene, id: number): Promise<string> {
  const { id: runId } = await scene.engine.end(await scene.engine.tasks.run(id, "person"));
  const row = (await scene.engine.rows(id)).find((one) => one.id === runId);
  return join(scene.engine.folder.logs, row?.log_path ?? "");
}

Deno.test("task trash: a restored task has its id, settings, runs and logs, and is planned from now on", async () => {
  await using scene = await TaskScene.open();
  const settings = {
    name: "备份 %_",
    command: "echo kept",
    schedules: ["* * * * * *", "0 3 * * *"],
    timeZone: "Asia/Tokyo",
    labels: ["a", 'b "c"'],
    before: "true",
    timeLimitMs: 60_000,
    overlap: { policy: "queue", limit: 2 },
    missed: { policy: "all", limit: 5 },
    retry: { times: 1, delayMs: 1000, backoff: "exponential", onLost: true },
    placement: { pool: "gpu", mode: "all" },
    serialGroup: "one",
    variableLabels: ["x"],
    logKeepRuns: 500,
    logKeepDays: 90,
    notify: { onFailure: true },
  };
  const id = await scene.add({ ...settings, enabled: false });
  await scene.call("POST", "/tasks/pin", { body: { ids: [id] } });
  const log = await run(scene, id);
  const before = await read(scene, id);
  await scene.call("PATCH", `/tasks/${id}`, { body: { enabled: true } });
  assert.equal((await scene.call("DELETE", `/tasks/${id}`)).status, 204);

  const { items, total } = await trash(scene);
  assert.equal(total, 1);
  const [{ deletedAt, expiresAt, ...entry }] = items as [TrashedTask];
  assert.deepEqual(entry, {
    id,
    name: settings.name,
    command: settings.command,
    schedules: settings.schedules,
    cause: "user",
    deletedBy: "admin",
  });
  assert.equal(Date.parse(expiresAt) - Date.parse(deletedAt), 30 * DAY_MS);
  assert.equal((await scene.call("GET", "/tasks")).json.total, 0);
  assert.deepEqual((await scene.call("GET", "/tasks/labels")).json, { items: [] });
  assert.equal((await scene.call("GET", `/tasks/${id}`)).status, 404);
  assert.deepEqual(await results(scene, ["POST", "/tasks/run"], [id]), [`${id} not_found`]);
  assert.ok(existsSync(log));
  const runsBefore = (await scene.engine.rows(id)).length;
  await new Promise((resolve) => setTimeout(resolve, 1200));
  assert.equal((await scene.engine.rows(id)).length, runsBefore, "nothing is due in the trash");

  const restoredAt = Date.now();
  assert.deepEqual(await results(scene, restoring, [id, id, 999]), [`${id} ok`, "999 not_found"]);
  assert.deepEqual(await trashedIds(scene), []);
  const later = async () => (await scene.engine.rows(id)).slice(runsBefore);
  await scene.engine.until("a run after the restoration", async () => (await later()).length > 0);
  const dueAt = (await later())[0]?.due_at ?? 0;
  assert.ok(dueAt >= restoredAt, "earlier due times are not caught up");
  await scene.call("PATCH", `/tasks/${id}`, { body: { enabled: false } });
  await scene.engine.quiet();
  const { updatedAt: _, version, lastRun: __, lastChange, recentOutcomes, ...after } = await read(scene, id);
  const {
    updatedAt: _u,
    version: oldVersion,
    lastRun: _l,
    lastChange: first,
    recentOutcomes: old,
    ...expected
  } = before;
  assert.deepEqual(after, expected);
  assert.ok(version > oldVersion && lastChange!.at > first!.at);
  assert.deepEqual(recentOutcomes.slice(0, 1), old);
  assert.ok(existsSync(log));
});

Deno.test("task trash: lists by time of deletion, in pages, and finds names and commands", async () => {
  await using scene = await TaskScene.open();
  const ids: number[] = [];
  for (const name of ["one", "Two", "three"]) ids.push(await scene.add({ name, command: `echo ${name}_` }));
  const [one = 0, two = 0, three = 0] = ids;
  for (const id of [two, one, three]) {
    await scene.call("DELETE", `/tasks/${id}`);
    await scene.engine.db.updateTable("trashed_task").set((eb) => ({
      deleted_at: eb("deleted_at", "+", [two, one, three].indexOf(id)),
    })).where("id", "=", id).execute();
  }
  assert.deepEqual(await trashedIds(scene), [three, one, two]);
  const page = await trash(scene, "?page=2&pageSize=2");
  assert.deepEqual([page.total, page.items.map(({ id }) => id)], [3, [two]]);
  assert.deepEqual(await trashedIds(scene, "?q=%20two%20"), [two]);
  assert.deepEqual(await trashedIds(scene, "?q=echo%20O"), [one]);
  assert.deepEqual(await trashedIds(scene, "?q=e%25"), []);
  for (const query of ["?page=0", "?pageSize=501", "?other=1"]) {
    assert.equal((await scene.call("GET", `/tasks/trash${query}`)).status, 422, query);
  }
});

Deno.test("task trash: a permanent removal deletes runs and logs, and the id is never used again", async () => {
  await using scene = await TaskScene.open();
  const [gone, stays] = [await scene.add(), await scene.add()];
  const logs = [await run(scene, gone), await run(scene, stays)];
  assert.deepEqual(await results(scene, removal, [gone]), [`${gone} not_found`], "not in the trash");
  assert.deepEqual(await results(scene, deletion, [gone, stays]), [`${gone} ok`, `${stays} ok`]);
  assert.deepEqual(await results(scene, removal, [gone, 999]), [`${gone} ok`, "999 not_found"]);
  assert.deepEqual(await trashedIds(scene), [stays]);
  assert.deepEqual(await results(scene, restoring, [gone]), [`${gone} not_found`]);
  await scene.engine.trash.settled();
  assert.deepEqual(logs.map((log) => existsSync(log)), [false, true]);
  assert.deepEqual((await scene.engine.rows()).map(({ task_id }) => task_id), [stays]);
  assert.deepEqual((await scene.call("POST", "/tasks/trash/empty")).json, { removed: 1 });
  assert.deepEqual((await scene.call("POST", "/tasks/trash/empty")).json, { removed: 0 });
  await scene.engine.trash.settled();
  assert.deepEqual(await scene.engine.rows(), []);
  assert.ok(await scene.add() > stays);
});

Deno.test("task trash: entries expire after 30 days, or after one while the disk is nearly full", async () => {
  await using scene = await TaskScene.open();
  const { db, clock, trash: bin } = scene.engine;
  const ages = [0, 2, 29, 31];
  const ids: number[] = [];
  for (const age of ages) {
    const id = await scene.add();
    ids.push(id);
    await scene.call("DELETE", `/tasks/${id}`);
    await db.updateTable("trashed_task").set({ deleted_at: clock.now() - age * DAY_MS }).where("id", "=", id)
      .execute();
  }
  await bin.purge({ isDiskLow: false });
  assert.deepEqual(await trashedIds(scene), ids.slice(0, 3));
  await bin.purge({ isDiskLow: true });
  assert.deepEqual(await trashedIds(scene), ids.slice(0, 1));
});

Deno.test("task trash: a removal that was interrupted is finished, and is not visible until then", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add();
  const log = await run(scene, id);
  await run(scene, id);
  await scene.call("DELETE", `/tasks/${id}`);
  // As left by a crash after the mark.
  await scene.engine.restart(async () => {
    await scene.engine.db.updateTable("trashed_task").set({ removing: 1 }).execute();
  });
  assert.equal(await scene.engine.trash.empty(), 0);
  assert.deepEqual((await scene.engine.trash.list({ page: 1, pageSize: 20 })).items, []);
  await scene.engine.trash.purge({ isDiskLow: false });
  assert.equal(existsSync(log), false);
  assert.deepEqual(await scene.engine.rows(), []);
  assert.deepEqual(await scene.engine.db.selectFrom("trashed_task").selectAll().execute(), []);
});

Deno.test("task trash: entries that cannot be parsed are listed and restored with defaults", async () => {
  await using scene = await TaskScene.open();
  const rows = ["{", "[]", "null", '{"schedules_json": [], "version": null}', '{"name": {}, "unknown": 1}'];
  for (const row_json of rows) {
    const id = await scene.add({ name: "odd", schedules: ["0 0 * * *"] });
    await scene.call("DELETE", `/tasks/${id}`);
    await scene.engine.db.updateTable("trashed_task").set({ row_json }).where("id", "=", id).execute();
    assert.equal((await trash(scene)).items[0]?.schedules, "manual", row_json);
    assert.deepEqual(await results(scene, restoring, [id]), [`${id} ok`], row_json);
    const { name, schedules, enabled } = await read(scene, id);
    assert.deepEqual([name, schedules, enabled], ["odd", "manual", true], row_json);
  }
  const invalid = await scene.add({ schedules: ["0 0 * * *"] });
  await scene.engine.db.updateTable("task").set({ schedules_json: '["61 * * * *"]' }).where(
    "id",
    "=",
    invalid,
  )
    .execute();
  await scene.call("DELETE", `/tasks/${invalid}`);
  assert.deepEqual(await results(scene, restoring, [invalid]), [`${invalid} ok`]);
  assert.equal((await read(scene, invalid)).nextRunAt, null);
});

Deno.test("task trash: publishes each deletion, restoration and removal", async () => {
  await using scene = await TaskScene.open();
  const [one, two] = [await scene.add(), await scene.add()];
  const published = scene.published.length;
  await results(scene, deletion, [one]);
  await results(scene, restoring, [one, two]);
  await results(scene, deletion, [one]);
  await results(scene, removal, [one, two]);
  await scene.engine.trash.settled();
  assert.deepEqual(scene.published.slice(published), [
    `task:deleted ${one}`,
    `task:created ${one}`,
    `task:deleted ${one}`,
    "task:deleted 0",
    "log:removed 0",
  ]);
});

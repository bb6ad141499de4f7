// One change of several tasks and moving them apart: previews, results and what remains as it was.
import assert from "node:assert/strict";
import type { BulkResult } from "../../server/contract/bulk_changes.ts";
import type { TaskDetail } from "../../server/contract/tasks.ts";
import { TaskScene } from "../support/task_scene.ts";

type Results = BulkResult["results"];

async function bulk(
  scene: TaskScene,
  action: "update" | "spread",
  body: Record<string, unknown>,
): Promise<Results> {
  const { json, status, text } = await scene.call("POST", `/tasks/${action}`, { body });
  assert.equal(status, 200, text);
  return json.results as Results;
}

async function read(scene: TaskScene, id: number): Promise<TaskDetail> {
  return (await scene.call("GET", `/tasks/${id}`)).json as unknown as TaskDetail;
}

const changes = {
  schedules: ["30 4 * * *"],
  timeZone: "Asia/Tokyo",
  retry: { times: 2, delayMs: 1_000 },
  overlap: { policy: "queue", limit: 2 },
  missed: { policy: "last" },
  labels: ["night"],
  notify: { onFailure: true },
};
const retry = { times: 2, delayMs: 1_000, backoff: "fixed", onLost: false };

Deno.test("bulk update: the preview has what would differ, and changes nothing", async () => {
  await using scene = await TaskScene.open();
  const ids = [
    await scene.add({ schedules: ["0 3 * * *"] }),
    await scene.add({ schedules: ["30 4 * * *"], labels: ["night"], timeZone: "Asia/Tokyo" }),
  ];
  const before = await Promise.all(ids.map((id) => read(scene, id)));
  const results = await bulk(scene, "update", { ids: [...ids, 999], changes, dryRun: true });
  assert.deepEqual(results.map(({ id, ok, error }) => [id, ok, error?.code]), [
    [ids[0], true, undefined],
    [ids[1], true, undefined],
    [999, false, "not_found"],
  ]);
  assert.deepEqual(results[0]!.after, { ...changes, retry });
  assert.deepEqual(results[0]!.before, {
    schedules: ["0 3 * * *"],
    timeZone: null,
    retry: { times: 0, delayMs: 60_000, backoff: "fixed", onLost: false },
    overlap: { policy: "skip" },
    missed: null,
    labels: [],
    notify: {},
  });
  assert.deepEqual(Object.keys(results[1]!.after!), ["overlap", "missed", "retry", "notify"]);
  assert.deepEqual(await Promise.all(ids.map((id) => read(scene, id))), before);
});

Deno.test("bulk update: every task is changed, planned and recorded; sending back `before` undoes it", async () => {
  await using scene = await TaskScene.open();
  const ids: number[] = [];
  for (let count = 0; count < 60; count++) ids.push(await scene.add({ schedules: ["0 3 * * *"] })); // two transactions
  const original = await read(scene, ids[0]!);
  const results = await bulk(scene, "update", { ids: [...ids, ids[0]], changes });
  assert.deepEqual(results.map(({ id, ok }) => [id, ok]), ids.map((id) => [id, true]));
  for (const id of [ids[0]!, ids.at(-1)!]) {
    const task = await read(scene, id);
    assert.deepEqual([task.schedules, task.timeZone, task.retry, task.version], [
      ["30 4 * * *"],
      "Asia/Tokyo",
      retry,
      2,
    ]);
    assert.notEqual(task.nextRunAt, original.nextRunAt);
    assert.equal((await scene.call("GET", `/tasks/${id}/changes`)).json.total, 2);
  }
  assert.deepEqual(
    (await bulk(scene, "update", { ids, changes })).map(({ after }) => after),
    ids.map(() => ({})),
  );
  assert.equal((await read(scene, ids[0]!)).version, 2);
  await bulk(scene, "update", { ids, changes: results[0]!.before! });
  const undone = await read(scene, ids[0]!);
  assert.deepEqual({ ...undone, version: 1, updatedAt: "", lastChange: null, nextRunAt: "" }, {
    ...original,
    ...{ version: 1, updatedAt: "", lastChange: null, nextRunAt: "" },
  });
});

Deno.test("bulk update: an invalid value is named and changes no task", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add({ schedules: ["0 3 * * *"] });
  const invalid: [Record<string, unknown>, string][] = [
    [{ schedules: ["61 * * * *"] }, "changes.schedules.0"],
    [{ timeZone: "Mars/Olympus" }, "changes.timeZone"],
    [{ retry: { times: -1 } }, "changes.retry.times"],
    [{ labels: [" "] }, "changes.labels.0"],
    [{ name: "same", enabled: true }, "changes.name"],
    [{ command: "true", enabled: true }, "changes.command"],
    [{}, "changes"],
  ];
  for (const [wrong, path] of invalid) {
    const { status, problem, text } = await scene.call("POST", "/tasks/update", {
      body: { ids: [id], changes: wrong },
    });
    assert.equal(status, 422, text);
    assert.deepEqual(problem.issues?.map((one) => one.path), [path]);
  }
  assert.equal((await read(scene, id)).version, 1);
});

Deno.test("spread: tasks get their times in the order of the ids, others say why not", async () => {
  await using scene = await TaskScene.open();
  const ids: number[] = [];
  const add = async (schedules: string[] | "manual") => ids.push(await scene.add({ schedules }));
  for (const rule of ["0 3 * * *", "@daily", "0 5 * * 1-5"]) await add([rule]);
  await add("manual");
  await add(["*/5 * * * *"]);
  const body = { ids: ids.toReversed(), from: "03:00", everyMs: 90_000 };
  const preview = await bulk(scene, "spread", { ...body, dryRun: true });
  assert.deepEqual(preview.map(({ after, error }) => error?.code ?? after?.schedules), [
    "schedule_not_daily",
    "schedule_not_daily",
    ["0 3 * * 1-5"],
    ["30 1 3 * * *"],
    ["3 3 * * *"],
  ]);
  assert.deepEqual((await read(scene, ids[0]!)).schedules, ["0 3 * * *"]);
  assert.deepEqual(await bulk(scene, "spread", body), preview);
  assert.deepEqual((await read(scene, ids[0]!)).schedules, ["3 3 * * *"]);
  const late = await bulk(scene, "spread", { ids: ids.slice(0, 3), from: "23:59", everyMs: 60_000 });
  assert.deepEqual(late.map(({ error }) => error?.code), [
    undefined,
    "spread_past_midnight",
    "spread_past_midnight",
  ]);
  for (const [field, value] of [["from", "24:00"], ["everyMs", 500], ["everyMs", 1_500]] as const) {
    const { status, problem } = await scene.call("POST", "/tasks/spread", {
      body: { ...body, [field]: value },
    });
    assert.deepEqual([status, problem.issues?.[0]?.path], [422, field]);
  }
});

Deno.test("bulk update: approval is required of several tasks, and the change undone", async () => {
  await using scene = await TaskScene.open();
  const ids = [
    await scene.add({ schedules: "manual" }),
    await scene.add({ schedules: "manual", requiresApproval: true, approvalLapseMs: 60_000 }),
  ];
  const approvals = async () =>
    (await Promise.all(ids.map((id) => read(scene, id)))).map((task) => [
      task.requiresApproval,
      task.approvalLapseMs,
    ]);
  const before = await approvals();
  const results = await bulk(scene, "update", {
    ids,
    changes: { requiresApproval: true, approvalLapseMs: 3_600_000 },
  });
  assert.deepEqual(results.map(({ after }) => after), [
    { requiresApproval: true, approvalLapseMs: 3_600_000 },
    { approvalLapseMs: 3_600_000 },
  ]);
  assert.deepEqual(await approvals(), [[true, 3_600_000], [true, 3_600_000]]);
  for (const { id, before: changes } of results) await bulk(scene, "update", { ids: [id], changes });
  assert.deepEqual(await approvals(), before);
});

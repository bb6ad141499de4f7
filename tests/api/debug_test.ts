import assert from "node:assert/strict";
import type { Run } from "../../server/contract/runs.ts";
import { debugRoutes } from "../../server/features/debug/routes.ts";
import { TaskScene } from "../support/task_scene.ts";

const body = { path: "a.sh", content: "echo hello" };

Deno.test("debug: returns the run, publishes its steps and has a readable log", async () => {
  await using scene = await TaskScene.open();
  const { status, json } = await scene.call("POST", "/scripts/debug", { body });
  const run = json as unknown as Run;
  assert.deepEqual([status, run.kind, run.taskId, run.taskName, run.scriptPath, run.cause], [
    201,
    "debug",
    null,
    "a.sh",
    "a.sh",
    "person",
  ]);
  // The queue may have taken it before it is read.
  assert.ok(["queued", "starting"].includes(run.state), run.state);
  const { log } = await scene.engine.end(run.id);
  assert.equal((await scene.call("GET", `/runs/${run.id}/log`)).text, log);
  assert.match(log, /\nhello\n/);
  assert.deepEqual(scene.published, [
    `run:queued ${run.id}`,
    `run:started ${run.id}`,
    `run:finished ${run.id}`,
  ]);
  assert.ok(scene.engine.events.every(({ taskId }) => taskId === undefined));
  const { json: listed } = await scene.call("GET", "/runs?q=a.sh");
  assert.deepEqual((listed["items"] as Run[]).map(({ id, kind }) => [id, kind]), [[run.id, "debug"]]);
});

Deno.test("debug: is in the queue like any run, and its own address stops it", async () => {
  await using scene = await TaskScene.open({ concurrency: 1, graceMs: 200 });
  const start = async (content: string) =>
    Number((await scene.call("POST", "/scripts/debug", { body: { ...body, content } })).json["id"]);
  const live = await start("sleep 1000");
  await scene.engine.reaches(live, "running");
  const waiting = await start("true");
  const { json } = await scene.call("GET", "/queue");
  const names = (runs: unknown) => (runs as Run[]).map(({ id, taskName }) => `${id} ${taskName}`);
  assert.deepEqual(names(json["live"]), [`${live} a.sh`]);
  const [entry] = json["waiting"] as { run: Run; reason: string; blockedBy: number | null }[];
  assert.deepEqual([entry?.run.id, entry?.reason, entry?.blockedBy], [waiting, "limit", null]);
  for (const id of [waiting, live]) {
    const stopped = await scene.call("POST", `/scripts/debug/${id}/stop`);
    assert.deepEqual([stopped.status, stopped.json["id"]], [200, id]);
    assert.equal((await scene.engine.end(id)).state, "stopped");
  }
  const rejected = async (id: number | string) => {
    const { status, problem } = await scene.call("POST", `/scripts/debug/${id}/stop`);
    return [status, problem.code];
  };
  assert.deepEqual(await rejected(live), [409, "run_not_active"]);
  assert.deepEqual(await rejected(999), [404, "not_found"]);
  assert.deepEqual(await rejected("x"), [404, "not_found"]);
  const task = await scene.engine.run({ command: "sleep 1000" });
  assert.deepEqual(await rejected(task), [409, "run_not_active"]);
  await scene.engine.engine.stopRun(task);
  await scene.engine.end(task);
});

Deno.test("debug: an invalid request names its field and runs nothing", async () => {
  await using scene = await TaskScene.open();
  const many = Array.from({ length: 101 }, () => "a");
  const rejected: [Record<string, unknown>, number, string, string][] = [
    [{ path: "a.txt" }, 422, "path", "no_interpreter"],
    [{ path: "../a.sh" }, 422, "path", "bad_path"],
    [{ path: "sub/.sundial-x.sh" }, 422, "path", "reserved_name"],
    [{ path: 1 }, 422, "path", "invalid_type"],
    [{ content: undefined }, 422, "content", "required"],
    [{ arguments: many }, 422, "arguments", "too_many"],
    [{ variables: { SUNDIAL_A: "1" } }, 422, "variables.SUNDIAL_A", "reserved_name"],
    [{ variables: { "a b": "1" } }, 422, "variables.a b", "invalid"],
    [{ colour: "red" }, 422, "colour", "unknown_field"],
  ];
  for (const [change, status, path, code] of rejected) {
    const response = await scene.call("POST", "/scripts/debug", { body: { ...body, ...change } });
    assert.deepEqual(
      [response.status, response.problem.issues?.map((issue) => [issue.path, issue.code])],
      [status, [[path, code]]],
      response.text,
    );
  }
  const gone = await scene.call("POST", "/scripts/debug", { body: { ...body, path: "gone/a.sh" } });
  assert.deepEqual([gone.status, gone.problem.code], [404, "not_found"]);
  assert.deepEqual([await scene.engine.rows(), scene.published], [[], []]);
});

Deno.test("debug: runs a text of 32 MiB and rejects a larger one", async () => {
  await using scene = await TaskScene.open();
  const max = 32 * 1024 * 1024;
  const call = (content: string) => scene.call("POST", "/scripts/debug", { body: { ...body, content } });
  const { status, json } = await call(`echo large; exit\n${"\n".repeat(max - 17)}`);
  assert.equal(status, 201);
  assert.match((await scene.engine.end(Number(json["id"]))).log, /\nlarge\n/);
  const larger = await call("#".repeat(max + 1));
  assert.deepEqual([larger.status, larger.problem.code], [413, "payload_too_large"]);
});

Deno.test("debug: requires the scope to change scripts", async () => {
  await using scene = await TaskScene.open();
  assert.deepEqual(debugRoutes(scene.engine.debug).map(({ access }) => access), [
    "scripts:write",
    "scripts:write",
  ]);
});

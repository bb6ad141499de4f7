import assert from "node:assert/strict";
import { taskLimits } from "../../server/contract/limits/tasks.ts";
import type { ListedRun, Run, RunCause, RunFailures } from "../../server/contract/runs.ts";
import { EventReader } from "../support/event_reader.ts";
import { TaskScene } from "../support/task_scene.ts";

async function ran(scene: TaskScene, command: string): Promise<Run & { log: string }> {
  return await scene.engine.end(await scene.engine.tasks.run(await scene.add({ command }), "person"));
}

Deno.test("runs: are listed newest first, of one task or all, by state, in pages", async () => {
  await using scene = await TaskScene.open();
  const good = await ran(scene, "true");
  const bad = await ran(scene, "exit 3");
  const again = await scene.engine.end(await scene.engine.tasks.run(good.taskId!, "person"));
  const list = async (query: string, path = "/runs") => {
    const { json, text } = await scene.call("GET", `${path}?${query}`);
    return ((json.items ?? assert.fail(text)) as Run[]).map(({ id }) => id);
  };
  assert.deepEqual(await list(""), [again.id, bad.id, good.id]);
  assert.deepEqual(await list(`taskId=${good.taskId}`), [again.id, good.id]);
  assert.deepEqual(await list("", `/tasks/${good.taskId}/runs`), [again.id, good.id]);
  assert.deepEqual(await list("state=failed,stopped"), [bad.id]);
  assert.deepEqual(await list("pageSize=1&page=2"), [bad.id]);
  assert.equal((await scene.call("GET", "/runs?pageSize=1")).json.total, 3);
  for (const query of ["state=gone", "state=failed,", "taskId=x", "taskId=0", "page=0", "colour=red"]) {
    assert.equal((await scene.call("GET", `/runs?${query}`)).status, 422, query);
  }
});

Deno.test("runs: are filtered by cause, label of the task, and time of queueing", async () => {
  await using scene = await TaskScene.open();
  const night = await scene.add({ name: "Night", command: "true", labels: ["night", "db"] });
  const day = await scene.add({ name: "Day", command: "true", labels: ["day"] });
  const run = async (taskId: number, columns: { cause: RunCause; queued_at: number }) => {
    const { id } = await scene.engine.end(await scene.engine.tasks.run(taskId, "person"));
    await scene.engine.db.updateTable("run").set(columns).where("id", "=", id).execute();
    return id;
  };
  const first = await run(night, { cause: "schedule", queued_at: Date.UTC(2026, 2, 1) });
  const second = await run(night, { cause: "person", queued_at: Date.UTC(2026, 2, 2) });
  const third = await run(day, { cause: "missed", queued_at: Date.UTC(2026, 2, 3) });
  const list = async (query: string) => {
    const { json, text } = await scene.call("GET", `/runs?${query}`);
    return [((json.items ?? assert.fail(text)) as Run[]).map(({ id }) => id), json.total];
  };
  assert.deepEqual(await list("cause=schedule,missed"), [[third, first], 2]);
  assert.deepEqual(await list("label=night"), [[second, first], 2]);
  assert.deepEqual(await list("label=nigh"), [[], 0]);
  assert.deepEqual(await list("from=2026-03-02T00:00:00.000Z"), [[third, second], 2]);
  assert.deepEqual(await list("to=2026-03-02T00:00:00.000Z"), [[first], 1]);
  assert.deepEqual(await list("from=2026-03-02T02:00:00%2B02:00&to=2026-03-03T00:00:00Z"), [[second], 1]);
  assert.deepEqual(await list("cause=person&label=db&state=succeeded"), [[second], 1]);
  for (const query of ["cause=wind", "cause=", "from=yesterday", `label=${"x".repeat(51)}`]) {
    const { status, problem } = await scene.call("GET", `/runs?${query}`);
    assert.deepEqual([status, problem.issues?.[0]?.path], [422, query.split("=")[0]], query);
  }
});

Deno.test("runs: are sorted as requested, and filtered by part of the task's name", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add({ name: "100% 备份", command: "true" });
  const other = await scene.add({ name: "1000 other", command: "true" });
  const run = async (taskId: number, columns: { started_at: number; duration_ms: number | null }) => {
    const { id } = await scene.engine.end(await scene.engine.tasks.run(taskId, "person"));
    await scene.engine.db.updateTable("run").set(columns).where("id", "=", id).execute();
    return id;
  };
  const slow = await run(id, { started_at: 3000, duration_ms: 900 });
  const quick = await run(id, { started_at: 1000, duration_ms: 5 });
  const unknown = await run(id, { started_at: 2000, duration_ms: null });
  const foreign = await run(other, { started_at: 2500, duration_ms: 50 });
  const list = async (query: string, path = `/tasks/${id}/runs`) => {
    const { json, text } = await scene.call("GET", `${path}?${query}`);
    const items = (json.items ?? assert.fail(text)) as Run[];
    return [items.map(({ id }) => id), json.total];
  };
  const all = [slow, quick, unknown, foreign];
  assert.deepEqual(await list("sort=-durationMs"), [[slow, quick, unknown], 3]);
  assert.deepEqual(await list("sort=durationMs"), [[quick, slow, unknown], 3]);
  assert.deepEqual(await list("sort=durationMs&pageSize=1&page=2"), [[slow], 3]);
  assert.deepEqual(await list("sort=-startedAt"), [[slow, unknown, quick], 3]);
  assert.deepEqual(await list("sort=id"), [[slow, quick, unknown], 3]);
  assert.deepEqual(await list("sort=id", "/runs"), [all, 4]);
  assert.deepEqual(await list("sort=-id", "/runs"), [all.toReversed(), 4]);
  assert.deepEqual(await list(`sort=-durationMs&taskId=${id}`, "/runs"), [[slow, quick, unknown], 3]);
  assert.deepEqual(await list("q=OTHER", "/runs"), [[foreign], 1]);
  assert.deepEqual(await list("q=100%25", "/runs"), [[unknown, quick, slow], 3]);
  assert.deepEqual(await list("q=other"), [[], 0]);
  assert.deepEqual(await list(`q=${encodeURIComponent(" 备份 ")}&state=succeeded&sort=id`), [[
    slow,
    quick,
    unknown,
  ], 3]);
  for (
    const [path, options] of [
      ["/runs?sort=durationMs", "id"],
      ["/runs?sort=-startedAt", "id"],
      [`/tasks/${id}/runs?sort=name`, "id, startedAt, durationMs"],
      [`/tasks/${id}/runs?sort=`, "id, startedAt, durationMs"],
    ] as const
  ) {
    const { status, problem } = await scene.call("GET", path);
    assert.deepEqual([status, problem.issues], [422, [{
      ...problem.issues![0]!,
      path: "sort",
      code: "invalid_value",
      params: { options },
    }]], path);
  }
});

Deno.test("runs: pages stay the same while runs are added, and totals are counted up to a limit", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add({ command: "true" });
  const ids: number[] = [];
  for (let run = 0; run < 4; run++) {
    ids.unshift((await scene.engine.end(await scene.engine.tasks.run(id, "person"))).id);
  }
  const [newest = 0, third = 0, second = 0, first = 0] = ids;
  const list = async (query: string, path = "/runs") => {
    const { json, text } = await scene.call("GET", `${path}?${query}`);
    return [((json.items ?? assert.fail(text)) as Run[]).map(({ id }) => id), json.total];
  };
  assert.deepEqual(await list(`throughId=${third}`), [[third, second, first], 3]);
  assert.deepEqual(await list(`throughId=${third}&pageSize=2&page=2`), [[first], 3]);
  assert.deepEqual(await list(`afterId=${third}`), [[newest], 1]);
  assert.deepEqual(await list(`afterId=${first}&throughId=${third}`, `/tasks/${id}/runs`), [
    [third, second],
    2,
  ]);
  assert.deepEqual(await list(`afterId=${newest}`), [[], 0]);
  assert.deepEqual(await list("throughId=0"), [[], 0]);
  assert.deepEqual(await list("countLimit=3"), [ids, 3]);
  assert.deepEqual(await list("countLimit=3&pageSize=2&page=2&state=succeeded"), [[second, first], 3]);
  assert.deepEqual(await list("countLimit=9"), [ids, 4]);
  assert.deepEqual(await list("state=queued,running"), [[], 0]);
  for (const query of ["countLimit=0", "countLimit=1000001", "afterId=-1", "throughId=x"]) {
    const { status, problem } = await scene.call("GET", `/runs?${query}`);
    assert.deepEqual([status, problem.issues?.[0]?.path], [422, query.split("=")[0]], query);
  }
});

Deno.test("runs: are listed with the median duration of their task's successful runs", async () => {
  await using scene = await TaskScene.open();
  const steady = await scene.add({ command: "true" });
  const broken = await scene.add({ command: "exit 3" });
  const run = async (taskId: number, duration_ms: number) => {
    const { id } = await scene.engine.end(await scene.engine.tasks.run(taskId, "person"));
    await scene.engine.db.updateTable("run").set({ duration_ms }).where("id", "=", id).execute();
  };
  for (const duration of [900, 100, 300]) await run(steady, duration);
  await run(broken, 700);
  const { json } = await scene.call("GET", "/runs");
  const items = json.items as ListedRun[];
  assert.deepEqual(items.map(({ medianMs }) => medianMs), [null, 300, 300, 300]);
});

Deno.test("runs: returns one run completely, and 404 for an unknown id", async () => {
  await using scene = await TaskScene.open();
  const run = await ran(scene, "exit 3");
  const { json, status } = await scene.call("GET", `/runs/${run.id}`);
  const { log: _, ...details } = run;
  assert.deepEqual([status, json], [200, details]);
  assert.deepEqual([json.cause, json.state, json.exitCode, json.attempt, json.dueAt], [
    "person",
    "failed",
    3,
    1,
    null,
  ]);
  for (
    const path of ["/runs/999", "/runs/x", "/runs/0", "/runs/1.5", "/runs/999/log", "/runs/999/log/stream"]
  ) {
    assert.equal((await scene.call("GET", path)).status, 404, path);
  }
});

Deno.test("runs: stopping returns the run, and 409 once it has ended", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.engine.tasks.run(await scene.add({ command: "sleep 1000" }), "person");
  await scene.engine.reaches(id, "running");
  const { status, json } = await scene.call("POST", `/runs/${id}/stop`);
  assert.equal(status, 200);
  assert.notEqual(json.stopRequestedAt, null);
  await scene.engine.end(id);
  const again = await scene.call("POST", `/runs/${id}/stop`);
  assert.deepEqual([again.status, again.problem.code], [409, "run_not_active"]);
  assert.equal((await scene.call("POST", "/runs/999/stop")).status, 404);
});

Deno.test("log: is served complete and in ranges, and rejects a range beyond its end", async () => {
  await using scene = await TaskScene.open();
  const run = await ran(scene, "printf 0123456789; echo 很");
  const bytes = new TextEncoder().encode(run.log);
  const size = bytes.length;
  const get = (range?: string) =>
    scene.call("GET", `/runs/${run.id}/log`, range === undefined ? {} : { headers: { range } });
  const complete = await get();
  assert.deepEqual([complete.status, complete.text], [200, run.log]);
  assert.equal(complete.headers.get("content-type"), "text/plain; charset=utf-8");
  assert.deepEqual(
    ["x-log-complete", "x-log-size", "accept-ranges", "content-length"].map((name) =>
      complete.headers.get(name)
    ),
    ["true", String(size), "bytes", String(size)],
  );
  const parts: [string, number, number][] = [
    ["bytes=0-0", 0, 1],
    ["bytes=3-9", 3, 10],
    ["bytes=5-", 5, size],
    ["bytes=-7", size - 7, size],
    [`bytes=-${size + 100}`, 0, size],
    [`bytes=2-${size + 100}`, 2, size],
  ];
  for (const [range, start, end] of parts) {
    const part = await get(range);
    assert.equal(part.status, 206, range);
    assert.equal(part.headers.get("content-range"), `bytes ${start}-${end - 1}/${size}`);
    assert.equal(part.text, new TextDecoder().decode(bytes.slice(start, end)));
  }
  for (const range of [`bytes=${size}-`, "bytes=-0", `bytes=${size + 5}-${size + 9}`]) {
    const rejected = await get(range);
    assert.deepEqual([rejected.status, rejected.problem.code], [416, "range_not_satisfiable"], range);
    assert.equal(rejected.headers.get("content-range"), `bytes */${size}`);
  }
  for (const range of ["bytes=9-3", "bytes=0-1,3-4", "lines=0-1", "bytes=-", "bytes=a-b", "nonsense"]) {
    assert.deepEqual([(await get(range)).status, (await get(range)).text], [200, run.log], range);
  }
  const head = await scene.call("HEAD", `/runs/${run.id}/log`);
  assert.deepEqual([head.status, head.text, head.headers.get("x-log-size")], [200, "", String(size)]);
});

Deno.test("log: is incomplete while the run is active, and empty when missing or removed", async () => {
  await using scene = await TaskScene.open({ concurrency: 1 });
  const id = await scene.engine.tasks.run(
    await scene.add({ command: "echo first; sleep 1000" }),
    "person",
  );
  await scene.engine.until("its output", async () => (await scene.engine.log(id)).includes("first"));
  const live = await scene.call("GET", `/runs/${id}/log`);
  assert.deepEqual([live.status, live.headers.get("x-log-complete")], [200, "false"]);
  assert.match(live.text, /\nfirst\n$/);
  const queued = await scene.engine.tasks.run(await scene.add(), "person");
  const none = await scene.call("GET", `/runs/${queued}/log`);
  assert.deepEqual([none.status, none.text, none.headers.get("x-log-complete")], [200, "", "false"]);
  await scene.engine.engine.stopRun(id);
  await scene.engine.end(id);
  await scene.engine.end(queued);
  const { logPath } = await scene.engine.runs.get(id);
  await Deno.remove(`${scene.engine.folder.logs}/${logPath}`);
  const removed = await scene.call("GET", `/runs/${id}/log`);
  assert.deepEqual([removed.status, removed.text], [200, ""]);
  const { logPath: other } = await scene.engine.runs.get(queued);
  await Deno.truncate(`${scene.engine.folder.logs}/${other}`);
  const empty = await scene.call("GET", `/runs/${queued}/log`);
  assert.deepEqual([empty.status, empty.text], [200, ""]);
  // Only the deleted log is reported as deleted; neither supports ranges.
  assert.deepEqual([none, removed, empty].map(({ headers }) => headers.get("x-log-removed")), [
    null,
    "true",
    null,
  ]);
  const range = await scene.call("GET", `/runs/${id}/log`, { headers: { range: "bytes=-10" } });
  assert.equal(range.status, 416);
});

Deno.test("live log: sends existing text, additions and the end, also from an offset and after a reconnect", async () => {
  await using scene = await TaskScene.open();
  const barrier = scene.engine.path("gate");
  const command = `echo first; until [ -e ${barrier} ]; do sleep 0.02; done; echo last`;
  const id = await scene.engine.tasks.run(await scene.add({ command }), "person");
  const response = await scene.send("GET", `/runs/${id}/log/stream`);
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const reader = new EventReader(response);
  let text = "";
  let block = await reader.next();
  for (; block?.event === "chunk"; block = await reader.next()) {
    const chunk = JSON.parse(block.data!) as { offset: number; next: number; text: string };
    assert.equal(chunk.offset, new TextEncoder().encode(text).length);
    text += chunk.text;
    assert.equal(chunk.next, new TextEncoder().encode(text).length);
    assert.equal(block.id, String(chunk.next));
    if (text.includes("first\n")) await Deno.writeTextFile(barrier, "");
  }
  const { log } = await scene.engine.end(id);
  assert.equal(text, log);
  assert.deepEqual([block?.event, JSON.parse(block!.data!)], ["end", {
    size: new TextEncoder().encode(log).length,
    generation: 0,
    moved: null,
  }]);
  assert.equal(await reader.next(), null);
  const rest = async (path: string, headers: Record<string, string> = {}) =>
    JSON.parse((await new EventReader(await scene.send("GET", path, { headers })).next())!.data!);
  assert.equal((await rest(`/runs/${id}/log/stream?offset=5`)).text, log.slice(5));
  assert.equal((await rest(`/runs/${id}/log/stream?offset=5`, { "last-event-id": "9" })).text, log.slice(9));
  assert.deepEqual(await rest(`/runs/${id}/log/stream?offset=100000`), {
    size: 100000,
    generation: 0,
    moved: null,
  });
  assert.equal((await scene.call("GET", `/runs/${id}/log/stream?offset=-1`)).status, 422);
});

Deno.test("live log: ends when the panel stops, and a disconnected reader leaves nothing behind", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.engine.tasks.run(
    await scene.add({ command: "echo first; sleep 1000" }),
    "person",
  );
  const staying = new EventReader(await scene.send("GET", `/runs/${id}/log/stream`));
  const leaving = new EventReader(await scene.send("GET", `/runs/${id}/log/stream`));
  await leaving.next();
  await leaving.close();
  await staying.next();
  scene.closeStreams();
  for (let block = await staying.next(); block !== null; block = await staying.next()) {
    assert.equal(block.event, "chunk");
  }
  await scene.engine.engine.stopRun(id);
  await scene.engine.end(id);
});

Deno.test("runs: say why they failed, with the last line of the log and the time limit of the task", async () => {
  await using scene = await TaskScene.open();
  const bad = await ran(scene, "echo one; echo 'no route to host' >&2; exit 3");
  const silent = await ran(scene, "exit 4");
  const deleted = await ran(scene, "echo gone; exit 5");
  await Deno.remove(`${scene.engine.folder.logs}/${deleted.logPath}`);
  const { json } = await scene.call("GET", `/runs/failures?ids=${bad.id},${silent.id},${deleted.id},999`);
  const { items } = json as unknown as RunFailures;
  const reasons = items.map(({ id, exitCode, lastLine, hasLog }) => [id, exitCode, lastLine, hasLog]);
  assert.deepEqual(reasons, [[bad.id, 3, "no route to host", true], [silent.id, 4, null, true], [
    deleted.id,
    5,
    null,
    false,
  ]]);
  const many = (count: number) => `?ids=${Array.from({ length: count }, (_, index) => index + 1000)}`;
  assert.equal((await scene.call("GET", `/runs/failures${many(taskLimits.failures)}`)).status, 200);
  for (const query of ["", "?ids=", "?ids=a", "?ids=1,", "?ids=1e3", many(taskLimits.failures + 1)]) {
    assert.equal((await scene.call("GET", `/runs/failures${query}`)).status, 422, query);
  }
});

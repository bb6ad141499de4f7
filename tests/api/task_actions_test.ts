import assert from "node:assert/strict";
import type { BatchResult, List } from "../../server/contract/shapes.ts";
import type { LabelCounts, Task, TaskRunResult } from "../../server/contract/tasks.ts";
import { TaskScene } from "../support/task_scene.ts";

async function task(scene: TaskScene, id: number): Promise<Task> {
  return (await scene.call("GET", `/tasks/${id}`)).json as unknown as Task;
}

async function operation(scene: TaskScene, action: string, body: Record<string, unknown>): Promise<string[]> {
  const { json, status, text } = await scene.call("POST", `/tasks/${action}`, { body });
  assert.equal(status, 200, text);
  return (json as unknown as BatchResult).results.map(({ id, ok, error }) =>
    `${id} ${ok ? "ok" : error?.code}`
  );
}

Deno.test("task actions: labels are added and removed, and only changed tasks get a new version", async () => {
  await using scene = await TaskScene.open();
  const one = await scene.add({ labels: ["a", "b"] });
  const two = await scene.add({ labels: ["c"] });
  const full = await scene.add({ labels: Array.from({ length: 50 }, (_, index) => `l${index}`) });
  const ids = [one, two, full, 999, one];
  assert.deepEqual(await operation(scene, "labels", { ids, add: [" c ", "d"], remove: ["a"] }), [
    `${one} ok`,
    `${two} ok`,
    `${full} validation_failed`,
    "999 not_found",
  ]);
  const [first, second, third] = [await task(scene, one), await task(scene, two), await task(scene, full)];
  assert.deepEqual([first.labels, first.version], [["b", "c", "d"], 2]);
  assert.deepEqual([second.labels, second.version], [["c", "d"], 2]);
  assert.deepEqual([third.labels.length, third.version], [50, 1]);
  const before = scene.published.length;
  assert.deepEqual(await operation(scene, "labels", { ids: [one], add: ["d"], remove: ["gone"] }), [
    `${one} ok`,
  ]);
  assert.equal((await task(scene, one)).version, 2);
  assert.deepEqual(scene.published.slice(3), [`task:updated ${one}`, `task:updated ${two}`]);
  assert.equal(scene.published.length, before);
});

Deno.test("task actions: lists the labels in use with their number of tasks", async () => {
  await using scene = await TaskScene.open();
  await scene.add({ labels: ["web", 'a "b"'] });
  await scene.add({ labels: ["日", "web"] });
  await scene.add();
  const { json } = await scene.call("GET", "/tasks/labels");
  assert.deepEqual((json as unknown as LabelCounts).items, [
    { label: 'a "b"', tasks: 1 },
    { label: "web", tasks: 2 },
    { label: "日", tasks: 1 },
  ]);
  const quoted = await scene.call("GET", `/tasks?label=${encodeURIComponent('a "b"')}`);
  assert.equal((quoted.json as unknown as List<Task>).total, 1);
  const part = await scene.call("GET", `/tasks?label=${encodeURIComponent("WEB")}`);
  assert.equal((part.json as unknown as List<Task>).total, 0);
});

Deno.test("task actions: a run and its retries get the given arguments and variables", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add({
    command: 'echo "$0 $# [$1] [$2] $GREETING $SUNDIAL_ATTEMPT"; exit 1',
    retry: { times: 1, delayMs: 0 },
  });
  const variables = { GREETING: "你 好\n!" };
  assert.deepEqual(await operation(scene, "run", { ids: [id], arguments: ["a b", "$(id)"], variables }), [
    `${id} ok`,
  ]);
  await scene.engine.until("both tries", async () => (await task(scene, id)).recentOutcomes.length === 2);
  const runs = await scene.engine.rows(id);
  const logs = await Promise.all(runs.map((run) => scene.engine.log(run.id)));
  assert.match(logs[0]!, /^sundial 2 \[a b\] \[\$\(id\)\] 你 好\n! 1$/m);
  assert.match(logs[1]!, /^sundial 2 \[a b\] \[\$\(id\)\] 你 好\n! 2$/m);
  assert.deepEqual(runs.map(({ cause }) => cause), ["person", "retry"]);
  await operation(scene, "run", { ids: [id] });
  await scene.engine.until("two more", async () => (await task(scene, id)).recentOutcomes.length === 4);
  assert.match(await scene.engine.log((await scene.engine.rows(id))[2]!.id), / 0 \[\] \[\] {2}1$/m);
});

Deno.test("task actions: given arguments come after a script's own", async () => {
  await using scene = await TaskScene.open();
  await Deno.writeTextFile(`${scene.engine.folder.scripts}/say.sh`, 'echo "$# $1 $2 $3 $PATH_OF_IT"');
  const id = await scene.add({ command: "task say.sh own" });
  await operation(scene, "run", { ids: [id], arguments: ["", "given"], variables: { PATH_OF_IT: "x=y" } });
  await scene.engine.quiet();
  const [run] = await scene.engine.rows(id);
  assert.match(await scene.engine.log(run!.id), /^3 own {2}given x=y$/m);
});

const big = "x".repeat(131_000);
const rejected: [string, Record<string, unknown>, string, string][] = [
  [
    "a name reserved by the panel",
    { variables: { SUNDIAL_RUN_MARK: "x" } },
    "variables.SUNDIAL_RUN_MARK",
    "reserved_name",
  ],
  [
    "a value too long for a process",
    { variables: { A: "日".repeat(44_000) } },
    "variables.A",
    "too_many_bytes",
  ],
  [
    "more than 1 MiB in total",
    { variables: Object.fromEntries([..."abcdefghi"].map((name) => [name, big])) },
    "variables",
    "too_many_bytes",
  ],
  ["51 arguments", { arguments: Array.from({ length: 51 }, () => "a") }, "arguments", "too_many"],
  ["an argument with a NUL byte", { arguments: ["a\u0000b"] }, "arguments.0", "invalid_character"],
  ["a value with a NUL byte", { variables: { A: "\u0000" } }, "variables.A", "invalid_character"],
];
Deno.test("task actions: running tasks returns the ID of each run", async () => {
  await using scene = await TaskScene.open();
  const ids = [await scene.add({ command: "true" }), 999, await scene.add({ command: "true" })];
  const { json } = await scene.call("POST", "/tasks/run", { body: { ids } });
  const { results } = json as unknown as TaskRunResult;
  assert.deepEqual(results.map(({ id, ok }) => [id, ok]), [[ids[0], true], [999, false], [ids[2], true]]);
  const runs = await Promise.all([ids[0]!, ids[2]!].map((id) => scene.engine.rows(id)));
  const expected = [runs[0]![0]!.id, undefined, runs[1]![0]!.id];
  assert.deepEqual(results.map(({ runId }) => runId), expected);
  for (const id of expected) if (id !== undefined) await scene.engine.end(id);
});

Deno.test("task actions: rejects arguments and variables that no process can receive, and runs nothing", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add();
  for (const [what, body, path, code] of rejected) {
    const { status, problem } = await scene.call("POST", "/tasks/run", { body: { ids: [id], ...body } });
    const issues = problem.issues?.map((issue) => [issue.path, issue.code]);
    assert.deepEqual([status, issues], [422, [[path, code]]], what);
  }
  for (const name of ["1A", "A-B", "", "A=B", "名"]) {
    const { status } = await scene.call("POST", "/tasks/run", {
      body: { ids: [id], variables: { [name]: "x" } },
    });
    assert.equal(status, 422, name);
  }
  assert.deepEqual(await scene.engine.rows(id), []);
});

Deno.test("task actions: a value of the largest size reaches the process", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add({ command: 'echo "${#A}"' });
  const value = "x".repeat(128 * 1024 - 3);
  assert.deepEqual(await operation(scene, "run", { ids: [id], variables: { A: value } }), [`${id} ok`]);
  await scene.engine.quiet();
  const [run] = await scene.engine.rows(id);
  assert.equal(run!.state, "succeeded");
  assert.match(await scene.engine.log(run!.id), new RegExp(`^${value.length}$`, "m"));
});

Deno.test("task actions: stopping an idle task reports that it is not running", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add();
  const { json } = await scene.call("POST", "/tasks/stop", { body: { ids: [id] } });
  const [result] = (json as unknown as BatchResult).results;
  assert.deepEqual([result!.error?.code, result!.error?.title], ["task_not_running", "Task not running"]);
});

Deno.test("task list: a task has its kind, its last outcomes oldest first, and its active runs", async () => {
  await using scene = await TaskScene.open({ concurrency: 1 });
  const id = await scene.add({ command: "exit $1", overlap: { policy: "queue", limit: 5 } });
  for (const code of ["0", "1", "0"]) {
    await operation(scene, "run", { ids: [id], arguments: [code] });
    await scene.engine.quiet();
  }
  const { kind, recentOutcomes, runCounts } = await task(scene, id);
  assert.deepEqual([kind, runCounts], ["shell", { queued: 0, live: 0 }]);
  assert.deepEqual(recentOutcomes.map(({ state }) => state), ["succeeded", "failed", "succeeded"]);
  assert.ok(recentOutcomes.every(({ durationMs }) => typeof durationMs === "number"));
  for (const { id: run, at, exitCode } of recentOutcomes) {
    const { startedAt, exitCode: code } = await scene.engine.runs.get(run);
    assert.deepEqual([at, exitCode], [startedAt, code]);
  }
  const [first, , last] = recentOutcomes;
  assert.ok(first!.id < last!.id);
  await scene.call("PATCH", `/tasks/${id}`, { body: { command: "sleep 1000" } });
  for (let n = 0; n < 3; n++) await operation(scene, "run", { ids: [id] });
  await scene.engine.until("one to run", async () => (await task(scene, id)).runCounts.live === 1);
  assert.deepEqual((await task(scene, id)).runCounts, { queued: 2, live: 1 });
  await operation(scene, "stop", { ids: [id] });
  await scene.engine.quiet();
});

Deno.test("task list: returns only the last 20 outcomes", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add();
  const other = await scene.add();
  for (const one of [id, other]) {
    for (let n = 1; n <= 25; n++) {
      await scene.engine.db.insertInto("run").values({
        ...{
          task_id: one,
          task_name: "t",
          cause: "schedule",
          state: n === 25 ? "failed" : "skipped",
          due_at: n,
        },
        ...{
          queued_at: n,
          start_after: n,
          queue_rank: 0,
          queue_order: n,
          attempt: 1,
          due_count: 1,
          finished_at: n,
        },
      }).execute();
    }
  }
  const { json } = await scene.call("GET", "/tasks");
  for (const { recentOutcomes } of (json as unknown as List<Task>).items) {
    assert.equal(recentOutcomes.length, 20);
    assert.deepEqual(
      recentOutcomes.map(({ id }) => id),
      recentOutcomes.map(({ id }) => id).toSorted((a, b) => a - b),
    );
    assert.equal(recentOutcomes.at(-1)!.state, "failed");
  }
});

Deno.test("task list: is filtered by kind, subscription and several statuses", async () => {
  await using scene = await TaskScene.open();
  await scene.add({ name: "js", command: "task a.js" });
  await scene.add({ name: "py", command: "task a.py", enabled: false });
  const repo = await scene.add({ name: "repo", command: "ql repo https://example.org/a.git" });
  await scene.engine.db.updateTable("task").set({ subscription_id: 7 }).where("id", "=", repo).execute();
  const names = async (query: string) => {
    const { json } = await scene.call("GET", `/tasks?sort=name&${query}`);
    return (json as unknown as List<Task>).items.map(({ name }) => name);
  };
  assert.deepEqual(await names("type=python"), ["py"]);
  assert.deepEqual(await names("type=subscription"), ["repo"]);
  assert.deepEqual(await names("subscriptionId=7"), ["repo"]);
  assert.deepEqual(await names("status=disabled,idle"), ["js", "py", "repo"]);
  assert.deepEqual(await names("status=disabled"), ["py"]);
  const { status, problem } = await scene.call("GET", "/tasks?type=cobol");
  assert.deepEqual([status, problem.issues?.[0]?.path], [422, "type"]);
  await scene.call("PATCH", `/tasks/${repo}`, { body: { command: "task b.ts" } });
  assert.deepEqual(await names("type=typescript"), ["repo"]);
  // Created by a subscription, whatever its command.
  assert.deepEqual(await names("type=subscription"), ["repo"]);
});

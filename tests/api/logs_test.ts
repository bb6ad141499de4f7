// The logs on disk: the tree with their runs, reading, deleting, downloading, and what is rejected.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { PathResults } from "../../server/contract/files.ts";
import type { LogSearchResult } from "../../server/contract/log_search.ts";
import type { LogEntry, LogMeasure, LogsSearchResult } from "../../server/contract/logs.ts";
import { encodeHead } from "../../server/engine/logs/log_shape.ts";
import { TaskScene } from "../support/task_scene.ts";

const at = (path: string) => `path=${encodeURIComponent(path)}`;

function put(scene: TaskScene, path: string, content: string | Uint8Array = "content\n"): string {
  const file = join(scene.engine.folder.logs, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** Runs a task to its end. Returns its id, its log and its run. */
async function ran(scene: TaskScene, task: Record<string, unknown> = {}) {
  const taskId = await scene.add(task);
  const runId = await scene.engine.tasks.run(taskId, "person");
  const { logPath } = await scene.engine.end(runId);
  return { taskId, runId, log: logPath!, folder: logPath!.split("/")[0]! };
}

async function tree(scene: TaskScene, path = ""): Promise<LogEntry[]> {
  const { status, json, text } = await scene.call("GET", `/logs/tree?${at(path)}`);
  assert.equal(status, 200, text);
  return json.entries as LogEntry[];
}

function logEvents(scene: TaskScene): string[] {
  return scene.engine.events.filter(({ topic }) => topic === "logs").map(({ type, id }) => `${type} ${id}`);
}

/** Lists everything below a folder, with the content of files. */
function snapshot(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return `${path} ${entry.isFile() ? readFileSync(path, "latin1") : ""}`;
  }).sort();
}

Deno.test("logs tree: lists folders by name with their task, and logs newest first with their run", async () => {
  await using scene = await TaskScene.open();
  const { taskId, runId, log, folder } = await ran(scene, { name: "备份", logFolder: "backup" });
  const again = await scene.engine.tasks.run(taskId, "person");
  const newer = (await scene.engine.end(again)).logPath!;
  utimesSync(join(scene.engine.folder.logs, log), 1, 1);
  put(scene, `${log}.times`);
  put(scene, `${log}.tmp`);
  put(scene, "a10/x.log");
  put(scene, "a9/x.log");
  put(scene, "loose.log", "12345");
  const top = await tree(scene);
  assert.deepEqual(top.map(({ name }) => name), ["a9", "a10", "backup", "loose.log"]);
  assert.deepEqual(
    top.map(({ kind, taskId, taskName, size }) => [kind, taskId, taskName, size]),
    [["folder", null, null, null], ["folder", null, null, null], ["folder", taskId, "备份", null], [
      "file",
      null,
      null,
      5,
    ]],
  );
  const logs = await tree(scene, folder);
  assert.deepEqual(logs.map((log) => [log.path, log.runId, log.state, log.taskName]), [
    [newer, again, "succeeded", "备份"],
    [log, runId, "succeeded", "备份"],
  ]);
  assert.equal(logs[1]!.modifiedAt, "1970-01-01T00:00:01.000Z");
  await scene.call("DELETE", "/tasks", { body: { ids: [taskId] } });
  const [orphan] = await tree(scene, folder);
  assert.deepEqual([orphan?.taskId, orphan?.taskName, orphan?.runId], [null, "备份", again]);
  assert.deepEqual(logEvents(scene), []);
});

Deno.test("logs tree: lists a folder of 5,000 logs completely, each with its run", async () => {
  await using scene = await TaskScene.open();
  const { runId } = await ran(scene, { logFolder: "many" });
  const { id: _, ...row } = (await scene.engine.rows()).find(({ id }) => id === runId)!;
  for (let part = 0; part < 50; part++) {
    const rows = Array.from({ length: 100 }, (_, n) => ({ ...row, log_path: `many/${part}-${n}.log` }));
    await scene.engine.db.insertInto("run").values(rows).execute();
    for (const { log_path } of rows) put(scene, log_path);
  }
  const logs = await tree(scene, "many");
  assert.deepEqual([logs.length, logs.filter(({ state }) => state === "succeeded").length], [5001, 5001]);
});

Deno.test("logs content: equals the log of a run, with ranges, and also serves logs without a run", async () => {
  await using scene = await TaskScene.open();
  const { runId, log } = await ran(scene, { command: "echo 很好; echo an error" });
  const names = ["content-type", "x-log-complete", "x-log-size", "x-log-generation", "accept-ranges"];
  for (const range of [undefined, "bytes=-9", "bytes=3-5"]) {
    const headers: Record<string, string> = range === undefined ? {} : { range };
    const byRun = await scene.call("GET", `/runs/${runId}/log`, { headers });
    const byPath = await scene.call("GET", `/logs/content?${at(log)}`, { headers });
    assert.deepEqual([byPath.status, byPath.text], [byRun.status, byRun.text]);
    for (const name of [...names, "content-range", "content-length"]) {
      assert.equal(byPath.headers.get(name), byRun.headers.get(name), name);
    }
  }
  assert.equal(
    (await scene.call("GET", `/logs/content?${at(log)}`, { headers: { range: "bytes=9999-" } })).status,
    416,
  );
  put(scene, "left/over.log", "one\nERROR two\n状态\n");
  const { text, headers } = await scene.call("GET", `/logs/content?${at("left/over.log")}`);
  assert.deepEqual([text, headers.get("x-log-complete")], ["one\nERROR two\n状态\n", "true"]);
  const found = await scene.call(
    "GET",
    `/logs/content/search?q=${encodeURIComponent("状态")}&${at("left/over.log")}`,
  );
  assert.deepEqual((found.json as unknown as LogSearchResult).items.map(({ line }) => line), [3]);
  const error = await scene.call("GET", `/logs/content/first-error?${at("left/over.log")}`);
  assert.equal((error.json.item as { line: number }).line, 2);
  assert.deepEqual((await scene.call("GET", `/logs/content/times?${at("left/over.log")}`)).json, {
    items: [],
  });
});

Deno.test("logs content: is incomplete while the run is active", async () => {
  await using scene = await TaskScene.open();
  const barrier = scene.engine.path("gate");
  const taskId = await scene.add({ command: `echo begun; until [ -e ${barrier} ]; do sleep 0.02; done` });
  const runId = await scene.engine.tasks.run(taskId, "person");
  await scene.engine.until("its log", async () => (await scene.engine.log(runId)).includes("begun"));
  const { logPath } = await scene.engine.runs.get(runId);
  const { headers } = await scene.call("GET", `/logs/content?${at(logPath!)}`);
  assert.equal(headers.get("x-log-complete"), "false");
  // A run prints before its start is recorded.
  await scene.engine.until("its start", async () => (await scene.engine.runs.get(runId)).state === "running");
  const [entry] = await tree(scene, dirname(logPath!));
  assert.deepEqual([entry?.runId, entry?.state], [runId, "running"]);
  await Deno.writeTextFile(barrier, "");
  await scene.engine.end(runId);
});

Deno.test("logs: deleting removes a log, its files and folders left empty, and keeps the run", async () => {
  await using scene = await TaskScene.open();
  const { runId, log, folder } = await ran(scene);
  const file = join(scene.engine.folder.logs, log);
  put(scene, `${log}.times`);
  const { status, json } = await scene.call("DELETE", `/logs?${at(log)}`);
  assert.deepEqual([status, json], [200, { results: [{ path: log, ok: true }] }]);
  assert.deepEqual([existsSync(file), existsSync(join(scene.engine.folder.logs, folder))], [false, false]);
  const { status: of, headers } = await scene.call("GET", `/runs/${runId}/log`);
  assert.deepEqual([of, headers.get("x-log-removed")], [200, "true"]);
  assert.deepEqual(logEvents(scene), ["log:removed 0"]);
  assert.equal((await scene.call("DELETE", `/logs?${at(log)}`)).status, 404);
  assert.deepEqual(logEvents(scene), ["log:removed 0"]);
});

Deno.test("logs: deleting several returns one result each and publishes one event; no path is rejected", async () => {
  await using scene = await TaskScene.open();
  put(scene, "one/a.log");
  put(scene, "one/deep/b.log");
  put(scene, "two.log");
  put(scene, "stays.log");
  const paths = ["one", "gone.log", "two.log", "../secret"];
  const { json } = await scene.call("DELETE", "/logs", { body: { paths } });
  const { results } = json as unknown as PathResults;
  assert.deepEqual(results.map(({ path, ok, error }) => [path, ok, error?.code]), [
    ["one", true, undefined],
    ["gone.log", false, "not_found"],
    ["two.log", true, undefined],
    ["../secret", false, "validation_failed"],
  ]);
  assert.deepEqual(readdirSync(scene.engine.folder.logs), ["stays.log"]);
  assert.deepEqual(logEvents(scene), ["log:removed 0"]);
  for (const query of ["", "?path="]) {
    const { status } = await scene.call("DELETE", `/logs${query}`);
    assert.ok(status === 422 || status === 409, `${query}: ${status}`);
  }
  assert.equal((await scene.call("DELETE", "/logs", { body: { paths: [""] } })).status, 200);
  assert.deepEqual(readdirSync(scene.engine.folder.logs), ["stays.log"]);
});

Deno.test("logs: the log of an active run cannot be deleted, nor can its folder", async () => {
  await using scene = await TaskScene.open();
  const barrier = scene.engine.path("gate");
  const task = { logFolder: "live", command: `until [ -e ${barrier} ]; do sleep 0.02; done; echo end` };
  const runId = await scene.engine.tasks.run(await scene.add(task), "person");
  await scene.engine.reaches(runId, "running");
  const { logPath } = await scene.engine.runs.get(runId);
  put(scene, "live/old.log");
  for (const path of [logPath!, "live"]) {
    const { status, problem } = await scene.call("DELETE", `/logs?${at(path)}`);
    assert.deepEqual([status, problem.code], [409, "log_in_use"]);
    assert.match(problem.detail, new RegExp(`still writing to ${logPath}`));
  }
  assert.equal((await scene.call("DELETE", `/logs?${at("live/old.log")}`)).status, 200);
  await Deno.writeTextFile(barrier, "");
  assert.match((await scene.engine.end(runId)).log, /\nend\n/);
  assert.equal((await scene.call("DELETE", `/logs?${at("live")}`)).status, 200);
});

Deno.test("logs: runs of a task lose nothing while its large folder is deleted", async () => {
  await using scene = await TaskScene.open();
  const taskId = await scene.add({ logFolder: "busy", command: "echo output" });
  for (let round = 0; round < 5; round++) {
    for (let n = 0; n < 400; n++) put(scene, `busy/${round}-${n}.log`);
    const removing = scene.call("DELETE", `/logs?${at("busy")}`);
    const runId = await scene.engine.tasks.run(taskId, "person");
    await removing;
    const { log } = await scene.engine.end(runId);
    assert.match(log, /\noutput\n/);
  }
  const left = readdirSync(scene.engine.folder.logs, { recursive: true }).filter((name) =>
    String(name).includes(".sundial-")
  );
  assert.deepEqual(left, []);
});

Deno.test("logs: measuring counts logs and all bytes", async () => {
  await using scene = await TaskScene.open();
  put(scene, "m/a.log", "12345");
  put(scene, "m/deep/b.log", "123");
  put(scene, "m/deep/b.log.times", "1");
  const { json } = await scene.call("GET", `/logs/measure?${at("m")}`);
  assert.deepEqual(json as unknown as LogMeasure, { count: 2, size: 9, complete: true });
  const one = await scene.call("GET", `/logs/measure?${at("m/a.log")}`);
  assert.deepEqual(one.json as unknown as LogMeasure, { count: 1, size: 5, complete: true });
});

Deno.test("logs: a log is downloaded as a file, a folder as an archive of its logs only", async () => {
  await using scene = await TaskScene.open();
  put(scene, "夜间/a.log", "第一\n");
  put(scene, "夜间/a.log.times", "x");
  const file = await scene.call("GET", `/logs/download?${at("夜间/a.log")}`);
  assert.equal(file.text, "第一\n");
  assert.match(file.headers.get("content-disposition")!, /^attachment; filename="a.log"/);
  const response = await scene.send("GET", `/logs/download?${at("夜间")}`);
  assert.match(response.headers.get("content-disposition")!, /%E5%A4%9C%E9%97%B4.tar.gz/);
  const archive = scene.engine.path("got.tar.gz");
  await Deno.writeFile(archive, new Uint8Array(await response.arrayBuffer()));
  const list = await new Deno.Command("tar", { args: ["tzf", archive, "--quoting-style=literal"] }).output();
  assert.deepEqual(new TextDecoder().decode(list.stdout).trim().split("\n"), ["夜间/", "夜间/a.log"]);
});

Deno.test("logs: a removed range is a marker line in a download or archive, never zeros", async () => {
  await using scene = await TaskScene.open();
  const hole = 500_000;
  const file = put(scene, "large/a.log", `first\n${"\0".repeat(hole)}last 最后\n`);
  const gap = { start: 6, end: 6 + hole };
  put(
    scene,
    "large/a.log.times",
    encodeHead({ generation: 0, gap, moved: null }, statSync(file).ino),
  );
  put(scene, "large/b.log", "whole\n");
  const expected =
    "first\n\n## ... 500,000 bytes left out here, because the log is too large ...\nlast 最后\n";
  assert.equal((await scene.call("GET", `/logs/download?${at("large/a.log")}`)).text, expected);
  const response = await scene.send("GET", `/logs/download?${at("large")}`);
  const archive = scene.engine.path("got.tar.gz");
  await Deno.writeFile(archive, new Uint8Array(await response.arrayBuffer()));
  await new Deno.Command("tar", { args: ["xzf", archive, "-C", scene.engine.path(".")] }).output();
  assert.equal(readFileSync(scene.engine.path("large/a.log"), "utf8"), expected);
  assert.equal(readFileSync(scene.engine.path("large/b.log"), "utf8"), "whole\n");
});

const outside = [
  "../secret.log",
  "/secret.log",
  "a/../../secret.log",
  "..",
  ".",
  "a/./b",
  "a//b",
  "a\0b",
  "x".repeat(300),
];
const requests: [name: string, method: string, pathOf: (path: string) => string][] = [
  ["tree", "GET", (path) => `/logs/tree?${at(path)}`],
  ["measure", "GET", (path) => `/logs/measure?${at(path)}`],
  ["content", "GET", (path) => `/logs/content?${at(path)}`],
  ["content search", "GET", (path) => `/logs/content/search?q=secret&${at(path)}`],
  ["first error", "GET", (path) => `/logs/content/first-error?${at(path)}`],
  ["times", "GET", (path) => `/logs/content/times?${at(path)}`],
  ["search", "GET", (path) => `/logs/search?in=contents&q=secret&${at(path)}`],
  ["download", "GET", (path) => `/logs/download?${at(path)}`],
  ["delete", "DELETE", (path) => `/logs?${at(path)}`],
];
for (const [name, method, pathOf] of requests) {
  Deno.test(`logs ${name}: no path or link leads outside, and nothing on disk changes`, async () => {
    await using scene = await TaskScene.open();
    const { root, logs } = scene.engine.folder;
    writeFileSync(join(root, "secret.log"), "secret error\n");
    mkdirSync(join(root, "beyond"));
    writeFileSync(join(root, "beyond", "secret.log"), "secret error\n");
    put(scene, "a/b.log", "plain\n");
    symlinkSync("../beyond", join(logs, "out"));
    symlinkSync("../../secret.log", join(logs, "a", "out.log"));
    symlinkSync("circle", join(logs, "circle"));
    await new Deno.Command("mkfifo", { args: [join(logs, "a", "pipe.log")] }).output();
    const before = snapshot(join(root, "beyond")).concat(snapshot(join(logs, "a")), readdirSync(logs));
    const links = ["out", "out/secret.log", "a/out.log", "circle", "circle/x.log", "a/pipe.log"];
    // Deleting the link itself is allowed, because it does not reach its target.
    const paths = method === "DELETE"
      ? [...outside, "out/secret.log", "circle/x.log"]
      : [...outside, ...links];
    for (const path of paths) {
      const { status, text } = await scene.call(method, pathOf(path));
      const empty = name === "measure" || name === "search";
      assert.ok(status >= 400 && status < 500 || (empty && status === 200), `${path}: ${status} ${text}`);
      assert.ok(!text.includes("secret error"), path);
      if (name === "search" && status === 200) assert.ok(!text.includes(`"text"`), `${path}: ${text}`);
    }
    assert.deepEqual(
      snapshot(join(root, "beyond")).concat(snapshot(join(logs, "a")), readdirSync(logs)),
      before,
    );
  });
}

Deno.test("logs: deleting a link removes the link, not its target", async () => {
  await using scene = await TaskScene.open();
  const { root, logs } = scene.engine.folder;
  mkdirSync(join(root, "beyond"));
  writeFileSync(join(root, "beyond", "kept.log"), "kept");
  symlinkSync("../beyond", join(logs, "out"));
  assert.equal((await scene.call("DELETE", `/logs?${at("out")}`)).status, 200);
  assert.deepEqual(readdirSync(join(root, "beyond")), ["kept.log"]);
  assert.deepEqual(readdirSync(logs), []);
});

const search = async (scene: TaskScene, query: Record<string, string>) => {
  const { status, json, text } = await scene.call("GET", `/logs/search?${new URLSearchParams(query)}`);
  assert.equal(status, 200, text);
  return json as unknown as LogsSearchResult;
};

Deno.test("logs search: finds plain text in names and contents, Chinese too, with the line", async () => {
  await using scene = await TaskScene.open();
  put(scene, "备份_1/2026.log", "一\n登录失败：密码 (a.b*)\n");
  put(scene, "备份_1/2026.log.times", "登录失败");
  put(scene, "other/2026.log", "ok\nA.B*\n");
  const names = await search(scene, { q: "备份" });
  assert.deepEqual(names.hits.map(({ path, kind }) => [path, kind]), [["备份_1", "folder"]]);
  const files = await search(scene, { q: "2026", path: "备份_1" });
  assert.deepEqual(files.hits.map(({ path }) => path), ["备份_1/2026.log"]);
  const contents = await search(scene, { q: "a.b*", in: "contents" });
  assert.deepEqual(
    contents.hits.map(({ path, line, text, headerLines }) => [path, line, text, headerLines]).sort(),
    [
      ["other/2026.log", 2, "A.B*", 0],
      ["备份_1/2026.log", 2, "登录失败：密码 (a.b*)", 0],
    ],
  );
  const chinese = await search(scene, { q: "登录失败", in: "contents" });
  assert.deepEqual([chinese.hits.map(({ line }) => line), chinese.complete], [[2], true]);
  assert.equal((await scene.call("GET", "/logs/search?q=")).status, 422);
});

Deno.test("logs search: finds what a run has just written", async () => {
  await using scene = await TaskScene.open();
  const barrier = scene.engine.path("gate");
  const taskId = await scene.add({
    command: `echo needle here; until [ -e ${barrier} ]; do sleep 0.02; done`,
  });
  const runId = await scene.engine.tasks.run(taskId, "person");
  await scene.engine.until("its output", async () => (await scene.engine.log(runId)).includes("needle"));
  const { hits } = await search(scene, { q: "Needle", in: "contents" });
  const { logPath, startedAt } = await scene.engine.runs.get(runId);
  const run = { taskId, taskName: "task", runId, state: "running", at: startedAt };
  const expected = { path: logPath, line: 3, text: "needle here", headerLines: 2, ...run };
  assert.deepEqual(hits.map(({ kind: _, ...hit }) => hit), [expected]);
  await Deno.writeTextFile(barrier, "");
  await scene.engine.end(runId);
});

Deno.test("logs search: searching a large log does not block other requests", async () => {
  await using scene = await TaskScene.open();
  const line = "2026-01-01 12:00:00 INFO worker handled a request in 12 ms, all is well\n";
  const file = put(scene, "large/a.log");
  const part = new TextEncoder().encode(line.repeat(100_000));
  for (let n = 0; n < 15; n++) await Deno.writeFile(file, part, { append: n > 0 });
  await Deno.writeTextFile(file, "the needle\n", { append: true });
  put(scene, "large/b.log", "a needle\n");
  let over = false;
  const searching = search(scene, { q: "needle", in: "contents" }).finally(() => over = true);
  let others = 0;
  while (!over) {
    assert.equal((await scene.call("GET", "/tasks")).status, 200);
    others++;
    await new Promise((resolve) => setTimeout(resolve));
  }
  const { hits, complete } = await searching;
  assert.deepEqual(hits.map(({ path, line }) => [path, line]).sort(), [["large/a.log", 1_500_001], [
    "large/b.log",
    1,
  ]]);
  // If the search ran in one piece, no other request would be served before its end.
  assert.ok(complete && others > 3, `${others} others`);
});

Deno.test("logs search: one log with many matches does not hide the others", async () => {
  await using scene = await TaskScene.open();
  put(scene, "a/chatty.log", "needle\n".repeat(10_000));
  put(scene, "b/quiet.log", "needle\n");
  const { hits, complete } = await search(scene, { q: "needle", in: "contents" });
  assert.ok(hits.some(({ path }) => path === "b/quiet.log"), "the log with one match");
  assert.equal(complete, false);
});

Deno.test("logs search: finds the logs of a task by its name, now or at the time of the run", async () => {
  await using scene = await TaskScene.open();
  const nightly = await ran(scene, { name: "夜间备份 Nightly dump", logFolder: "a" });
  const other = await ran(scene, { name: "Water the plants", logFolder: "b" });
  const again = await scene.engine.tasks.run(nightly.taskId, "person");
  const newer = (await scene.engine.end(again)).logPath!;
  put(scene, "dump/left.log");
  const found = async (q: string, path = "") =>
    (await search(scene, { q, path })).hits.map((hit) => hit.path);
  assert.deepEqual(await found("nightly"), [newer, nightly.log]);
  assert.deepEqual(await found("备份"), [newer, nightly.log]);
  assert.deepEqual(await found("dump NIGHT"), [newer, nightly.log]);
  assert.deepEqual(await found("nightly plants"), []);
  assert.deepEqual(await found("plannts"), [other.log]);
  assert.deepEqual(await found("nightly", "b"), []);
  assert.deepEqual(await found("dump"), [newer, nightly.log, "dump"]);
  const { hits: [hit] } = await search(scene, { q: "nightly" });
  const { startedAt } = await scene.engine.runs.get(again);
  assert.deepEqual(hit, {
    ...{ path: newer, kind: "file", line: null, text: null, headerLines: 0, at: startedAt },
    ...{ taskId: nightly.taskId, taskName: "夜间备份 Nightly dump", runId: again, state: "succeeded" },
  });
  await scene.call("PATCH", `/tasks/${nightly.taskId}`, { body: { name: "Morning copy" } });
  assert.deepEqual(await found("nightly"), [newer, nightly.log]);
  assert.deepEqual(await found("morning"), [newer, nightly.log]);
  await scene.call("DELETE", `/tasks/${nightly.taskId}`);
  assert.deepEqual(await found("nightly"), [newer, nightly.log]);
  await scene.call("DELETE", `/logs?${at(newer)}`);
  assert.deepEqual(await found("nightly"), [nightly.log]);
});

Deno.test("logs search: a task with many runs does not hide the others", async () => {
  await using scene = await TaskScene.open();
  const { taskId, runId } = await ran(scene, { name: "Sync often", logFolder: "often" });
  const rare = await ran(scene, { name: "Sync rarely", logFolder: "rare" });
  const { id: _, ...row } = (await scene.engine.rows()).find(({ id }) => id === runId)!;
  const rows = Array.from(
    { length: 100 },
    (_, n) => ({ ...row, task_id: taskId, log_path: `often/${n}.log` }),
  );
  await scene.engine.db.insertInto("run").values(rows).execute();
  for (const { log_path } of rows) put(scene, log_path);
  const { hits, complete } = await search(scene, { q: "sync" });
  assert.equal(hits.filter((hit) => hit.taskId === taskId).length, 20);
  assert.ok(hits.some(({ path }) => path === rare.log), "the log of the other task");
  assert.equal(complete, false);
});

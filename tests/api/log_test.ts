// Log endpoints besides the bytes: search, first error, times, download, and what readers receive of a log that
// was too large.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LogChunk, LogEnd } from "../../server/contract/runs.ts";
import type { FirstErrorResult, LogSearchResult, LogTimesResult } from "../../server/contract/log_search.ts";
import { EventReader } from "../support/event_reader.ts";
import { TaskScene } from "../support/task_scene.ts";

/** Runs a command to its end and returns the id of the run. */
async function ran(scene: TaskScene, task: Record<string, unknown>): Promise<number> {
  const id = await scene.engine.tasks.run(await scene.add(task), "person");
  await scene.engine.end(id);
  return id;
}

/** Returns a run whose log has this content. */
async function withLog(scene: TaskScene, content: string | Uint8Array): Promise<number> {
  const id = await ran(scene, { command: "true" });
  const { logPath } = await scene.engine.runs.get(id);
  writeFileSync(join(scene.engine.folder.logs, logPath!), content);
  return id;
}

async function search(scene: TaskScene, id: number, query: string): Promise<LogSearchResult> {
  const { status, json, text } = await scene.call("GET", `/runs/${id}/log/search?${query}`);
  assert.equal(status, 200, text);
  return json as LogSearchResult;
}

Deno.test("log search: finds plain text, with its byte offset, line and context", async () => {
  await using scene = await TaskScene.open();
  const id = await withLog(scene, "one\n很好 (a.b*) 状态\nThree A.B*\n");
  const { items, count, counted, complete, next } = await search(
    scene,
    id,
    `q=${encodeURIComponent("a.b*")}`,
  );
  assert.deepEqual(items, [
    { offset: 12, length: 4, line: 2, before: "很好 (", text: "a.b*", after: ") 状态" },
    { offset: 31, length: 4, line: 3, before: "Three ", text: "A.B*", after: "" },
  ]);
  assert.deepEqual([count, counted, complete, next], [2, true, true, null]);
  const chinese = await search(scene, id, `q=${encodeURIComponent("状态")}&caseSensitive=true`);
  assert.deepEqual(chinese.items.map(({ offset, line }) => [offset, line]), [[18, 2]]);
  assert.deepEqual((await search(scene, id, "q=three&caseSensitive=true")).items, []);
  assert.deepEqual((await search(scene, id, "q=nothing")).complete, true);
});

Deno.test("log search: says how many lines are the panel's header", async () => {
  await using scene = await TaskScene.open();
  const id = await ran(scene, { command: "echo fine; echo Error: broken" });
  const { items: [match], headerLines } = await search(scene, id, "q=broken");
  assert.deepEqual([match?.line, headerLines], [4, 2]);
  const { json } = await scene.call("GET", `/runs/${id}/log/first-error`);
  const error = json as FirstErrorResult;
  assert.deepEqual([error.item?.line, error.headerLines], [4, 2]);
  const other = await withLog(scene, "of another program\n");
  assert.equal((await search(scene, other, "q=program")).headerLines, 0);
  assert.equal((await search(scene, other, "q=missing")).headerLines, 0);
});

Deno.test("log search: continues where it ended and counts the rest", async () => {
  await using scene = await TaskScene.open();
  const id = await withLog(scene, Array.from({ length: 25 }, (_, n) => `row ${n}\n`).join(""));
  const rows: string[] = [];
  let query = "q=row&limit=10";
  for (let page = 0; page < 3; page++) {
    const { items, count, counted, next } = await search(scene, id, query);
    assert.deepEqual([count, counted], [25 - 10 * page, true]);
    rows.push(...items.map(({ line, after }) => `${line}:${after}`));
    if (next) query = `q=row&limit=10&from=${next.from}&line=${next.line}`;
    else assert.equal(page, 2);
  }
  assert.deepEqual(rows, Array.from({ length: 25 }, (_, n) => `${n + 1}: ${n}`));
});

Deno.test("log search: rejects an invalid query; a removed or missing log has no matches", async () => {
  await using scene = await TaskScene.open();
  const id = await withLog(scene, "x");
  for (
    const query of [
      "",
      "q=",
      `q=${"x".repeat(201)}`,
      "q=x&limit=0",
      "q=x&limit=1001",
      "q=x&from=-1",
      "q=x&caseSensitive=1",
    ]
  ) {
    assert.equal((await scene.call("GET", `/runs/${id}/log/search?${query}`)).status, 422, query);
  }
  assert.equal((await scene.call("GET", "/runs/999/log/search?q=x")).status, 404);
  assert.deepEqual((await search(scene, id, "q=x&from=5")).items, []);
  const { logPath } = await scene.engine.runs.get(id);
  await Deno.remove(join(scene.engine.folder.logs, logPath!));
  assert.deepEqual((await search(scene, id, "q=x")).count, 0);
});

Deno.test("log search: scanning a large log does not block other requests", async () => {
  await using scene = await TaskScene.open();
  const line = "2026-01-01 12:00:00 INFO worker handled a request in 12 ms, all is well\n";
  const content = new TextEncoder().encode(line.repeat(1_500_000) + "the needle\n");
  const id = await withLog(scene, content);
  const searching = search(scene, id, "q=needle");
  let others = 0;
  let over = false;
  searching.finally(() => over = true).catch(() => {});
  while (!over) {
    assert.equal((await scene.call("GET", `/runs/${id}`)).status, 200);
    others++;
    await new Promise((resolve) => setTimeout(resolve));
  }
  const { items, complete } = await searching;
  assert.deepEqual(items.map(({ line }) => line), [1_500_001]);
  // If the search ran in one piece, no other request would be served before its end.
  assert.ok(complete && others > 3, `${others} others`);
});

const lines: [string, string, number | null][] = [
  ["a word in any case", "fine\nERROR: no\n", 2],
  ["the name of an error class", "fine\nTypeError: x is undefined\n", 2],
  ["a Java exception", "fine\n  java.lang.NullPointerException\n", 2],
  ["a Python traceback", "Traceback (most recent call last):\n", 1],
  ["Chinese", "正常\n登录失败：密码错误\n", 2],
  ["part of a word", "terrorism, failedly, fatality, errors\n", null],
  ["good news", "5 passed | 0 failed\nno error found\n", null],
  ["a success, then an error", "0 failed\n10 failed\n", 2],
  ["a colored word", "fine\n\u001b[31mERROR\u001b[0m broken\n", 2],
  ["a count of zero", "failed: 0\n失败：0\n没有错误\n", null],
  ["part of a path", "open logs/error.log\nnpm test --fail-on-error\n", null],
];
for (const [name, content, line] of lines) {
  Deno.test(`first error: ${name} is ${line === null ? "none" : `on line ${line}`}`, async () => {
    await using scene = await TaskScene.open();
    const id = await withLog(scene, content);
    const { json, status } = await scene.call("GET", `/runs/${id}/log/first-error`);
    const { item, complete, next } = json as FirstErrorResult;
    assert.deepEqual([status, item?.line ?? null, complete, next], [200, line, true, null]);
  });
}

Deno.test("download: the file is named by the task and the time, in any language", async () => {
  await using scene = await TaskScene.open();
  const id = await ran(scene, { name: `备份 "A/B"; x`, command: "echo content" });
  const { status, headers, text } = await scene.call("GET", `/runs/${id}/log?download=1`);
  const { logPath } = await scene.engine.runs.get(id);
  const time = logPath!.split("/").at(-1)!;
  assert.equal(status, 200);
  assert.equal(
    headers.get("content-disposition"),
    `attachment; filename="__ _A_B_; x_${time}"; filename*=UTF-8''${
      encodeURIComponent(`备份 _A_B_; x_${time}`)
    }`,
  );
  assert.match(text, /\ncontent\n/);
  assert.equal((await scene.call("GET", `/runs/${id}/log`)).headers.get("content-disposition"), null);
  assert.equal((await scene.call("GET", `/runs/${id}/log?download=yes`)).status, 422);
});

Deno.test("times: returns those of a range of the log, in order", async () => {
  await using scene = await TaskScene.open();
  const barrier = scene.engine.path("gate");
  const command = `echo a; until [ -e ${barrier} ]; do sleep 0.02; done; echo b`;
  const id = await scene.engine.tasks.run(await scene.add({ command }), "person");
  await scene.engine.until("the first time", async () => {
    const log = await scene.engine.runs.log(id);
    return (await log.times()).length > 0 && (await scene.engine.log(id)).endsWith("\na\n");
  });
  await Deno.writeTextFile(barrier, "");
  await scene.engine.end(id);
  const get = async (query = "") => {
    const { json } = await scene.call("GET", `/runs/${id}/log/times${query}`);
    return (json as LogTimesResult).items;
  };
  const all = await get();
  assert.ok(all.length >= 2);
  assert.ok(all.every(({ size, at }, n) => n === 0 || size > all[n - 1]!.size && at > all[n - 1]!.at));
  assert.deepEqual(await get(`?from=${all[0]!.size}`), all.slice(1));
  assert.deepEqual(await get(`?from=0&to=${all[0]!.size}`), all.slice(0, 1));
  assert.deepEqual(await get("?from=1000000"), []);
  assert.equal((await scene.call("GET", "/runs/999/log/times")).status, 404);
});

Deno.test("oversized log: readers learn of removed ranges at once, live and when offsets change", async () => {
  await using scene = await TaskScene.open({ logMaxBytes: 64 * 1024 });
  const barrier = scene.engine.path("gate");
  const command = `seq 100000; until [ -e ${barrier} ]; do sleep 0.02; done; echo last words`;
  const id = await scene.engine.tasks.run(await scene.add({ command }), "person");
  const log = (range?: string) =>
    scene.call("GET", `/runs/${id}/log`, range === undefined ? {} : { headers: { range } });
  // All of the output is there, and no more of it will be removed.
  await scene.engine.until("the last gap", async () => {
    const { headers } = await log();
    const [gapStart, gapEnd] = headers.get("x-log-gap")?.split("-").map(Number) ?? [0, 0];
    const size = Number(headers.get("x-log-size"));
    return size > 588_000 && size - (gapEnd! - gapStart!) <= 64 * 1024;
  });
  const live = await log();
  const [start = 0, end = 0] = live.headers.get("x-log-gap")!.split("-").map(Number);
  const size = Number(live.headers.get("x-log-size"));
  assert.equal(live.headers.get("x-log-generation"), "0");
  assert.match(live.text, /\n1\n2\n[^]*\n## \.\.\. [\d,]+ bytes left out here[^]*\n99999\n100000\n$/);
  assert.ok(!live.text.includes("\0") && live.text.length < 100_000);
  const tail = await log(`bytes=${end}-`);
  assert.match(tail.text, /^\d+\n/);
  assert.equal(tail.headers.get("content-range"), `bytes ${end}-${size - 1}/${size}`);
  const found = await search(scene, id, "q=99999");
  assert.equal(found.items[0]?.offset, size - "99999\n100000\n".length);

  const reader = new EventReader(await scene.send("GET", `/runs/${id}/log/stream`));
  const chunks: LogChunk[] = [];
  let block = await reader.next();
  for (; block?.event === "chunk"; block = await reader.next()) {
    chunks.push(JSON.parse(block.data!));
    if (chunks.at(-1)!.text.includes("\n100000\n")) await Deno.writeTextFile(barrier, "");
  }
  const last = JSON.parse(block!.data!) as LogEnd;
  assert.equal(block?.event, "end");
  const skip = chunks.find(({ skipped }) => skipped !== undefined);
  assert.deepEqual([skip?.offset, skip?.next, skip?.skipped], [start, end, end - start]);
  assert.ok(chunks.every(({ text }) => !text.includes("\0")));
  assert.match(chunks.map(({ text }) => text).join(""), /\nlast words\n\n## Completed/);
  assert.equal(last.generation, 1);
  assert.equal(last.moved?.start, start);

  const { log: final } = await scene.engine.end(id);
  assert.equal(last.size, new TextEncoder().encode(final).length);
  const after = await log();
  assert.deepEqual([after.headers.get("x-log-generation"), after.headers.get("x-log-gap")], ["1", null]);
  // A position that was read during the run is found again.
  const { moved } = last;
  const was = size - "100000\n".length;
  const resume = async (eventId: string) =>
    JSON.parse(
      (await new EventReader(
        await scene.send("GET", `/runs/${id}/log/stream`, { headers: { "last-event-id": eventId } }),
      ).next())!.data!,
    ) as LogChunk;
  const resumed = await resume(String(was));
  assert.match(resumed.text, /^100000\nlast words\n/);
  assert.deepEqual([resumed.offset, resumed.generation], [was - moved!.from + moved!.to, 1]);
  assert.match((await resume(String(start + 5))).text, /^\n## \.\.\. [\d,]+ bytes left out/);
  assert.equal((await resume(`1-${resumed.offset}`)).text, resumed.text);
});

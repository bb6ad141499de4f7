// Many bytes and many files: uploads, downloads, searches, and the panel's housekeeping.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { createGunzip } from "node:zlib";
import { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import { extract } from "tar-stream";
import type { FileVersion, SampleFile, SearchHit } from "../../server/contract/files.ts";
import { keepFiles, sweepFiles } from "../../server/features/files/upkeep.ts";
import { until } from "../support/until.ts";
import { FileScene } from "../support/file_scene.ts";
import { countOpenBelow } from "../support/count_open_below.ts";
import { byLength } from "../support/suite_length.ts";

const enc = encodeURIComponent;
const hash = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
const DAY_MS = 86_400_000;

function form(files: Record<string, string | Uint8Array<ArrayBuffer>>): FormData {
  const data = new FormData();
  data.append("note", "not a file");
  for (const [name, content] of Object.entries(files)) data.append("files", new Blob([content]), name);
  return data;
}

async function upload(scene: FileScene, query: string, raw: BodyInit, headers: Record<string, string> = {}) {
  const { status, json, problem } = await scene.call("POST", `scripts/upload?${query}`, { raw, headers });
  const results = status === 200
    ? json.results as { path: string; ok: boolean; error?: { code: string } }[]
    : [];
  return {
    status,
    problem,
    results: results.map(({ path, ok, error }) => `${path}: ${ok ? "ok" : error!.code}`),
  };
}

const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("upload: files and folders arrive byte for byte below the requested folder", async () => {
  await using scene = await FileScene.open();
  await Deno.mkdir(scene.path("scripts", "in"));
  const noise = new Uint8Array(randomBytes(3 * 1024 * 1024));
  const files = { "a.js": "one\r\n\0", "d/e/noise.bin": noise, "文件 🌞.txt": "\ufeffx", "empty": "" };
  const { results } = await upload(scene, "path=in", form(files));
  assert.deepEqual(results, ["in/a.js: ok", "in/d/e/noise.bin: ok", "in/文件 🌞.txt: ok", "in/empty: ok"]);
  for (const [name, content] of Object.entries(files)) {
    assert.equal(hash(await Deno.readFile(scene.path("scripts", `in/${name}`))), hash(content), name);
  }
  assert.deepEqual(scene.published(), ["scripts file:changed"]);
  assert.deepEqual(names(scene.path("scripts", "in")), ["a.js", "d", "empty", "文件 🌞.txt"].sort());
});

Deno.test("upload: an existing name is rejected, replaced with a version kept, or renamed", async () => {
  await using scene = await FileScene.open();
  await scene.save("scripts", "a.js", "old");
  await Deno.mkdir(scene.path("scripts", "folder"));
  await scene.save("scripts", "b.tar.gz", "old");
  const send = async (existing: string, files: Record<string, string>) =>
    (await upload(scene, `existing=${existing}`, form(files))).results;
  assert.deepEqual(await send("refuse", { "a.js": "new", "c.js": "c" }), [
    "a.js: already_exists",
    "c.js: ok",
  ]);
  assert.equal(await scene.read("scripts", "a.js"), "old");
  assert.deepEqual(await send("keep", { "a.js": "new", "b.tar.gz": "new", folder: "x" }), [
    "a (1).js: ok",
    "b (1).tar.gz: ok",
    "folder (1): ok",
  ]);
  assert.deepEqual(await send("keep", { "a.js": "newer" }), ["a (2).js: ok"]);
  assert.deepEqual(await send("replace", { "a.js": "new", folder: "x" }), ["a.js: ok", "folder: wrong_kind"]);
  assert.equal(await scene.read("scripts", "a.js"), "new");
  const { items } = (await scene.call("GET", "scripts/versions?path=a.js")).json as { items: FileVersion[] };
  assert.deepEqual(items.map(({ cause, savedBy }) => `${cause} ${savedBy}`), ["uploaded mira", "saved mira"]);
});

Deno.test("upload: rejects each name that leads outside", async () => {
  await using scene = await FileScene.open();
  await Deno.symlink("/tmp", scene.path("scripts", "out"));
  const bad = ["../x", "/etc/x", "a/../../x", "out/x", "d//x", ".sundial-save-x", "./x", "a/"];
  const { results } = await upload(
    scene,
    "existing=replace",
    form(Object.fromEntries([...bad, "good"].map((n) => [n, "x"]))),
  );
  assert.deepEqual(results.map((result) => result.split(": ")[1]), [
    ...bad.map((name) => name === "out/x" ? "outside_root" : "validation_failed"),
    "ok",
  ]);
  assert.deepEqual(names(scene.path("scripts")), ["good", "out"]);
  assert.deepEqual(
    names(scene.data),
    ["bin", "config", "scripts", "versions"].filter((name) => names(scene.data).includes(name)),
  );
});

Deno.test("upload: a truncated or malformed form leaves nothing", async () => {
  await using scene = await FileScene.open();
  const whole = new Response(form({ "a.js": "x".repeat(200_000), "b.js": "y" }));
  const type = whole.headers.get("content-type")!;
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const headers = { "content-type": type };
  for (const length of [0, 1, 60, 200, 5_000, 150_000, bytes.length - 300, bytes.length - 60]) {
    const { status } = await upload(scene, "", bytes.slice(0, length), headers);
    assert.equal(status, 400, `${length} of ${bytes.length}`);
    assert.deepEqual(names(scene.path("scripts")), [], `${length}`);
  }
  const breaking = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, 100_000));
    },
    pull(controller) {
      controller.error(new Error("the connection was closed"));
    },
  });
  assert.equal((await upload(scene, "", breaking, headers)).status, 400);
  assert.equal((await upload(scene, "", bytes, { "content-type": "multipart/form-data" })).status, 400);
  assert.equal((await upload(scene, "", bytes, { "content-type": "text/plain" })).status, 415);
  assert.equal((await upload(scene, "path=none", bytes, headers)).status, 404);
  assert.deepEqual([names(scene.path("scripts")), scene.published()], [[], []]);
  const ok = await upload(scene, "", bytes, headers);
  assert.deepEqual(ok.results, ["a.js: ok", "b.js: ok"]);
});

Deno.test("upload: a form in tiny chunks arrives, and one with too many parts is rejected early", async () => {
  await using scene = await FileScene.open();
  const sent = new Response(form({ "a.js": "content" }));
  const type = sent.headers.get("content-type")!;
  const bytes = new Uint8Array(await sent.arrayBuffer());
  const slow = ReadableStream.from((function* () {
    for (const byte of bytes) yield new Uint8Array([byte]);
  })());
  assert.deepEqual((await upload(scene, "", slow, { "content-type": type })).results, ["a.js: ok"]);
  let given = 0;
  const encoder = new TextEncoder();
  const part = (name: number) =>
    `--x\r\ncontent-disposition: form-data; name="f"; filename="${name}"\r\n\r\n.\r\n`;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (given > 1_000_000) return controller.close();
      controller.enqueue(encoder.encode(Array.from({ length: 100 }, () => part(given++)).join("")));
    },
  });
  const { status, problem } = await upload(scene, "", endless, {
    "content-type": "multipart/form-data; boundary=x",
  });
  assert.deepEqual([status, problem.issues?.[0]?.code], [422, "too_many"]);
  assert.ok(given < 10_000, `${given} parts were read`);
  assert.deepEqual(names(scene.path("scripts")), ["a.js"]);
});

Deno.test("upload: rejects a too large Content-Length unread, and an endless body at the limit", async () => {
  await using scene = await FileScene.open();
  const type = "multipart/form-data; boundary=x";
  const head = '--x\r\ncontent-disposition: form-data; name="f"; filename="a.bin"\r\n\r\n';
  let read = 0;
  const endless = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        controller.enqueue(read === 0 ? new TextEncoder().encode(head) : new Uint8Array(64 * 1024));
        read++;
      },
    }, { highWaterMark: 0 });
  const announced = { "content-type": type, "content-length": "5000000000" };
  const rejected = await upload(scene, "", endless(), announced);
  assert.deepEqual([rejected.status, rejected.problem.code, read], [413, "payload_too_large", 0]);
  scene.settings.uploadMaxBytes = 2_000_000;
  const cut = await upload(scene, "", endless(), { "content-type": type });
  assert.deepEqual([cut.status, cut.problem.code], [413, "payload_too_large"]);
  assert.ok(read < 60, `${read} chunks were read`);
  const large = form({ "large.bin": new Uint8Array(2_000_001), "small.bin": "x" });
  assert.deepEqual((await upload(scene, "", large)).results, [
    "large.bin: payload_too_large",
    "small.bin: ok",
  ]);
  assert.deepEqual(names(scene.path("scripts")), ["small.bin"]);
});

Deno.test("download: returns a file under its name, and a folder as an archive without links and pipes", async () => {
  await using scene = await FileScene.open();
  const noise = randomBytes(700_000);
  await Deno.mkdir(scene.path("scripts", "文件夹/deep"), { recursive: true });
  await Deno.writeFile(scene.path("scripts", "文件夹/deep/noise.bin"), noise);
  await scene.save("scripts", "文件夹/a.sh", "#!/bin/sh\n");
  await scene.save("scripts", "文件夹/empty", "");
  await Deno.symlink("/etc/passwd", scene.path("scripts", "文件夹/link"));
  assert.ok(
    (await new Deno.Command("mkfifo", { args: [scene.path("scripts", "文件夹/pipe")] }).output()).success,
  );
  const file = await scene.send("GET", `scripts/download?path=${enc("文件夹/deep/noise.bin")}`);
  assert.deepEqual(
    [
      file.headers.get("content-type"),
      file.headers.get("content-length"),
      file.headers.get("content-disposition"),
    ],
    ["application/octet-stream", "700000", `attachment; filename="noise.bin"; filename*=UTF-8''noise.bin`],
  );
  assert.equal(hash(new Uint8Array(await file.arrayBuffer())), hash(noise));
  const archive = await scene.send("GET", `scripts/download?path=${enc("文件夹")}`);
  assert.match(
    archive.headers.get("content-disposition")!,
    /filename\*=UTF-8''%E6%96%87%E4%BB%B6%E5%A4%B9\.tar\.gz$/,
  );
  const entries = await unpack(archive);
  assert.deepEqual(Object.keys(entries).sort(), [
    "文件夹/",
    "文件夹/a.sh",
    "文件夹/deep/",
    "文件夹/deep/noise.bin",
    "文件夹/empty",
  ]);
  assert.equal(hash(entries["文件夹/deep/noise.bin"]!.bytes), hash(noise));
  assert.equal(entries["文件夹/a.sh"]!.mode & 0o100, 0o100);
  assert.deepEqual(
    Object.keys(await unpack(await scene.send("GET", "scripts/download?path="))).includes(
      "scripts/文件夹/a.sh",
    ),
    true,
  );
  assert.equal((await scene.call("GET", "scripts/download?path=none")).status, 404);
  assert.equal(
    (await scene.call("GET", `scripts/download?path=${enc("文件夹/pipe")}`)).problem.code,
    "wrong_kind",
  );
  assert.equal(
    (await scene.call("GET", `scripts/download?path=${enc("文件夹/link")}`)).problem.code,
    "outside_root",
  );
});

Deno.test("download: an aborted or HEAD request leaves no file open", async () => {
  await using scene = await FileScene.open();
  await Deno.mkdir(scene.path("scripts", "d"));
  for (let index = 0; index < 20; index++) {
    await Deno.writeFile(scene.path("scripts", `d/${index}`), randomBytes(1_000_000));
  }
  const folder = scene.path("scripts", "d");
  for (const path of ["d", "d/1"]) {
    for (let turn = 0; turn < byLength(12, 40); turn++) {
      const response = await scene.send(turn % 2 ? "HEAD" : "GET", `scripts/download?path=${path}`);
      const reader = response.body?.getReader();
      for (let read = 0; read < turn; read++) await reader?.read();
      // The server of the runtime cancels with a text.
      await reader?.cancel("resource closed");
    }
  }
  await until("all are closed", () => countOpenBelow(folder) === 0);
});

async function unpack(response: Response) {
  const entries: Record<string, { mode: number; bytes: Uint8Array }> = {};
  const reading = extract();
  const zipped = Readable.from(response.body!).pipe(createGunzip()).pipe(reading);
  void zipped;
  for await (const entry of reading) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry) chunks.push(chunk as Uint8Array);
    entries[entry.header.name] = { mode: entry.header.mode ?? 0, bytes: Buffer.concat(chunks) };
  }
  return entries;
}

Deno.test("search: names and contents, Chinese too, as plain text and in either case", async () => {
  await using scene = await FileScene.open();
  await scene.save("scripts", "a/京东签到.js", "// 备份 Task\r\nlet x = (a+)+$;\nTASK again, task twice\n");
  await scene.save("scripts", "node_modules/task.js", "task");
  await scene.save("scripts", ".git/task", "task");
  await scene.save("scripts", "long.txt", `${"汉".repeat(300)}needle${"字".repeat(300)}`);
  await Deno.writeFile(
    scene.path("scripts", "binary task"),
    new Uint8Array([0, ...new TextEncoder().encode("task")]),
  );
  await Deno.symlink("/etc", scene.path("scripts", "out task"));
  assert.ok(
    (await new Deno.Command("mkfifo", { args: [scene.path("scripts", "pipe task")] }).output()).success,
  );
  const find = async (q: string, more = "") => {
    const { json, text, status } = await scene.call("GET", `scripts/search?q=${enc(q)}${more}`);
    assert.equal(status, 200, text);
    assert.equal(json.complete, true);
    return (json.hits as SearchHit[]).map(({ path, kind, line, text }) => [path, kind, line, text]);
  };
  assert.deepEqual(await find("签到"), [["a/京东签到.js", "file", null, null]]);
  assert.deepEqual(await find("TASK"), [
    ["binary task", "file", null, null],
    ["out task", "file", null, null],
    ["pipe task", "file", null, null],
  ]);
  const contents = "&in=contents";
  assert.deepEqual(await find("task", contents), [
    ["a/京东签到.js", "file", 1, "// 备份 Task"],
    ["a/京东签到.js", "file", 3, "TASK again, task twice"],
  ]);
  assert.deepEqual(await find("备份", `${contents}&path=a`), [["a/京东签到.js", "file", 1, "// 备份 Task"]]);
  assert.deepEqual(await find("(a+)+$", contents), [["a/京东签到.js", "file", 2, "let x = (a+)+$;"]]);
  const [[path, , line, text] = []] = await find("NEEDLE", contents);
  assert.deepEqual([path, line], ["long.txt", 1]);
  assert.match(String(text), /^…汉{10,40}needle字{20,60}…$/);
  assert.equal((await scene.call("GET", "scripts/search?q=x&path=none")).status, 404);
  assert.equal(
    (await scene.call("GET", `scripts/search?q=x&path=${enc("out task")}`)).problem.code,
    "outside_root",
  );
  assert.equal((await scene.call("GET", "scripts/search?q=")).status, 422);
});

Deno.test("search: returns at most 500 matches and whether there are more", async () => {
  await using scene = await FileScene.open();
  await scene.save("scripts", "many.txt", "needle\n".repeat(600));
  const { json } = await scene.call("GET", "scripts/search?q=needle&in=contents");
  assert.deepEqual([
    (json.hits as SearchHit[]).length,
    json.complete,
    (json.hits as SearchHit[]).at(-1)!.line,
  ], [500, false, 500]);
});

Deno.test("check: reports the errors of the language's own parser and runs nothing", async () => {
  await using scene = await FileScene.open();
  const witness = scene.path("scripts", "ran");
  const check = async (path: string, content: string) =>
    (await scene.call("POST", "scripts/check", { body: { path, content } })).json.problems as {
      line: number;
      message: string;
    }[];
  assert.deepEqual(await check("a.sh", `touch ${witness}\necho fine\n`), []);
  assert.deepEqual((await check("a.sh", "echo a\nfi\n")).map(({ line }) => line), [2]);
  assert.deepEqual(await check("a.py", `open(${JSON.stringify(witness)}, "w")\n`), []);
  const [error] = await check("a.py", "x = 1\ndef f(:\n");
  assert.deepEqual([error!.line, error!.message.length > 0], [2, true]);
  assert.deepEqual(await check("a.js", "let let"), []);
  assert.deepEqual(await check("a.py", `${"(".repeat(100_000)}`).then((all) => all.length <= 1), true);
  assert.ok(!names(scene.path("scripts")).includes("ran"));
  const tooLong = { path: "a.py", content: "#".repeat(256 * 1024 + 1) };
  const { status, problem } = await scene.call("POST", "scripts/check", { body: tooLong });
  assert.deepEqual([status, problem.issues?.map(({ path, code }) => `${path} ${code}`)], [422, [
    "content too_long",
  ]]);
});

Deno.test("samples: each configuration file has a valid one in the client's language", async () => {
  await using scene = await FileScene.open();
  const list = async (language: string) =>
    (await scene.call("GET", "config/samples", { headers: { "accept-language": language } })).json
      .items as SampleFile[];
  const [english, chinese] = [await list("en"), await list("zh-CN")];
  assert.deepEqual(english.map(({ name }) => name), chinese.map(({ name }) => name));
  assert.ok(english.every(({ content }) => !/[\u4e00-\u9fff]/.test(content)));
  assert.ok(chinese.every(({ content }) => /[\u4e00-\u9fff]/.test(content)));
  for (const { name, content } of [...english, ...chinese]) {
    // Includes its suggestions.
    const uncommented = content.split("\n\n").map((part) =>
      part.startsWith("## ") ? part.replace(/^# /gm, "") : part
    );
    for (const text of [content, name.endsWith(".sh") ? uncommented.join("\n\n") : content]) {
      const { json } = await scene.call("POST", "config/check", { body: { path: name, content: text } });
      assert.deepEqual(json.problems, [], name);
    }
  }
});

Deno.test("housekeeping: removes expired trash and unreferenced content, and nothing else", async () => {
  await using scene = await FileScene.open();
  const pause = () => Promise.resolve();
  const keep = () => keepFiles({ db: scene.db, clock: scene.clock, parts: scene.architecture, pause });
  await scene.save("scripts", "kept.js", "kept");
  await scene.save("scripts", "gone.js", "gone");
  await scene.save("scripts", "binned.js", "binned");
  const remove = (path: string) => scene.call("DELETE", `scripts/content?path=${path}`);
  await remove("binned.js");
  await Deno.remove(scene.path("scripts", "gone.js"));
  const stored = () =>
    names(`${scene.data}/versions`).flatMap((first) => names(`${scene.data}/versions/${first}`)).sort();
  // The files have the machine's time, which the test's clock does not affect.
  const then = new Date(scene.clock.now());
  for (const hash of stored()) {
    await Deno.utime(`${scene.data}/versions/${hash.slice(0, 2)}/${hash}`, then, then);
  }
  const hashes = (...texts: string[]) => texts.map((text) => hash(text)).sort();
  scene.clock.advance(29 * DAY_MS);
  await keep();
  assert.deepEqual(stored(), hashes("kept", "gone", "binned"));
  await remove("kept.js");
  await scene.save("scripts", "kept.js", "kept");
  scene.clock.advance(2 * DAY_MS);
  await keep();
  assert.deepEqual(stored(), hashes("kept"));
  assert.equal(names(`${scene.data}/bin`).length, 1);
  const { items } = (await scene.call("GET", "scripts/versions?path=kept.js")).json as {
    items: FileVersion[];
  };
  assert.equal(items.length, 1);
});

Deno.test("housekeeping: removes files left half-written by a crash, but none being written", async () => {
  await using scene = await FileScene.open();
  await scene.save("scripts", "d/a.js", "x");
  const [old, young] = [".sundial-save-old", ".sundial-save-young"];
  for (const name of [old, young]) {
    await Deno.writeTextFile(scene.path("scripts", `d/${name}`), "half");
    await Deno.mkdir(scene.path("config", `${name} folder/x`), { recursive: true });
  }
  const past = new Date(1000);
  await Deno.utime(scene.path("scripts", `d/${old}`), past, past);
  await Deno.utime(scene.path("config", `${old} folder`), past, past);
  await sweepFiles(scene.architecture, 2000, new AbortController().signal);
  assert.deepEqual(names(scene.path("scripts", "d")), [young, "a.js"]);
  assert.deepEqual(names(scene.path("config")), [`${young} folder`]);
  assert.equal((await scene.call("GET", "config/tree")).text, '{"path":"","entries":[]}');
});

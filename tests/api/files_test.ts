import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { FileEntry, FileVersion, PathResults, TrashEntry } from "../../server/contract/files.ts";
import type { Problem } from "../../server/contract/problem.ts";
import { FileScene } from "../support/file_scene.ts";
import type { AppResponse } from "../support/test_app.ts";

const changed = ["scripts file:changed"];
const hash = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");
const enc = encodeURIComponent;
const errorCodes = ({ json }: AppResponse) =>
  (json as unknown as PathResults).results.map(({ error }) => error?.code); // the contract's type

Deno.test("files: creates, reads and overwrites with the ETag, and publishes events", async () => {
  await using scene = await FileScene.open();
  const made = await scene.put("scripts", "a/b.js", "one");
  assert.deepEqual([made.status, made.headers.get("etag"), made.json], [201, `"${hash("one")}"`, {
    path: "a/b.js",
    size: 3,
    modifiedAt: made.json.modifiedAt,
    etag: hash("one"),
  }]);
  assert.deepEqual(scene.published(), changed);
  const read = await scene.call("GET", "scripts/content?path=a/b.js");
  assert.deepEqual([read.status, read.headers.get("etag"), read.json.content, read.json.format], [
    200,
    `"${hash("one")}"`,
    "one",
    "text",
  ]);
  const saved = await scene.put("scripts", "a/b.js", "two", { "if-match": read.headers.get("etag")! });
  assert.deepEqual([saved.status, saved.json.etag], [200, hash("two")]);
  assert.equal(await scene.read("scripts", "a/b.js"), "two");
  assert.deepEqual((await scene.call("GET", "scripts/stat?path=a/b.js")).json.etag, hash("two"));
  assert.deepEqual(scene.published(), changed);
});

Deno.test("files: overwriting requires the current ETag, and If-None-Match creates only new files", async () => {
  await using scene = await FileScene.open();
  await scene.save("scripts", "a.js", "one");
  scene.published();
  const cases: [string, Record<string, string>, number, string][] = [
    ["a.js", {}, 428, "precondition_required"],
    ["a.js", { "if-match": `"${hash("other")}"` }, 412, "stale_version"],
    ["a.js", { "if-match": '"7"' }, 412, "stale_version"],
    ["a.js", { "if-none-match": "*" }, 409, "already_exists"],
    ["new.js", { "if-match": `"${hash("one")}"` }, 412, "stale_version"],
    ["new.js", { "if-match": "*" }, 412, "stale_version"],
    ["deep/new.js", { "if-match": "*" }, 404, "not_found"],
  ];
  for (const [path, headers, status, code] of cases) {
    const response = await scene.put("scripts", path, "two", headers);
    assert.deepEqual(
      [response.status, response.problem.code],
      [status, code],
      `${path} ${JSON.stringify(headers)}`,
    );
  }
  assert.deepEqual([...Deno.readDirSync(scene.path("scripts"))].map(({ name }) => name), ["a.js"]);
  assert.equal(await scene.read("scripts", "a.js"), "one");
  assert.deepEqual(scene.published(), []);
  for (const tag of ["*", `W/"${hash("one")}"`]) {
    assert.equal((await scene.put("scripts", "a.js", "one", { "if-match": tag })).status, 200, tag);
  }
  assert.equal((await scene.put("scripts", "new.js", "x", { "if-none-match": "*" })).status, 201);
});

Deno.test("files: a change on disk by a task or git is not overwritten", async () => {
  await using scene = await FileScene.open();
  for (const area of ["scripts", "config"] as const) {
    const etag = await scene.save(area, "a.sh", "as it was opened");
    await Deno.writeTextFile(scene.path(area, "a.sh"), "as a task left it!");
    const rejected = await scene.put(area, "a.sh", "as it was typed", { "if-match": `"${etag}"` });
    assert.deepEqual([rejected.status, rejected.problem.code], [412, "stale_version"]);
    const { json, headers } = await scene.call("GET", `${area}/content?path=a.sh`);
    assert.equal(json.content, "as a task left it!");
    const seen = { "if-match": headers.get("etag")! };
    assert.equal((await scene.put(area, "a.sh", "put together", seen)).status, 200);
  }
});

Deno.test("files: of a hundred concurrent saves with one ETag exactly one wins, and no version is lost", async () => {
  await using scene = await FileScene.open();
  const etag = await scene.save("scripts", "a.js", "first");
  const responses = await Promise.all(
    Array.from(
      { length: 100 },
      (_, index) => scene.put("scripts", "a.js", `text ${index}`, { "if-match": `"${etag}"` }),
    ),
  );
  const codes = responses.map(({ status }) => status).sort();
  assert.deepEqual(codes, [200, ...Array.from({ length: 99 }, () => 412)]);
  const winner = responses.findIndex(({ status }) => status === 200);
  assert.equal(await scene.read("scripts", "a.js"), `text ${winner}`);
  assert.deepEqual([...Deno.readDirSync(scene.path("scripts"))].map(({ name }) => name), ["a.js"]);
  const { items } = (await scene.call("GET", "scripts/versions?path=a.js")).json as { items: FileVersion[] };
  assert.deepEqual(items.map(({ size, current }) => [size, current]), [[`text ${winner}`.length, true], [
    5,
    false,
  ]]);
});

Deno.test("files: of a hundred concurrent creates of one file exactly one wins", async () => {
  await using scene = await FileScene.open();
  const responses = await Promise.all(
    Array.from(
      { length: 100 },
      (_, index) => scene.put("scripts", "a.js", `${index}`, { "if-none-match": "*" }),
    ),
  );
  assert.equal(responses.filter(({ status }) => status === 201).length, 1);
  assert.equal(await scene.read("scripts", "a.js"), `${responses.findIndex(({ status }) => status === 201)}`);
});

Deno.test("files: any content is returned byte for byte", async () => {
  await using scene = await FileScene.open();
  const texts = ["", "\r\n", "a\r\nb\nc\r", "\ufeffwith a mark", "汉字 🌞 é", "\u0001\u001b[31m", "x\u2028y"];
  for (const [index, text] of texts.entries()) {
    const path = `text ${index}.txt`;
    await scene.save("scripts", path, text);
    assert.equal(await scene.read("scripts", path).then((read) => hash(read)), hash(text));
    assert.deepEqual(await Deno.readFile(scene.path("scripts", path)), new TextEncoder().encode(text));
    assert.equal((await scene.call("GET", `scripts/content?path=${enc(path)}`)).json.content, text);
  }
  const rejected = await scene.put("scripts", "half.txt", "half \ud83c");
  assert.deepEqual([rejected.status, rejected.problem.issues?.[0]?.code], [422, "invalid_character"]);
});

Deno.test("files: 20 MB are returned byte for byte, and more than the editor's limit is rejected up front", async () => {
  await using scene = await FileScene.open();
  const line = "0123456789 汉字 abcdefghijklmnopqrstuvwxyz\r\n";
  const text = line.repeat(Math.ceil(20 * 1024 * 1024 / new TextEncoder().encode(line).length));
  const etag = await scene.save("scripts", "big.txt", text);
  assert.equal(etag, hash(text));
  assert.equal(hash(await Deno.readFile(scene.path("scripts", "big.txt"))), etag);
  const { json } = await scene.call("GET", "scripts/content?path=big.txt");
  assert.equal(hash(String(json.content)), etag);
  await Deno.truncate(scene.path("scripts", "big.txt"), 33 * 1024 * 1024);
  const { status, problem } = await scene.call("GET", "scripts/content?path=big.txt");
  assert.deepEqual([status, problem.code], [413, "payload_too_large"]);
  const tooLarge = await scene.put("scripts", "more.txt", "x".repeat(32 * 1024 * 1024 + 1));
  assert.deepEqual([tooLarge.status, tooLarge.problem.code], [413, "payload_too_large"]);
  assert.ok(!await Deno.stat(scene.path("scripts", "more.txt")).catch(() => false));
});

Deno.test("files: binary content is reported and returned only on request", async () => {
  await using scene = await FileScene.open();
  for (const bytes of [[0x61, 0, 0x62], [0xff, 0xfe, 0x41], [0xc3]]) {
    await Deno.writeFile(scene.path("scripts", "x.bin"), new Uint8Array(bytes));
    const { json } = await scene.call("GET", "scripts/content?path=x.bin");
    assert.deepEqual([json.format, json.content, json.size], ["binary", null, bytes.length]);
    const forced = await scene.call("GET", "scripts/content?path=x.bin&force=true");
    assert.deepEqual([forced.json.format, typeof forced.json.content], ["binary", "string"]);
  }
});

Deno.test("files: a save keeps mode, and a new script with an interpreter in its first line can be started", async () => {
  await using scene = await FileScene.open();
  await scene.save("scripts", "a.sh", "#!/bin/sh\n");
  await scene.save("scripts", "b.sh", "echo\n");
  const mode = async (path: string) => (await Deno.stat(scene.path("scripts", path))).mode! & 0o777;
  assert.deepEqual([await mode("a.sh") & 0o100, await mode("b.sh") & 0o111], [0o100, 0]);
  for (const bits of [0o600, 0o777, 0o640]) {
    await Deno.chmod(scene.path("scripts", "a.sh"), bits);
    await scene.save("scripts", "a.sh", `${bits}`);
    assert.equal(await mode("a.sh"), bits);
  }
});

Deno.test("files: lists one level with types, folders first, in natural order", async () => {
  await using scene = await FileScene.open();
  const at = (path: string) => scene.path("scripts", path);
  await Deno.mkdir(at("folder"));
  for (const name of ["a10.js", "a2.js", "B.js", "文件.txt", ".hidden", ".sundial-save-1"]) {
    await Deno.writeTextFile(at(name), "x");
  }
  await Deno.symlink("a2.js", at("to a file"));
  await Deno.symlink("folder", at("to a folder"));
  await Deno.symlink("/etc/passwd", at("to outside"));
  await Deno.symlink("nowhere", at("to nothing"));
  await Deno.symlink("loop b", at("loop a"));
  await Deno.symlink("loop a", at("loop b"));
  assert.ok((await new Deno.Command("mkfifo", { args: [at("pipe")] }).output()).success);
  const { json } = await scene.call("GET", "scripts/tree");
  const describe = ({ name, kind, size, special, link }: FileEntry) =>
    [name, kind, size ?? special ?? (link && `${link.state} ${link.target} ${link.targetKind}`)].join(": ");
  assert.deepEqual((json.entries as FileEntry[]).map(describe), [
    "folder: folder: ",
    "to a folder: link: inside folder folder",
    ".hidden: file: 1",
    "a2.js: file: 1",
    "a10.js: file: 1",
    "B.js: file: 1",
    "loop a: link: loop null null",
    "loop b: link: loop null null",
    "pipe: special: fifo",
    "to a file: link: inside a2.js file",
    "to nothing: link: broken null null",
    "to outside: link: outside null null",
    "文件.txt: file: 1",
  ]);
  await scene.save("scripts", "folder/in.js", "x");
  const level = await scene.call("GET", `scripts/tree?path=${enc("to a folder")}`);
  assert.deepEqual((level.json.entries as FileEntry[]).map(({ path }) => path), ["to a folder/in.js"]);
  assert.equal((await scene.call("GET", "scripts/tree?path=a2.js")).problem.code, "wrong_kind");
  assert.equal((await scene.call("GET", "scripts/tree?path=none")).status, 404);
});

Deno.test("files: lists a folder of 5,000 files completely", async () => {
  await using scene = await FileScene.open();
  for (let index = 0; index < 5000; index++) {
    Deno.writeTextFileSync(scene.path("scripts", `f${index}.js`), "");
  }
  const entries = (await scene.call("GET", "scripts/tree")).json.entries as FileEntry[];
  assert.deepEqual([entries.length, entries[2]!.name, entries[4999]!.name], [5000, "f2.js", "f4999.js"]);
});

Deno.test("files: saving through an inner link writes its target and keeps the link", async () => {
  await using scene = await FileScene.open();
  await scene.save("scripts", "real/a.js", "one");
  await Deno.symlink("real/a.js", scene.path("scripts", "link.js"));
  await scene.save("scripts", "link.js", "two");
  assert.ok((await Deno.lstat(scene.path("scripts", "link.js"))).isSymlink);
  assert.equal(await scene.read("scripts", "real/a.js"), "two");
  const { items } = (await scene.call("GET", "scripts/versions?path=link.js")).json as {
    items: FileVersion[];
  };
  assert.deepEqual(items.map(({ path }) => path), ["real/a.js", "real/a.js"]);
});

Deno.test("files: rejects invalid names with their field", async () => {
  await using scene = await FileScene.open();
  await scene.save("scripts", "a.js", "one");
  scene.published();
  const bad = [
    "..",
    "a/../b",
    "./a",
    "a//b",
    "/a",
    "a/",
    "x\0y",
    "n".repeat(256),
    "d/".repeat(600) + "x",
    "汉".repeat(90),
  ];
  for (const path of bad) {
    const { status, problem } = await scene.put("scripts", path, "x");
    assert.deepEqual([status, problem.issues?.[0]?.path, problem.issues?.[0]?.code], [
      422,
      "path",
      "bad_path",
    ], path);
  }
  assert.equal((await scene.put("scripts", ".sundial-x", "x")).problem.issues?.[0]?.code, "reserved_name");
  assert.equal((await scene.put("scripts", "p".repeat(5000), "x")).status, 422);
  for (const path of ["n".repeat(255), "é", "e\u0301", "🌞", "%2e%2e", "a\nb", "-rf", "\u202eevil"]) {
    assert.equal((await scene.put("scripts", path, path)).status, 201, path);
    assert.equal((await scene.call("GET", `scripts/content?path=${enc(path)}`)).json.content, path);
  }
});

Deno.test("files: no new name contains a backslash, and files that have one stay usable", async () => {
  await using scene = await FileScene.open();
  await scene.save("scripts", "a.js", "one");
  await Deno.writeTextFile(scene.path("scripts", "old\\name.js"), "old");
  const issues = async (response: Promise<{ status: number; problem: Problem }>) => {
    const { status, problem } = await response;
    return [status, ...(problem.issues ?? []).map(({ path, code }) => `${path} ${code}`)];
  };
  const rejected = [422, "path contains_slash"];
  for (const path of ["new\\name.js", "new\\folder/a.js"]) {
    assert.deepEqual(await issues(scene.put("scripts", path, "x")), rejected, path);
    assert.deepEqual(await issues(scene.call("POST", "scripts/folder", { body: { path } })), rejected, path);
    for (const action of ["move", "copy"]) {
      const items = [{ from: "a.js", to: path }];
      const moved = await scene.call("POST", `scripts/${action}`, { body: { items } });
      assert.deepEqual(errorCodes(moved), ["validation_failed"], `${action} ${path}`);
    }
    const form = new FormData();
    form.append("files", new Blob(["x"]), path);
    const uploaded = await scene.call("POST", "scripts/upload?path=", { raw: form });
    assert.deepEqual(errorCodes(uploaded), ["validation_failed"], `upload ${path}`);
  }
  const content = await scene.call("GET", `scripts/content?path=${enc("old\\name.js")}`);
  assert.equal(content.json.content, "old");
  assert.deepEqual(
    await scene.batch("POST", "scripts/move", { items: [{ from: "old\\name.js", to: "b.js" }] }),
    {
      "old\\name.js": "ok",
    },
  );
  assert.equal(await Deno.readTextFile(scene.path("scripts", "b.js")), "old");
});

Deno.test("versions: each save stores author, time and previous content, and any version can be restored", async () => {
  await using scene = await FileScene.open();
  await Deno.writeTextFile(scene.path("scripts", "a.js"), "from outside");
  await scene.save("scripts", "a.js", "one");
  scene.clock.advance(60_000);
  await scene.save("scripts", "a.js", "two");
  await scene.save("scripts", "a.js", "two");
  const list = async () =>
    ((await scene.call("GET", "scripts/versions?path=a.js")).json as { items: FileVersion[] }).items;
  const items = await list();
  assert.deepEqual(
    items.map(({ cause, savedBy, savedAt, size, current }) => [cause, savedBy, savedAt, size, current]),
    [
      ["saved", "mira", "2026-03-04T05:07:07.000Z", 3, true],
      ["saved", "mira", "2026-03-04T05:06:07.000Z", 3, false],
      ["found", null, "2026-03-04T05:06:07.000Z", 12, false],
    ],
  );
  const old = await scene.call("GET", `scripts/versions/${items[2]!.id}`);
  assert.deepEqual([old.json.content, old.json.format], ["from outside", "text"]);
  assert.equal((await scene.call("GET", `config/versions/${items[2]!.id}`)).status, 404);
  const body = { path: "a.js", versionId: items[2]!.id };
  assert.equal((await scene.call("POST", "scripts/restore", { body })).status, 428);
  scene.published();
  const restored = await scene.call("POST", "scripts/restore", {
    body,
    headers: { "if-match": `"${hash("two")}"` },
  });
  assert.deepEqual([restored.status, restored.json.etag], [200, hash("from outside")]);
  assert.equal(await scene.read("scripts", "a.js"), "from outside");
  assert.deepEqual((await list()).map(({ cause }) => cause), ["restored", "saved", "saved", "found"]);
  assert.deepEqual(scene.published(), changed);
});

Deno.test("versions: they follow a file and everything in a folder to another name", async () => {
  await using scene = await FileScene.open();
  await scene.save("scripts", "一/x/a.js", "one");
  await scene.save("scripts", "一/x/a.js", "two");
  await scene.save("scripts", "一x/a.js", "other");
  const move = (from: string, to: string) => scene.batch("POST", "scripts/move", { items: [{ from, to }] });
  assert.deepEqual(await move("一", "new/二"), { 一: "ok" });
  const sizes = async (path: string) =>
    ((await scene.call("GET", `scripts/versions?path=${enc(path)}`)).json as { items: FileVersion[] }).items
      .map(({ size, current }) => `${size} ${current}`);
  assert.deepEqual(await sizes("new/二/x/a.js"), ["3 true", "3 false"]);
  assert.deepEqual(await sizes("一x/a.js"), ["5 true"]);
  assert.deepEqual(await move("new/二/x/a.js", "a.js"), { "new/二/x/a.js": "ok" });
  assert.deepEqual(await sizes("a.js"), ["3 true", "3 false"]);
});

Deno.test("versions: retains a hundred per file, and those that runs executed", async () => {
  await using scene = await FileScene.open();
  const record = (text: string) =>
    scene.architecture.versions.record({
      ...{ area: "scripts", path: "a.js", savedBy: null, cause: "ran" },
      bytes: new TextEncoder().encode(text),
    });
  const first = await record("first");
  await scene.db.insertInto("run").values({
    ...{ task_id: null, task_name: "", cause: "person", state: "succeeded", due_at: null, due_through: null },
    ...{ due_count: 1, queued_at: 0, start_after: 0, queue_rank: 0, queue_order: 0, attempt: 1 },
    script_version_id: first,
  } as never).execute();
  for (let index = 0; index < 105; index++) await record(`text ${index}`);
  const { items } = (await scene.call("GET", "scripts/versions?path=a.js")).json as { items: FileVersion[] };
  assert.equal(items.length, 101);
  assert.deepEqual([items.at(-1)!.id, items.at(-1)!.size], [first, 5]);
  assert.equal(await record("text 104"), items[0]!.id, "the same content twice in a row is one version");
});

Deno.test("files: moves and copies several without overwriting, with one result each", async () => {
  await using scene = await FileScene.open();
  for (const path of ["a.js", "b.js", "d/in.js"]) await scene.save("scripts", path, path);
  scene.published();
  const moved = await scene.batch("POST", "scripts/move", {
    items: [
      { from: "a.js", to: "b.js" },
      { from: "a.js", to: "d/a.js" },
      { from: "none", to: "x" },
      { from: "d", to: "d/e" },
      { from: "d", to: "d" },
      { from: "../config", to: "x" },
    ],
  });
  assert.deepEqual(moved, {
    "a.js": "ok",
    none: "not_found",
    d: "already_exists",
    "../config": "validation_failed",
  });
  assert.equal(await scene.read("scripts", "b.js"), "b.js");
  assert.equal(await scene.read("scripts", "d/a.js"), "a.js");
  assert.deepEqual(await scene.batch("POST", "scripts/copy", { items: [{ from: "d", to: "copy/d" }] }), {
    d: "ok",
  });
  assert.equal(await scene.read("scripts", "copy/d/in.js"), "d/in.js");
  assert.equal(await scene.read("scripts", "d/in.js"), "d/in.js");
  assert.deepEqual(await scene.batch("POST", "scripts/copy", { items: [{ from: "d", to: "b.js" }] }), {
    d: "already_exists",
  });
  assert.deepEqual(scene.published(), [...changed, ...changed]);
});

Deno.test("files: copying a folder keeps inner links and reports what it skipped", async () => {
  await using scene = await FileScene.open();
  await scene.save("scripts", "d/deep/a.js", "a");
  await scene.save("scripts", "other.js", "other");
  const link = (to: string, name: string) => Deno.symlink(to, scene.path("scripts", `d/${name}`));
  await link("deep/a.js", "within");
  await link("../other.js", "beside");
  await link(scene.path("scripts", "other.js"), "absolute");
  await link("/etc", "outside");
  await link("nothing", "broken");
  assert.ok((await new Deno.Command("mkfifo", { args: [scene.path("scripts", "d/pipe")] }).output()).success);
  assert.deepEqual(
    await scene.batch("POST", "scripts/copy", { items: [{ from: "d", to: "new/deeper/copy" }] }),
    {
      d: "ok",
      "d/broken": "wrong_kind",
      "d/outside": "wrong_kind",
      "d/pipe": "wrong_kind",
    },
  );
  assert.equal(await Deno.readLink(scene.path("scripts", "new/deeper/copy/within")), "deep/a.js");
  for (const name of ["beside", "absolute"]) {
    assert.equal(await scene.read("scripts", `new/deeper/copy/${name}`), "other", name);
  }
  assert.deepEqual(
    await scene.batch("POST", "scripts/copy", {
      items: [{ from: "d/pipe", to: "p" }, { from: "d/outside", to: "o" }],
    }),
    { "d/pipe": "wrong_kind", "d/outside": "wrong_kind" },
  );
  assert.deepEqual([...Deno.readDirSync(scene.path("scripts"))].map(({ name }) => name).sort(), [
    "d",
    "new",
    "other.js",
  ]);
});

Deno.test("trash: deleted files can be restored with their folders or removed permanently", async () => {
  await using scene = await FileScene.open();
  for (const path of ["a.js", "d/e/in.js", "b.js"]) await scene.save("scripts", path, path);
  scene.published();
  const removed = await scene.call("DELETE", "scripts/content?path=a.js");
  assert.equal(removed.status, 200);
  assert.deepEqual(await scene.batch("DELETE", "scripts", { paths: ["d/e", "none", ""] }), {
    "d/e": "ok",
    none: "not_found",
    "": "wrong_kind",
  });
  assert.deepEqual(scene.published(), [...changed, ...changed]);
  const trash = async () => ((await scene.call("GET", "scripts/bin")).json as { items: TrashEntry[] }).items;
  const [folder, file] = await trash();
  assert.deepEqual([folder!.path, folder!.kind, folder!.deletedBy], ["d/e", "folder", "mira"]);
  assert.deepEqual([file!.id, file!.path, file!.size, file!.deletedAt], [
    removed.json.binId,
    "a.js",
    4,
    "2026-03-04T05:06:07.000Z",
  ]);
  assert.deepEqual((await scene.call("GET", "config/bin")).json.items, []);
  await Deno.remove(scene.path("scripts", "d"), { recursive: true });
  await scene.save("scripts", "a.js", "new");
  scene.published();
  const restore = async (ids: number[], area = "scripts") =>
    ((await scene.call("POST", `${area}/bin/restore`, { body: { ids } })).json.results as {
      id: number;
      ok: boolean;
      error?: { code: string };
    }[]).map(({ id, ok, error }) => [id, ok ? "ok" : error?.code]);
  assert.deepEqual(await restore([folder!.id, file!.id, 99]), [
    [folder!.id, "ok"],
    [file!.id, "already_exists"],
    [99, "not_found"],
  ]);
  assert.deepEqual(await restore([file!.id], "config"), [[file!.id, "not_found"]]);
  assert.deepEqual(scene.published(), changed);
  assert.equal(await scene.read("scripts", "d/e/in.js"), "d/e/in.js");
  assert.deepEqual((await scene.call("DELETE", "scripts/bin", { body: { ids: [file!.id] } })).json, {
    results: [{ id: file!.id, ok: true }],
  });
  assert.deepEqual(await trash(), []);
  assert.deepEqual([...Deno.readDirSync(`${scene.data}/bin`)], []);
});

Deno.test("trash: deleting requires the current ETag", async () => {
  await using scene = await FileScene.open();
  const etag = await scene.save("scripts", "a.js", "one");
  await scene.save("scripts", "a.js", "two");
  const remove = (tag: string) =>
    scene.call("DELETE", "scripts/content?path=a.js", { headers: { "if-match": tag } });
  assert.equal((await remove(`"${etag}"`)).problem.code, "stale_version");
  assert.equal(await scene.read("scripts", "a.js"), "two");
  assert.equal((await remove(`"${hash("two")}"`)).status, 200);
});

Deno.test("trash: an entry without content, left by a crash, is hidden and removed by housekeeping", async () => {
  await using scene = await FileScene.open();
  await scene.db.insertInto("bin_entry").values({
    ...{
      area: "scripts",
      path: "a.js",
      kind: "file",
      size: 1,
      place: "lost",
      deleted_at: 1,
      deleted_by: null,
    },
  }).execute();
  assert.deepEqual((await scene.call("GET", "scripts/bin")).json.items, []);
  await scene.architecture.trash.purge(2, () => Promise.resolve());
  assert.deepEqual(await scene.db.selectFrom("bin_entry").selectAll().execute(), []);
});

Deno.test("folders: creates missing parents and rejects an existing name", async () => {
  await using scene = await FileScene.open();
  const make = (path: string) => scene.call("POST", "config/folder", { body: { path } });
  assert.deepEqual([(await make("a/b/c")).status, scene.published()], [201, ["config file:changed"]]);
  assert.ok((await Deno.stat(scene.path("config", "a/b/c"))).isDirectory);
  assert.equal((await make("a/b")).problem.code, "already_exists");
  await scene.save("config", "file", "x");
  assert.equal((await make("file/x")).problem.code, "wrong_kind");
});

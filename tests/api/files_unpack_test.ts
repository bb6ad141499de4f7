// Unpacks archives that users upload: zip, tar and tar.gz.
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { FileScene } from "../support/file_scene.ts";
import { hostileTars, tarOf } from "../support/hostile_tar.ts";
import type { AppResponse } from "../support/test_app.ts";
import { zipOf } from "../support/zip_of.ts";
import type { PathResults } from "../../server/contract/files.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

async function unpack(scene: FileScene, path: string, existing?: string): Promise<AppResponse> {
  return await scene.call("POST", "scripts/unpack", { body: { path, ...(existing && { existing }) } });
}

function resultsOf({ status, json, text }: AppResponse): Record<string, string> {
  assert.equal(status, 200, text);
  const { results } = json as PathResults;
  return Object.fromEntries(results.map(({ path, ok, error }) => [path, ok ? "ok" : error!.code]));
}

const files = (folder: string): string[] =>
  [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? [`${name}/`, ...files(`${folder}/${name}`).map((below) => `${name}/${below}`)] : [name]
  ).sort();

Deno.test("unpack: the files of a zip and a tar arrive beside it, whatever its name", async () => {
  await using scene = await FileScene.open();
  await Deno.mkdir(scene.path("scripts", "in"));
  const gbk = new Uint8Array([0xc8, 0xd5, 0xb1, 0xa8, 0x2e, 0x70, 0x79]); // 日报.py
  const zip = zipOf([
    { name: "empty/", mode: 0o040755 },
    { name: "a.sh", body: "#!/bin/sh\n", mode: 0o100755 },
    { name: "sub/签到 🌞.js", body: "x".repeat(300_000), flags: 0x800 },
    { name: gbk, body: "1" },
    { name: "win\\dows.txt", body: "2" },
    { name: "__MACOSX/._a.sh", body: "junk" },
    { name: "link", body: "/etc/passwd", mode: 0o120777 },
  ]);
  const tar = tarOf([
    { name: "./", type: "5" },
    { name: "./t.py", body: "print(1)" },
    { name: "deep/er/", type: "5" },
    { name: "out", type: "2", link: "/etc" },
  ]);
  await Deno.writeFile(scene.path("scripts", "in/a.zip"), zip);
  await Deno.writeFile(scene.path("scripts", "in/b.tar.gz"), gzipSync(tar));
  await Deno.writeFile(scene.path("scripts", "in/c.bin"), tarOf([{ name: "c.js", body: "3" }]));
  assert.deepEqual(resultsOf(await unpack(scene, "in/a.zip")), {
    "in/a.sh": "ok",
    "in/sub/签到 🌞.js": "ok",
    "in/日报.py": "ok",
    "in/win/dows.txt": "ok",
    "in/link": "wrong_kind",
  });
  assert.deepEqual(scene.published(), ["scripts file:changed"]);
  assert.deepEqual(resultsOf(await unpack(scene, "in/b.tar.gz")), {
    "in/t.py": "ok",
    "in/out": "wrong_kind",
  });
  assert.deepEqual(resultsOf(await unpack(scene, "in/c.bin")), { "in/c.js": "ok" });
  assert.equal(await scene.read("scripts", "in/sub/签到 🌞.js"), "x".repeat(300_000));
  assert.equal(Deno.statSync(scene.path("scripts", "in/a.sh")).mode! & 0o777, 0o755);
  assert.equal(Deno.statSync(scene.path("scripts", "in/t.py")).mode! & 0o777, 0o644);
  assert.deepEqual(
    files(scene.path("scripts")),
    [
      "in/",
      "in/a.sh",
      "in/a.zip",
      "in/b.tar.gz",
      "in/c.bin",
      "in/c.js",
      "in/deep/",
      "in/deep/er/",
      "in/empty/",
      "in/sub/",
      "in/sub/签到 🌞.js",
      "in/t.py",
      "in/win/",
      "in/win/dows.txt",
      "in/日报.py",
    ].sort(),
  );
});

Deno.test("unpack: existing files stay unless they are to be replaced, and their content stays as a version", async () => {
  await using scene = await FileScene.open();
  await scene.save("scripts", "a.js", "mine");
  await Deno.writeFile(
    scene.path("scripts", "a.zip"),
    zipOf([{ name: "a.js", body: "theirs" }, { name: "b.js", body: "b" }]),
  );
  assert.deepEqual(resultsOf(await unpack(scene, "a.zip")), { "a.js": "already_exists", "b.js": "ok" });
  assert.equal(await scene.read("scripts", "a.js"), "mine");
  assert.deepEqual(resultsOf(await unpack(scene, "a.zip", "replace")), { "a.js": "ok", "b.js": "ok" });
  assert.equal(await scene.read("scripts", "a.js"), "theirs");
  const { json } = await scene.call("GET", "scripts/versions?path=a.js");
  const versions = json.items as { size: number }[];
  assert.deepEqual(versions.map(({ size }) => size), ["mine".length]);
});

Deno.test("unpack: a link in the folder leads no file outside", async () => {
  await using scene = await FileScene.open();
  await using outside = await temporaryFolder();
  await Deno.symlink(outside.path, scene.path("scripts", "out"));
  await Deno.writeFile(scene.path("scripts", "a.zip"), zipOf([{ name: "out/evil", body: "x" }]));
  for (const existing of ["refuse", "replace"]) {
    assert.deepEqual(resultsOf(await unpack(scene, "a.zip", existing)), { "out/evil": "outside_root" });
  }
  assert.deepEqual(files(outside.path), []);
});

Deno.test("unpack: a hostile, damaged or foreign archive is rejected and leaves nothing behind", async () => {
  await using scene = await FileScene.open();
  const good = zipOf([{ name: "a.js", body: "x".repeat(5000) }, { name: "b.js", body: "y" }]);
  const manyNames = Array.from({ length: 10_001 }, (_, index) => ({ name: `f${index}` }));
  const many = zipOf(manyNames);
  const big = { name: "big", size: 2 * 1024 ** 3 };
  const cases: [what: string, bytes: Uint8Array<ArrayBuffer>, fault: string][] = [
    ["a path upwards", zipOf([{ name: "a.js" }, { name: "../evil.js" }]), "unsafe_name"],
    ["an absolute path", zipOf([{ name: "/tmp/evil.js" }]), "unsafe_name"],
    ["backslashes upwards", zipOf([{ name: "..\\evil.js" }]), "unsafe_name"],
    ["encryption", zipOf([{ name: "a.js", flags: 1 }]), "encrypted"],
    [
      "a wrong checksum",
      zipOf([{ name: "a.js", body: "x" }, { name: "b.js", body: "x", crc: 1 }]),
      "damaged",
    ],
    ["a missing end", good.slice(0, good.length - 30), "truncated"],
    ["too many files", many, "too_many"],
    ["too many files in a tar", gzipSync(tarOf(manyNames)), "too_many"],
    ["a tar that ends early", gzipSync(tarOf([big])), "truncated"],
    [
      "a gzip that ends early",
      gzipSync(tarOf([{ name: "a", body: "x".repeat(5000) }])).slice(0, 40),
      "truncated",
    ],
    ["a script", new TextEncoder().encode("console.log(1)"), "not_an_archive"],
    ["nothing", new Uint8Array(), "not_an_archive"],
    ...hostileTars.filter(([, , fault]) => fault === "unsafe_name").map(([what, entries, fault]) =>
      [what, gzipSync(tarOf(entries)), fault] as [string, Uint8Array<ArrayBuffer>, string]
    ),
  ];
  const { en } = await import("../../server/contract/messages/en.ts");
  for (const [what, bytes, fault] of cases) {
    await Deno.writeFile(scene.path("scripts", "x.zip"), bytes);
    const { status, problem, text } = await unpack(scene, "x.zip");
    assert.equal(status, 422, `${what}: ${text}`);
    assert.equal(problem.code, "unpack_refused", what);
    const [start = ""] = en.unpackProblems[fault as keyof typeof en.unpackProblems].split("{");
    assert.ok(problem.detail.startsWith(start), `${what}: ${problem.detail}`);
    assert.deepEqual(files(scene.path("scripts")), ["x.zip"], what);
  }
  const { problem } = await unpack(scene, "no.zip");
  assert.equal(problem.code, "not_found");
});

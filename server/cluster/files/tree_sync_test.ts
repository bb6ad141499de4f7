import assert from "node:assert/strict";
import { join } from "node:path";
import { until } from "../../../tests/support/until.ts";
import { TreeScene } from "../../../tests/support/tree_scene.ts";
import { BLOB_GRACE_MS, BlobStore, MAX_BLOB_BYTES } from "./blob_store.ts";
import { type Manifest, ManifestError, PLAIN_MODE } from "./tree_manifest.ts";
import { readManifest, readTree, removeUnusedBlobs, replaceTree } from "./tree_store.ts";

async function sharedPaths({ db, clock }: TreeScene): Promise<string[]> {
  const { manifestHash } = await readTree(db, "scripts");
  return [...(await readManifest(new BlobStore({ db, clock }), manifestHash!)).keys()].sort();
}

/** Makes a tree current without a panel. */
async function publishManifest({ db, clock }: TreeScene, files: Record<string, string>, raw?: string) {
  const blobs = new BlobStore({ db, clock });
  const manifest: Record<string, unknown> = {};
  for (const [path, text] of Object.entries(files)) {
    const bytes = new TextEncoder().encode(text);
    const { hash, size } = (await blobs.put([{ path, bytes }])).get(path)!;
    manifest[path] = { hash, mode: PLAIN_MODE, size };
  }
  const bytes = new TextEncoder().encode(raw ?? JSON.stringify(manifest));
  const manifestHash = (await blobs.put([{ path: "", bytes }])).get("")!.hash;
  const { version } = await readTree(db, "scripts");
  await db.transaction().execute((tx) =>
    replaceTree(tx, "scripts", { expected: version, manifestHash, at: 0 })
  );
}

Deno.test("tree sync: a change arrives with its content, its folders and its executable bit", async () => {
  await using scene = await TreeScene.open(2);
  const [a, b] = scene.panels as [typeof scene.panels[0], typeof scene.panels[0]];
  a.write("lib/deep/tool.sh", "#!/bin/sh\n", { mode: 0o755 });
  a.write("plain.py", "print(1)");
  a.write("config.sh", "export A=1", { area: "config" });
  await a.sync.sync();
  assert.deepEqual(a.published, [["config", 1], ["scripts", 1]]);
  await b.sync.sync();
  assert.deepEqual(b.files(), { "lib/deep/tool.sh": "#!/bin/sh\n", "plain.py": "print(1)" });
  assert.deepEqual(b.files("config"), { "config.sh": "export A=1" });
  assert.equal(Deno.statSync(b.path("lib/deep/tool.sh")).mode! & 0o111, 0o111);
  assert.equal(Deno.statSync(b.path("plain.py")).mode! & 0o111, 0);
  assert.deepEqual(b.published, []);
  Deno.chmodSync(b.path("plain.py"), 0o700);
  b.remove("lib");
  await b.sync.sync("scripts");
  await a.sync.sync("scripts");
  assert.deepEqual(a.files(), { "plain.py": "print(1)" });
  assert.equal(Deno.statSync(a.path("plain.py")).mode! & 0o777, 0o755);
  assert.throws(() => Deno.statSync(a.path("lib")), Deno.errors.NotFound);
  assert.deepEqual(a.versions, [{ area: "scripts", path: "lib/deep/tool.sh", text: "#!/bin/sh\n" }]);
});

Deno.test("tree sync: nothing is written when nothing changed", async () => {
  await using scene = await TreeScene.open(1);
  const [a] = scene.panels as [typeof scene.panels[0]];
  a.write("a", "1");
  await a.sync.sync("scripts");
  const { steps } = a.crash;
  await a.sync.sync("scripts");
  assert.equal(a.crash.steps, steps);
  // Reading the area is not even necessary to know that nothing is to be applied.
  Deno.renameSync(a.folders.scripts, `${a.folders.scripts}.away`);
  await a.sync.apply("scripts");
  Deno.renameSync(`${a.folders.scripts}.away`, a.folders.scripts);
});

Deno.test("tree sync: when two panels change a file, the later publication wins and the other content is stored", async () => {
  await using scene = await TreeScene.open(2);
  const [a, b] = scene.panels as [typeof scene.panels[0], typeof scene.panels[0]];
  a.write("x", "base");
  await scene.settle();
  a.write("x", "from a");
  b.write("x", "from b");
  b.write("y", "only b");
  await a.sync.publish("scripts");
  // Not published yet, and therefore not overwritten.
  await b.sync.apply("scripts");
  assert.deepEqual(b.files(), { x: "from b", y: "only b" });
  await b.sync.sync("scripts");
  assert.deepEqual(b.versions, [{ area: "scripts", path: "x", text: "from a" }]);
  await a.sync.apply("scripts");
  assert.deepEqual(a.files(), { x: "from b", y: "only b" });
  assert.deepEqual(a.versions, [{ area: "scripts", path: "x", text: "from a" }]);
});

Deno.test("tree sync: a deletion gives way to a change that the panel had not seen", async () => {
  await using scene = await TreeScene.open(2);
  const [a, b] = scene.panels as [typeof scene.panels[0], typeof scene.panels[0]];
  a.write("x", "base");
  a.write("y", "base");
  await scene.settle();
  a.write("x", "changed");
  b.remove("x");
  b.remove("y");
  a.write("y", "changed later");
  await b.sync.publish("scripts");
  await scene.settle();
  for (const panel of scene.panels) assert.deepEqual(panel.files(), { x: "changed", y: "changed later" });
});

Deno.test("tree sync: a path that became a file here and a folder there is the local one", async () => {
  await using scene = await TreeScene.open(2);
  const [a, b] = scene.panels as [typeof scene.panels[0], typeof scene.panels[0]];
  a.write("x/inner", "folder");
  b.write("x", "file");
  a.write("z", "file");
  b.write("z/inner", "folder");
  await scene.settle();
  a.write("v/inner", "folder");
  b.write("v", "file");
  a.write("w", "file");
  b.write("w/inner", "folder");
  await scene.settle();
  const files = b.files();
  assert.deepEqual(a.files(), files);
  // B has joined later than A, and later published later than A.
  assert.deepEqual(files, { "v": "file", "w/inner": "folder", "x/inner": "folder", "z": "file" });
  const texts = (versions: typeof a.versions) => versions.map(({ path, text }) => `${path}: ${text}`).sort();
  assert.deepEqual(texts(b.versions), ["v/inner: folder", "w: file", "x: file", "z/inner: folder"]);
  assert.deepEqual(texts(a.versions), ["v/inner: folder", "w: file"]);
});

Deno.test("tree sync: a file replaces empty folders, but no other file", async () => {
  await using scene = await TreeScene.open(2);
  const [a, b] = scene.panels as [typeof scene.panels[0], typeof scene.panels[0]];
  Deno.mkdirSync(b.path("x/empty/inner"), { recursive: true });
  Deno.mkdirSync(b.path("y/node_modules"), { recursive: true });
  Deno.writeTextFileSync(b.path("y/node_modules/i.js"), "package");
  a.write("x", "file");
  a.write("y", "file");
  await scene.settle();
  assert.deepEqual(b.files(), { x: "file", "y/node_modules/i.js": "package" });
  assert.deepEqual(a.files(), { x: "file", y: "file" });
  b.remove("y");
  await scene.settle();
  assert.deepEqual([a.files(), b.files()], [{ x: "file", y: "file" }, { x: "file", y: "file" }]);
});

Deno.test("tree sync: a panel that joins adds its files, and takes those that the others have", async () => {
  await using scene = await TreeScene.open(2);
  const [a, b] = scene.panels as [typeof scene.panels[0], typeof scene.panels[0]];
  a.write("config.sh", "shared");
  a.write("a", "1");
  await a.sync.sync("scripts");
  b.write("config.sh", "default");
  b.write("b", "2");
  await scene.settle();
  for (const panel of scene.panels) {
    assert.deepEqual(panel.files(), { a: "1", b: "2", "config.sh": "shared" });
  }
  assert.deepEqual(b.versions, [{ area: "scripts", path: "config.sh", text: "default" }]);
});

Deno.test("tree sync: a memory of another database deletes nothing", async () => {
  await using scene = await TreeScene.open(1);
  const [a] = scene.panels as [typeof scene.panels[0]];
  a.write("a", "1");
  await a.sync.sync("scripts");
  await scene.db.deleteFrom("stored_tree").execute();
  await a.sync.sync("scripts");
  assert.deepEqual(a.files(), { a: "1" });
  assert.deepEqual(await sharedPaths(scene), ["a"]);
  await publishManifest(scene, { other: "2" });
  await publishManifest(scene, { other: "3" });
  a.restart({ origin: "another" });
  await a.sync.sync("scripts");
  assert.deepEqual(a.files(), { a: "1", other: "3" });
});

Deno.test("tree sync: a damaged memory deletes nothing and loses nothing", async () => {
  await using scene = await TreeScene.open(2);
  const [a, b] = scene.panels as [typeof scene.panels[0], typeof scene.panels[0]];
  a.write("a", "1");
  a.write("b", "1");
  await scene.settle();
  for (const text of ["", "{", "null", "[]", `{"origin":"one","version":1,"folder":"","base":{"../x":1}}`]) {
    Deno.writeTextFileSync(join(b.root, "sync", "scripts.json"), text);
    b.write("b", `changed when the memory was ${text}`);
    b.restart();
    await b.sync.sync("scripts");
    assert.deepEqual(b.files(), { a: "1", b: "1" });
    assert.equal(b.versions.at(-1)?.text, `changed when the memory was ${text}`);
  }
});

Deno.test("tree sync: an empty folder in place of the area empties no other panel", async () => {
  await using scene = await TreeScene.open(2);
  const [a, b] = scene.panels as [typeof scene.panels[0], typeof scene.panels[0]];
  a.write("a", "1");
  await scene.settle();
  // As when a disk is not mounted.
  Deno.renameSync(b.folders.scripts, `${b.folders.scripts}.unmounted`);
  Deno.mkdirSync(b.folders.scripts);
  await b.sync.sync("scripts");
  await a.sync.sync("scripts");
  assert.deepEqual([a.files(), b.files()], [{ a: "1" }, { a: "1" }]);
  b.remove("a");
  await b.sync.sync("scripts");
  await a.sync.sync("scripts");
  assert.deepEqual([a.files(), b.files()], [{}, {}]);
});

Deno.test("tree sync: what cannot be shared stays, is listed, and is not deleted elsewhere", async () => {
  await using scene = await TreeScene.open(2);
  const [a, b] = scene.panels as [typeof scene.panels[0], typeof scene.panels[0]];
  for (const path of ["grows", "link", "folder/file"]) a.write(path, "shared");
  await scene.settle();
  b.write("grows", "x".repeat(MAX_BLOB_BYTES + 1));
  b.remove("link");
  Deno.symlinkSync("/etc/hostname", b.path("link"));
  b.remove("folder");
  Deno.symlinkSync("/etc", b.path("folder"));
  b.write("node_modules/p/index.js", "package");
  b.write(".git/config", "git");
  await b.sync.sync("scripts");
  assert.deepEqual(
    b.sync.leftOut("scripts").map(({ path, reason }) => [path, reason]).sort(),
    [["folder", "link"], ["grows", "too_large"], ["link", "link"]],
  );
  const warned = () => b.warnings.filter(([message]) => message.includes("not shared")).length;
  assert.equal(warned(), 1);
  await b.sync.sync("scripts");
  assert.equal(warned(), 1);
  assert.deepEqual(await sharedPaths(scene), ["folder/file", "grows", "link"]);
  // Not even when others change them.
  for (const path of ["grows", "link", "folder/file", "new"]) a.write(path, "changed");
  await a.sync.sync("scripts");
  await b.sync.sync("scripts");
  assert.equal(Deno.statSync(b.path("grows")).size, MAX_BLOB_BYTES + 1);
  assert.equal(Deno.readLinkSync(b.path("link")), "/etc/hostname");
  assert.equal(Deno.readLinkSync(b.path("folder")), "/etc");
  assert.equal(Deno.readTextFileSync(b.path("new")), "changed");
  b.remove("grows");
  b.remove("link");
  b.remove("folder");
  await b.sync.sync("scripts");
  assert.deepEqual(a.files(), {
    "folder/file": "changed",
    grows: "changed",
    link: "changed",
    new: "changed",
  });
});

for (
  const raw of [
    `{"../x":{"hash":"${"0".repeat(64)}","mode":420,"size":0}}`,
    `{"a":{"hash":"${"0".repeat(64)}","mode":420,"size":0},"a/b":{"hash":"${
      "0".repeat(64)
    }","mode":420,"size":0}}`,
    "no json",
  ]
) {
  Deno.test(`tree sync: the invalid manifest ${raw.slice(0, 12)} is rejected`, async () => {
    await using scene = await TreeScene.open(1);
    const [a] = scene.panels as [typeof scene.panels[0]];
    a.write("mine", "1");
    await a.sync.sync("scripts");
    await publishManifest(scene, {}, raw);
    await assert.rejects(a.sync.sync("scripts"), ManifestError);
    assert.deepEqual(a.files(), { mine: "1" });
    assert.deepEqual([...Deno.readDirSync(a.root)].map(({ name }) => name).sort(), [
      "config",
      "scripts",
      "sync",
    ]);
  });
}

Deno.test("tree sync: one content that is missing keeps no other file from being written", async () => {
  await using scene = await TreeScene.open(1);
  const [a] = scene.panels as [typeof scene.panels[0]];
  await publishManifest(scene, { lost: "lost", present: "present" });
  const { manifestHash } = await readTree(scene.db, "scripts");
  const manifest: Manifest = await readManifest(new BlobStore(scene), manifestHash!);
  const row = await scene.db.deleteFrom("stored_blob").where("hash", "=", manifest.get("lost")!.hash)
    .returningAll().executeTakeFirstOrThrow();
  await a.sync.sync("scripts");
  assert.deepEqual(a.files(), { present: "present" });
  await scene.db.insertInto("stored_blob").values(row).execute();
  await a.sync.sync("scripts");
  assert.deepEqual(a.files(), { lost: "lost", present: "present" });
  assert.deepEqual(await sharedPaths(scene), ["lost", "present"]);
});

Deno.test("tree sync: panels that publish at the same time all succeed", async () => {
  await using scene = await TreeScene.open(6);
  for (const [index, panel] of scene.panels.entries()) panel.write(`from ${index}`, `${index}`);
  await Promise.all(scene.panels.map(({ sync }) => sync.sync("scripts")));
  assert.equal((await sharedPaths(scene)).length, 6);
});

Deno.test("tree sync: a file that changes between scan and upload is published as it was read", async () => {
  await using scene = await TreeScene.open(2);
  const [a, b] = scene.panels as [typeof scene.panels[0], typeof scene.panels[0]];
  a.write("changes", "1");
  a.write("goes", "1");
  const { db, clock } = scene;
  class SlowBlobs extends BlobStore {
    override async missing(hashes: Iterable<string>): Promise<Set<string>> {
      const missing = await super.missing(hashes);
      a.write("changes", "2");
      if ("goes" in a.files()) a.remove("goes");
      return missing;
    }
  }
  a.restart({ blobs: new SlowBlobs({ db, clock }) });
  await a.sync.sync("scripts");
  await b.sync.sync("scripts");
  assert.deepEqual([a.files(), b.files()], [{ changes: "2" }, { changes: "2" }]);
});

Deno.test("tree sync: a file that is saved while changes are applied stays", async () => {
  await using scene = await TreeScene.open(2);
  const [a, b] = scene.panels as [typeof scene.panels[0], typeof scene.panels[0]];
  for (const path of ["x", "y", "z"]) a.write(path, "base");
  await scene.settle();
  for (const path of ["x", "y"]) a.write(path, "from a");
  a.remove("z");
  await a.sync.sync("scripts");
  b.restart({
    // A save takes the same turns: it comes before the file is replaced.
    exclusive: (_, action) => {
      for (const path of ["y", "z"]) b.write(path, "from b");
      return action();
    },
  });
  await b.sync.apply("scripts");
  assert.deepEqual(b.files(), { x: "from a", y: "from b", z: "from b" });
  b.restart();
  await scene.settle();
  assert.deepEqual([a.files(), b.files()], [b.files(), { x: "from a", y: "from b", z: "from b" }]);
});

Deno.test("tree sync: a hint synchronizes once in a moment, and again after an error", async () => {
  await using scene = await TreeScene.open(1);
  const [a] = scene.panels as [typeof scene.panels[0]];
  a.write("a", "1");
  a.sync.changed("scripts");
  a.sync.changed("scripts");
  assert.equal(scene.clock.timers, 1);
  Deno.renameSync(a.folders.scripts, `${a.folders.scripts}.away`);
  scene.clock.advance(500);
  await until("a second attempt is planned", () => scene.clock.timers > 0, 1);
  assert.equal(a.warnings.length, 1);
  Deno.renameSync(`${a.folders.scripts}.away`, a.folders.scripts);
  scene.clock.advance(10_000);
  await a.sync.close();
  assert.deepEqual(a.warnings.slice(1), []);
  assert.deepEqual(await sharedPaths(scene), ["a"]);
  a.sync.changed("scripts");
  assert.equal(scene.clock.timers, 0);
});

Deno.test("tree sync: a tree that was replaced can still be used during the grace period", async () => {
  await using scene = await TreeScene.open(1);
  const [a] = scene.panels as [typeof scene.panels[0]];
  const { db, clock } = scene;
  const blobs = new BlobStore({ db, clock });
  a.write("x", "first");
  a.write("y", "always");
  await a.sync.sync("scripts");
  const { manifestHash } = await readTree(db, "scripts");
  clock.advance(10 * BLOB_GRACE_MS);
  a.write("x", "second");
  await a.sync.sync("scripts");
  // A run that was planned just before has no order yet.
  assert.equal(await removeUnusedBlobs({ db, blobs, clock }), 0);
  const first = await readManifest(blobs, manifestHash!);
  assert.equal(new TextDecoder().decode(await blobs.get(first.get("x")!.hash)), "first");
  clock.advance(BLOB_GRACE_MS + 1);
  assert.equal(await removeUnusedBlobs({ db, blobs, clock }), 2);
  assert.deepEqual(await sharedPaths(scene), ["x", "y"]);
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { BlobError, BlobStore, hashOfBytes } from "./blob_store.ts";
import {
  EXECUTABLE_MODE,
  formatManifest,
  ManifestError,
  PLAIN_MODE,
  type TreeFile,
} from "./tree_manifest.ts";
import { WorkspaceCache } from "./workspace_cache.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Counts how many contents are read from the database. */
class CountedBlobs extends BlobStore {
  reads = 0;

  override async *getAll(...args: Parameters<BlobStore["getAll"]>) {
    for await (const blob of super.getAll(...args)) {
      this.reads++;
      yield blob;
    }
  }
}

class CacheScene {
  readonly clock = new TestClock();
  readonly warnings: string[] = [];
  readonly folder: string;
  readonly blobs: CountedBlobs;
  cache: WorkspaceCache;

  private constructor(readonly db: Awaited<ReturnType<typeof freshDatabase>>, readonly root: string) {
    this.folder = join(root, "cache");
    this.blobs = new CountedBlobs({ db, clock: this.clock });
    this.cache = this.restart();
  }

  static async open(): Promise<CacheScene> {
    return new CacheScene(await freshDatabase(), await Deno.makeTempDir({ prefix: "sundial-cache-" }));
  }

  restart(maxBytes?: number): WorkspaceCache {
    const warn = (message: string) => void this.warnings.push(message);
    const logger = { debug() {}, info() {}, warn, error: warn };
    const { folder, blobs, clock } = this;
    return this.cache = new WorkspaceCache({ folder, blobs, clock, logger, ...maxBytes ? { maxBytes } : {} });
  }

  /** Stores a tree; returns the hash of its manifest. */
  async put(files: Record<string, string>, executable: string[] = []): Promise<string> {
    const manifest = new Map<string, TreeFile>();
    for (const [path, text] of Object.entries(files)) {
      const { hash, size } = (await this.blobs.put([{ path, bytes: bytesOf(text) }])).get(path)!;
      manifest.set(path, { hash, size, mode: executable.includes(path) ? EXECUTABLE_MODE : PLAIN_MODE });
    }
    return (await this.blobs.put([{ path: "", bytes: formatManifest(manifest) }])).get("")!.hash;
  }

  read(hash: string, path: string): string {
    return Deno.readTextFileSync(join(this.folder, hash, path));
  }

  trees(): string[] {
    return [...Deno.readDirSync(this.folder)].map(({ name }) => name)
      .filter((name) => name !== "blobs" && name !== "used").sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.db.destroy();
    await Deno.remove(this.root, { recursive: true });
  }
}

Deno.test("workspace cache: a folder has the files of a manifest, and only its owner has access", async () => {
  await using scene = await CacheScene.open();
  const hash = await scene.put({ "a.py": "print(1)", "lib/deep/run.sh": "#!/bin/sh\n" }, ["lib/deep/run.sh"]);
  using workspace = await scene.cache.materialize(hash);
  assert.equal(workspace.path, join(scene.folder, hash));
  assert.equal(scene.read(hash, "a.py"), "print(1)");
  assert.equal(scene.read(hash, "lib/deep/run.sh"), "#!/bin/sh\n");
  const mode = (path: string) => Deno.statSync(join(scene.folder, path)).mode! & 0o777;
  assert.deepEqual(["", "blobs", "used", hash, `${hash}/lib/deep`].map(mode), Array(5).fill(0o700));
  assert.deepEqual([`${hash}/a.py`, `${hash}/lib/deep/run.sh`].map(mode), [0o600, 0o700]);
});

Deno.test("workspace cache: callers at the same time share one folder, and later trees the contents", async () => {
  await using scene = await CacheScene.open();
  const first = await scene.put({ a: "1", b: "2", copy: "1" });
  const workspaces = await Promise.all(Array.from({ length: 5 }, () => scene.cache.materialize(first)));
  assert.equal(new Set(workspaces.map(({ path }) => path)).size, 1);
  assert.equal(scene.blobs.reads, 2);
  const second = await scene.put({ a: "1", b: "changed", c: "new" });
  using _ = await scene.cache.materialize(second);
  assert.equal(scene.blobs.reads, 4);
  assert.deepEqual(["a", "b", "c"].map((path) => scene.read(second, path)), ["1", "changed", "new"]);
  assert.deepEqual(scene.trees(), [first, second].sort());
});

Deno.test("workspace cache: a script that writes its own file changes neither the cache nor other folders", async () => {
  await using scene = await CacheScene.open();
  const first = await scene.put({ "s.py": "original", same: "1" });
  const second = await scene.put({ "s.py": "original", same: "2" });
  using _first = await scene.cache.materialize(first);
  using _second = await scene.cache.materialize(second);
  Deno.writeTextFileSync(join(scene.folder, first, "s.py"), "changed!");
  Deno.writeTextFileSync(join(scene.folder, first, "same"), "longer", { append: true });
  assert.equal(scene.read(second, "s.py"), "original");
  const third = await scene.put({ "s.py": "original", same: "3" });
  using _third = await scene.cache.materialize(third);
  assert.equal(scene.read(third, "s.py"), "original");
});

Deno.test("workspace cache: files of the tree are restored before each use, others stay", async () => {
  await using scene = await CacheScene.open();
  const hash = await scene.put({
    "s.py": "original",
    "run.sh": "run",
    "lib/a": "a",
    "lib/b": "b",
    gone: "gone",
  }, [
    "run.sh",
  ]);
  using _ = await scene.cache.materialize(hash);
  const at = (path: string) => join(scene.folder, hash, path);
  const outside = join(scene.root, "outside");
  Deno.mkdirSync(outside);
  const check = async () => {
    using _ = await scene.cache.materialize(hash);
    for (const [path, text] of [["s.py", "original"], ["lib/a", "a"], ["lib/b", "b"], ["gone", "gone"]]) {
      assert.equal(scene.read(hash, path!), text);
    }
    assert.equal(Deno.statSync(at("run.sh")).mode! & 0o777, 0o700);
    assert.equal(scene.read(hash, "state.json"), "{}");
    assert.deepEqual([...Deno.readDirSync(outside)], []);
  };
  Deno.writeTextFileSync(at("state.json"), "{}");
  await check();
  Deno.writeTextFileSync(at("s.py"), "0riginal");
  Deno.chmodSync(at("run.sh"), 0o600);
  Deno.removeSync(at("gone"));
  Deno.mkdirSync(join(at("gone"), "folder"), { recursive: true });
  Deno.removeSync(at("lib"), { recursive: true });
  Deno.symlinkSync(outside, at("lib"));
  await check();
  Deno.removeSync(at("s.py"));
  Deno.symlinkSync(join(outside, "s.py"), at("s.py"));
  await check();
  scene.restart();
  Deno.writeTextFileSync(at("lib/a"), "");
  await check();
});

Deno.test("workspace cache: a damaged or unfinished cache is repaired after a crash", async () => {
  await using scene = await CacheScene.open();
  const hash = await scene.put({ a: "one", b: "two" });
  (await scene.cache.materialize(hash))[Symbol.dispose]();
  Deno.removeSync(join(scene.folder, hash), { recursive: true });
  const blob = (name: string) => join(scene.folder, "blobs", name.slice(0, 2), name);
  Deno.writeTextFileSync(blob(hashOfBytes(bytesOf("one"))), "");
  Deno.removeSync(blob(hashOfBytes(bytesOf("two"))));
  Deno.mkdirSync(blob(hashOfBytes(bytesOf("two"))));
  Deno.writeTextFileSync(blob(hash), "{}");
  Deno.writeTextFileSync(join(scene.folder, "blobs", hash.slice(0, 2), ".sundial-save-1"), "half");
  for (const name of [".sundial-new-1", ".sundial-leaving-1"]) {
    Deno.mkdirSync(join(scene.folder, name, "lib"), { recursive: true });
  }
  scene.restart();
  using _ = await scene.cache.materialize(hash);
  assert.deepEqual([scene.read(hash, "a"), scene.read(hash, "b")], ["one", "two"]);
  assert.deepEqual(scene.trees(), [hash]);
  assert.throws(
    () => Deno.statSync(join(scene.folder, "blobs", hash.slice(0, 2), ".sundial-save-1")),
    Deno.errors.NotFound,
  );
});

Deno.test("workspace cache: a content that is missing leaves no folder, and can be fetched later", async () => {
  await using scene = await CacheScene.open();
  const hash = await scene.put({ a: "one", b: "two" });
  const lost = await scene.db.deleteFrom("stored_blob").where("hash", "=", hashOfBytes(bytesOf("two")))
    .returningAll().executeTakeFirstOrThrow();
  await assert.rejects(scene.cache.materialize(hash), BlobError);
  assert.deepEqual(scene.trees(), []);
  await scene.db.insertInto("stored_blob").values(lost).execute();
  using _ = await scene.cache.materialize(hash);
  assert.equal(scene.read(hash, "b"), "two");
});

Deno.test("workspace cache: an invalid manifest is rejected", async () => {
  await using scene = await CacheScene.open();
  const file = { hash: "0".repeat(64), mode: PLAIN_MODE, size: 0 };
  for (const path of ["../x", "/x", "a/../../b", "a\0", ".git/config"]) {
    const bytes = bytesOf(JSON.stringify({ [path]: file }));
    const { hash } = (await scene.blobs.put([{ path: "", bytes }])).get("")!;
    await assert.rejects(scene.cache.materialize(hash), ManifestError);
  }
  for (const hash of ["", "..", "../../etc", "blobs", "0".repeat(63)]) {
    await assert.rejects(scene.cache.materialize(hash), ManifestError);
    assert.throws(() => scene.cache.lease(hash), ManifestError);
  }
  assert.deepEqual(scene.trees(), []);
  assert.deepEqual([...Deno.readDirSync(scene.root)].map(({ name }) => name), ["cache"]);
});

Deno.test("workspace cache: two names that differ only in case are two files", async () => {
  await using scene = await CacheScene.open();
  const hash = await scene.put({ readme: "lower", README: "upper" });
  using _ = await scene.cache.materialize(hash);
  assert.deepEqual([scene.read(hash, "readme"), scene.read(hash, "README")], ["lower", "upper"]);
});

Deno.test("workspace cache: what was not used for longest is removed, but nothing that is in use", async () => {
  await using scene = await CacheScene.open();
  scene.restart(450_000);
  const put = (name: string) => scene.put({ data: name.repeat(100_000) });
  const [a, b, c, d] = [await put("a"), await put("b"), await put("c"), await put("d")] as const;
  const use = async (hash: string) => {
    scene.clock.advance(60_000);
    return await scene.cache.materialize(hash);
  };
  // Each tree takes its size twice: as a folder and as a content.
  using running = await use(a);
  (await use(b))[Symbol.dispose]();
  assert.deepEqual(scene.trees(), [a, b].sort());
  (await use(c))[Symbol.dispose]();
  assert.deepEqual(scene.trees(), [a, c].sort());
  assert.equal(Deno.readTextFileSync(join(running.path, "data")).length, 100_000);
  // After a restart, a run that goes on still has its folder.
  scene.restart(250_000);
  using _ = scene.cache.lease(a);
  (await use(d))[Symbol.dispose]();
  assert.deepEqual(scene.trees(), [a, d].sort());
  assert.deepEqual(scene.warnings, []);
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { TreeScene } from "../../../tests/support/tree_scene.ts";
import { BlobStore } from "./blob_store.ts";
import { readTree } from "./tree_store.ts";
import { WorkspaceCache } from "./workspace_cache.ts";

const COUNT = 2_000;

Deno.test("large trees: 2,000 files reach another panel and a worker, and a change moves only itself", async () => {
  await using scene = await TreeScene.open(2);
  const [a, b] = scene.panels as [typeof scene.panels[0], typeof scene.panels[0]];
  for (let index = 0; index < COUNT; index++) {
    a.write(`folder ${index % 50}/script ${index}.py`, `print(${index})`);
  }
  await a.sync.sync("scripts");
  await b.sync.sync("scripts");
  assert.deepEqual(b.files(), a.files());
  const { db, clock } = scene;
  const read: string[] = [];
  class CountedBlobs extends BlobStore {
    override async *getAll(...args: Parameters<BlobStore["getAll"]>) {
      for await (const blob of super.getAll(...args)) {
        read.push(blob.hash);
        yield blob;
      }
    }
  }
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const blobs = new CountedBlobs({ db, clock });
  const cache = new WorkspaceCache({ folder: join(b.root, "cache"), blobs, clock, logger: silent });
  const materialize = async () =>
    (await cache.materialize((await readTree(db, "scripts")).manifestHash!)).path;
  await materialize();
  assert.equal(read.length, COUNT);
  a.write("folder 1/script 1.py", "changed");
  b.restart({ blobs });
  await a.sync.sync("scripts");
  await b.sync.sync("scripts");
  assert.deepEqual(b.applied.at(-1), ["scripts", ["folder 1/script 1.py"]]);
  assert.equal(read.length, COUNT + 1);
  const workspace = await materialize();
  assert.equal(read.length, COUNT + 2);
  assert.equal(Deno.readTextFileSync(join(workspace, "folder 1/script 1.py")), "changed");
  assert.equal(Deno.readTextFileSync(join(workspace, "folder 49/script 1999.py")), "print(1999)");
});

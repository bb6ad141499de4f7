// The scripts and configuration of a run are the same to it on a panel, in its own folders, and on a worker, in copies.
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import type { FileArea } from "../../server/contract/files.ts";
import { BlobError, BlobStore } from "../../server/cluster/files/blob_store.ts";
import {
  type OpenedFiles,
  PanelFiles,
  type RunFiles,
  WorkerFiles,
} from "../../server/cluster/files/run_files.ts";
import { WorkspaceCache } from "../../server/cluster/files/workspace_cache.ts";
import { type PanelTrees, TreeScene } from "../support/tree_scene.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A panel that assigns runs, and the machine that gets them. */
interface Scene extends AsyncDisposable {
  panel: PanelTrees;
  assigner: PanelFiles;
  /** Replaced when the machine starts again. */
  machine: RunFiles;
  restart(): void;
  /** Returns the path of a file that a run of the machine gets. */
  path(opened: OpenedFiles, file: string, area?: FileArea): string;
  /** Loses the stored contents of all files; returns how to get them back. */
  loseContents(): Promise<() => Promise<void>>;
}

function sceneOf(trees: TreeScene, panel: PanelTrees): Omit<Scene, "machine" | "restart" | "path"> {
  const { db, clock } = trees;
  return {
    panel,
    assigner: new PanelFiles({ db, clock, trees: panel.sync }),
    async loseContents() {
      const rows = await db.selectFrom("stored_blob").selectAll().execute();
      await db.deleteFrom("stored_blob").execute();
      return async () => void await db.insertInto("stored_blob").values(rows).execute();
    },
    [Symbol.asyncDispose]: () => trees[Symbol.asyncDispose](),
  };
}

const machines: Record<string, () => Promise<Scene>> = {
  async "another panel"() {
    const trees = await TreeScene.open(2);
    const [panel, other] = trees.panels as [PanelTrees, PanelTrees];
    const { db, clock } = trees;
    const scene: Scene = {
      ...sceneOf(trees, panel),
      machine: new PanelFiles({ db, clock, trees: other.sync }),
      restart() {
        this.machine = new PanelFiles({ db, clock, trees: other.restart() });
      },
      path({ folders }, file, area = "scripts") {
        assert.equal(folders, null);
        return join(other.folders[area], file);
      },
    };
    return scene;
  },
  async "a worker"() {
    const trees = await TreeScene.open(1);
    const [panel] = trees.panels as [PanelTrees];
    const { db, clock } = trees;
    const root = join(dirname(panel.root), "worker");
    const empty = join(root, "empty");
    Deno.mkdirSync(empty, { recursive: true });
    // Of no size: whatever is not in use is removed when the next folder is created.
    const open = () =>
      new WorkerFiles(
        new WorkspaceCache({
          folder: join(root, "cache"),
          blobs: new BlobStore({ db, clock }),
          clock,
          logger,
          maxBytes: 0,
        }),
        empty,
      );
    const scene: Scene = {
      ...sceneOf(trees, panel),
      machine: open(),
      restart() {
        this.machine = open();
      },
      path({ folders }, file, area = "scripts") {
        return join(folders![area], file);
      },
    };
    return scene;
  },
};

const tests: Record<string, (scene: Scene) => Promise<void>> = {
  "a run gets all files as they were when it was assigned": async (scene) => {
    const { panel, assigner, machine } = scene;
    panel.write("lib/deep/tool.sh", "#!/bin/sh\n", { mode: 0o755 });
    panel.write("中文 name.py", "print(1)");
    panel.write("config.sh", "export A=1", { area: "config" });
    const opened = await machine.open(await assigner.current());
    assert.equal(Deno.readTextFileSync(scene.path(opened, "lib/deep/tool.sh")), "#!/bin/sh\n");
    assert.notEqual(Deno.statSync(scene.path(opened, "lib/deep/tool.sh")).mode! & 0o100, 0);
    assert.equal(Deno.readTextFileSync(scene.path(opened, "中文 name.py")), "print(1)");
    assert.equal(Deno.statSync(scene.path(opened, "中文 name.py")).mode! & 0o100, 0);
    assert.equal(Deno.readTextFileSync(scene.path(opened, "config.sh", "config")), "export A=1");
    opened.release();
  },
  "the next run gets what was changed and removed": async (scene) => {
    const { panel, assigner, machine } = scene;
    panel.write("a.sh", "old");
    panel.write("b.sh", "to be removed");
    (await machine.open(await assigner.current())).release();
    panel.write("a.sh", "new");
    panel.remove("b.sh");
    assigner.changed();
    const opened = await machine.open(await assigner.current());
    assert.equal(Deno.readTextFileSync(scene.path(opened, "a.sh")), "new");
    assert.throws(() => Deno.statSync(scene.path(opened, "b.sh")), Deno.errors.NotFound);
    opened.release();
  },
  "the same files are named the same, and may be open several times": async (scene) => {
    const { panel, assigner, machine } = scene;
    panel.write("a.sh", "one");
    const name = await assigner.current();
    assigner.changed();
    assert.equal(await assigner.current(), name);
    const [first, second] = await Promise.all([machine.open(name), machine.open(name)]);
    first.release();
    first.release();
    panel.write("b.sh", "another");
    assigner.changed();
    (await machine.open(await assigner.current())).release();
    assert.equal(Deno.readTextFileSync(scene.path(second, "a.sh")), "one");
    second.release();
  },
  "where nothing was published, the folders are empty": async (scene) => {
    const opened = await scene.machine.open(JSON.stringify({ scripts: null, config: null }));
    for (const area of ["scripts", "config"] as const) {
      assert.deepEqual([...Deno.readDirSync(scene.path(opened, "", area))], []);
    }
    opened.release();
  },
  "a run whose files cannot be had is refused, and can be tried again": async (scene) => {
    const { panel, assigner, machine } = scene;
    panel.write("a.sh", "one");
    const name = await assigner.current();
    const restore = await scene.loseContents();
    await assert.rejects(machine.open(name), BlobError);
    await restore();
    const opened = await machine.open(name);
    assert.equal(Deno.readTextFileSync(scene.path(opened, "a.sh")), "one");
    opened.release();
  },
  "a run that outlives the machine's process keeps its files": async (scene) => {
    const { panel, assigner } = scene;
    panel.write("a.sh", "one");
    const name = await assigner.current();
    const opened = await scene.machine.open(name);
    const path = scene.path(opened, "a.sh");
    scene.restart();
    const adopted = scene.machine.adopt(name);
    panel.write("big.sh", "x".repeat(1000));
    assigner.changed();
    (await scene.machine.open(await assigner.current())).release();
    assert.equal(Deno.readTextFileSync(path), "one");
    adopted.release();
  },
};

for (const [kind, open] of Object.entries(machines)) {
  for (const [name, test] of Object.entries(tests)) {
    Deno.test(`run files of ${kind}: ${name}`, async () => {
      await using scene = await open();
      await test(scene);
    });
  }
}

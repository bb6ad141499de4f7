import assert from "node:assert/strict";
import { join } from "node:path";
import type { Database } from "../../engine/store.ts";
import { migrations } from "../../migrations/list.ts";
import type { Tables } from "../../migrations/tables.ts";
import { migrateDatabase, openDatabase } from "../../platform/database.ts";
import { addNode } from "../../../tests/support/node_rows.ts";
import { readyDatabase } from "./ready_database.ts";

type Trees = Record<string, [version: number, manifest: string]>;

async function make(path: string, { id, nodes, trees }: { id: string; nodes: string[]; trees: Trees }) {
  const db: Database = openDatabase<Tables>(path);
  await migrateDatabase(db, migrations);
  await db.insertInto("setting").values({ name: "databaseId", value_json: JSON.stringify(id) }).execute();
  for (const name of nodes) await addNode(db, name, {});
  for (const [area, [version, hash]] of Object.entries(trees)) {
    await db.insertInto("stored_tree").values({ area, version, manifest_hash: hash, updated_at: 0 })
      .execute();
    await db.insertInto("stored_blob").values({ hash, size: 0, content: new Uint8Array(), stored_at: 0 })
      .execute();
  }
  await db.destroy();
}

async function restored(parts: string[], coming: Trees, present: Trees) {
  const folder = await Deno.makeTempDir({ prefix: "sundial-keep-" });
  const [path, now] = [join(folder, "comes.sqlite"), join(folder, "goes.sqlite")];
  try {
    await make(path, { id: "backup", nodes: ["gone"], trees: coming });
    await make(now, { id: "now", nodes: ["one", "two"], trees: present });
    const ready = () => readyDatabase({ path, present: now, now: 3, restored: { from: "x", parts } });
    ready();
    ready(); // repeating it changes nothing
    const db: Database = openDatabase<Tables>(path);
    const nodes = await db.selectFrom("node").select("name").orderBy("id").execute();
    const id = await db.selectFrom("setting").select("value_json").where("name", "=", "databaseId")
      .executeTakeFirstOrThrow();
    const trees = await db.selectFrom("stored_tree").selectAll().orderBy("area").execute();
    const blobs = await db.selectFrom("stored_blob").select("hash").execute();
    await db.destroy();
    const hashes = blobs.map(({ hash }) => hash);
    for (const { manifest_hash } of trees) assert.ok(hashes.includes(manifest_hash), manifest_hash);
    return {
      nodes: nodes.map(({ name }) => name),
      id: JSON.parse(id.value_json),
      trees: Object.fromEntries(
        trees.map(({ area, version, manifest_hash }) => [area, [version, manifest_hash]]),
      ),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("kept nodes: a restored tree is newer than what any panel has seen, another one stays", async () => {
  const result = await restored(
    ["database", "scripts"],
    { scripts: [3, "old-scripts"], config: [2, "old-config"] },
    { scripts: [9, "new-scripts"], config: [5, "new-config"] },
  );
  assert.deepEqual(result, {
    nodes: ["one", "two"],
    id: "now",
    trees: { config: [5, "new-config"], scripts: [10, "old-scripts"] },
  });
});

Deno.test("kept nodes: an archive of one machine continues the trees of several", async () => {
  const { trees } = await restored(["database", "scripts"], {}, { scripts: [9, "new-scripts"] });
  assert.deepEqual(trees, { scripts: [10, "new-scripts"] });
});

Deno.test("kept nodes: one machine forgets the nodes of an archive of several", async () => {
  const { trees } = await restored(["database"], { scripts: [3, "old-scripts"] }, {});
  assert.deepEqual(trees, {});
});

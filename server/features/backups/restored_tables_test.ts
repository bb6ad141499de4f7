// What a restore does with the rows of each table. A new table fails here until it is said what becomes of it.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { backUp, inFolder } from "../../../tests/support/backup_scene.ts";
import { createFilled, readTables } from "../../../tests/support/fill_tables.ts";
import { realDisk } from "../../platform/disk.ts";
import { finishRestore } from "./apply_restore.ts";
import { runDatabaseJob } from "./database_jobs.ts";
import { stageRestore } from "./stage_restore.ts";

const now = 1_800_000_000_000;

/** Tables whose rows are not those of the backup afterwards; those of all others are. */
const changed: Record<string, "of now" | "none" | "fitted"> = {
  // Logins, and what leads to one.
  ...{ session: "none", pending_login: "none", application_token: "none", invitation: "of now" },
  ...{ account: "of now", recovery_code: "of now", passkey: "of now", login_attempt: "of now" },
  ...{ identity_provider: "of now", account_identity: "of now" },
  // Suspended, and belonging to nobody, if it is not known now.
  application: "fitted",
  // Their secrets and addresses are those of now.
  webhook: "fitted",
  // Nodes, and what they are doing.
  ...{ node: "of now", node_dependency: "of now", stored_tree: "of now", run_order: "none" },
  run_log_chunk: "none",
  // Whose files are not in the archive.
  ...{ file_version: "none", bin_entry: "none" },
  // That there was a restore.
  setting: "fitted",
  // What happened until now starts nothing.
  ...{ trigger_event: "none", task_trigger: "fitted" },
};

Deno.test("restore: brings back each row of each table, besides those of now", async () => {
  await inFolder(async (folder) => {
    const [then, root] = [join(folder, "then"), join(folder, "now")];
    for (const path of [then, root]) await Deno.mkdir(join(path, "scripts"), { recursive: true });
    const run = { state: "succeeded", followed: 1 };
    await createFilled(join(then, "sundial.sqlite"), { run, view: { account_id: 1 } });
    await createFilled(join(root, "sundial.sqlite"), {
      ...{ run, node_dependency: { dependency_id: 1 } },
      account: { username: "now" },
      application: { client_id: "another" },
      node: { name: "now" },
      webhook: { key: "another" },
    });
    const tables = await readTables(join(then, "sundial.sqlite"));
    const present = await readTables(join(root, "sundial.sqlite"));
    for (const [table, rows] of Object.entries(tables)) assert.equal(rows.length, 1, `${table} has no row`);
    const archive = join(folder, "archive.tar.gz");
    await backUp(then, archive, { parts: ["database"] });
    const trial = () => Promise.resolve();
    await stageRestore({ root, archive, disk: realDisk, now, trial });
    await finishRestore({ root, disk: realDisk, now });
    const found = await readTables(join(root, "sundial.sqlite"));
    for (const [table, rows] of Object.entries(found)) {
      const how = changed[table];
      if (how === "none") assert.deepEqual(rows, [], table);
      else if (how === "of now") assert.deepEqual(rows, present[table], table);
      else if (how === undefined) assert.deepEqual(rows, tables[table], table);
      else assert.notDeepEqual(rows, tables[table], table);
    }
    for (const table of Object.keys(changed)) assert.ok(table in tables, `there is no table ${table}`);
  });
});

Deno.test("backup: the secrets of webhooks count among those of an archive", async () => {
  await inFolder(async (folder) => {
    const from = join(folder, "sundial.sqlite");
    await createFilled(from);
    const all = await runDatabaseJob({ kind: "copy", from, to: join(folder, "all") });
    {
      using database = new DatabaseSync(from);
      database.exec("delete from webhook");
    }
    const without = await runDatabaseJob({ kind: "copy", from, to: join(folder, "without") });
    assert.equal(all.sealed - without.sealed, 1);
  });
});

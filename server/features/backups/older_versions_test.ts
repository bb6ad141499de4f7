// A restore between any two versions: a state before an earlier restore is not migrated until the panel starts with it, and the current
// database is not while the panel is updated.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { fillTables } from "../../../tests/support/fill_tables.ts";
import { byLength } from "../../../tests/support/suite_length.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";
import { migrations } from "../../migrations/list.ts";
import type { Tables } from "../../migrations/tables.ts";
import { migrateDatabase, openDatabase } from "../../platform/database.ts";
import { Sealer } from "../../platform/seal.ts";
import { readyDatabase } from "./ready_database.ts";

const names = Object.keys(migrations);
/** The first with accounts. */
const FIRST = names.findIndex((name) => name >= "0006");

const WITH_CONTENTS = "0052";

/** Creates a database of each version, and returns the names of the versions. */
async function createVersions(folder: string): Promise<string[]> {
  const path = join(folder, "database");
  const versions: string[] = [];
  for (let count = FIRST + 1; count <= names.length; count++) {
    const db = openDatabase<Tables>(path);
    await migrateDatabase(db, Object.fromEntries(Object.entries(migrations).slice(0, count)));
    await db.destroy();
    const version = names[count - 1]!;
    await Deno.copyFile(path, join(folder, version));
    versions.push(version);
  }
  return versions;
}

/** Lets one database take the place of another, each with a row in each table, and returns what was carried over. */
async function restore(folder: string, { from, over }: { from: string; over: string }) {
  const root = join(folder, `${from} over ${over}`);
  const [coming, present] = [join(root, "coming"), join(root, "present")];
  const paths = [coming, present].map((one) => join(one, "sundial.sqlite")) as [string, string];
  const sealer = await open(present);
  await open(coming);
  const run = { kind: "task", finished_at: null, stop_outcome: null, state: "succeeded", followed: 1 };
  await Deno.copyFile(join(folder, from), paths[0]);
  await fillTables(paths[0], { account: { username: "then" }, run: { ...run, finished_at: 1 } });
  await Deno.copyFile(join(folder, over), paths[1]);
  const request_json = JSON.stringify({ trigger: 1, sealed: sealer.seal("values", "run") });
  await fillTables(paths[1], {
    account: {
      username: "now",
      role: "administrator",
      factor_secret: sealer.seal("factor", "second_factor"),
    },
    run: { ...run, id: 7, state: "running", request_json },
    trigger_content: { content_sealed: sealer.seal("content", "trigger") },
    audit_entry: { hash: "now" },
  });
  const carried = readyDatabase({
    ...{ path: paths[0], present: paths[1], now: 1_800_000_000_000 },
    restored: { from: "x", parts: ["database"] },
  });
  using database = new DatabaseSync(paths[0], { readOnly: true });
  const read = (sql: string) => database.prepare(sql).all().map((row) => String(Object.values(row)[0]));
  const [request = ""] = read("select request_json from run where id = 7");
  const { trigger = null } = JSON.parse(request);
  const hasContents = [from, over].every((version) => version >= WITH_CONTENTS);
  const contents = hasContents ? read(`select run_id from trigger_content where id = ${trigger}`) : trigger;
  return { runs: carried.map(({ id }) => id), accounts: read("select username from account"), contents };
}

async function open(folder: string): Promise<Sealer> {
  await Deno.mkdir(folder, { recursive: true });
  const sealer = new Sealer(folder);
  sealer.ensureKey();
  return sealer;
}

Deno.test("restore: runs that continue and current credentials stay, whatever version the databases are of", async () => {
  await using folder = await temporaryFolder();
  const versions = await createVersions(folder.path);
  const last = versions.at(-1)!;
  const wrong: unknown[] = [];
  for (const version of versions.filter((_, place) => place % byLength(5, 1) === 0)) {
    for (const pair of [{ from: version, over: last }, { from: last, over: version }]) {
      const found = await restore(folder.path, pair);
      const contents = version >= WITH_CONTENTS ? ["7"] : null;
      if (JSON.stringify(found) !== JSON.stringify({ runs: [7], accounts: ["now"], contents })) {
        wrong.push({ ...pair, found });
      }
    }
  }
  assert.deepEqual(wrong, []);
});

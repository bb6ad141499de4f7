// `sundial migrate` with a row in each table, there and back. A table that a migration adds is among them.
import assert from "node:assert/strict";
import { join } from "node:path";
import { Sealer } from "../../server/platform/seal.ts";
import { createFilled, readTables } from "../support/fill_tables.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { runSundial } from "../support/run_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();

Deno.test("migrate: moves a row of each table to PostgreSQL and back, and changes no value", async () => {
  await using folder = await temporaryFolder();
  await using database = await databases.temporary();
  const [there, back] = [join(folder.path, "there"), join(folder.path, "back")];
  const keyFile = join(folder.path, "secret.key");
  await Deno.mkdir(there);
  const sealer = new Sealer(folder.path);
  sealer.ensureKey();
  const check = { name: "secretKey", value_json: JSON.stringify(sealer.seal("sundial", "key")) };
  await createFilled(join(there, "sundial.sqlite"), {
    ...{ setting: check, run_order: { run_id: 1 } },
    // Neither ended nor assigned to a node, as one that waits.
    run: { state: "waiting_for_approval", finished_at: null },
  });
  const before = await readTables(join(there, "sundial.sqlite"));
  const env = { SUNDIAL_DATA_DIR: there, SUNDIAL_KEY_FILE: keyFile };
  const moved = await runSundial(["migrate", "--to", database.url, "--json"], { env });
  assert.equal(moved.code, 0, moved.err);
  const { tables }: { tables: { table: string; target: { rows: number }; same: boolean }[] } = JSON.parse(
    moved.out,
  );
  assert.deepEqual(
    tables.map(({ table, target, same }) => [table, target.rows, same]).sort(),
    Object.keys(before).map((table) => [table, 1, true]).sort(),
  );
  const returned = await runSundial(["migrate", "--to", "sqlite", "--leave-behind"], {
    env: { SUNDIAL_DATA_DIR: back, SUNDIAL_KEY_FILE: keyFile, SUNDIAL_DATABASE_URL: database.url },
  });
  assert.equal(returned.code, 0, returned.err);
  assert.deepEqual(await readTables(join(back, "sundial.sqlite")), before);
});

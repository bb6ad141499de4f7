import assert from "node:assert/strict";
import { join } from "node:path";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { WriteState } from "../write_state.ts";
import { DataFilesWatch } from "./data_files_watch.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

interface Scene {
  root: string;
  database: string;
  writes: WriteState;
  watch: DataFilesWatch;
  logged: string[];
}

async function inScene(action: (scene: Scene) => Promise<void>): Promise<void> {
  await using top = await temporaryFolder();
  const root = join(top.path, "data");
  for (const name of ["marks", "scripts"]) {
    await Deno.mkdir(join(root, name), { recursive: true, mode: 0o700 });
  }
  const database = join(root, "sundial.sqlite");
  for (const end of ["", "-wal"]) await Deno.writeTextFile(database + end, "ours");
  const clock = new TestClock();
  const writes = new WriteState(clock);
  const logged: string[] = [];
  const format = (message: string) => void logged.push(message);
  const logger = { debug() {}, info: format, warn: format, error: format };
  const watch = new DataFilesWatch({ clock, logger, writes, root, database });
  try {
    watch.open();
    await action({ root, database, writes, watch, logged });
  } finally {
    watch.close();
  }
}

Deno.test("data files: accepts changes as long as the database is the one that was opened", () =>
  inScene(async ({ database, writes, watch, logged }) => {
    await Deno.writeTextFile(database, "written in place");
    watch.check();
    assert.equal(writes.problem, null);
    assert.deepEqual(logged, []);
  }));

for (const end of ["", "-wal"]) {
  Deno.test(`data files: detects sundial.sqlite${end} deleted, restored and replaced`, async () => {
    await inScene(async ({ database, writes, watch, logged }) => {
      const path = database + end;
      await Deno.rename(path, `${path}.aside`);
      watch.check();
      assert.equal(writes.problem, "database_missing");
      assert.equal(logged.length, 1);
      watch.check();
      assert.equal(logged.length, 1, "said once");
      await Deno.writeTextFile(path, "another");
      watch.check();
      assert.equal(writes.problem, "database_replaced");
      await Deno.rename(`${path}.aside`, path);
      watch.check();
      assert.equal(writes.problem, null, "the same file is back");
    });
  });
}

Deno.test("data files: creates missing folders again, for the owner only, and logs it", () =>
  inScene(async ({ root, writes, watch, logged }) => {
    for (const name of ["marks", "scripts"]) await Deno.remove(join(root, name));
    watch.check();
    for (const name of ["marks", "scripts"]) {
      assert.equal((await Deno.stat(join(root, name))).mode! & 0o777, 0o700, name);
    }
    assert.equal(logged.length, 2);
    assert.equal(writes.problem, null);
  }));

Deno.test("data files: does not create folders that never existed, nor replace one that became something else", () =>
  inScene(async ({ root, watch }) => {
    await Deno.remove(join(root, "marks"));
    await Deno.writeTextFile(join(root, "marks"), "a file");
    watch.check();
    assert.deepEqual([...Deno.readDirSync(root)].map(({ name }) => name).sort(), [
      "marks",
      "scripts",
      "sundial.sqlite",
      "sundial.sqlite-wal",
    ]);
    assert.equal(await Deno.readTextFile(join(root, "marks")), "a file");
  }));

Deno.test("data files: creates nothing when the data folder was replaced by another one", () =>
  inScene(async ({ root, writes, watch }) => {
    await Deno.rename(root, `${root}.aside`);
    watch.check();
    assert.equal(writes.problem, "database_missing");
    await Deno.mkdir(root);
    watch.check();
    assert.deepEqual([...Deno.readDirSync(root)], []);
  }));

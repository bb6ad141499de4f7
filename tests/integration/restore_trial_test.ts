// An archive with a valid database on which no panel starts: rejected before anything changes, in both
// languages; a restore that fails only after the swap is undone.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { finishRestore } from "../../server/features/backups/apply_restore.ts";
import { stageRestore, tryStaged } from "../../server/features/backups/stage_restore.ts";
import { realDisk } from "../../server/platform/disk.ts";
import { backUp, dieWriting, inFolder, makeFolder, stateOf } from "../support/backup_scene.ts";
import { invalidRows, putOddity } from "../support/invalid_rows.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { runSundial } from "../support/run_program.ts";

const hostile: [what: string, statement: string][] = [
  ["without the settings", "drop table setting"],
  ["whose tasks have no schedules", "alter table task drop column schedules_json"],
  ["whose runs have no state", "drop index if exists run_queue; alter table run rename column state to mood"],
  ["without messages", "drop table delivery"],
];

function namesIn(root: string): string[] {
  return [...Deno.readDirSync(root)].map(({ name }) => name).sort();
}

function change(root: string, action: (database: DatabaseSync) => void): void {
  using database = new DatabaseSync(join(root, "sundial.sqlite"));
  database.exec("pragma foreign_keys = off");
  action(database);
}

for (const [what, statement] of hostile) {
  Deno.test(`restore trial: rejects an archive ${what} in both languages and changes nothing`, async () => {
    await inFolder(async (folder) => {
      const [a, b, archive] = [join(folder, "a"), join(folder, "b"), join(folder, "a.tar.gz")];
      await makeFolder(a, "old");
      await makeFolder(b, "new");
      change(a, (database) => database.exec(statement));
      await backUp(a, archive);
      const before = await stateOf(b);
      const restore = (LANG: string) => runSundial(["restore", archive, "--data-dir", b], { env: { LANG } });
      const english = await restore("C.UTF-8");
      assert.equal(english.code, 1, english.err);
      assert.match(
        english.err,
        /nothing was changed: .*: The panel does not start with the database in the backup: no such (table|column)/,
      );
      assert.match(
        (await restore("zh_CN.UTF-8")).err,
        /未作任何修改：.*面板无法使用备份中的数据库启动：no such (table|column)/,
      );
      assert.equal(await stateOf(b), before);
      assert.deepEqual(namesIn(b).filter((name) => name.includes("restore")), []);
    });
  });
}

Deno.test("restore trial: accepts invalid rows, leaves nothing and publishes nothing", () =>
  inFolder(async (folder) => {
    const [a, b, archive] = [join(folder, "a"), join(folder, "b"), join(folder, "a.tar.gz")];
    await makeFolder(a, "old");
    await makeFolder(b, "new");
    const witness = join(folder, "witness");
    change(a, (database) => {
      database.exec(
        `insert into task (name, command, schedules_json, labels_json, enabled, pinned, overlap_json, retry_json,
          random_delay_ms, notify_json, cursor_at, created_at, updated_at, version)
        values ('plain', 'touch ${witness}', '"startup"', '[]', 1, 0, '{"policy": "allow"}', '{}', 0, '{}', 1, 1, 1, 1)`,
      );
      for (const [number, [, statement]] of invalidRows.entries()) {
        // A file version in the history without its file is removed; a changed audit log counts as another
        // panel's.
        if (!statement.includes("file_version") && !statement.includes("audit")) {
          putOddity(database, statement, number);
        }
      }
    });
    await backUp(a, archive);
    const { staged } = await stageRestore({
      ...{ root: b, archive, disk: realDisk, now: 1_767_225_600_000, trial: tryStaged },
    });
    assert.ok(!namesIn(join(b, staged)).includes("trial"), "the trial left something");
    assert.throws(() => Deno.statSync(witness), Deno.errors.NotFound, "a task was run by the trial");
  }));

// As if the trial had not detected it: only the start itself does.
async function stageUntried(folder: string): Promise<{ root: string; old: string }> {
  const [a, b, archive] = [join(folder, "a"), join(folder, "b"), join(folder, "a.tar.gz")];
  await makeFolder(a, "old");
  await makeFolder(b, "new");
  change(a, (database) => database.exec("drop table delivery"));
  await backUp(a, archive);
  const old = await stateOf(b);
  const now = 1_767_225_600_000;
  await stageRestore({ root: b, archive, disk: realDisk, now, trial: () => Promise.resolve() });
  return { root: b, old };
}

Deno.test("restore: a failing start rolls back, and the panel runs as before", () =>
  inFolder(async (folder) => {
    const { root, old } = await stageUntried(folder);
    await using panel = await PanelProcess.start({ dataDir: root });
    assert.equal((await panel.request("GET", "/health")).status, "ok");
    const { output } = await panel.end("SIGTERM");
    assert.match(output, /did not start with the restored data; reverting to the previous data/);
    assert.equal(await stateOf(root), old);
    assert.deepEqual(namesIn(root).filter((name) => /^(before-)?restore/.test(name)), []);
  }));

Deno.test("restore: a panel that dies at its first start rolls back at the next", () =>
  inFolder(async (folder) => {
    const { root, old } = await stageUntried(folder);
    await finishRestore({ root, disk: realDisk, now: 1, needsConfirmation: true });
    // It opens the database and exits without a message.
    await dieWriting(join(root, "sundial.sqlite"));
    assert.ok(namesIn(root).includes("sundial.sqlite-wal"));
    {
      await using panel = await PanelProcess.start({ dataDir: root });
      assert.equal((await panel.request("GET", "/health")).status, "ok");
      await panel.end("SIGTERM");
    }
    assert.equal(await stateOf(root), old);
    assert.deepEqual(namesIn(root).filter((name) => /^(before-)?restore/.test(name)), []);
  }));

Deno.test("restore: a port in use causes no rollback", () =>
  inFolder(async (folder) => {
    const [a, b, archive] = [join(folder, "a"), join(folder, "b"), join(folder, "a.tar.gz")];
    await makeFolder(a, "old");
    await makeFolder(b, "new");
    await backUp(a, archive);
    const restored = await stateOf(a);
    const now = 1_767_225_600_000;
    await stageRestore({ root: b, archive, disk: realDisk, now, trial: tryStaged });
    using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { code } = await runSundial(["serve", "--port", String(taken.addr.port), "--data-dir", b]);
    assert.equal(code, 1);
    assert.equal(await stateOf(b), restored);
    assert.deepEqual(namesIn(b).filter((name) => name === "restore.json"), []);
    assert.ok(namesIn(b).includes(`before-restore-${now}`));
  }));

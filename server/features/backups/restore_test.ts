import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { backUp, inFolder, makeFolder, stateOf } from "../../../tests/support/backup_scene.ts";
import { sealStream } from "../../../tests/support/sealed_stream.ts";
import { AppError } from "../../contract/app_error.ts";
import { type NewEntry, writeArchive } from "../../platform/archive/write_archive.ts";
import type { Tables } from "../../migrations/tables.ts";
import { systemClock } from "../../platform/clock.ts";
import { openDatabase } from "../../platform/database.ts";
import { AuditLogWriter } from "../audit/audit_log.ts";
import { verifyAuditLog } from "../audit/verify_audit_log.ts";
import { type Disk, realDisk } from "../../platform/disk.ts";
import { finishRestore } from "./apply_restore.ts";
import { writeManifest } from "./manifest.ts";
import { stageRestore, stageUndo } from "./stage_restore.ts";
import { takeOutcome } from "./restore_journal.ts";

const now = 1_767_225_600_000;

// Whether a panel starts with it is tested elsewhere.
const untried = () => Promise.resolve();

function namesIn(root: string): string[] {
  return [...Deno.readDirSync(root)].map(({ name }) => name).sort();
}

async function restore(root: string, archive: string, disk: Disk = realDisk, at = now): Promise<void> {
  await stageRestore({ root, archive, disk, now: at, trial: untried });
  await finishRestore({ root, disk: realDisk, now: at });
}

Deno.test("restore: brings everything back to the time of the backup, and undo reverts it", async () => {
  await inFolder(async (folder) => {
    const [a, b, archive] = [join(folder, "a"), join(folder, "b"), join(folder, "a.tar.gz")];
    await makeFolder(a, "old");
    await makeFolder(b, "new");
    await backUp(a, archive);
    const [old, fresh] = [await stateOf(a), await stateOf(b)];
    await restore(b, archive);
    assert.equal(await stateOf(b), old);
    assert.equal((await takeOutcome(b))?.fault, null);
    assert.ok(namesIn(b).includes(`before-restore-${now}`));
    assert.ok(!namesIn(b).some((name) => name.startsWith("restore")), namesIn(b).join());
    await stageUndo({ root: b, id: now, disk: realDisk, now: now + 1 });
    await finishRestore({ root: b, disk: realDisk, now: now + 1 });
    assert.equal(await stateOf(b), fresh);
    assert.deepEqual(namesIn(b).filter((name) => name.startsWith("before")), [`before-restore-${now + 1}`]);
  });
});

Deno.test("restore: reports data deleted meanwhile as removed, and leaves nothing behind", async () => {
  await inFolder(async (folder) => {
    const [root, archive] = [join(folder, "a"), join(folder, "gone.tar.gz")];
    await makeFolder(root, "old");
    const before = namesIn(root);
    const isGone = (error: unknown) => error instanceof AppError && error.code === "not_found";
    const tried = { root, disk: realDisk, now };
    await assert.rejects(stageRestore({ ...tried, archive, trial: untried }), isGone);
    await assert.rejects(stageUndo({ ...tried, id: now - 1 }), isGone);
    assert.deepEqual(namesIn(root), before);
  });
});

Deno.test("restore: replaces only the selected parts", async () => {
  await inFolder(async (folder) => {
    const [a, b, archive] = [join(folder, "a"), join(folder, "b"), join(folder, "a.tar.gz")];
    await makeFolder(a, "old");
    await makeFolder(b, "new");
    await backUp(a, archive);
    const stored = await stateOf(b, ["database", "config", "history", "logs"]);
    await stageRestore({ root: b, archive, parts: ["scripts"], disk: realDisk, now, trial: untried });
    await finishRestore({ root: b, disk: realDisk, now });
    assert.equal(await stateOf(b, ["scripts"]), await stateOf(a, ["scripts"]));
    assert.equal(await stateOf(b, ["database", "config", "history", "logs"]), stored);
  });
});

Deno.test("restore: ends all sessions, starts nothing that was queued, reuses no id, keeps active runs", async () => {
  await inFolder(async (folder) => {
    const [root, archive] = [join(folder, "a"), join(folder, "a.tar.gz")];
    await makeFolder(root, "old");
    const path = join(root, "sundial.sqlite");
    const insert = (name: string, state: string) => {
      using database = new DatabaseSync(path);
      database.exec(`
        insert into run (task_name, cause, state, due_count, queued_at, start_after, queue_rank, queue_order, attempt, log_path)
        values ('${name}', 'person', '${state}', 1, 1, 1, 0, 1, 1, 'one/${name}.log')`);
    };
    insert("was waiting", "queued");
    await backUp(root, archive);
    for (let index = 0; index < 5; index++) insert(`later ${index}`, "succeeded");
    insert("runs now", "running");
    await Deno.writeTextFile(join(root, "logs/one/runs now.log"), "first line\n");
    await restore(root, archive);
    await Deno.writeTextFile(join(root, `before-restore-${now}`, "logs/one/runs now.log"), "second\n", {
      append: true,
    });
    assert.equal(await Deno.readTextFile(join(root, "logs/one/runs now.log")), "first line\nsecond\n");
    insert("next", "queued");
    using database = new DatabaseSync(path);
    const rows = database.prepare("select id, task_name, state, skip_reason from run order by id").all();
    assert.deepEqual(rows.map((row) => ({ ...row })), [
      { id: 1, task_name: "old", state: "succeeded", skip_reason: null },
      { id: 2, task_name: "was waiting", state: "skipped", skip_reason: "missed" },
      { id: 8, task_name: "runs now", state: "running", skip_reason: null },
      { id: 9, task_name: "next", state: "queued", skip_reason: null },
    ]);
    assert.equal(database.prepare("select count(*) as n from session").get()?.["n"], 0);
  });
});

Deno.test("restore: the audit log keeps entries since the backup, on the same panel only", async () => {
  await inFolder(async (folder) => {
    const [a, b, archive] = [join(folder, "a"), join(folder, "b"), join(folder, "a.tar.gz")];
    const addEntry = (root: string, hash: string) => {
      using database = new DatabaseSync(join(root, "sundial.sqlite"));
      database.prepare(
        "insert into audit_entry (at, actor_kind, act, detail_json, hash) values (1, 'panel', ?, '{}', ?)",
      ).run(hash, hash);
    };
    const auditLog = (root: string) => {
      using database = new DatabaseSync(join(root, "sundial.sqlite"));
      return database.prepare("select hash from audit_entry order by id").all().map(({ hash }) => hash);
    };
    await makeFolder(a, "old");
    await makeFolder(b, "new");
    addEntry(a, "one");
    await backUp(a, archive);
    addEntry(a, "two");
    addEntry(b, "elsewhere");
    await restore(a, archive);
    assert.deepEqual(auditLog(a), ["one", "two"]);
    await restore(b, archive);
    assert.deepEqual(auditLog(b), ["one"]);
  });
});

Deno.test("restore: the audit log stays unbroken, and replacing it with another is recorded", async () => {
  await inFolder(async (folder) => {
    const [a, b, archive] = [join(folder, "a"), join(folder, "b"), join(folder, "a.tar.gz")];
    const addEntry = async (root: string, action: string) => {
      const db = openDatabase<Tables>(join(root, "sundial.sqlite"));
      await new AuditLogWriter({ db, clock: systemClock }).add({
        actor: { kind: "panel", ip: null },
        act: action,
      });
      const verdict = await verifyAuditLog(db, () => Promise.resolve());
      await db.destroy();
      return verdict;
    };
    const restored = (root: string) => {
      using database = new DatabaseSync(join(root, "sundial.sqlite"));
      const row = database.prepare("select value_json from setting where name = 'restored'").get();
      return JSON.parse(String(row?.["value_json"]));
    };
    await makeFolder(a, "old");
    await makeFolder(b, "new");
    await addEntry(a, "one");
    await backUp(a, archive);
    await addEntry(a, "two");
    await restore(a, archive);
    const { intact, checked } = await addEntry(a, "three");
    assert.deepEqual({ intact, checked }, { intact: true, checked: 3 });
    assert.equal(restored(a).replacedLog, undefined);
    await addEntry(b, "elsewhere");
    await restore(b, archive);
    assert.equal(restored(b).replacedLog.entries, 1);
    assert.match(restored(b).replacedLog.lastHash, /^[0-9a-f]{64}$/);
    assert.equal((await addEntry(b, "two")).intact, true);
  });
});

Deno.test("restore: reads an archive that an earlier version encrypted", async () => {
  await inFolder(async (folder) => {
    const [a, b, plain] = [join(folder, "a"), join(folder, "b"), join(folder, "plain")];
    await makeFolder(a, "old");
    await makeFolder(b, "new");
    await backUp(a, plain);
    const passphrase = "a lantern in the harbour";
    const [archive, old] = [join(folder, "former.sealed"), await stateOf(a)];
    await Deno.writeFile(
      archive,
      ReadableStream.from(sealStream((await Deno.open(plain)).readable, passphrase)),
    );
    const options = { root: b, archive, disk: realDisk, now, trial: untried };
    const codeOf = async (passphrase?: string) =>
      await stageRestore({ ...options, passphrase }).then(() => "staged", ({ code }) => code);
    assert.equal(await codeOf(), "backup_passphrase_needed");
    assert.equal(await codeOf("another lantern"), "backup_passphrase_wrong");
    assert.equal(await codeOf(passphrase), "staged");
    await finishRestore({ root: b, disk: realDisk, now });
    assert.equal(await stateOf(b), old);
  });
});

Deno.test("restore: a key is included only with a passphrase; otherwise the current key stays", async () => {
  await inFolder(async (folder) => {
    const [a, b] = [join(folder, "a"), join(folder, "b")];
    await makeFolder(a, "old");
    await makeFolder(b, "new");
    const keyOf = async (root: string) => (await Deno.readFile(join(root, "secret.key"))).join();
    const [keyA, keyB] = [await keyOf(a), await keyOf(b)];
    const open = await backUp(a, join(folder, "open.tar.gz"));
    assert.deepEqual([open.manifest.holdsKey, open.manifest.sealed], [false, 1]);
    await restore(b, join(folder, "open.tar.gz"));
    assert.equal(await keyOf(b), keyB);
    const passphrase = "a lantern in the harbour";
    const sealed = await backUp(a, join(folder, "sealed"), { passphrase });
    assert.equal(sealed.manifest.holdsKey, true);
    await stageRestore({
      root: b,
      archive: join(folder, "sealed"),
      passphrase,
      disk: realDisk,
      now: now + 1,
      trial: untried,
    });
    await finishRestore({ root: b, disk: realDisk, now: now + 1 });
    assert.equal(await keyOf(b), keyA);
    assert.equal((await Deno.stat(join(b, "secret.key"))).mode! & 0o777, 0o600);
  });
});

Deno.test("restore: a failed rename rolls everything back and reports it", async () => {
  await inFolder(async (folder) => {
    const [a, b, archive] = [join(folder, "a"), join(folder, "b"), join(folder, "a.tar.gz")];
    await makeFolder(a, "old");
    await makeFolder(b, "new");
    await backUp(a, archive);
    const before = await stateOf(b);
    for (let failing = 1; failing <= 9; failing++) {
      await stageRestore({ root: b, archive, disk: realDisk, now: now + failing, trial: untried });
      let renames = 0;
      const rename = (from: string, to: string) => {
        if (++renames === failing) return Promise.reject(new Error("no more space"));
        return realDisk.rename(from, to);
      };
      await finishRestore({ root: b, disk: { ...realDisk, rename }, now: now + failing });
      assert.equal(await stateOf(b), before, `failing at rename ${failing}`);
      assert.equal((await takeOutcome(b))?.fault, "no more space");
      assert.ok(!namesIn(b).some((name) => name.includes("restore")), namesIn(b).join());
    }
  });
});

Deno.test("restore: rejects an archive of a newer version, with a damaged database or without an account", async () => {
  await inFolder(async (folder) => {
    const [a, b] = [join(folder, "a"), join(folder, "b")];
    await makeFolder(b, "new");
    const before = await stateOf(b);
    const rejected = async (what: string, harm: (database: DatabaseSync) => void) => {
      await Deno.remove(a, { recursive: true }).catch(() => {});
      await makeFolder(a, "old");
      {
        using database = new DatabaseSync(join(a, "sundial.sqlite"));
        harm(database);
      }
      const archive = join(folder, "a.tar.gz");
      await Deno.remove(archive).catch(() => {});
      await backUp(a, archive);
      const error = await restore(b, archive).then(() => null, (reason) => reason);
      assert.ok(error instanceof AppError, String(error));
      assert.equal(error.params["fault"], what);
      assert.equal(await stateOf(b), before);
      assert.ok(!namesIn(b).some((name) => name.includes("restore")), namesIn(b).join());
    };
    await rejected("newer_schema", (database) => {
      database.exec("insert into kysely_migration (name, timestamp) values ('9999_tomorrow', 'then')");
    });
    await rejected("no_account", (database) => database.exec("delete from account"));
    await rejected("bad_database", (database) => database.exec("drop table kysely_migration"));
    // It would bring back the sessions that the restore has just ended.
    await rejected("bad_database", (database) => {
      database.exec(
        "create trigger door after delete on session begin select 1; end",
      );
    });
    await rejected("bad_database", (database) => {
      database.exec(
        "pragma foreign_keys = off; insert into recovery_code (account_id, code_hash) values (99, 'x')",
      );
    });
  });
});

Deno.test("restore: rejects an archive with a file in place of a folder or vice versa", async () => {
  await inFolder(async (folder) => {
    const root = join(folder, "b");
    await makeFolder(root, "new");
    const before = await stateOf(root);
    for (const [name, content] of [["scripts", true], ["avatars", true], ["known_hosts", false]] as const) {
      const archive = join(folder, `${name}.tar.gz`);
      const { manifest } = await backUp(root, `${archive}.real`);
      const parts = name === "scripts" ? ["scripts" as const] : ["database" as const];
      const database = await Deno.readFile(join(root, "sundial.sqlite"));
      await writeArchive(
        archive,
        entries([
          ["manifest.json", writeManifest({ ...manifest, parts })],
          ...name === "scripts" ? [] : [["sundial.sqlite", database] as const],
          [name, content ? new Uint8Array(3) : null],
        ]),
        {},
      );
      const error = await restore(root, archive).then(() => null, (reason) => reason);
      assert.equal(error?.params?.["fault"], "unexpected", `${name}: ${error}`);
      assert.equal(await stateOf(root), before);
    }
  });
});

async function* entries(
  all: readonly (readonly [string, Uint8Array | null])[],
): AsyncGenerator<NewEntry, void> {
  for (const [name, bytes] of all) {
    const content = bytes && { size: bytes.length, chunks: ReadableStream.from([bytes]), filler: 0 };
    yield await Promise.resolve({ name, mode: 0o700, mtime: new Date(0), content });
  }
}

Deno.test("restore: drops rows of an archive whose paths lead outside, and touches no log there", async () => {
  await inFolder(async (folder) => {
    const [root, archive, outside] = [join(folder, "a"), join(folder, "a.tar.gz"), join(folder, "outside")];
    await makeFolder(root, "old");
    await Deno.mkdir(join(outside, "kept"), { recursive: true });
    await Deno.writeTextFile(join(outside, "victim.log"), "outside");
    {
      using database = new DatabaseSync(join(root, "sundial.sqlite"));
      for (const path of ["../../outside/victim.log", join(outside, "victim.log"), "way/victim.log"]) {
        database.prepare(
          `insert into run (task_name, cause, state, due_count, queued_at, start_after, queue_rank, queue_order, attempt, log_path)
            values ('odd', 'person', 'running', 1, 1, 1, 0, 1, 1, ?)`,
        ).run(path);
      }
      for (const location of ["../../outside", outside, "way/kept", 5]) {
        database.prepare(
          "insert into bin_entry (area, path, kind, place, deleted_at) values ('scripts', 'x', 'folder', ?, 1)",
        ).run(location);
        database.prepare(
          "insert into file_version (area, path, hash, size, saved_at, cause) values ('scripts', 'x', ?, 1, 1, 'saved')",
        ).run(`../${location}/victim.log`);
      }
    }
    await backUp(root, archive);
    await Deno.symlink(outside, join(root, "logs/way"));
    await restore(root, archive);
    assert.deepEqual([...Deno.readDirSync(outside)].map(({ name }) => name).sort(), ["kept", "victim.log"]);
    assert.equal(await Deno.readTextFile(join(outside, "victim.log")), "outside");
    assert.equal((await Deno.stat(join(outside, "victim.log"))).nlink, 1, "it has no second hard link");
    using database = new DatabaseSync(join(root, "sundial.sqlite"));
    for (const table of ["bin_entry", "file_version"]) {
      assert.equal(database.prepare(`select count(*) as n from ${table}`).get()?.["n"], 0, table);
    }
  });
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { settleUpdate } from "./settle_update.ts";
import { swapProgram } from "./swap_program.ts";
import {
  readJournal,
  type UpdateJournal,
  type UpdatePaths,
  updatePathsOf,
  type UpdateStep,
  writeJournal,
} from "./update_journal.ts";
import { temporaryFolder } from "../../../../tests/support/temporary_folder.ts";

const [from, to] = ["1.0.0", "1.1.0"];

interface Scene {
  paths: UpdatePaths;
  entry: UpdateJournal;
  read(path: string): string | null;
  number(): number;
  set(number: number): void;
}

async function withScene(action: (scene: Scene) => void): Promise<void> {
  await using root = await temporaryFolder();
  const directory = updatePathsOf(root.path, join(root.path, "sundial.sqlite"), join(root.path, "sundial"));
  Deno.writeTextFileSync(directory.program, "old");
  Deno.writeTextFileSync(directory.programNew, "new");
  const open = <T>(work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(directory.database);
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  open((db) => db.exec("pragma journal_mode = wal; create table t (n integer); insert into t values (1)"));
  const entry = {
    step: "preparing",
    from,
    to,
    program: directory.program,
    startedAt: 0,
    fault: null,
    told: false,
  };
  action({
    paths: directory,
    entry: entry as UpdateJournal, // its step is one of them
    read: (path) => {
      try {
        return Deno.readTextFileSync(path);
      } catch {
        return null;
      }
    },
    number: () => open((db) => Number(db.prepare("select n from t").get()!["n"])),
    set: (number) => open((db) => db.prepare("update t set n = ?").run(number)),
  });
}

Deno.test("update: swapped, started, killed, rolled back: program and database are the previous ones", () =>
  withScene(({ paths, entry, read, number, set }) => {
    swapProgram(paths, entry);
    assert.deepEqual([
      read(paths.program),
      read(paths.programBefore),
      read(paths.programNew),
    ], [
      "new",
      "old",
      null,
    ]);
    assert.equal(settleUpdate(paths, to).kind, "starting");
    set(2);
    assert.equal(settleUpdate(paths, to).kind, "restart");
    assert.deepEqual([read(paths.program), number()], ["old", 1]);
    assert.deepEqual(settleUpdate(paths, from), { kind: "failed", to, error: "start_failed" });
  }));

Deno.test("update: if killed during a rollback, the next start of either version completes it", async () => {
  for (const version of [from, to]) {
    await withScene(({ paths, entry, read, number, set }) => {
      swapProgram(paths, entry);
      set(2);
      writeJournal(paths.journal, { ...entry, step: "undoing" });
      const { kind } = settleUpdate(paths, version);
      assert.equal(kind, version === to ? "restart" : "failed");
      assert.deepEqual([read(paths.program), number()], ["old", 1]);
    });
  }
});

Deno.test("update: if killed before anything was replaced, the old version continues with its own database", async () => {
  for (const step of ["preparing", "copying", "swapping"] satisfies UpdateStep[]) {
    await withScene(({ paths, entry, read, number, set }) => {
      Deno.writeTextFileSync(paths.programBefore, "much older");
      set(3);
      writeJournal(paths.journal, { ...entry, step });
      assert.deepEqual(settleUpdate(paths, from), { kind: "failed", to, error: "interrupted" });
      assert.deepEqual([read(paths.program), read(paths.programNew), number()], [
        "old",
        null,
        3,
      ]);
    });
  }
});

Deno.test("update: a failed swap restores what it replaced, and never the program of an earlier update", () =>
  withScene(({ paths, entry, read, number, set }) => {
    Deno.writeTextFileSync(paths.programBefore, "much older");
    set(4);
    Deno.removeSync(paths.programNew);
    assert.throws(() => swapProgram(paths, entry));
    assert.deepEqual([read(paths.program), number()], ["old", 4]);
    assert.equal(readJournal(paths.journal)?.step, "failed");
  }));

Deno.test("update: ignores a journal of another program, of other versions, or one already reported", () =>
  withScene(({ paths, entry }) => {
    const others: Partial<UpdateJournal>[] = [
      { program: "/elsewhere/sundial" },
      { from: "2.0.0", to: "3.0.0" },
      { step: "done" },
      { step: "failed", told: true },
    ];
    for (const other of others) {
      writeJournal(paths.journal, { ...entry, step: "starting", ...other });
      assert.deepEqual(settleUpdate(paths, from), { kind: "none" });
    }
    Deno.writeTextFileSync(paths.journal, "half a jour");
    assert.deepEqual(settleUpdate(paths, to), { kind: "none" });
  }));

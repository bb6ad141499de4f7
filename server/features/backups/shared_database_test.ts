import assert from "node:assert/strict";
import { join } from "node:path";
import { realDisk as disk } from "../../platform/disk.ts";
import { DatabaseError } from "../../platform/database.ts";
import { readJournal, type RestoreJournal, takeOutcome, writeJournal } from "./restore_journal.ts";
import { finishSharedRestore } from "./shared_database.ts";

async function whileOthersRun(
  phase: RestoreJournal["phase"],
  test: (root: string, run: () => Promise<void>) => Promise<void>,
) {
  const root = await Deno.makeTempDir({ prefix: "sundial-shared-" });
  try {
    await Deno.mkdir(join(root, "restore-1"));
    await writeJournal(root, {
      ...{ id: 1, staged: "restore-1", before: "before-restore-1", coming: [], going: [], phase },
      ...{ parts: ["database"], from: "2026-01-01T00:00:00.000Z" },
    }, disk);
    const never = () => Promise.reject(new Error("the database is in use"));
    const run = () =>
      finishSharedRestore({
        ...{ root, disk, keyFile: null, open: never, finish: never },
        lock: () => Promise.resolve(null),
      });
    await test(root, run);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("shared restore: gives up, and says why, when another node has started meanwhile", async () => {
  await whileOthersRun("committed", async (root, run) => {
    await run();
    assert.equal(await readJournal(root), null);
    assert.match((await takeOutcome(root))?.fault ?? "", /another panel or worker is using the database/);
  });
});

Deno.test("shared restore: one that has begun waits for other nodes to stop", async () => {
  await whileOthersRun("starting", async (root, run) => {
    await assert.rejects(
      run(),
      (error) => error instanceof DatabaseError && /stop it first/.test(error.message),
    );
    assert.equal((await readJournal(root))?.phase, "starting");
  });
});

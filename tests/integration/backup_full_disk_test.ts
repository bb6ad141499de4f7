// A full disk: backups and restores leave nothing incomplete, and both work again once there is space.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "../../server/contract/app_error.ts";
import { finishRestore } from "../../server/features/backups/apply_restore.ts";
import { BackupStore } from "../../server/features/backups/backup_store.ts";
import { Inspections } from "../../server/features/backups/inspections.ts";
import { stageRestore, tryStaged } from "../../server/features/backups/stage_restore.ts";
import { systemClock } from "../../server/platform/clock.ts";
import { realDisk } from "../../server/platform/disk.ts";
import { backUp, inFolder, makeFolder, stateOf } from "../support/backup_scene.ts";
import { mountsDisks, SmallDisk } from "../support/small_disk.ts";

const ignore = !await mountsDisks("backups on a full disk");
const now = 1_767_225_600_000;

const isFull = (error: unknown) =>
  error instanceof AppError && (error.code === "storage_full" || error.params["fault"] === "too_large");

Deno.test("full disk: rejects a backup and a restore without a change, and recovers once there is space", {
  ignore,
}, async () => {
  await inFolder(async (folder) => {
    const archive = join(folder, "old.tar.gz");
    await makeFolder(join(folder, "old"), "old", 50);
    await backUp(join(folder, "old"), archive);
    await using disk = (await SmallDisk.mount())!;
    const root = join(disk.root, "data");
    await makeFolder(root, "new", 50);
    const state = await stateOf(root);
    // As a running panel has it open.
    using open = new DatabaseSync(join(root, "sundial.sqlite"));
    assert.ok(open.prepare("select count(*) from run").get());
    await disk.fill();
    const names = namesIn(root);
    await assert.rejects(backUp(root, join(disk.root, "new.tar.gz")), isFull);
    await assert.rejects(stageRestore({ root, archive, disk: realDisk, now, trial: tryStaged }), isFull);
    await finishRestore({ root, disk: realDisk, now });
    assert.deepEqual(namesIn(root), names);
    assert.deepEqual(namesIn(disk.root), ["data", "reservedSpace"]);
    await disk.makeRoom();
    assert.equal(await stateOf(root), state);
    await stageRestore({ root, archive, disk: realDisk, now, trial: tryStaged }).catch((error) => {
      // A small disk has less space than is always kept free.
      if (!isFull(error)) throw error;
    });
    assert.equal((await backUp(root, join(disk.root, "new.tar.gz"))).leftOut, 0);
  });
});

Deno.test("full disk: rejects an upload while there is still space for other data, and leaves nothing", {
  ignore,
}, async () => {
  await using disk = (await SmallDisk.mount())!;
  const store = new BackupStore(disk.root, realDisk);
  await store.open();
  const inspections = new Inspections({ store, clock: systemClock, disk: realDisk });
  let sent = 0;
  async function* endless() {
    for (;; sent++) yield await Promise.resolve(new Uint8Array(1024 * 1024));
  }
  await assert.rejects(inspections.take(endless()), isFull);
  assert.ok(sent < 8, `${sent} MiB were read`);
  assert.deepEqual(namesIn(store.folder), []);
});

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

import { parse } from "../../contract/parsed.ts";
import { backupRequest } from "../../contract/backups.ts";
import assert from "node:assert/strict";
import { join } from "node:path";
import { inFolder, makeFolder } from "../../../tests/support/backup_scene.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { until } from "../../../tests/support/until.ts";
import { AppError } from "../../contract/app_error.ts";
import { automaticBackups } from "../../contract/automatic_backups.ts";
import type { Tables } from "../../migrations/tables.ts";
import { openDatabase } from "../../platform/database.ts";
import { realDisk } from "../../platform/disk.ts";
import { ProgressBoard } from "../../platform/progress_board.ts";
import { Sealer } from "../../platform/seal.ts";
import { finishRestore } from "./apply_restore.ts";
import { AutomaticPassphrase } from "./automatic_passphrase.ts";
import { type BackupRecord, BackupStore } from "./backup_store.ts";
import { BackupWork } from "./backup_work.ts";
import type { BackupSource } from "./make_backup.ts";
import { Backups, nextAutomatic, outcomeOf } from "./service.ts";

const DAY_MS = 86_400_000;

Deno.test("automatic backups: the next is due at its time of day in the panel's time zone, days after the last", () => {
  const settings = automaticBackups.parse({ at: "03:30", everyDays: 2 });
  const at = (since: string, zone = "UTC") => {
    const next = nextAutomatic({ settings, zone, since: Date.parse(since) });
    return next === null ? null : new Date(next).toISOString();
  };
  assert.equal(at("2026-03-04T03:30:00Z"), "2026-03-06T03:30:00.000Z");
  assert.equal(at("2026-03-04T12:00:00Z"), "2026-03-06T03:30:00.000Z");
  assert.equal(at("2026-03-04T12:00:00Z", "Asia/Shanghai"), "2026-03-05T19:30:00.000Z");
  assert.equal(nextAutomatic({ settings: { ...settings, enabled: false }, zone: "UTC", since: 0 }), null);
});

let isDatabaseThere = true;

async function withBackups(
  source: Partial<BackupSource>,
  action: (parts: {
    backups: Backups;
    clock: TestClock;
    store: BackupStore;
    ended: BackupRecord[];
    passphrase: AutomaticPassphrase;
    root: string;
    board: ProgressBoard;
    work: BackupWork;
  }) => Promise<void>,
  StoreClass = BackupStore,
): Promise<void> {
  isDatabaseThere = true;
  await inFolder(async (root) => {
    await makeFolder(root, "old");
    const clock = new TestClock();
    const db = openDatabase<Tables>(join(root, "sundial.sqlite"));
    const store = new StoreClass(root, realDisk);
    const ended: BackupRecord[] = [];
    const board = new ProgressBoard(clock);
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const whole: BackupSource = { root, installation: "here", panelVersion: "1", disk: realDisk, ...source };
    const work = new BackupWork({
      source: whole,
      store,
      board,
      clock,
      logger,
      onEnd: (record) => {
        ended.push(record);
        return Promise.resolve();
      },
    });
    const passphrase = new AutomaticPassphrase({ db, sealer: new Sealer(root) });
    const settings = { backups: automaticBackups.parse({ keep: 2 }), effectiveTimeZone: "UTC" };
    const backups = new Backups({
      source: whole,
      store,
      work,
      passphrase,
      db,
      clock,
      settings: () => settings,
      hasDatabase: () => isDatabaseThere,
      busyWith: () => board.isBusy ? board.current()?.kind ?? null : null,
    });
    await store.open();
    try {
      await action({ backups, clock, store, ended, passphrase, root, board, work });
    } finally {
      await work.close();
      await db.destroy();
    }
  });
}

Deno.test("automatic backups: creates and verifies one a day, and removes only old automatic ones over the limit", async () => {
  await withBackups({}, async ({ backups, clock, store, ended }) => {
    const manual = await backups.start(parse(backupRequest, { parts: ["config"] }), "en");
    const isMaking = ({ state }: { state: string }) => state === "making";
    await until("it is made", async () => !(await backups.list("en")).items.some(isMaking), 5);
    for (let day = 0; day < 4; day++) {
      clock.advance(DAY_MS);
      await backups.makeAutomatic();
      await backups.makeAutomatic();
    }
    const records = await store.list();
    assert.deepEqual(ended.filter(({ automatic }) => automatic).map(({ verified }) => verified), [
      true,
      true,
      true,
      true,
    ]);
    assert.equal(records.filter(({ automatic }) => automatic).length, 2);
    assert.ok(records.some(({ id }) => id === manual.id));
    const archives = [...Deno.readDirSync(store.folder)].filter(({ name }) => name.endsWith(".tar.gz"));
    assert.equal(archives.length, 3);
  });
});

Deno.test("automatic backups: encrypts with the configured passphrase, which no other opens", async () => {
  await withBackups({}, async ({ backups, clock, ended, passphrase, root }) => {
    await passphrase.set("a lantern in the harbour");
    clock.advance(DAY_MS);
    await backups.makeAutomatic();
    assert.deepEqual([ended[0]?.encrypted, ended[0]?.state], [true, "ready"]);
    await Deno.writeFile(join(root, "secret.key"), new Uint8Array(32).fill(7));
    const db = openDatabase<Tables>(join(root, "sundial.sqlite"));
    const other = new AutomaticPassphrase({ db, sealer: new Sealer(root) });
    await assert.rejects(other.open(), { code: "secret_key_wrong" });
    await other.set(null);
    assert.equal(await passphrase.isSet(), false);
    await db.destroy();
  });
});

Deno.test("automatic backups: a disk error is a recorded failure, leaves nothing, and is retried the next day", async () => {
  let broken = true;
  const makeFolder = async (path: string, mode?: number) => {
    if (broken && path.includes("work-")) throw Object.assign(new Error("no room"), { code: "ENOSPC" });
    await realDisk.makeFolder(path, mode);
  };
  await withBackups(
    { disk: { ...realDisk, makeFolder } },
    async ({ backups, clock, store, ended, board }) => {
      clock.advance(DAY_MS);
      await backups.makeAutomatic();
      assert.equal(ended[0]?.state, "failed");
      assert.equal(board.current()?.done, true);
      const { items } = await backups.list("en");
      assert.deepEqual(items.map(({ state }) => state), ["failed"]);
      assert.ok([...Deno.readDirSync(store.folder)].every(({ name }) => name.endsWith(".json")));
      await backups.makeAutomatic();
      assert.equal(ended.length, 1, "not every minute");
      broken = false;
      clock.advance(DAY_MS);
      await backups.makeAutomatic();
      assert.equal(ended[1]?.state, "ready");
    },
  );
});

Deno.test("backups: a previous state is deleted in one step, but not while an undo may need it", async () => {
  const remove = (path: string) =>
    path.includes("restore-5") ? Promise.reject(new Error("killed")) : realDisk.remove(path);
  await withBackups({ disk: { ...realDisk, remove } }, async ({ backups, root, board }) => {
    const about = { createdAt: "2026-03-04T03:30:00.000Z", parts: ["database"], absent: [] };
    await Deno.mkdir(join(root, "before-restore-5"));
    await Deno.writeTextFile(join(root, "before-restore-5/about.json"), JSON.stringify(about));
    const line = board.begin("restore", "unpacking");
    await assert.rejects(backups.remove(5), { code: "panel_busy" });
    assert.equal((await backups.list("en")).total, 1);
    line.finish();
    await assert.rejects(backups.remove(5), /killed/);
    assert.equal((await backups.list("en")).total, 0);
    await finishRestore({ root, disk: realDisk, now: 6 });
    assert.ok(![...Deno.readDirSync(root)].some(({ name }) => name.includes("restore")));
  });
});

Deno.test("backups: one that ends during a read is listed once, and as ready only when the next can start", async () => {
  const stored = Promise.withResolvers<void>();
  const resume = Promise.withResolvers<void>();
  class BlockingStore extends BackupStore {
    override async keep(record: BackupRecord) {
      await super.keep(record);
      stored.resolve();
      await resume.promise;
    }
  }
  await withBackups({}, async ({ backups, store, ended }) => {
    const { id } = await backups.start(parse(backupRequest, { parts: ["config"] }), "en");
    const states = async () => (await backups.list("en")).items.map((item) => [item.id, item.state]);
    await stored.promise;
    assert.notEqual(await store.find(id), null);
    const meanwhile = await states();
    resume.resolve();
    assert.deepEqual(meanwhile, [[id, "making"]], "recorded while the panel still finishes it");
    await until("it has ended", () => ended.length > 0, 5);
    assert.deepEqual(await states(), [[id, "ready"]]);
    const next = await backups.start(parse(backupRequest, { parts: ["config"] }), "en");
    assert.notEqual(next.id, id);
  }, BlockingStore);
});

Deno.test("backups: one that fails is listed and does not block the next", async () => {
  const failed = Promise.withResolvers<void>();
  const resume = Promise.withResolvers<void>();
  let fails = true;
  class FailingStore extends BackupStore {
    override async keep(record: BackupRecord) {
      if (record.state === "failed") {
        failed.resolve();
        await resume.promise;
      } else if (fails) throw new AppError("storage_full");
      await super.keep(record);
    }
  }
  await withBackups({}, async ({ backups, ended, board }) => {
    const { id } = await backups.start(parse(backupRequest, { parts: ["config"] }), "en");
    await failed.promise;
    await assert.rejects(backups.start(parse(backupRequest, { parts: ["config"] }), "en"), {
      code: "panel_busy",
    });
    assert.equal(board.isBusy, true, "while the list includes it");
    assert.deepEqual((await backups.list("en")).items.map((item) => [item.id, item.state]), [[id, "making"]]);
    fails = false;
    resume.resolve();
    await until("the failure is recorded", () => !board.isBusy, 0);
    const next = await backups.start(parse(backupRequest, { parts: ["config"] }), "en");
    const { items } = await backups.list("en");
    assert.deepEqual(items.map((item) => [item.id, item.state]), [[next.id, "making"], [id, "failed"]]);
    await until("the next one has ended", () => ended.length === 2, 5);
  }, FailingStore);
});

Deno.test("backups: one that ends after the store was read is not missing from the list", async () => {
  const made = Promise.withResolvers<void>();
  let waits = false;
  class SlowStore extends BackupStore {
    override async list() {
      const records = await super.list();
      if (waits) await made.promise;
      return records;
    }
  }
  await withBackups({}, async ({ backups, ended }) => {
    const { id } = await backups.start(parse(backupRequest, { parts: ["config"] }), "en");
    waits = true;
    const list = backups.list("en");
    await until("it has ended", () => ended.length > 0, 5);
    made.resolve();
    assert.deepEqual((await list).items.map((item) => [item.id, item.state]), [[id, "making"]]);
  }, SlowStore);
});

/** A disk on which a backup stays half done until the panel stops. */
function halfMadeDisk() {
  const started = Promise.withResolvers<void>();
  const resume = Promise.withResolvers<void>();
  const makeFolder = async (path: string, mode?: number) => {
    if (path.includes("work-")) {
      started.resolve();
      await resume.promise;
    }
    await realDisk.makeFolder(path, mode);
  };
  return { disk: { ...realDisk, makeFolder }, started: started.promise, goOn: resume.resolve };
}

Deno.test("backups: one interrupted by a crash is listed as failed, with the reason", async () => {
  const { disk, started, goOn } = halfMadeDisk();
  await withBackups({ disk }, async ({ backups, clock, store, ended, root }) => {
    clock.advance(DAY_MS);
    const making = backups.makeAutomatic();
    await started;
    const [record] = await store.list();
    assert.equal(record?.state, "making");
    await Deno.writeTextFile(store.pathOf(record), "half of it");
    // What the next process finds.
    await new BackupStore(root, realDisk).open();
    const [found] = await store.list();
    assert.deepEqual([found?.id, found?.state, found?.error?.code], [
      record.id,
      "failed",
      "backup_interrupted",
    ]);
    assert.deepEqual([...Deno.readDirSync(store.folder)].map(({ name }) => name), [`${record.id}.json`]);
    goOn();
    await making;
    assert.equal(ended.length, 1);
  });
});

Deno.test("backups: archives that an earlier version encrypted keep their name, and half of one goes", async () => {
  await withBackups({ disk: realDisk }, async ({ store, root }) => {
    const former = { id: 1_700_000_000_000, encrypted: true };
    const path = join(store.folder, `${former.id}.sealed`);
    await Deno.writeTextFile(path, "");
    await Deno.writeTextFile(join(store.folder, "1700000000001.tar.gz.age"), "no record");
    assert.equal(store.pathOf(former), path);
    assert.equal(store.pathOf({ ...former, id: 2 }), join(store.folder, "2.tar.gz.age"));
    await new BackupStore(root, realDisk).open();
    assert.deepEqual([...Deno.readDirSync(store.folder)], [], "neither has a record");
  });
});

Deno.test("backups: one in progress at shutdown is listed as failed, and an automatic one is retried", async () => {
  const { disk, started, goOn } = halfMadeDisk();
  await withBackups({ disk }, async ({ backups, clock, store, ended, work }) => {
    clock.advance(DAY_MS);
    const making = backups.makeAutomatic().catch(() => {});
    await started;
    const closing = work.close();
    goOn();
    await Promise.all([making, closing]);
    const states = async () =>
      (await backups.list("en")).items.map(({ state, error }) => [state, error?.code ?? null]);
    assert.deepEqual(await states(), [["failed", "backup_interrupted"]]);
    assert.deepEqual([...Deno.readDirSync(store.folder)].length, 1);
    assert.equal(ended.length, 0, "no notification at shutdown");
    const { nextAutomaticAt } = await backups.list("en");
    assert.ok(Date.parse(nextAutomaticAt ?? "") <= clock.now(), "it is still due");
  });
});

Deno.test("automatic backups: skips a database that is not the panel's", async () => {
  await withBackups({}, async ({ backups, clock, ended }) => {
    clock.advance(DAY_MS);
    isDatabaseThere = false;
    await backups.makeAutomatic();
    assert.equal(ended.length, 0);
    isDatabaseThere = true;
    await backups.makeAutomatic();
    assert.equal(ended.length, 1);
  });
});

Deno.test("backups: a notification gives the reason in detail, and an interruption is no failure", () => {
  const record = (state: "ready" | "failed", code?: string) => ({
    ...{ id: 1, state, size: 5, parts: [], encrypted: false, automatic: true, tables: {}, verified: true },
    ...{ leftOut: 0, error: code === undefined ? null : { code, params: {} } },
  });
  const outcomes = [record("ready"), record("failed", "storage_full"), record("failed", "backup_interrupted")]
    .map(outcomeOf).map(({ outcome, reason }) => [outcome, reason("en").split(".")[0]]);
  assert.deepEqual(outcomes, [
    ["succeeded", ""],
    ["failed", "The disk is full, so nothing was changed"],
    ["interrupted", "The panel stopped while creating this backup"],
  ]);
  assert.equal(outcomeOf(record("failed", "internal_error")).reason("en"), "Internal error");
});

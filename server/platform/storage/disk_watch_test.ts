import assert from "node:assert/strict";
import { join } from "node:path";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { WriteState } from "../write_state.ts";
import { ReservedSpace } from "./reserved_space.ts";
import { DiskWatch } from "./disk_watch.ts";
import type { DiskSpace } from "./disk_space.ts";

const MIB = 1024 * 1024;
/** On a disk of 100 MiB, 2 MiB are reserved. */
const BALLAST = 2 * MIB;

class Scene implements AsyncDisposable {
  readonly folder: string;
  readonly clock = new TestClock();
  readonly writes = new WriteState(this.clock);
  readonly reservedSpace: ReservedSpace;
  readonly watch: DiskWatch;
  space: DiskSpace = { totalBytes: 100 * MIB, freeBytes: 50 * MIB, freeInodes: 1000, isReadOnly: false };
  isAmple = true;
  readonly rooms: (string | null)[] = [];

  constructor(makeBallast = (folder: string) => new ReservedSpace(folder)) {
    this.folder = Deno.makeTempDirSync({ prefix: "sundial-watch-" });
    this.reservedSpace = makeBallast(join(this.folder, "reserve"));
    this.watch = new DiskWatch({
      clock: this.clock,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      writes: this.writes,
      reservedSpace: this.reservedSpace,
      readSpace: () => this.space,
      onRoom: () => this.rooms.push(this.watch.room?.room ?? null),
    });
  }

  static async open(makeBallast?: (folder: string) => ReservedSpace): Promise<Scene> {
    const scene = new Scene(makeBallast);
    const scenes = () => scene;
    const reserve = {
      get isAmple() {
        return scenes().isAmple;
      },
      check: () => Promise.resolve(),
    };
    scene.watch.open(reserve);
    await scene.watch.check();
    return scene;
  }

  /** Returns the state with this much space. */
  async with(space: Partial<DiskSpace>) {
    this.space = { ...this.space, ...space };
    await this.watch.check();
    return { problem: this.writes.problem, isWhole: this.reservedSpace.isWhole(BALLAST) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.watch.close();
    await Deno.remove(this.folder, { recursive: true });
  }
}

Deno.test("disk watch: a read-only disk rejects changes and starts no runs until it is writable", async () => {
  await using scene = await Scene.open();
  assert.deepEqual(await scene.with({ isReadOnly: true }), { problem: "disk_read_only", isWhole: true });
  assert.equal(scene.watch.hasRoomForRuns, false);
  assert.throws(() => scene.writes.check({ essential: false }), { code: "storage_failing" });
  scene.writes.check({ essential: true });
  assert.deepEqual(await scene.with({ isReadOnly: false }), { problem: null, isWhole: true });
  assert.equal(scene.watch.hasRoomForRuns, true);
});

Deno.test("disk watch: releases the reserved space when the disk is full, and creates it again once there is space", async () => {
  await using scene = await Scene.open();
  assert.deepEqual(await scene.with({}), { problem: null, isWhole: true });
  assert.deepEqual(await scene.with({ freeBytes: BALLAST }), { problem: null, isWhole: true });
  assert.deepEqual(await scene.with({ freeBytes: 0 }), { problem: "disk_full", isWhole: false });
  // The released reserved space does not count as free space.
  assert.deepEqual(await scene.with({ freeBytes: BALLAST + 1 }), { problem: "disk_full", isWhole: false });
  assert.deepEqual(await scene.with({ freeBytes: 2 * BALLAST }), { problem: null, isWhole: true });
});

Deno.test("disk watch: a disk without free inodes is also full, if it has a limit", async () => {
  await using scene = await Scene.open();
  assert.deepEqual(await scene.with({ freeInodes: 3 }), { problem: "inodes_full", isWhole: false });
  assert.deepEqual(await scene.with({ freeInodes: 40 }), { problem: "inodes_full", isWhole: false });
  assert.deepEqual(await scene.with({ freeInodes: 500 }), { problem: null, isWhole: true });
  assert.deepEqual(await scene.with({ freeInodes: null }), { problem: null, isWhole: true });
});

Deno.test("disk watch: polls every two seconds, and not after it was closed", async () => {
  await using scene = await Scene.open();
  scene.space.freeBytes = 0;
  scene.clock.advance(2_000);
  await scene.watch.check();
  assert.equal(scene.writes.problem, "disk_full");
  await scene.watch.close();
  assert.equal(scene.clock.timers, 0);
});

Deno.test("disk watch: when a quota refuses free space, the disk stays full and is retried less and less often", async () => {
  let tries = 0;
  class StorageError extends ReservedSpace {
    override build(): Promise<boolean> {
      tries++;
      return Promise.resolve(false);
    }
  }
  await using scene = await Scene.open((folder) => new StorageError(folder));
  await scene.with({ freeBytes: 0 });
  scene.space.freeBytes = 50 * MIB;
  const before = tries;
  for (let second = 0; second < 300; second += 2) {
    scene.clock.advance(2_000);
    await scene.watch.check();
  }
  assert.equal(scene.writes.problem, "disk_full");
  assert.ok(tries - before >= 5 && tries - before <= 12, `${tries - before} tries`);
});

Deno.test("disk watch: trusts a reported write failure, and recovers once the reserved space can be created", async () => {
  await using scene = await Scene.open();
  scene.watch.reportFull();
  assert.deepEqual([scene.writes.problem, scene.reservedSpace.isWhole(BALLAST)], ["disk_full", false]);
  assert.equal((await scene.with({})).problem, "disk_full");
  scene.clock.advance(2_000);
  assert.deepEqual(await scene.with({}), { problem: null, isWhole: true });
});

Deno.test("disk watch: reports once each when the disk becomes nearly full, full and fine again", async () => {
  await using scene = await Scene.open();
  const bytes = { totalBytes: 10_000 * MIB, freeBytes: 5_000 * MIB };
  await scene.with(bytes);
  const since = scene.watch.room?.since;
  for (const freeBytes of [400, 300, 550, 0, 590, 700, 5_000]) {
    scene.clock.advance(1);
    await scene.with({ ...bytes, freeBytes: freeBytes * MIB });
  }
  assert.deepEqual(scene.rooms, ["low", "ok", "low", "full", "low", "ok"]);
  assert.notEqual(scene.watch.room?.since, since);
});

Deno.test("disk watch: runs have space unless the disk is full and the database has little left", async () => {
  await using scene = await Scene.open();
  scene.isAmple = false;
  assert.equal(scene.watch.hasRoomForRuns, true);
  await scene.with({ freeBytes: 0 });
  assert.equal(scene.watch.hasRoomForRuns, false);
  scene.isAmple = true;
  assert.equal(scene.watch.hasRoomForRuns, true);
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { mountsDisks, SmallDisk } from "../../../tests/support/small_disk.ts";
import { ballastBytes, ReservedSpace } from "./reserved_space.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const MIB = 1024 * 1024;
const ignore = !await mountsDisks("the reservedSpace");

Deno.test("reserved space: is one percent of the disk, within bounds", () => {
  assert.deepEqual([24 * MIB, 500 * MIB, 1024 * 1024 * MIB].map(ballastBytes), [2 * MIB, 5 * MIB, 16 * MIB]);
});

Deno.test({
  name: "reservedSpace: takes space and inodes on the disk until it is released",
  ignore,
  async fn() {
    await using disk = (await SmallDisk.mount())!;
    const reservedSpace = new ReservedSpace(join(disk.root, "reserve"));
    assert.equal(reservedSpace.isWhole(2 * MIB), false);
    assert.equal(await reservedSpace.build(2 * MIB), true);
    assert.equal(reservedSpace.isWhole(2 * MIB), true);
    await disk.fill();
    reservedSpace.release();
    assert.equal(reservedSpace.isWhole(2 * MIB), false);
    await Deno.writeFile(join(disk.root, "needed"), new Uint8Array(2 * MIB));
  },
});

Deno.test({
  name: "reservedSpace: leaves nothing behind when there is not enough space",
  ignore,
  async fn() {
    await using disk = (await SmallDisk.mount())!;
    const reservedSpace = new ReservedSpace(join(disk.root, "reserve"));
    assert.equal(await reservedSpace.build(100 * MIB), false);
    assert.deepEqual([...Deno.readDirSync(disk.root)], []);
  },
});

Deno.test("reserved space: notices a file that someone removed", async () => {
  await using folder = await temporaryFolder();
  const reservedSpace = new ReservedSpace(folder.path);
  assert.equal(await reservedSpace.build(2 * MIB), true);
  assert.deepEqual([reservedSpace.isWhole(2 * MIB), reservedSpace.isWhole(2 * MIB)], [true, true]);
  assert.equal(reservedSpace.isWhole(4 * MIB), false);
  await Deno.remove(join(folder.path, "07"));
  assert.equal(reservedSpace.isWhole(2 * MIB), false);
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { mountsDisks, SmallDisk } from "../../../tests/support/small_disk.ts";
import { Ballast, ballastBytes } from "./ballast.ts";

const MIB = 1024 * 1024;
const ignore = !await mountsDisks("the ballast");

Deno.test("ballast: is one percent of the disk, within bounds", () => {
  assert.deepEqual([24 * MIB, 500 * MIB, 1024 * 1024 * MIB].map(ballastBytes), [2 * MIB, 5 * MIB, 16 * MIB]);
});

Deno.test({
  name: "ballast: takes space and inodes on the disk until it is released",
  ignore,
  async fn() {
    await using disk = (await SmallDisk.mount())!;
    const ballast = new Ballast(join(disk.root, "reserve"));
    assert.equal(ballast.isWhole(2 * MIB), false);
    assert.equal(await ballast.build(2 * MIB), true);
    assert.equal(ballast.isWhole(2 * MIB), true);
    await disk.fill();
    ballast.release();
    assert.equal(ballast.isWhole(2 * MIB), false);
    await Deno.writeFile(join(disk.root, "needed"), new Uint8Array(2 * MIB));
  },
});

Deno.test({
  name: "ballast: leaves nothing behind when there is not enough space",
  ignore,
  async fn() {
    await using disk = (await SmallDisk.mount())!;
    const ballast = new Ballast(join(disk.root, "reserve"));
    assert.equal(await ballast.build(100 * MIB), false);
    assert.deepEqual([...Deno.readDirSync(disk.root)], []);
  },
});

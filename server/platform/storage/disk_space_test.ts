import assert from "node:assert/strict";
import { isMountedReadOnly, readDiskSpace } from "./disk_space.ts";

Deno.test("disk space: a disk is read-only when all its mounts are, also after an error", () => {
  const mounts = (own: string, disk: string) =>
    `27 1 254:0 / / ${own} - ext4 /dev/vda ${disk}\n42 27 7:1 / /data rw,relatime - ext4 /dev/loop1 rw\n`;
  const device = 254 * 256;
  assert.equal(isMountedReadOnly(mounts("rw,relatime", "rw,errors=remount-ro"), device), false);
  assert.equal(isMountedReadOnly(mounts("ro,relatime", "rw"), device), true);
  assert.equal(isMountedReadOnly(mounts("rw,relatime", "ro,errors=remount-ro"), device), true);
  assert.equal(isMountedReadOnly(mounts("rw,relatime", "rw,errors=remount-ro,emergency_ro"), device), true);
  const bound = mounts("ro", "rw") + "43 27 254:0 /srv /srv rw - ext4 /dev/vda rw\n";
  assert.equal(isMountedReadOnly(bound, device), false);
  assert.equal(isMountedReadOnly(mounts("ro", "ro"), 8 * 256 + 1), false);
  // A minor number above 255 is split.
  assert.equal(
    isMountedReadOnly("1 1 259:300 / / ro - ext4 /dev/x rw\n", 259 * 256 + (300 & 0xff) + 0x100000),
    true,
  );
});

Deno.test("disk space: reads that of a folder", () => {
  const space = readDiskSpace(Deno.cwd());
  assert.ok(space && space.totalBytes >= space.freeBytes && !space.isReadOnly);
  assert.equal(readDiskSpace("/missing"), null);
});

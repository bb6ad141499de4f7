import assert from "node:assert/strict";
import { mountOf } from "./mounts.ts";

const MOUNTS = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:44 / /mnt/my\\040nas rw,relatime shared:2 - nfs4 server:/x rw
41 40 8:2 / /mnt/my\\040nas/local rw - xfs /dev/sdb rw
42 22 0:45 / /home/me/cloud rw - fuse.sshfs me@host: rw
`;

Deno.test("mounts: the innermost mount counts, by its type", () => {
  const mounts = mountOf(() => MOUNTS);
  const network = (path: string) => [mounts(path)?.point, mounts(path)?.isNetwork];
  assert.deepEqual(
    ["/mnt/my nas/a/b", "/mnt/my nas", "/mnt/my nas 2/a", "/mnt/my nas/local/a", "/home/me/cloud/a", "/etc/x"]
      .map(network),
    [
      ["/mnt/my nas", true],
      ["/mnt/my nas", true],
      ["/", false],
      ["/mnt/my nas/local", false],
      ["/home/me/cloud", true],
      ["/", false],
    ],
  );
  assert.equal(mountOf(() => "")("/a"), null);
});

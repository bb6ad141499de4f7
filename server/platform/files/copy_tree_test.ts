import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { moveTree } from "./copy_tree.ts";
import { PinnedFolder } from "./pinned_folder.ts";

const ignore = !existsSync("/dev/shm");

Deno.test({
  name: "move tree: moves across file systems with links unchanged, and leaves nothing behind",
  ignore,
  async fn() {
    const here = await Deno.makeTempDir({ prefix: "sundial-move-" });
    const there = await Deno.makeTempDir({ prefix: "sundial-move-", dir: "/dev/shm" });
    try {
      await Deno.mkdir(`${here}/d/deep`, { recursive: true });
      await Deno.writeTextFile(`${here}/d/deep/a.sh`, "x");
      await Deno.chmod(`${here}/d/deep/a.sh`, 0o775);
      await Deno.chmod(`${here}/d/deep`, 0o775);
      await Deno.symlink("/etc", `${here}/d/link`);
      using from = PinnedFolder.open(here);
      using to = PinnedFolder.open(there);
      await moveTree({
        from: { folder: from, name: "d", path: "d" },
        to: { folder: to, name: "got", path: "got" },
      });
      assert.deepEqual([...Deno.readDirSync(here)], []);
      assert.equal(await Deno.readTextFile(`${there}/got/deep/a.sh`), "x");
      for (const name of ["deep", "deep/a.sh"]) {
        assert.equal((await Deno.stat(`${there}/got/${name}`)).mode! & 0o777, 0o775, name);
      }
      assert.equal(await Deno.readLink(`${there}/got/link`), "/etc");
      assert.deepEqual([...Deno.readDirSync(there)].map(({ name }) => name), ["got"]);
      const again = { folder: to, name: "got", path: "got" };
      await Deno.mkdir(`${here}/d`);
      await assert.rejects(moveTree({ from: { folder: from, name: "d", path: "d" }, to: again }), {
        code: "EEXIST",
      });
    } finally {
      await Deno.remove(here, { recursive: true });
      await Deno.remove(there, { recursive: true });
    }
  },
});

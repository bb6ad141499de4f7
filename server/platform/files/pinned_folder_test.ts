import assert from "node:assert/strict";
import { PinnedFolder } from "./pinned_folder.ts";

Deno.test("pinned folder: rejects anything that is not a single file name", async () => {
  const path = await Deno.makeTempDir({ prefix: "sundial-pinned-" });
  for (const hold of ["descriptor", "path"] as const) {
    using folder = PinnedFolder.open(path, hold);
    for (const name of ["..", "../..", "a/b", "/etc", "a/", "./a", "a\0b", "x".repeat(256)]) {
      const rejected = { code: "EINVAL" };
      assert.throws(() => folder.at(name), rejected, name);
      assert.throws(() => folder.enter(name), rejected, name);
      assert.throws(() => folder.find(name), rejected, name);
    }
    for (const name of ["", ".", "a", "..a", "a..", "x".repeat(255)]) assert.ok(folder.at(name), name);
  }
  await Deno.remove(path);
});

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DataFolderError, openDataFolder } from "../data_folder.ts";
import { findUnwritable } from "./find_unwritable.ts";

async function mount(...args: string[]): Promise<boolean> {
  const { success } = await new Deno.Command("mount", { args, stderr: "null" }).output();
  return success;
}

Deno.test("unwritable: a data folder that can be written has none, and is left as it was", async () => {
  const root = await Deno.makeTempDir({ prefix: "sundial-write-" });
  try {
    for (const name of ["scripts", "logs", "lost+found"]) mkdirSync(join(root, name));
    writeFileSync(join(root, "sundial.sqlite"), "");
    assert.equal(findUnwritable(root), null);
    assert.deepEqual(readdirSync(root).sort(), ["logs", "lost+found", "scripts", "sundial.sqlite"]);
    assert.deepEqual(readdirSync(join(root, "scripts")), []);
    writeFileSync(join(root, "backups"), "");
    assert.deepEqual(findUnwritable(root), { path: join(root, "backups"), reason: "not_folder" });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("unwritable: a folder, or one inside it, on a file system mounted read-only is named, also to root", async () => {
  for (const name of ["", "scripts", "system-log"]) {
    const root = await Deno.makeTempDir({ prefix: "sundial-write-" });
    const path = join(root, name);
    mkdirSync(path, { recursive: true });
    if (!await mount("-t", "tmpfs", "-o", "ro", "tmpfs", path)) return; // where mounting is not permitted
    try {
      assert.deepEqual(findUnwritable(root), { path: join(root, name), reason: "read_only" });
      await assert.rejects(openDataFolder(root), (error) => {
        assert.ok(error instanceof DataFolderError);
        assert.match(error.message, /mounted read-only; mount it writable$/);
        return true;
      });
    } finally {
      await new Deno.Command("umount", { args: [path] }).output();
      await Deno.remove(root, { recursive: true });
    }
  }
});

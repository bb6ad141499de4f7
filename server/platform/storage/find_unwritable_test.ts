import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DataFolderError, openDataFolder } from "../data_folder.ts";
import { findUnwritable } from "./find_unwritable.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

async function mount(...args: string[]): Promise<boolean> {
  const { success } = await new Deno.Command("mount", { args, stderr: "null" }).output();
  return success;
}

Deno.test("unwritable: a data folder that can be written has none, and is left as it was", async () => {
  await using root = await temporaryFolder();
  for (const name of ["scripts", "logs", "lost+found"]) mkdirSync(join(root.path, name));
  writeFileSync(join(root.path, "sundial.sqlite"), "");
  assert.equal(findUnwritable(root.path), null);
  assert.deepEqual(readdirSync(root.path).sort(), ["logs", "lost+found", "scripts", "sundial.sqlite"]);
  assert.deepEqual(readdirSync(join(root.path, "scripts")), []);
  writeFileSync(join(root.path, "backups"), "");
  assert.deepEqual(findUnwritable(root.path), { path: join(root.path, "backups"), reason: "not_folder" });
});

Deno.test("unwritable: a folder, or one inside it, on a file system mounted read-only is named, also to root", async () => {
  for (const name of ["", "scripts", "system-log"]) {
    await using root = await temporaryFolder();
    const path = join(root.path, name);
    mkdirSync(path, { recursive: true });
    if (!await mount("-t", "tmpfs", "-o", "ro", "tmpfs", path)) return; // where mounting is not permitted
    try {
      assert.deepEqual(findUnwritable(root.path), { path: join(root.path, name), reason: "read_only" });
      await assert.rejects(openDataFolder(root.path), (error) => {
        assert.ok(error instanceof DataFolderError);
        assert.match(error.message, /mounted read-only; mount it writable$/);
        return true;
      });
    } finally {
      await new Deno.Command("umount", { args: [path] }).output();
    }
  }
});

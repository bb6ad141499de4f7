// A file or folder that the panel cannot read is unknown; it must not look as if it had been deleted.
import assert from "node:assert/strict";
import { join } from "node:path";
import { runProgram } from "../support/run_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const program = join(import.meta.dirname!, "..", "support", "scan_tree_as_nobody.ts");

async function scan(folder: string) {
  return JSON.parse((await runProgram([Deno.execPath(), "run", "-A", "--no-check", program, folder])).out);
}

Deno.test("tree scan: what cannot be read is listed as unreadable", async () => {
  await using folder = await temporaryFolder();
  try {
    await Deno.chmod(folder.path, 0o755);
    for (const path of ["closed/in", "listable/in", "open/in"]) {
      await Deno.mkdir(join(folder.path, path, ".."), { recursive: true });
      await Deno.writeTextFile(join(folder.path, path), "x", { mode: 0o644 });
    }
    await Deno.writeTextFile(join(folder.path, "secret"), "x");
    await Deno.chmod(join(folder.path, "secret"), 0o000);
    await Deno.chmod(join(folder.path, "closed"), 0o000);
    assert.deepEqual(await scan(folder.path), {
      paths: ["listable/in", "open/in"],
      leftOut: [["secret", "unreadable"], ["closed", "unreadable"]],
    });
    // Its names can be listed, but not what they are.
    await Deno.chmod(join(folder.path, "listable"), 0o444);
    assert.match((await scan(folder.path)).error, /denied|EACCES/i);
    await Deno.chmod(folder.path, 0o000);
    assert.match((await scan(folder.path)).error, /denied|EACCES/i);
  } finally {
    for (const path of ["", "closed", "listable"]) await Deno.chmod(join(folder.path, path), 0o755);
  }
});

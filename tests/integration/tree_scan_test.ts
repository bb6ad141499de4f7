// A file or folder that the panel cannot read is unknown; it must not look as if it had been deleted.
import assert from "node:assert/strict";
import { join } from "node:path";
import { runProgram } from "../support/run_program.ts";

const program = join(import.meta.dirname!, "..", "support", "scan_tree_as_nobody.ts");

async function scan(folder: string) {
  return JSON.parse((await runProgram([Deno.execPath(), "run", "-A", "--no-check", program, folder])).out);
}

Deno.test("tree scan: what cannot be read is listed as unreadable", async () => {
  const folder = await Deno.makeTempDir({ prefix: "sundial-scan-" });
  try {
    await Deno.chmod(folder, 0o755);
    for (const path of ["closed/in", "listable/in", "open/in"]) {
      await Deno.mkdir(join(folder, path, ".."), { recursive: true });
      await Deno.writeTextFile(join(folder, path), "x", { mode: 0o644 });
    }
    await Deno.writeTextFile(join(folder, "secret"), "x");
    await Deno.chmod(join(folder, "secret"), 0o000);
    await Deno.chmod(join(folder, "closed"), 0o000);
    assert.deepEqual(await scan(folder), {
      paths: ["listable/in", "open/in"],
      leftOut: [["secret", "unreadable"], ["closed", "unreadable"]],
    });
    // Its names can be listed, but not what they are.
    await Deno.chmod(join(folder, "listable"), 0o444);
    assert.match((await scan(folder)).error, /denied|EACCES/i);
    await Deno.chmod(folder, 0o000);
    assert.match((await scan(folder)).error, /denied|EACCES/i);
  } finally {
    for (const path of ["", "closed", "listable"]) await Deno.chmod(join(folder, path), 0o755);
    await Deno.remove(folder, { recursive: true });
  }
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { readSystemCrontab } from "./system_crontab.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";

/** Reads the crontab from a program that runs a line of shell. */
async function ask(source: string) {
  await using folder = await temporaryFolder();
  const program = join(folder.path, "crontab");
  await Deno.writeTextFile(program, `#!/bin/sh\n${source}\n`, { mode: 0o755 });
  return await readSystemCrontab(program);
}

Deno.test("system crontab: returns the output of the program unchanged", async () => {
  const result = await ask(`[ "$1" = -l ] && printf '0 5 * * * a%%b\\n# é\\n'`);
  assert.deepEqual(result, { found: "crontab", text: "0 5 * * * a%b\n# é\n" });
});

Deno.test("system crontab: distinguishes a missing crontab from an error, for both kinds of cron", async () => {
  assert.deepEqual(await ask("echo no crontab for root >&2; exit 1"), { found: "no_crontab" });
  const busybox = "echo \"crontab: can't open 'root': No such file or directory\" >&2; exit 1";
  assert.deepEqual(await ask(busybox), { found: "no_crontab" });
  const denied = await ask("echo You may not use this program >&2; exit 1");
  assert.deepEqual(denied, { found: "unreadable", reason: "You may not use this program" });
});

Deno.test("system crontab: runs the program in English and without a shell", async () => {
  assert.deepEqual(await ask(`echo "$LC_ALL $*"`), { found: "crontab", text: "C -l\n" });
  assert.deepEqual(await readSystemCrontab("/nowhere/crontab; echo x"), { found: "no_program" });
});

Deno.test("system crontab: does not read excessive output to its end", async () => {
  assert.equal((await ask("yes")).found, "unreadable");
});

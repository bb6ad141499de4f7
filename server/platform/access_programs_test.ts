import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { quoted, writePrograms } from "./access_programs.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";

const odd = 'it\'s "a" $(touch x) `touch y` \\z {}';

Deno.test("access programs: are executable by the owner, and written again only when they differ", async () => {
  await using root = await temporaryFolder();
  const folder = writePrograms(join(root.path, "access"));
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  assert.deepEqual(names, ["ql", "sundial", "task"]);
  const program = join(folder, "task");
  const before = Deno.statSync(program);
  assert.equal(before.mode! & 0o777, 0o700);
  writePrograms(join(root.path, "access"));
  assert.equal(Deno.statSync(program).ino, before.ino);
  await Deno.writeTextFile(program, "#!/bin/sh\n");
  writePrograms(join(root.path, "access"));
  assert.notEqual(await Deno.readTextFile(program), "#!/bin/sh\n");
});

Deno.test("access programs: work in a folder with any name", async () => {
  await using root = await temporaryFolder();
  const access = join(root.path, odd, "access");
  const folder = writePrograms(access);
  for (
    const [name, variable, expected] of [
      ["task", "SUNDIAL_ACCESS_DIR", access],
      ["ql", "SUNDIAL_ACCESS_DIR", access],
      ["sundial", "SUNDIAL_DATA_DIR", join(root.path, odd)],
    ] as const
  ) {
    const [, line] = (await Deno.readTextFile(join(folder, name))).split("\n");
    const text = execFileSync("/bin/sh", ["-c", `${line}\nprintf %s "$${variable}"`], {
      cwd: root.path,
      env: {},
      encoding: "utf8",
    });
    assert.equal(text, expected, name);
  }
  assert.deepEqual([...Deno.readDirSync(root.path)].map(({ name }) => name), [odd]);
});

Deno.test("quoted words: reach a program unchanged", () => {
  const words = [odd, "", "a b", "-x", "line\nend"];
  const text = execFileSync("/bin/sh", ["-c", `printf '%s\\0' ${quoted(words)}`], { encoding: "utf8" });
  assert.deepEqual(text.split("\0").slice(0, -1), words);
});

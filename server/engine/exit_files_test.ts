import assert from "node:assert/strict";
import { mkfifo } from "../../tests/support/mkfifo.ts";
import { ExitFiles } from "./exit_files.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";

const contents: [string | null, boolean, number | null][] = [
  [null, false, null],
  ["", true, null],
  ["0\n", true, 0],
  ["143\n", true, 143],
  ["14", true, null],
  ["-1\n", true, null],
  ["nonsense\n", true, null],
];
for (const [content, started, code] of contents) {
  Deno.test(`exit files: ${content === null ? "no file" : JSON.stringify(content)} means ${started ? "started" : "not started"}, exit code ${code}`, async () => {
    await using root = await temporaryFolder();
    const exitFiles = new ExitFiles(root.path);
    if (content !== null) await Deno.writeTextFile(exitFiles.file(5), content);
    assert.equal(exitFiles.hasStarted(5), started);
    assert.equal(exitFiles.exit(5)?.code ?? null, code);
    exitFiles.remove(5);
    exitFiles.remove(5);
    assert.equal(exitFiles.hasStarted(5), false);
  });
}

const others: Record<string, (path: string) => Promise<void>> = {
  "a pipe": mkfifo,
  "a directory": async (path) => {
    await Deno.mkdir(path);
    await Deno.writeTextFile(`${path}/file`, "0\n");
  },
  "a link to itself": (path) => Deno.symlink(path, path),
  "a link to an exit code": async (path) => {
    await Deno.writeTextFile(`${path}.other`, "0\n");
    await Deno.symlink(`${path}.other`, path);
  },
  "more than an exit code": (path) => Deno.writeTextFile(path, `${"0".repeat(1_000_000)}\n`),
};
for (const [what, make] of Object.entries(others)) {
  Deno.test(`exit files: ${what} means started without an exit code, and can be removed`, async () => {
    await using root = await temporaryFolder();
    const exitFiles = new ExitFiles(root.path);
    await make(exitFiles.file(5));
    assert.equal(exitFiles.exit(5), null);
    assert.equal(exitFiles.hasStarted(5), true);
    exitFiles.remove(5);
    assert.equal(exitFiles.hasStarted(5), false);
  });
}

Deno.test("exit files: lists the runs that have files", async () => {
  await using root = await temporaryFolder();
  const files = new ExitFiles(root.path);
  await Deno.writeTextFile(files.file(7), "");
  await Deno.writeTextFile(files.file(12), "0\n");
  await Deno.writeTextFile(files.pipe(12), "");
  await Deno.writeTextFile(`${root.path}/note.txt`, "");
  assert.deepEqual(files.list().sort((a, b) => a - b), [7, 12]);
});

import assert from "node:assert/strict";
import { isHalfDone, keepingDirectory, restoreDirectory } from "./keep_directory.ts";
import { temporaryFolder } from "../../../../tests/support/temporary_folder.ts";

interface Scene {
  directory: string;
  /** Runs a shell command in the directory, which is backed up meanwhile. Returns its exit code. */
  change(line: string): Promise<number>;
  files(): Promise<Record<string, string>>;
}

async function withDirectory(action: (scene: Scene) => Promise<void>): Promise<void> {
  await using root = await temporaryFolder();
  const directory = `${root.path}/a folder; touch canary`;
  await Deno.mkdir(`${directory}/inner`, { recursive: true });
  await Deno.writeTextFile(`${directory}/package.json`, "before");
  await Deno.writeTextFile(`${directory}/inner/index.js`, "before");
  await action({
    directory,
    change: (line) => run(directory, line),
    files: () => read(directory),
  });
  assert.deepEqual([...Deno.readDirSync(root.path)].map(({ name }) => name), ["a folder; touch canary"]);
}

async function run(directory: string, line: string): Promise<number> {
  const [program = "", ...args] = keepingDirectory(directory, ["/bin/sh", "-c", line]);
  return (await new Deno.Command(program, { args, stdout: "null", stderr: "null" }).output()).code;
}

async function read(directory: string, below = ""): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(`${directory}/${below}`)) {
    if (isDirectory) Object.assign(files, await read(directory, `${below}${name}/`));
    else files[`${below}${name}`] = await Deno.readTextFile(`${directory}/${below}${name}`);
  }
  return files;
}

const before = { "package.json": "before", "inner/index.js": "before" };

Deno.test("keep directory: keeps the result of a success and nothing else", () =>
  withDirectory(async ({ directory, change, files }) => {
    assert.equal(await change("echo -n after > package.json; rm inner/index.js; echo -n new > b"), 0);
    assert.deepEqual(await files(), { "package.json": "after", b: "new" });
    assert.equal(isHalfDone(directory), false);
  }));

Deno.test("keep directory: a failure leaves everything as it was and returns its exit code", () =>
  withDirectory(async ({ change, files }) => {
    // Overwrites in place, as package managers do with their own files, and renames, as they do with unpacked
    // files.
    const line = "echo -n broken > package.json; echo -n x > inner/x; mv inner/x inner/index.js; exit 42";
    assert.equal(await change(line), 42);
    assert.deepEqual(await files(), before);
  }));

Deno.test("keep directory: after all its processes are killed, the panel or the next change restores it", async () => {
  const kill = "echo -n broken > package.json; rm inner/index.js; kill -9 $PPID $$";
  await withDirectory(async ({ directory, change, files }) => {
    assert.notEqual(await change(kill), 0);
    assert.equal(isHalfDone(directory), true);
    await restoreDirectory(directory);
    assert.deepEqual(await files(), before);
    await restoreDirectory(directory);
    assert.deepEqual(await files(), before);
    assert.notEqual(await change(kill), 0);
    assert.equal(await change("test -e inner/index.js"), 0);
    assert.deepEqual(await files(), before);
  });
});

Deno.test("keep directory: completes an interrupted restore", () =>
  withDirectory(async ({ directory, change, files }) => {
    await Deno.rename(directory, `${directory}.kept`);
    assert.equal(await change("true"), 0);
    assert.deepEqual(await files(), before);
    await Deno.rename(directory, `${directory}.kept`);
    await restoreDirectory(directory);
    assert.deepEqual(await files(), before);
  }));

import assert from "node:assert/strict";
import { isHalfDone, keepingPlace, restorePlace } from "./keep_place.ts";

interface Scene {
  place: string;
  /** Runs a line of shell in the folder, which is kept meanwhile. Answers its exit code. */
  change(line: string): Promise<number>;
  /** The files of the folder with their content. */
  files(): Promise<Record<string, string>>;
}

async function withPlace(act: (scene: Scene) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "sundial-keep-" });
  const place = `${root}/a folder; touch canary`;
  try {
    await Deno.mkdir(`${place}/inner`, { recursive: true });
    await Deno.writeTextFile(`${place}/package.json`, "before");
    await Deno.writeTextFile(`${place}/inner/index.js`, "before");
    await act({ place, change: (line) => run(place, line), files: () => read(place) });
    assert.deepEqual([...Deno.readDirSync(root)].map(({ name }) => name), ["a folder; touch canary"]);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

async function run(place: string, line: string): Promise<number> {
  const [program = "", ...args] = keepingPlace(place, ["/bin/sh", "-c", line]);
  return (await new Deno.Command(program, { args, stdout: "null", stderr: "null" }).output()).code;
}

async function read(place: string, below = ""): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(`${place}/${below}`)) {
    if (isDirectory) Object.assign(files, await read(place, `${below}${name}/`));
    else files[`${below}${name}`] = await Deno.readTextFile(`${place}/${below}${name}`);
  }
  return files;
}

const before = { "package.json": "before", "inner/index.js": "before" };

Deno.test("keep place: what ends well is there, and nothing else", async () => {
  await withPlace(async ({ place, change, files }) => {
    assert.equal(await change("echo -n after > package.json; rm inner/index.js; echo -n new > b"), 0);
    assert.deepEqual(await files(), { "package.json": "after", b: "new" });
    assert.equal(isHalfDone(place), false);
  });
});

Deno.test("keep place: what fails leaves everything as it was, and its exit code", async () => {
  await withPlace(async ({ change, files }) => {
    // In place, as managers write their own files; and beside it, as they write what they unpack.
    const line = "echo -n broken > package.json; echo -n x > inner/x; mv inner/x inner/index.js; exit 42";
    assert.equal(await change(line), 42);
    assert.deepEqual(await files(), before);
  });
});

Deno.test("keep place: killed with all that belongs to it, it is put back by the panel, or by the next change", async () => {
  const kill = "echo -n broken > package.json; rm inner/index.js; kill -9 $PPID $$";
  await withPlace(async ({ place, change, files }) => {
    assert.notEqual(await change(kill), 0);
    assert.equal(isHalfDone(place), true);
    await restorePlace(place);
    assert.deepEqual(await files(), before);
    await restorePlace(place);
    assert.deepEqual(await files(), before);
    assert.notEqual(await change(kill), 0);
    assert.equal(await change("test -e inner/index.js"), 0);
    assert.deepEqual(await files(), before);
  });
});

Deno.test("keep place: a restoration that was itself cut off is finished", async () => {
  await withPlace(async ({ place, change, files }) => {
    await Deno.rename(place, `${place}.kept`);
    assert.equal(await change("true"), 0);
    assert.deepEqual(await files(), before);
    await Deno.rename(place, `${place}.kept`);
    await restorePlace(place);
    assert.deepEqual(await files(), before);
  });
});

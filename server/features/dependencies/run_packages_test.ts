import assert from "node:assert/strict";
import { packagePlaces } from "./places.ts";
import { interpreterFolders, ownFlags, packageEnvironment } from "./run_packages.ts";

async function withPlaces(act: (places: ReturnType<typeof packagePlaces>) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "sundial-places-" });
  try {
    await act(packagePlaces({ root, packages: `${root}/deps` }));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

const inherited = { PATH: "/usr/bin:/bin", NODE_PATH: "/mine" };

Deno.test("packages of runs: where nothing is installed nothing is added", async () => {
  await withPlaces(async (places) => {
    assert.deepEqual(packageEnvironment(places, inherited, "http://mirror.example"), {});
    assert.deepEqual(interpreterFolders(places), []);
    assert.deepEqual(ownFlags(places, "/nowhere/a.ts"), []);
    await Promise.resolve();
  });
});

Deno.test("packages of runs: the programs of Python come first, those of Node last", async () => {
  await withPlaces(async (places) => {
    await Deno.mkdir(`${places.node}/node_modules`, { recursive: true });
    await Deno.mkdir(`${places.python}/bin`, { recursive: true });
    await Deno.mkdir(places.deno);
    await Deno.writeTextFile(`${places.python}/bin/python3`, "");
    assert.deepEqual(packageEnvironment(places, inherited, null), {
      NODE_PATH: `${places.node}/node_modules:/mine`,
      VIRTUAL_ENV: places.python,
      DENO_DIR: places.deno,
      PATH: `${places.python}/bin:/usr/bin:/bin:${places.node}/node_modules/.bin`,
    });
    assert.deepEqual(interpreterFolders(places), [`${places.python}/bin`]);
  });
});

Deno.test("packages of runs: an environment whose Python is gone from the machine is not used", async () => {
  await withPlaces(async (places) => {
    await Deno.mkdir(`${places.python}/bin`, { recursive: true });
    await Deno.symlink("/nowhere/python3.1", `${places.python}/bin/python3`);
    assert.deepEqual(packageEnvironment(places, inherited, null), {});
  });
});

Deno.test("packages of runs: the own runtime takes them from the project, unless the script imports by address", async () => {
  await withPlaces(async (places) => {
    await Deno.mkdir(`${places.node}/node_modules`, { recursive: true });
    const script = `${places.root}/a.ts`;
    await Deno.writeTextFile(script, `import axios from "axios";`);
    assert.deepEqual(ownFlags(places, script), ["--node-modules-dir=manual"]);
    await Deno.writeTextFile(script, `import chalk from 'npm:chalk@5';`);
    assert.deepEqual(ownFlags(places, script), []);
  });
});

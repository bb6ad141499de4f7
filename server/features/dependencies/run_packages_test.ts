import assert from "node:assert/strict";
import { packageDirectories } from "./places.ts";
import { interpreterFolders, packageEnvironment, runtimeFlags } from "./run_packages.ts";

async function withDirectories(
  action: (directories: ReturnType<typeof packageDirectories>) => Promise<void>,
): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "sundial-places-" });
  try {
    await action(packageDirectories({ root, packages: `${root}/deps` }));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

const inherited = { PATH: "/usr/bin:/bin", NODE_PATH: "/mine" };

Deno.test("packages of runs: adds nothing if nothing is installed", async () => {
  await withDirectories(async (directories) => {
    assert.deepEqual(packageEnvironment(directories, inherited, "http://mirror.example"), {});
    assert.deepEqual(interpreterFolders(directories), []);
    assert.deepEqual(runtimeFlags(directories, "/nowhere/a.ts"), []);
    await Promise.resolve();
  });
});

Deno.test("packages of runs: Python programs come first, Node programs last", async () => {
  await withDirectories(async (directories) => {
    await Deno.mkdir(`${directories.node}/node_modules`, { recursive: true });
    await Deno.mkdir(`${directories.python}/bin`, { recursive: true });
    await Deno.mkdir(directories.deno);
    await Deno.writeTextFile(`${directories.python}/bin/python3`, "");
    assert.deepEqual(packageEnvironment(directories, inherited, null), {
      NODE_PATH: `${directories.node}/node_modules:/mine`,
      VIRTUAL_ENV: directories.python,
      DENO_DIR: directories.deno,
      PATH: `${directories.python}/bin:/usr/bin:/bin:${directories.node}/node_modules/.bin`,
    });
    assert.deepEqual(interpreterFolders(directories), [`${directories.python}/bin`]);
  });
});

Deno.test("packages of runs: ignores an environment whose Python is gone from the machine", async () => {
  await withDirectories(async (directories) => {
    await Deno.mkdir(`${directories.python}/bin`, { recursive: true });
    await Deno.symlink("/nowhere/python3.1", `${directories.python}/bin/python3`);
    assert.deepEqual(packageEnvironment(directories, inherited, null), {});
  });
});

Deno.test("packages of runs: the panel's runtime uses the project, unless the script imports by URL", async () => {
  await withDirectories(async (directories) => {
    await Deno.mkdir(`${directories.node}/node_modules`, { recursive: true });
    const script = `${directories.root}/a.ts`;
    await Deno.writeTextFile(script, `import axios from "axios";`);
    assert.deepEqual(runtimeFlags(directories, script), ["--node-modules-dir=manual"]);
    await Deno.writeTextFile(script, `import chalk from 'npm:chalk@5';`);
    assert.deepEqual(runtimeFlags(directories, script), []);
  });
});

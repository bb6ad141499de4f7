import assert from "node:assert/strict";
import { join } from "node:path";
import {
  InstalledPackages,
  interpreterFolders,
  packageEnvironment,
  runtimeFlags,
} from "./installed_packages.ts";
import { packageDirectories } from "./package_directories.ts";
import type { PackageJob } from "./run_type.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const noMirrors = { denoMirror: null, jsrMirror: null };
const mirrors = { denoMirror: "http://mirror.example", jsrMirror: "http://jsr.example" };

Deno.test("installed packages: every installer runs with a memory limit", async () => {
  await using root = await temporaryFolder();
  const trash = join(root.path, "bin");
  const recorded = join(root.path, "limits");
  for (const folder of [trash, join(root.path, "packages")]) await Deno.mkdir(folder);
  const program = `#!/bin/sh\nulimit -d >> "${recorded}"\n`;
  for (const name of ["npm", "deno", "apt-get", "python3"]) {
    await Deno.writeTextFile(join(trash, name), program, { mode: 0o755 });
  }
  const osRelease = join(root.path, "os-release");
  await Deno.writeTextFile(osRelease, "ID=debian\n");
  const packages = new InstalledPackages({
    directories: packageDirectories({ root: root.path, packages: join(root.path, "packages") }),
    inherited: { PATH: `${trash}:/usr/bin:/bin` },
    settings: () => ({
      nodeManager: "npm",
      nodeMirror: null,
      nodeProxy: null,
      pythonMirror: null,
      pythonProxy: null,
      linuxMirror: null,
      linuxProxy: null,
      denoMirror: null,
      jsrMirror: null,
      denoProxy: null,
    }),
    language: () => "en",
    userId: 0,
    osRelease,
    panelRuntime: null,
  });
  for (const type of ["node", "deno", "linux", "python"] as const) {
    await Deno.writeTextFile(recorded, "");
    const order = {
      type,
      action: "install",
      name: type === "deno" ? "npm:left-pad" : "left-pad",
      again: false,
    };
    const { command, directory, environment } = packages.order(order as PackageJob);
    const [first = "", ...args] = command;
    await new Deno.Command(first, { args, cwd: directory, env: environment, clearEnv: true }).output();
    const limits = (await Deno.readTextFile(recorded)).trim().split("\n");
    assert.deepEqual([...new Set(limits)], ["2097152"], type);
  }
});

async function withDirectories(
  action: (directories: ReturnType<typeof packageDirectories>) => Promise<void>,
): Promise<void> {
  await using root = await temporaryFolder();
  await action(packageDirectories({ root: root.path, packages: `${root.path}/deps` }));
}

const inherited = { PATH: "/usr/bin:/bin", NODE_PATH: "/mine" };

Deno.test("packages of runs: adds nothing if nothing is installed", () =>
  withDirectories(async (directories) => {
    assert.deepEqual(packageEnvironment(directories, inherited, mirrors), {});
    assert.deepEqual(interpreterFolders(directories), []);
    assert.deepEqual(runtimeFlags(directories, "/nowhere/a.ts"), []);
    await Promise.resolve();
  }));

Deno.test("packages of runs: Python programs come first, Node programs last", () =>
  withDirectories(async (directories) => {
    await Deno.mkdir(`${directories.node}/node_modules`, { recursive: true });
    await Deno.mkdir(`${directories.python}/bin`, { recursive: true });
    await Deno.mkdir(directories.deno);
    await Deno.writeTextFile(`${directories.python}/bin/python3`, "");
    assert.deepEqual(packageEnvironment(directories, inherited, noMirrors), {
      NODE_PATH: `${directories.node}/node_modules:/mine`,
      VIRTUAL_ENV: directories.python,
      DENO_DIR: directories.deno,
      PATH: `${directories.python}/bin:/usr/bin:/bin:${directories.node}/node_modules/.bin`,
    });
    assert.deepEqual(interpreterFolders(directories), [`${directories.python}/bin`]);
  }));

Deno.test("packages of runs: ignores an environment whose Python is gone from the machine", () =>
  withDirectories(async (directories) => {
    await Deno.mkdir(`${directories.python}/bin`, { recursive: true });
    await Deno.symlink("/nowhere/python3.1", `${directories.python}/bin/python3`);
    assert.deepEqual(packageEnvironment(directories, inherited, noMirrors), {});
  }));

Deno.test("packages of runs: the panel's runtime uses the project, unless the script imports by URL", () =>
  withDirectories(async (directories) => {
    await Deno.mkdir(`${directories.node}/node_modules`, { recursive: true });
    const script = `${directories.root}/a.ts`;
    await Deno.writeTextFile(script, `import axios from "axios";`);
    assert.deepEqual(runtimeFlags(directories, script), ["--node-modules-dir=manual"]);
    await Deno.writeTextFile(script, `import chalk from 'npm:chalk@5';`);
    assert.deepEqual(runtimeFlags(directories, script), []);
  }));

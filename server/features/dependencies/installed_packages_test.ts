import assert from "node:assert/strict";
import { join } from "node:path";
import type { PackageOrder } from "./run_type.ts";
import { InstalledPackages } from "./installed_packages.ts";
import { packageDirectories } from "./places.ts";

Deno.test("installed packages: every installer runs with a memory limit", async () => {
  const root = await Deno.makeTempDir({ prefix: "sundial-installers-" });
  try {
    const trash = join(root, "bin");
    const recorded = join(root, "limits");
    for (const folder of [trash, join(root, "packages")]) await Deno.mkdir(folder);
    const program = `#!/bin/sh\nulimit -d >> "${recorded}"\n`;
    for (const name of ["npm", "deno", "apt-get", "python3"]) {
      await Deno.writeTextFile(join(trash, name), program, { mode: 0o755 });
    }
    const osRelease = join(root, "os-release");
    await Deno.writeTextFile(osRelease, "ID=debian\n");
    const packages = new InstalledPackages({
      places: packageDirectories({ root, packages: join(root, "packages") }),
      inherited: { PATH: `${trash}:/usr/bin:/bin` },
      settings: () => ({
        nodeManager: "npm",
        nodeMirror: null,
        nodeProxy: null,
        pythonMirror: null,
        pythonProxy: null,
        linuxProxy: null,
        denoMirror: null,
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
      const { command, directory, environment } = packages.order(order as PackageOrder);
      const [first = "", ...args] = command;
      await new Deno.Command(first, { args, cwd: directory, env: environment, clearEnv: true }).output();
      const limits = (await Deno.readTextFile(recorded)).trim().split("\n");
      assert.deepEqual([...new Set(limits)], ["2097152"], type);
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

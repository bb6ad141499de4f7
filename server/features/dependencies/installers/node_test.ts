import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeHeaders } from "./node.ts";

/** Returns the variables with the headers on a machine whose manager has this version of node-gyp. */
function namesFor(version: string | null, gyp = "lib/npm/node_modules/node-gyp"): Record<string, string> {
  const machine = realpathSync(mkdtempSync(join(tmpdir(), "sundial-headers-")));
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(machine, path)), { recursive: true });
    writeFileSync(join(machine, path), text, { mode });
  };
  try {
    write("bin/node", "#!/bin/sh\n", 0o755);
    write("lib/npm/bin/npm-cli.js", "", 0o755);
    symlinkSync("../lib/npm/bin/npm-cli.js", join(machine, "bin/npm"));
    if (version !== null) write(`${gyp}/package.json`, JSON.stringify({ version }));
    const path = join(machine, "bin");
    assert.deepEqual(nodeHeaders(join(path, "npm"), path), {}, "without headers nothing is passed");
    write("include/node/node.h", "");
    const variables = Object.entries(nodeHeaders(join(path, "npm"), path));
    return Object.fromEntries(variables.map(([name, root]) => [name, root === machine ? "machine" : root]));
  } finally {
    rmSync(machine, { recursive: true });
  }
}

Deno.test("node headers: passed under the name that this node-gyp reads", () => {
  const configured = { npm_package_config_node_gyp_nodedir: "machine" };
  for (const version of ["11.4.0", "11.10.0", "12.4.0", null]) {
    assert.deepEqual(namesFor(version), configured);
  }
  for (const version of ["10.1.0", "11.3.9"]) {
    assert.deepEqual(namesFor(version), { npm_config_nodedir: "machine" });
    assert.deepEqual(namesFor(version, "lib/npm/dist/node_modules/node-gyp"), {
      npm_config_nodedir: "machine",
    });
  }
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { findProgram } from "../../../platform/process/find_program.ts";
import { Interpreters } from "./interpreters.ts";

const panelRuntime = { argv: ["/opt/sundial", "__run"] };

interface Machine extends AsyncDisposable {
  path: string;
}

async function machine(programs: Record<string, string>): Promise<Machine> {
  const root = await Deno.makeTempDir({ prefix: "sundial-programs-" });
  for (const [name, source] of Object.entries(programs)) {
    await Deno.writeTextFile(join(root, name), `#!/bin/sh\n${source}\n`, { mode: 0o755 });
  }
  return { path: root, [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }) };
}

async function choices(programs: Record<string, string>, runtime: "auto" | "node" | "deno"): Promise<string> {
  await using location = await machine(programs);
  const interpreters = new Interpreters(location.path, panelRuntime);
  return ["a.js", "a.mjs", "a.cjs", "a.ts", "a.mts", "a.py", "a.sh", "a.PY"].map((file) => {
    const found = interpreters.choose(file, runtime);
    if ("missing" in found) return `-${found.missing}`;
    return found.argv === panelRuntime.argv
      ? "own"
      : found.argv.map((token) => token.replace(`${location.path}/`, "")).join(" ");
  }).join(", ");
}

const table: [string, Record<string, string>, "auto" | "node" | "deno", string][] = [
  ["no interpreters installed", {}, "auto", "own, own, own, own, own, -python3, -bash, -python3"],
  [
    "no interpreters installed, node requested",
    {},
    "node",
    "-node, -node, -node, -node, -node, -python3, -bash, -python3",
  ],
  [
    "node installed",
    { node: "", python3: "", bash: "" },
    "auto",
    "node, node, node, own, own, python3, bash, python3",
  ],
  [
    "node installed and requested",
    { node: "" },
    "node",
    "node, node, node, node, node, -python3, -bash, -python3",
  ],
  [
    "node installed, deno requested",
    { node: "" },
    "deno",
    "own, own, own, own, own, -python3, -bash, -python3",
  ],
];
for (const [name, programs, runtime, expected] of table) {
  Deno.test(`interpreters: ${name}`, async () => assert.equal(await choices(programs, runtime), expected));
}

Deno.test("interpreters: the first of two folders wins, and files that cannot be executed are ignored", async () => {
  await using first = await machine({});
  await using second = await machine({ tool: "", other: "" });
  await Deno.mkdir(join(first.path, "tool"));
  await Deno.writeTextFile(join(first.path, "other"), "", { mode: 0o644 });
  const path = `${first.path}::${second.path}`;
  assert.equal(findProgram("tool", path), join(second.path, "tool"));
  assert.equal(findProgram("other", path), join(second.path, "other"));
  assert.equal(findProgram("none", path), undefined);
});

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

// Replaces main.ts: only the dispatch, so that this file is tested without the whole program.
const host = `
import { runScript } from ${JSON.stringify(import.meta.resolve("./run_script.ts"))};
const code = await runScript(Deno.args);
if (code !== undefined) Deno.exit(code);
`;

interface Outcome {
  code: number;
  out: string;
  error: string;
}

/** Runs the first of these files in a folder that contains only them. */
function runFiles(files: Record<string, string>, args: string[] = []): Promise<Outcome & { folder: string }> {
  return inFolder(files, async (folder) => {
    const script = join(folder, Object.keys(files)[0]!);
    return { ...await runHost(folder, [script, ...args]), folder };
  });
}

async function inFolder<T>(
  files: Record<string, string>,
  action: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sundial-script-")));
  try {
    for (const [name, content] of Object.entries({ ...files, "host/host.ts": host })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return await action(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runHost(folder: string, args: string[]): Promise<Outcome> {
  const output = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-config", "--no-check", join(folder, "host/host.ts"), ...args],
    cwd: folder,
    env: { NO_COLOR: "1" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code: output.code, out: text(output.stdout).trim(), error: text(output.stderr) };
}

Deno.test("run script: runs TypeScript with its arguments and relative imports", async () => {
  const { folder, ...outcome } = await runFiles({
    "task.ts": `import { word } from "./lib/word.ts"; const n: number = 2;
      console.log(word, n, process.argv.slice(1).join(" "), Deno.args.join(" "));`,
    "lib/word.ts": `export const word: string = "hello";`,
  }, ["a", "b c"]);
  assert.deepEqual(outcome, { code: 0, out: `hello 2 ${folder}/task.ts a b c a b c`, error: "" });
});

Deno.test("run script: treats a .js file with require as CommonJS, with import as a module", async () => {
  const common = await runFiles({
    "task.js": `#!/usr/bin/env node\nconst { readFileSync } = require("fs");
      console.log(require.main === module, require("./answer"), typeof readFileSync, __filename.endsWith("task.js"));`,
    "answer.js": `module.exports = 42;`,
  });
  assert.equal(common.out, "true 42 function true", common.error);
  const module = await runFiles({
    "task.js": `import { sep } from "node:path"; console.log(await Promise.resolve(sep), typeof require);`,
  });
  assert.equal(module.out, "/ undefined", module.error);
});

Deno.test("run script: prefers extension and package.json over the source", async () => {
  const declared = await runFiles({
    "task.js": `console.log(typeof require)`,
    "package.json": `{"type":"module"}`,
  });
  assert.equal(declared.out, "undefined", declared.error);
  assert.equal((await runFiles({ "task.cjs": `console.log(typeof require)` })).out, "function");
  assert.equal((await runFiles({ "task.mjs": `console.log(typeof require)` })).out, "undefined");
  assert.equal((await runFiles({ "task.ts": `const p = require("path"); console.log(p.sep)` })).out, "/");
});

Deno.test("run script: prints the stack of an error and exits with 1", async () => {
  const thrown = await runFiles({
    "task.js": `setTimeout(() => console.log("late"), 30_000); throw new Error("boom")`,
  });
  assert.equal(thrown.code, 1);
  assert.match(thrown.error, /boom[\s\S]*task\.js/);
  assert.equal(thrown.out, "");
  const rejected = await runFiles({
    "task.mjs": `Promise.reject(new Error("boom")); setTimeout(() => {}, 5000)`,
  });
  assert.equal(rejected.code, 1);
  assert.match(rejected.error, /boom/);
  assert.equal((await runFiles({ "task.js": `const = 1` })).code, 1);
});

Deno.test("run script: lets the script choose its exit code and catch its own errors", async () => {
  assert.equal((await runFiles({ "task.js": `process.exitCode = 7; setTimeout(() => {}, 1)` })).code, 7);
  assert.equal((await runFiles({ "task.mjs": `process.exit(9)` })).code, 9);
  const caught = await runFiles({
    "task.mjs":
      `process.on("uncaughtException", (e) => console.log("caught", e.message)); throw new Error("boom");`,
  });
  assert.deepEqual([caught.code, caught.out], [0, "caught boom"]);
});

Deno.test("run script: follows a link, so that imports resolve beside the real file", async () => {
  const outcome = await inFolder({
    "real/task.ts": `import { a } from "./a.ts"; console.log(a);`,
    "real/a.ts": `export const a = 1;`,
  }, (folder) => {
    symlinkSync("real/task.ts", join(folder, "link.ts"));
    return runHost(folder, ["link.ts"]);
  });
  assert.equal(outcome.out, "1", outcome.error);
});

Deno.test("run script: runs the file before it with its arguments and stops when that file throws", async () => {
  const script = `console.log("main", process.env.A, require.main === module, process.argv.slice(2).join())`;
  const files = {
    "task.js": script,
    "common.js":
      `process.env.A = "1"; console.log("before", require.main === module, process.argv.slice(1).join())`,
    "module.js": `import { sep } from "node:path"; await 1; process.env.A = sep; console.log("before");`,
    "wrong.js": `throw new Error("boom");`,
    "leaving.js": `process.exit(5);`,
  };
  const [common, module, wrong, leaving] = await inFolder(files, async (folder) => {
    const run = async (before: string) => {
      const outcome = await runHost(folder, ["--before", join(folder, before), join(folder, "task.js"), "a"]);
      return { ...outcome, out: outcome.out.replaceAll(`${folder}/`, "") };
    };
    return [await run("common.js"), await run("module.js"), await run("wrong.js"), await run("leaving.js")];
  });
  assert.equal(common!.out, "before false task.js,a\nmain 1 true a", common!.error);
  assert.equal(module!.out, "before\nmain / true a", module!.error);
  assert.deepEqual([wrong!.code, wrong!.out], [1, ""]);
  assert.match(wrong!.error, /boom[\s\S]*wrong\.js/);
  assert.deepEqual([leaving!.code, leaving!.out], [5, ""]);
});

Deno.test("run script: reports a missing script in one line per language and exits with 1", async () => {
  const outcome = await inFolder({}, (folder) => runHost(folder, ["gone.ts"]));
  assert.deepEqual(outcome, {
    code: 1,
    out: "",
    error: "Cannot find the script gone.ts\n找不到脚本 gone.ts\n",
  });
});

// The hidden command `__run`: runs a user's script in this process, which contains no other part of the
// panel. It loads only what Deno includes, so that a task starts as fast as under plain Deno.

import { readFileSync, realpathSync } from "node:fs";
import Module, { createRequire, findPackageJSON } from "node:module";
import { dirname, extname, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

/**
 * Runs a script as `node <script> [args…]` would. As of Node, `--require <file>` loads a CommonJS module first; then
 * `--before <file>` runs another file. Ends with the process: an uncaught error prints its stack and exits with 1; otherwise `process.exitCode` applies.
 * Returns 1 when the script does not exist.
 */
export async function runScript(args: string[]): Promise<number | void> {
  const [preload, others] = takeOption(args, "--require");
  const [before, [given, ...rest]] = takeOption(others, "--before");
  const script = given === undefined ? null : findScript(given);
  if (script === null) {
    process.stderr.write(`Cannot find the script ${given ?? ""}\n找不到脚本 ${given ?? ""}\n`);
    return 1;
  }
  process.argv = [Deno.execPath(), resolve(given!), ...rest];
  Object.defineProperty(Deno, "args", { value: rest });
  try {
    if (preload !== null) createRequire(import.meta.url)(preload);
    if (before !== null) await load(before, { isMain: false });
    await load(script, { isMain: true });
  } catch (error) {
    reportError(error);
  }
}

function takeOption(args: string[], name: string): [value: string | null, rest: string[]] {
  return args[0] === name ? [args[1] ?? null, args.slice(2)] : [null, args];
}

async function load(file: string, { isMain }: { isMain: boolean }): Promise<void> {
  if (isCommonJs(file)) return loadCommonJs(file, isMain);
  if (isMain && /\.m?ts$/.test(file)) defineCommonJs(file);
  await import(pathToFileURL(file).href);
}

/** TypeScript that was compiled to CommonJS elsewhere may use its variables besides `import`. */
function defineCommonJs(script: string): void {
  const require = createRequire(script);
  const values = { require, module: { exports: {} }, __filename: script, __dirname: dirname(script) };
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

function findScript(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/**
 * Decides as Node does: by extension, then by the nearest `package.json`, then by the syntax of the source.
 */
function isCommonJs(script: string): boolean {
  const extension = extname(script);
  if (extension === ".cjs" || extension === ".cts") return true;
  if (extension === ".mjs" || extension === ".mts") return false;
  const declared = packageType(script);
  if (declared !== null) return declared === "commonjs";
  const source = readFileSync(script, "utf8");
  return extension === ".ts" ? usesRequire(source) : compilesAsCommonJs(source);
}

function packageType(script: string): string | null {
  try {
    const path = findPackageJSON(pathToFileURL(script).href);
    if (path === undefined) return null;
    const type: unknown = JSON.parse(readFileSync(path, "utf8")).type;
    return typeof type === "string" ? type : null;
  } catch {
    return null;
  }
}

/**
 * Returns whether the source compiles as CommonJS, without running it. `import`, `export`, `import.meta` and top-level
 * `await` do not compile inside a function.
 */
function compilesAsCommonJs(source: string): boolean {
  try {
    new Function("exports", "require", "module", "__filename", "__dirname", source.replace(/^#!/, "//"));
    return true;
  } catch {
    return false;
  }
}

function usesRequire(source: string): boolean {
  const hasModuleSyntax = /^[ \t\ufeff]*(import\s*["'{*\w]|export\s)/m.test(source);
  return !hasModuleSyntax && /\brequire\(|\bmodule\.exports\b/.test(source);
}

function loadCommonJs(script: string, isMain: boolean): void {
  // Node starts a main module through `_load` with the third argument set; only then is `require.main ===
  // module` true.
  const loader = Module as unknown as { _load(path: string, parent: null, isMain: boolean): unknown };
  loader._load(script, null, isMain);
}

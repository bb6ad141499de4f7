// Makes imports of ES modules find what `require` finds. Installed only for scripts that need it.
"use strict";

const fs = require("fs");
const path = require("path");
const Module = require("module");
const { fileURLToPath, pathToFileURL } = require("url");
const { findMissing, isMissing } = require("./find_module.cjs");
const isDeno = typeof Deno !== "undefined";

/** Installs the hooks in this thread, or, before Node 22.15, in the thread of the loader. */
function install() {
  if (typeof Module.registerHooks !== "function") {
    Module.register(pathToFileURL(path.join(__dirname, "import_hooks.mjs")));
    return;
  }
  if (isDeno) requireWithoutHooks();
  const found = new Set();
  const wrapped = new Set();
  Module.registerHooks({
    resolve(request, context, next) {
      const result = resolveMissing(request, context);
      if (result === null) return next(request, context);
      if (!wrapped.has(result.url)) found.add(result.url);
      return result;
    },
    // Deno calls the other hook for every import only if there is one of these.
    load(url, context, next) {
      const isFound = isDeno && /\.js$/.test(url) && found.delete(url);
      if (!isFound || !isCommonJs(url)) return next(url, context);
      wrapped.add(url);
      return wrapCommonJs(url);
    },
  });
}

/** Returns where a module is that would not be found; null to leave it to the runtime. */
function resolveMissing(request, { parentURL }) {
  if (!parentURL || !parentURL.startsWith("file:")) return null;
  const parent = fileURLToPath(parentURL);
  const file = findMissing(request, parent);
  if (file !== null) return { url: pathToFileURL(file).href, shortCircuit: true };
  // Deno would take it for a file beside the script. In the words of Node, the panel finds the package to install.
  if (isDeno && !/^[./]/.test(request) && isMissing(request, parent)) {
    throw new Error(`Cannot find package '${request}' imported from ${parent}`);
  }
  return null;
}

// `require` needs no hook for loading. With one, Deno compiles data as JavaScript and does not find what ES modules import.
function requireWithoutHooks() {
  Module.prototype.load = function (file) {
    const read = Module._extensions[path.extname(file)] || Module._extensions[".js"];
    this.filename = file;
    this.paths = Module._nodeModulePaths(path.dirname(file));
    read(this, file);
    this.loaded = true;
  };
}

// Deno takes a file without a package.json for an ES module.
function isCommonJs(url) {
  const source = fs.readFileSync(fileURLToPath(url), "utf8").replace(/^#!/, "//");
  try {
    new Function("exports", "require", "module", "__filename", "__dirname", source);
    return true;
  } catch (_) {
    return false;
  }
}

// `require` calls the hooks for the same file, which is no longer in the list then.
function wrapCommonJs(url) {
  const file = fileURLToPath(url);
  const names = Object.keys(require(file) || {}).filter((name) =>
    /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) && name !== "default"
  );
  const source = [
    `import { createRequire } from "node:module";`,
    `const exported = createRequire(import.meta.url)(${JSON.stringify(file)});`,
    `export default exported;`,
    ...names.map((name, index) =>
      `const e${index} = exported[${JSON.stringify(name)}]; export { e${index} as ${name} };`
    ),
  ].join("\n");
  return { format: "module", source, shortCircuit: true };
}

module.exports = { install, resolveMissing };

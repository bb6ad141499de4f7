// Loaded before a script by Node (`--require`) and by the panel's own runtime. Everything it offers loads at first use,
// because every script pays for what happens here. Also runs in the processes that a script starts, so it must not fail and
// keeps to the syntax of old versions.
"use strict";

const path = require("path");
const Module = require("module");

readLargeVariables();
defineQlapi();
findModulesElsewhere();
preloadInChildProcesses();

// Variables that the environment has no room for. They are not listed with the others: a process that the script starts could
// not start with them, and reads the file itself.
function readLargeVariables() {
  const given = process.env;
  if (!given.SUNDIAL_VARIABLES_FILE) return;
  try {
    const values = JSON.parse(require("fs").readFileSync(given.SUNDIAL_VARIABLES_FILE, "utf8"));
    const large = new Map(Object.entries(values).filter(([name]) => given[name] === undefined));
    process.env = new Proxy(given, {
      get: (target, name) => large.has(name) ? large.get(name) : target[name],
      has: (target, name) => large.has(name) || name in target,
      set(target, name, value) {
        large.delete(name);
        target[name] = value;
        return true;
      },
      deleteProperty: (target, name) => large.delete(name) || delete target[name],
    });
    Module.syncBuiltinESMExports();
  } catch (_) {
    // The file is removed at the end of the run, which this process outlives.
  }
}

function defineQlapi() {
  Object.defineProperty(globalThis, "QLAPI", {
    configurable: true,
    get() {
      const { QLAPI } = require("./qlapi.cjs");
      Object.defineProperty(globalThis, "QLAPI", { value: QLAPI, configurable: true, writable: true });
      return QLAPI;
    },
    set(value) {
      Object.defineProperty(globalThis, "QLAPI", { value, configurable: true, writable: true });
    },
  });
}

// `require` of a module that the runtime does not find. Imports of ES modules go through hooks of the loader, which cost
// time in every script, so they are installed only if an import of the script would fail without them.
function findModulesElsewhere() {
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (request, parent, isMain, options) {
    try {
      return usable(request, resolve.call(this, request, parent, isMain, options));
    } catch (error) {
      if (!error || error.code !== "MODULE_NOT_FOUND" || isMain || !parent || !parent.filename) throw error;
      const { candidates, fileOf } = require("./find_module.cjs");
      for (const candidate of candidates(request, parent.filename)) {
        try {
          // `require` itself does not look for every extension.
          return usable(request, resolve.call(this, fileOf(candidate) || candidate, parent, false, options));
        } catch (_) {
          // The next one may exist.
        }
      }
      throw error;
    }
  };
  const main = process.argv[1];
  if (!main || !/\.([cm]?[jt]s)$/.test(main)) return;
  try {
    const fs = require("fs");
    const scripts = fs.realpathSync(path.join(__dirname, "..", "..", "scripts"));
    if (!fs.realpathSync(main).startsWith(scripts + path.sep)) return;
    const source = fs.readFileSync(main, "utf8");
    const requests = source.match(/\b(?:import|export|from)\b\s*(?:\(\s*)?["'][^"'\n]{1,500}/g) || [];
    const isBuiltin = (request) => Module.builtinModules.includes(request.replace(/^[^"']*["'](node:)?/, ""));
    if (requests.every(isBuiltin)) return;
    const modules = require("./find_module.cjs");
    if (modules.hasMissingImport(main)) require("./import_hooks.cjs").install();
  } catch (_) {
    // The script itself reports what is wrong with it.
  }
}

function usable(request, file) {
  return /sendNotify(\.js)?$/.test(request) ? require("./find_module.cjs").usableNotifier(file) : file;
}

function preloadInChildProcesses() {
  const flag = `--require ${quote(path.join(__dirname, "preload.cjs"))}`;
  const given = process.env.NODE_OPTIONS || "";
  if (!given.includes(flag)) process.env.NODE_OPTIONS = given === "" ? flag : `${flag} ${given}`;
}

// https://nodejs.org/api/cli.html#node_optionsoptions
function quote(text) {
  return /[\s"\\]/.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : text;
}

// Where scripts find modules that are neither beside them nor installed: in `scripts/deps`, which other panels copied into
// the folder of every repository, then in `scripts`, then here. TypeScript may leave out the extension.
// deno-lint-ignore-file no-console -- the output of the script
"use strict";

const fs = require("fs");
const path = require("path");
const Module = require("module");

const scripts = path.resolve(__dirname, "..", "..", "scripts");
const roots = [scripts, realPath(scripts)];
const extensions = [
  "",
  ".js",
  ".mjs",
  ".cjs",
  ".ts",
  ".mts",
  ".json",
  "/index.js",
  "/index.mjs",
  "/index.ts",
];
const IMPORT = /\b(?:import|export|from)\b\s*(?:\(\s*)?["']([^"'\n]{1,500})["']/g;
// At the start of a line: what a function requires may be optional.
const REQUIRE = /^\S.*?\brequire\(\s*["']([^"'\n]{1,200})["']\s*\)/gm;
/** In the notifiers that the panel puts beside scripts. */
const PUT_BY_PANEL = "SUNDIAL_ACCESS_DIR";
const MAX_FILES = 500;
const MAX_BYTES = 2000000;

/** Lists the paths, without extension as in `request`, at which a module of a script may be instead. */
function candidates(request, parentFile) {
  const root = roots.find((folder) => isBelow(folder, parentFile));
  if (root === undefined || /[\\/]node_modules[\\/]/.test(parentFile.slice(root.length))) return [];
  const deps = path.join(root, "deps");
  if (request.startsWith("/ql/")) return [path.join(__dirname, "..", "..", request)];
  if (!isRelative(request)) {
    if (path.isAbsolute(request) || /^(#|[a-z]+:)/.test(request)) return [];
    return [...new Set([path.join(deps, request), path.join(root, request), ...included(request)])];
  }
  const beside = path.resolve(path.dirname(parentFile), request);
  const wanted = path.relative(root, beside);
  if (wanted === "" || wanted.startsWith("..")) return [];
  // In the folder of a repository, the first name is that of the repository.
  const names = wanted.split(path.sep);
  const files = [wanted, names.slice(1).join(path.sep)].filter((name) => name !== "");
  const notifiers = isSendNotify(request)
    ? [path.join(deps, names[names.length - 1]), path.join(root, names[names.length - 1])]
    : [];
  return [
    ...new Set([
      ...(isTypescript(parentFile) ? [beside] : []),
      ...files.map((name) => path.join(deps, name)),
      ...notifiers,
      ...included(request),
    ]),
  ];
}

function included(request) {
  return isSendNotify(request) ? [path.join(__dirname, "sendNotify.js")] : [];
}

function isTypescript(file) {
  return /\.[cm]?ts$/.test(file);
}

function isSendNotify(request) {
  return /(^|\/)sendNotify(\.js)?$/.test(request);
}

/** Returns the file of a module that an import would not find; null when it finds it, or when there is none. */
function findMissing(request, parentFile) {
  if (!isMissing(request, parentFile)) return null;
  for (const candidate of candidates(request, parentFile)) {
    const found = fileOf(candidate);
    if (found === undefined) continue;
    // Below `ql` are links.
    const file = path.isAbsolute(request) ? realPath(found) : found;
    return isSendNotify(request) ? usableNotifier(file) : file;
  }
  return null;
}

/** Returns the file at a path that may lack its extension; undefined when there is none. */
function fileOf(candidate) {
  return extensions.map((extension) => candidate + extension).find(isFile);
}

function isMissing(request, parentFile) {
  if (isRelative(request)) {
    const file = path.resolve(path.dirname(parentFile), request);
    return !isFile(file) || (isSendNotify(request) && usableNotifier(file) !== file);
  }
  if (request.startsWith("/ql/")) return fileOf(request) === undefined;
  if (path.isAbsolute(request) || /^(#|[a-z]+:)/.test(request)) return false;
  if (Module.builtinModules.includes(request)) return false;
  const name = request.split("/").slice(0, request.startsWith("@") ? 2 : 1).join("/");
  for (let folder = path.dirname(parentFile);; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, "node_modules", name))) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

let hasNoted = false;

/**
 * Returns the file of a notifier, or that of the library if a package that it needs is not installed: the files that other
 * panels put beside scripts rely on packages of these panels. In place of one that the panel put there, it is that of the user
 * in `deps` or in the scripts directory, or else that of the library: the runtimes would take it for an ES module.
 */
function usableNotifier(file) {
  const included = path.join(__dirname, "sendNotify.js");
  const root = roots.find((folder) => isBelow(folder, file));
  if (file === included || root === undefined) return file;
  const source = fs.readFileSync(file, "utf8");
  if (source.includes(PUT_BY_PANEL)) {
    const others = [path.join(root, "deps", "sendNotify.js"), path.join(root, "sendNotify.js")];
    const other = others.find((one) => isFile(one) && !fs.readFileSync(one, "utf8").includes(PUT_BY_PANEL));
    return other === undefined ? included : usableNotifier(other);
  }
  const names = [...source.matchAll(REQUIRE)].map((match) => match[1]);
  const missing = names.find((name) => !isRelative(name) && !canResolve(name, file));
  if (missing === undefined) return file;
  if (!hasNoted) console.log(notes(file, missing).join("\n"));
  hasNoted = true;
  return included;
}

function canResolve(name, file) {
  try {
    Module.createRequire(file).resolve(name);
    return true;
  } catch (_) {
    return false;
  }
}

function notes(file, name) {
  return [
    `${file} needs the package ${name}, which is not installed; the panel sends the message instead`,
    `${file} 需要的依赖 ${name} 未安装，改由面板发送消息`,
  ];
}

/** Returns whether a script, or a file that it imports, has an import that only `findMissing` finds. */
function hasMissingImport(main) {
  const files = [realPath(path.resolve(main))];
  const seen = new Set(files);
  for (const file of files) {
    for (const request of importsOf(file)) {
      if (findMissing(request, file) !== null) return true;
      const target = isRelative(request) ? path.resolve(path.dirname(file), request) : null;
      if (target === null || seen.has(target) || seen.size >= MAX_FILES || !/\.[cm]?[jt]s$/.test(target)) {
        continue;
      }
      seen.add(target);
      files.push(target);
    }
  }
  return false;
}

function importsOf(file) {
  if (!isFile(file) || fs.statSync(file).size > MAX_BYTES) return [];
  return [...fs.readFileSync(file, "utf8").matchAll(IMPORT)].map((match) => match[1]);
}

function isRelative(request) {
  return /^\.\.?(\/|$)/.test(request);
}

function isBelow(folder, file) {
  return file.startsWith(folder + path.sep);
}

function isFile(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && stat.isFile();
}

function realPath(file) {
  try {
    return fs.realpathSync(file);
  } catch (_) {
    return file;
  }
}

module.exports = { candidates, fileOf, findMissing, hasMissingImport, isMissing, usableNotifier };

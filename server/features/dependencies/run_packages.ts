// What runs get so that they find the packages. Looked at for every run, so it must cost next to nothing: a few looks at the disk,
// and where nothing is installed nothing is added.
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { PackageDirectories } from "./places.ts";

/** Of a script, as much as is looked at for its imports. */
const HEAD_BYTES = 64 * 1024;

/** Adds to the environment of a run what lets it find the packages that are there. */
export function packageEnvironment(
  directories: PackageDirectories,
  inherited: Readonly<Record<string, string>>,
  denoMirror: string | null,
): Record<string, string> {
  const first: string[] = [];
  const last: string[] = [];
  const environment: Record<string, string> = {};
  const modules = nodeModules(directories);
  if (modules !== null) {
    environment["NODE_PATH"] = joined([modules, inherited["NODE_PATH"]]);
    // Last, so that no package takes the place of a program of the machine.
    last.push(join(modules, ".bin"));
  }
  const programs = venvPrograms(directories);
  if (programs !== null) {
    environment["VIRTUAL_ENV"] = directories.python;
    first.push(programs);
  }
  if (existsSync(directories.deno)) {
    environment["DENO_DIR"] = directories.deno;
    // What was fetched from a mirror is found only by its address.
    if (denoMirror !== null) environment["NPM_CONFIG_REGISTRY"] = denoMirror;
  }
  if (first.length + last.length > 0) environment["PATH"] = joined([...first, inherited["PATH"], ...last]);
  return environment;
}

/** Lists the folders where an interpreter is looked for first. */
export function interpreterFolders(directories: PackageDirectories): string[] {
  return [venvPrograms(directories) ?? []].flat();
}

/**
 * Lists the flags with which the panel's own runtime finds the packages for a script. It takes them either from `node_modules` or,
 * for scripts that import `npm:` addresses, from what Deno has fetched; not from both at once.
 */
export function runtimeFlags(directories: PackageDirectories, script: string): string[] {
  return nodeModules(directories) === null || importsByAddress(script) ? [] : ["--node-modules-dir=manual"];
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join(delimiter);
}

function nodeModules({ node }: PackageDirectories): string | null {
  const modules = join(node, "node_modules");
  return existsSync(modules) ? modules : null;
}

// Follows the links: after an update of the machine's Python they may lead nowhere.
function venvPrograms({ python }: PackageDirectories): string | null {
  const programs = join(python, "bin");
  return existsSync(join(programs, "python3")) ? programs : null;
}

function importsByAddress(script: string): boolean {
  try {
    const file = openSync(script, "r");
    try {
      const head = new Uint8Array(HEAD_BYTES);
      const length = readSync(file, head);
      return /["']npm:/.test(new TextDecoder().decode(head.subarray(0, length)));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

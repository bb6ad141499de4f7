// The files in the configuration that apply to every run of a script or a command: which of them exist, and how an
// interpreter is made to evaluate one before the script it runs. When none exists, the only cost is checking for them.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Program } from "./interpreters.ts";

/** Configuration files that the shell evaluates around a command; null for a file that does not exist. */
export interface ShellHooks {
  firstFile: string | null;
  beforeFile: string | null;
  afterFile: string | null;
}

/** Finds the files that the shell evaluates around any command. */
export function findShellHooks(config: string): ShellHooks {
  return {
    firstFile: findConfigFile(config, "config.sh"),
    beforeFile: findConfigFile(config, "task_before.sh"),
    afterFile: findConfigFile(config, "task_after.sh"),
  };
}

/** Command line that starts a script, without the script's arguments. */
export interface HostedScript {
  command: readonly string[];
  /** Command to run afterwards with the same arguments; empty when there is none. */
  last: readonly string[];
}

const extensions: Record<Program["host"], string | null> = {
  node: "js",
  own: "js",
  python: "py",
  // Evaluated by the shell around the script.
  shell: null,
};

/** The directories of what a program loads before a script. */
export interface HostDirectories {
  config: string;
  /** What the panel offers to scripts. */
  library: string;
}

/** Returns how a program runs a script together with the panel's library and the before and after files of its language. */
export function hostScript(
  { argv, host }: Program,
  script: string,
  { config, library }: HostDirectories,
): HostedScript {
  const extension = extensions[host];
  if (extension === null) return { command: [...argv, script], last: [] };
  const before = findConfigFile(config, `task_before.${extension}`);
  const after = findConfigFile(config, `task_after.${extension}`);
  return {
    command: [...argv, ...preloading(host, { library, before }), script],
    last: after === null ? [] : [...argv, ...preloading(host, { library, before: null }), after],
  };
}

function preloading(
  host: Program["host"],
  { library, before }: { library: string; before: string | null },
): string[] {
  const preload = ["--require", join(library, "preload.cjs")];
  switch (host) {
    case "node":
      // As a URL, because only a URL may contain any character.
      return before === null ? preload : [...preload, "--import", pathToFileURL(before).href];
    case "own":
      return before === null ? preload : [...preload, "--before", before];
    case "python":
      return ["-c", PYTHON_HOST, join(library, "site"), before ?? ""];
    case "shell":
      return [];
  }
  return host satisfies never;
}

/** Finds a file that is read for a run; null for an empty one, and for anything but a regular file: a pipe would block every run. */
export function findConfigFile(config: string, name: string): string | null {
  const file = join(config, name);
  // Most do not exist, and an error for each would cost more than the rest of the search.
  if (!existsSync(file)) return null;
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size > 0 ? file : null;
  } catch {
    return null;
  }
}

/**
 * Starts `run` of the library: `python3 -c <this> <folder> <file before the script, or nothing> <script> [args…]`. It is not a
 * file of its own, which would be the main module then.
 */
const PYTHON_HOST = "import sys; sys.path.insert(0, sys.argv[1]); import sundial_start; sundial_start.run()";

// The files in the configuration that act on every run of a script or a command: which of them are there, and how a program is
// told to evaluate one before the script it runs. None of them there costs nothing but the looks for them.
import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Program } from "./command/interpreters.ts";
import { PYTHON_HOST } from "./python_host.ts";

/** Files of the configuration that are evaluated by the shell around a command; null for one that is not there. */
export interface ShellHooks {
  firstFile: string | null;
  beforeFile: string | null;
  afterFile: string | null;
}

/** Finds the files that the shell evaluates around any command. */
export function findShellHooks(config: string): ShellHooks {
  return {
    firstFile: findHook(config, "config.sh"),
    beforeFile: findHook(config, "task_before.sh"),
    afterFile: findHook(config, "task_after.sh"),
  };
}

/** Words that start a script, before its arguments. */
export interface HostedScript {
  command: readonly string[];
  /** What is to be run after it, with the same arguments; empty when nothing is. */
  last: readonly string[];
}

const extensions: Record<Program["host"], string | null> = {
  node: "js",
  own: "js",
  python: "py",
  // Evaluated by the shell around the script.
  shell: null,
};

/** Says how a program runs a script with the files of its language before and after it. */
export function hostScript({ argv, host }: Program, script: string, config: string): HostedScript {
  const extension = extensions[host];
  if (extension === null) return { command: [...argv, script], last: [] };
  const before = findHook(config, `task_before.${extension}`);
  const after = findHook(config, `task_after.${extension}`);
  return {
    command: before === null ? [...argv, script] : [...argv, ...preloading(host, before), script],
    last: after === null ? [] : [...argv, after],
  };
}

function preloading(host: Program["host"], file: string): string[] {
  switch (host) {
    case "node":
      // As an address, because only that may have any character.
      return ["--import", pathToFileURL(file).href];
    case "own":
      return ["--before", file];
    case "python":
      return ["-c", PYTHON_HOST, file];
    case "shell":
      return [];
  }
  return host satisfies never;
}

// One that is empty has nothing to say; a pipe would hold up every run.
function findHook(config: string, name: string): string | null {
  const file = join(config, name);
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size > 0 ? file : null;
  } catch {
    return null;
  }
}

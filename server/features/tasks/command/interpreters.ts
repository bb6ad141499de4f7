// Chooses the program that runs a script, by its extension and by what the machine has.
import { delimiter } from "node:path";
import type { JavascriptRuntime } from "../../../contract/settings.ts";
import { findProgram } from "../../../platform/process/find_program.ts";

/** A program that runs scripts, and the way it hosts them. */
export interface Program {
  argv: readonly string[];
  host: "node" | "own" | "python" | "shell";
}

export type Interpreter = Program | { missing: string };

export const scriptExtensions = ["js", "mjs", "cjs", "ts", "mts", "py", "sh"] as const;

/** How the panel itself runs JavaScript and TypeScript: its own executable, as another process. */
export interface PanelRuntime {
  argv: readonly string[];
}

/** How installed packages affect the choice. */
export interface PackageLookup {
  /** Directories that are searched for an interpreter first. */
  folders: readonly string[];
  /** Flags for the panel's own runtime; only called when that is chosen. */
  runtimeFlags(): readonly string[];
}

const noLookup: PackageLookup = { folders: [], runtimeFlags: () => [] };

/** Finds programs on the search path of the tasks. */
export class Interpreters {
  /** `path` is the search path tasks will have. */
  constructor(private readonly path: string, private readonly runtime: PanelRuntime) {}

  /** Chooses the interpreter for a script; `missing` names the program that needs to be installed. */
  choose(script: string, runtime: JavascriptRuntime, ways = noLookup): Interpreter {
    const extension = script.slice(script.lastIndexOf(".") + 1).toLowerCase();
    if (extension === "py" || extension === "pyc") return this.#program("python3", "python", ways.folders);
    if (extension === "sh") return this.#program("bash", "shell");
    return this.#javascript(extension.endsWith("ts"), runtime, ways);
  }

  #javascript(typescript: boolean, runtime: JavascriptRuntime, ways: PackageLookup): Interpreter {
    if (runtime === "node") return this.#program("node", "node");
    // Node only removes types: it runs no enum, no import of a type without `type`, and before 22.18 nothing at all.
    const node = runtime === "auto" && !typescript ? findProgram("node", this.path) : undefined;
    if (node) return { argv: [node], host: "node" };
    return { argv: withFlags(this.runtime.argv, ways.runtimeFlags()), host: "own" };
  }

  #program(name: string, host: Program["host"], first: readonly string[] = []): Interpreter {
    const found = findProgram(name, [...first, this.path].join(delimiter));
    return found ? { argv: [found], host } : { missing: name };
  }
}

// The compiled executable runs a script by itself; only a runtime that runs the panel's source takes flags.
function withFlags(argv: readonly string[], flags: readonly string[]): readonly string[] {
  const [program = "", verb = "", ...rest] = argv;
  return verb === "run" ? [program, verb, ...flags, ...rest] : argv;
}

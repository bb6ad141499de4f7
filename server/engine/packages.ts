// What installed packages mean to runs, and how more of them are installed. How that is done is a feature's to know; here is only
// what the engine asks of it.
import type { DependencyAction, DependencyType } from "../contract/dependencies.ts";
import type { RunSpec } from "./run_spec.ts";

/** What is to be done with a package. */
export interface PackageOrder {
  type: DependencyType;
  /** `repair` puts back what an order before it left half done. */
  act: DependencyAction | "repair";
  /** As written, with its version if one was given; checked when it was written down. */
  name: string;
  /** Whether what is there already is to be fetched anew. */
  again: boolean;
  /** The other packages of the type, where it matters for a removal: those that were there, and those that may be by then. */
  beside?: { there: readonly string[]; others: readonly string[] };
}

export interface Packages {
  /** Makes what a run's environment needs so that it finds the packages; `inherited` is what it would be without. */
  environment(inherited: Readonly<Record<string, string>>): Record<string, string>;
  /** Lists folders where an interpreter is looked for before anywhere else. */
  interpreterFolders(): string[];
  /** Lists the flags with which the panel's own runtime finds the packages for a script. */
  runtimeFlags(script: string): string[];
  /** Says what is started for an order. Throws `RunRefused`. */
  order(order: PackageOrder): Pick<RunSpec, "command" | "directory" | "environment">;
}

/** No packages at all. */
export const noPackages: Packages = {
  environment: () => ({}),
  interpreterFolders: () => [],
  runtimeFlags: () => [],
  order: () => {
    throw new Error("nothing can be installed here");
  },
};

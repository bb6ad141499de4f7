// What the engine needs to know about installed packages and how to install more. A feature implements it.
import type { DependencyAction, DependencyType } from "../contract/dependencies.ts";
import type { RunSpec } from "./run_spec.ts";

/** One operation on a package. */
export interface PackageOrder {
  type: DependencyType;
  /** `repair` restores what an interrupted order left half done. */
  act: DependencyAction | "repair";
  /** As entered, with its version if one was given; validated before it was stored. */
  name: string;
  /** Whether an installed package is fetched again. */
  again: boolean;
  /**
   * The other packages of the type, where a removal depends on them: those installed when it was ordered, and those that
   * may be installed by the time it runs.
   */
  beside?: { there: readonly string[]; others: readonly string[] };
}

export interface Packages {
  /** Returns the variables that a run's environment needs to find the packages; `inherited` is the environment without them. */
  environment(inherited: Readonly<Record<string, string>>): Record<string, string>;
  /** Lists the directories that are searched for an interpreter first. */
  interpreterFolders(): string[];
  /** Lists the flags that make the panel's own runtime find the packages of a script. */
  runtimeFlags(script: string): string[];
  /** Returns the process to start for an order. Throws `RunSpecError`. */
  order(order: PackageOrder): Pick<RunSpec, "command" | "directory" | "environment">;
}

export const noPackages: Packages = {
  environment: () => ({}),
  interpreterFolders: () => [],
  runtimeFlags: () => [],
  order: () => {
    throw new Error("nothing can be installed here");
  },
};

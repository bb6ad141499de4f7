import type { RunFolders } from "../run_type.ts";

/** The scripts and configuration that a run gets, wherever it runs. */
export interface RunFiles {
  /** Publishes what users have changed, and returns the names of the trees as they are now, as JSON. */
  current(): Promise<string>;
  /** Provides the folders with these trees. Throws when a file cannot be had. */
  open(treesJson: string): Promise<OpenedFiles>;
}

export interface OpenedFiles {
  /** Null for the node's own folders. */
  folders: RunFolders | null;
  /** The run no longer needs them. */
  release(): void;
}

/** Stores the text of the scripts that runs have executed. */
export interface ScriptVersions {
  /**
   * Stores the text of a script that is about to run and returns its version; null when it is too large or cannot be read.
   * Called before every such run, so it should detect unchanged scripts. `path` is relative to the scripts directory;
   * `file` is its path on disk.
   */
  note(path: string, file: string): Promise<number | null>;
}

/** Where the texts of scripts are kept that runs have executed. */
export interface ScriptVersions {
  /**
   * Keeps the text of a script that is about to be run, and answers its version; null when it is too large or cannot be read.
   * Asked before every such run, so it should know again what has not changed. `path` is relative to the scripts; `file` is
   * where that lies.
   */
  note(path: string, file: string): Promise<number | null>;
}

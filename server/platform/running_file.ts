import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeIfWritable } from "./files/remove_if_writable.ts";
import { isUnwritable } from "./files/storage_full.ts";

/** Name of the file that exists in the data folder while a panel is running. */
const FILE_NAME = "running";

/** Shows that a panel uses a data folder: a file found at start was left by a panel that crashed. */
export class RunningFile {
  readonly #file: string;
  /** Whether the last panel process ended without being stopped. */
  readonly wasLeft: boolean;

  constructor(dataFolder: string) {
    this.#file = join(dataFolder, FILE_NAME);
    this.wasLeft = existsSync(this.#file);
  }

  /** Creates the file. When there is no space for it, the panel runs without. */
  create(): void {
    try {
      writeFileSync(this.#file, "", { mode: 0o600 });
    } catch (error) {
      if (!isUnwritable(error)) throw error;
    }
  }

  /** Removes the file. On a disk that has become read-only it stays. */
  remove(): void {
    removeIfWritable(this.#file);
  }
}

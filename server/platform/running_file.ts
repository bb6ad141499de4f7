import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isStorageFull } from "./files/storage_full.ts";

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
      if (!isStorageFull(error)) throw error;
    }
  }

  /** Removes the file. */
  remove(): void {
    rmSync(this.#file, { force: true });
  }
}

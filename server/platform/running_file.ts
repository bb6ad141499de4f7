import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isStorageFull } from "./files/storage_full.ts";

/** Name of the file that exists in the data folder while a panel is running. */
const RUNNING_FILE = "running";

/** Marks a data folder as in use until the panel is stopped: a mark found at start was left by a panel that crashed. */
export class RunningMark {
  readonly #file: string;
  /** Whether the last panel process ended without being stopped. */
  readonly wasLeft: boolean;

  constructor(dataFolder: string) {
    this.#file = join(dataFolder, RUNNING_FILE);
    this.wasLeft = existsSync(this.#file);
  }

  /** Creates the mark. When there is no space for it, the panel runs without. */
  set(): void {
    try {
      writeFileSync(this.#file, "", { mode: 0o600 });
    } catch (error) {
      if (!isStorageFull(error)) throw error;
    }
  }

  /** Removes the mark. */
  remove(): void {
    rmSync(this.#file, { force: true });
  }
}

import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isStorageFull } from "./storage/storage_full.ts";

/** Name of the file that stands in the data folder while a panel runs on it. */
export const RUNNING_FILE = "running";

/** Marks a data folder as in use until the panel is stopped: what is found at a start was left by one that was not. */
export class RunningMark {
  readonly #file: string;
  /** Whether the last panel ended without having been stopped. */
  readonly wasLeft: boolean;

  constructor(dataFolder: string) {
    this.#file = join(dataFolder, RUNNING_FILE);
    this.wasLeft = existsSync(this.#file);
  }

  /** Sets the mark. Where there is no room for it, the panel runs without. */
  set(): void {
    try {
      writeFileSync(this.#file, "", { mode: 0o600 });
    } catch (fault) {
      if (!isStorageFull(fault)) throw fault;
    }
  }

  /** Takes it away. */
  remove(): void {
    rmSync(this.#file, { force: true });
  }
}

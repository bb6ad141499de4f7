// Detects when files in the data folder are deleted or replaced while the panel runs. A deleted database still answers
// because it is open, but anything written to it is lost when the process ends, so changes are rejected.
import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { WriteProblem } from "../../contract/health.ts";
import { afterAbout, type Clock, type Timer } from "../clock.ts";
import { errorCode } from "../files/file_errors.ts";
import type { Logger } from "../logger.ts";
import type { WriteState } from "../write_state.ts";

const POLL_INTERVAL_MS = 2_000;
/** Required subfolders of the data folder; those that exist at the start are recreated when missing. */
const FOLDERS = ["marks", "scripts", "logs", "config", "backups", "pulls", "system-log"];
const PROBLEMS = ["database_missing", "database_replaced"] as const satisfies WriteProblem[];

export interface DataFilesWatchOptions {
  clock: Clock;
  logger: Logger;
  writes: WriteState;
  root: string;
  /** File of the embedded database; null when the panel uses another. */
  database: string | null;
}

export class DataFilesWatch {
  /** Device and inode of the file at each path when it was opened. */
  readonly #opened = new Map<string, string>();
  #folders: string[] = [];
  #timer: Timer | undefined;
  #isOpen = false;

  constructor(private readonly options: DataFilesWatchOptions) {}

  /** Begins to poll every few seconds; the database must be open. */
  open(): void {
    const { root, database } = this.options;
    for (const path of [root, ...filesOf(database)]) {
      const found = identify(path);
      if (found !== null) this.#opened.set(path, found);
    }
    this.#folders = FOLDERS.filter((name) => identify(join(root, name)) !== null);
    this.#isOpen = true;
    this.#wait();
  }

  close(): void {
    this.#isOpen = false;
    this.#timer?.cancel();
  }

  /** Polls now. Never throws. */
  check(): void {
    try {
      this.#poll();
    } catch (error) {
      this.options.logger.error("failed to check the data folder", { error });
    }
    this.#wait();
  }

  /** Creates missing folders again: a run that is about to start must not wait for the next poll. Never throws. */
  makeFolders(): void {
    const { root, logger } = this.options;
    // On a disk that is no longer mounted, they would be created below the mount point.
    if (identify(root) !== this.#opened.get(root)) return;
    for (const name of this.#folders) {
      const path = join(root, name);
      // Asked first: a rejected mkdir takes sixteen times as long, for each folder at each poll.
      if (existsSync(path)) continue;
      try {
        mkdirSync(path, { mode: 0o700 });
        logger.warn("a missing folder in the data folder was created again", { folder: name });
      } catch (error) {
        if (errorCode(error) !== "EEXIST") {
          logger.error("failed to create a missing folder in the data folder", { folder: name, error });
        }
      }
    }
  }

  #wait(): void {
    this.#timer?.cancel();
    if (this.#isOpen) this.#timer = afterAbout(this.options.clock, POLL_INTERVAL_MS, () => this.check());
  }

  #poll(): void {
    const { writes, logger, database, root } = this.options;
    const problem = this.#findProblem();
    if (problem === null) this.makeFolders();
    if (problem === writes.problem) return;
    const was = PROBLEMS.some((one) => one === writes.problem);
    for (const one of PROBLEMS) if (one !== problem) writes.end(one);
    if (problem !== null) {
      writes.begin(problem);
      logger.error(
        "the database file was deleted or replaced while the panel is running; changes are rejected until it is put back or the panel is restarted",
        { problem, database },
      );
    } else if (was) logger.info("the database file is back in place; changes are accepted again", { root });
  }

  #findProblem(): (typeof PROBLEMS)[number] | null {
    const { database } = this.options;
    for (const path of filesOf(database)) {
      const [found, opened] = [identify(path), this.#opened.get(path)];
      if (opened === undefined) {
        // The write-ahead log may only appear with the first change.
        if (found !== null) this.#opened.set(path, found);
      } else if (found === null) return "database_missing";
      else if (found !== opened) return "database_replaced";
    }
    return null;
  }
}

function filesOf(database: string | null): string[] {
  return database === null ? [] : [database, `${database}-wal`];
}

// Synchronously: it takes microseconds, and other threads would have to be woken for it at each poll.
function identify(path: string): string | null {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "")) return null;
    throw error;
  }
}

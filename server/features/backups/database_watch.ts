import type { Logger } from "../../platform/logger.ts";
import { runDatabaseJob } from "./database_jobs.ts";

export interface DatabaseWatchOptions {
  path: string;
  logger: Logger;
  /** Told of damage that was found. */
  note(damage: string): Promise<void>;
}

/** Looks through every page of the database that is in use, in a thread of its own. */
export class DatabaseWatch {
  readonly #options: DatabaseWatchOptions;
  #damage: string | null = null;

  constructor(options: DatabaseWatchOptions) {
    this.#options = options;
  }

  /** Whether damage was found when it was last looked at. */
  get isDamaged(): boolean {
    return this.#damage !== null;
  }

  /** Looks now; what is wrong is logged and written down. */
  async check(): Promise<void> {
    const { path, logger, note } = this.#options;
    const { damage } = await runDatabaseJob({ kind: "examine", path });
    const isNews = damage !== null && damage !== this.#damage;
    this.#damage = damage;
    if (!isNews) return;
    logger.error("the database is damaged; restore the last good backup", { path, damage });
    await note(damage);
  }
}

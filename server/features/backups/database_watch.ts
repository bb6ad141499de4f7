import type { Logger } from "../../platform/logger.ts";
import { runDatabaseJob } from "./database_jobs.ts";

export interface DatabaseWatchOptions {
  path: string;
  logger: Logger;
  /** Called when damage is found. */
  note(damage: string): Promise<void>;
}

/** Checks every page of the live database in its own thread. */
export class DatabaseWatch {
  readonly #options: DatabaseWatchOptions;
  #damage: string | null = null;

  constructor(options: DatabaseWatchOptions) {
    this.#options = options;
  }

  /** Whether the last check found damage. */
  get isDamaged(): boolean {
    return this.#damage !== null;
  }

  /** Checks now; logs and records any damage. */
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

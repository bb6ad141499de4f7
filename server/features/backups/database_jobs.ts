// Processes whole copies of the database. The driver is synchronous, so each job runs in its own thread.
import type { DatabaseJob, DatabaseResult, DatabaseResults } from "./database_worker.ts";
import { AppError } from "../../contract/app_error.ts";
import type { Logger } from "../../platform/logger.ts";

/** Runs a job in a worker. Throws database errors, `storage_full` if its disk is full, and the signal's reason. */
export async function runDatabaseJob<K extends DatabaseJob["kind"]>(
  job: Extract<DatabaseJob, { kind: K }>,
  signal?: AbortSignal,
): Promise<DatabaseResults[K]> {
  const worker = new Worker(new URL("./database_worker.ts", import.meta.url), { type: "module" });
  const responded = Promise.withResolvers<DatabaseResult>();
  worker.onmessage = ({ data }: MessageEvent<DatabaseResult>) => responded.resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    responded.resolve({ error: event.message });
  };
  const stop = () => responded.reject(signal?.reason);
  signal?.addEventListener("abort", stop);
  try {
    signal?.throwIfAborted();
    worker.postMessage(job);
    const result = await responded.promise;
    if ("result" in result) return result.result as DatabaseResults[K]; // the worker responds to the job it received
    if (/disk is full|no space left/i.test(result.error)) throw new AppError("storage_full");
    throw new DatabaseJobError(result.error);
  } finally {
    signal?.removeEventListener("abort", stop);
    worker.terminate();
  }
}

/** The database rejected the job. */
class DatabaseJobError extends Error {
  override readonly name = "DatabaseJobError";
}

interface DatabaseWatchOptions {
  path: string;
  logger: Logger;
  /** Called when damage is found. */
  onDamage(damage: string): Promise<void>;
}

/** Checks every page of the live database in its own thread. */
export class DatabaseWatch {
  #damage: string | null = null;

  constructor(private readonly options: DatabaseWatchOptions) {}

  /** Whether the last check found damage. */
  get isDamaged(): boolean {
    return this.#damage !== null;
  }

  /** Checks now; logs and records any damage. */
  async check(): Promise<void> {
    const { path, logger, onDamage } = this.options;
    const { damage } = await runDatabaseJob({ kind: "examine", path });
    const isNews = damage !== null && damage !== this.#damage;
    this.#damage = damage;
    if (!isNews) return;
    logger.error("the database is damaged; restore the last good backup", { path, damage });
    await onDamage(damage);
  }
}

import { join } from "node:path";
import type { Database } from "../../engine/store.ts";

const BATCH = 500;

export interface RetentionOptions {
  db: Database;
  /** Folder of all logs. */
  logs: string;
  /** Runs that ended before this instant go, milliseconds. */
  before: number;
}

/**
 * Removes runs that ended before an instant, and their logs. The log goes first: on a full disk removing a file still
 * works, and a row without a log is seen again. Answers how many runs went.
 */
export async function removeOldRuns({ db, logs, before }: RetentionOptions): Promise<number> {
  let removed = 0;
  for (;;) {
    const old = await db.selectFrom("run").select(["id", "log_path"]).where("finished_at", "<", before)
      .limit(BATCH).execute();
    if (old.length === 0) return removed;
    for (const { log_path } of old) if (log_path !== null) await removeFile(join(logs, log_path));
    await db.deleteFrom("run").where("id", "in", old.map(({ id }) => id)).execute();
    removed += old.length;
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (fault) {
    if (!(fault instanceof Deno.errors.NotFound)) throw fault;
  }
}

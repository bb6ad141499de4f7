import type { Database } from "../../../engine/store.ts";
import type { OutputFolders } from "./output_folders.ts";

const BATCH = 500;

/**
 * Removes what runs have left on this machine: of those that no longer exist all of it, of those that ended what only they needed, which
 * a panel that was killed may have left.
 */
export async function removeOutputs(
  { db, folders }: { db: Database; folders: OutputFolders },
): Promise<void> {
  // Before the rows are read: what starts meanwhile is not listed.
  const ids = folders.list();
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH);
    const rows = await db.selectFrom("run").leftJoin("run_output", "run_output.run_id", "run.id")
      .select(["run.id", "run.finished_at", "run_output.files"]).where("run.id", "in", some).execute();
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const id of some) {
      const run = known.get(id);
      if (!run) await folders.remove(id);
      else if (run.finished_at !== null) await folders.release(id, { hasFiles: (run.files ?? 0) > 0 });
    }
  }
}

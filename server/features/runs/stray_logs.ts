// Removes logs that another node has removed. Where several machines share a database, each has copies of logs, and only one of
// them removes a run or a log; the others find out by this.
import { dirname } from "node:path";
import type { Database } from "../../engine/store.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { walkTree } from "../../platform/files/walk_tree.ts";
import type { Logger } from "../../platform/logger.ts";
import { removeEmptyFolders, removeLog } from "./remove_log.ts";

/** The end of the name of a log that a node has written while it shared a database, with the ID of its run. */
const NAME = /-r(\d+)(-\d+)?\.log$/;
const BATCH = 200;
/** The log of a run is stored before its end is recorded; later only when its node was away. */
const SETTLED_MS = 3_600_000;

interface Copy {
  runId: number;
  path: string;
}

/**
 * Removes the copies of logs whose runs no longer exist, or whose logs were removed after their runs had ended. Other files
 * stay. Returns how many were removed.
 */
export async function removeStrayLogs(
  { db, logs, logger, now }: { db: Database; logs: string; logger: Logger; now: number },
): Promise<number> {
  const files = new FilesRoot(logs);
  let removed = 0;
  for await (const copies of listCopies(logs)) {
    const wanted = await findWanted(db, copies, now);
    for (const { path } of copies.filter((copy) => !wanted.has(copy.path))) {
      try {
        removeLog(files, path);
        removeEmptyFolders(files, [dirname(path)]);
        removed++;
      } catch (error) {
        logger.warn("failed to remove the copy of a log", { error, log: path });
      }
    }
  }
  return removed;
}

async function* listCopies(logs: string): AsyncGenerator<Copy[], void> {
  using top = PinnedFolder.open(logs);
  let copies: Copy[] = [];
  for await (const { name, names, stats } of walkTree(top)) {
    const [, id] = NAME.exec(name) ?? [];
    if (id === undefined || !stats.isFile()) continue;
    copies.push({ runId: Number(id), path: names.join("/") });
    if (copies.length < BATCH) continue;
    yield copies;
    copies = [];
  }
  if (copies.length > 0) yield copies;
}

async function findWanted(db: Database, copies: readonly Copy[], now: number): Promise<Set<string>> {
  const ids = copies.map(({ runId }) => runId);
  const runs = await db.selectFrom("run").select(["id", "log_path", "finished_at", "node_id"])
    .where("id", "in", ids).execute();
  const stored = new Set<number>();
  for (const table of ["run_log", "run_log_chunk"] as const) {
    const rows = await db.selectFrom(table).select("run_id").where("run_id", "in", ids).distinct().execute();
    for (const { run_id } of rows) stored.add(run_id);
  }
  const wanted = new Set<string>();
  for (const { id, log_path, finished_at, node_id } of runs) {
    const isRecent = finished_at === null || finished_at > now - SETTLED_MS;
    // Runs of a single machine are stored nowhere else.
    if (log_path !== null && (isRecent || node_id === null || stored.has(id))) wanted.add(log_path);
  }
  // A run that is about to start has its log before its row names it.
  for (const { id, finished_at } of runs) {
    if (finished_at !== null) continue;
    for (const copy of copies) if (copy.runId === id) wanted.add(copy.path);
  }
  return wanted;
}

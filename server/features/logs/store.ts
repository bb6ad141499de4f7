// Queries the ledger about logs, always through the index on their paths.
import { sql } from "kysely";
import type { RunState } from "../../contract/runs.ts";
import { liveStates } from "../../engine/states.ts";
import type { Database } from "../../engine/store.ts";

export interface LogRun {
  runId: number;
  /** Null if the task is deleted or there never was one. */
  taskId: number | null;
  /** Its current name, or else its name at the time of the run. */
  taskName: string;
  state: RunState;
  /** When it was started, or else queued, in ms. */
  at: number;
}

/** Values per statement, far below the limit of the databases. */
const AT_ONCE = 200;

/** Returns the runs of logs by path; skips logs without a run. */
export async function findRunsOfLogs(db: Database, paths: readonly string[]): Promise<Map<string, LogRun>> {
  const found = new Map<string, LogRun>();
  for (const some of batches(paths)) {
    const rows = await db.selectFrom("run").leftJoin("task", "task.id", "run.task_id")
      .select(["run.id", "run.log_path", "run.task_name", "run.state", "run.started_at", "run.queued_at"])
      .select(["task.id as task", "task.name"])
      .where("run.log_path", "is not", null).where("run.log_path", "in", some).orderBy("run.id").execute();
    for (const { id, log_path, task, name, task_name, state, started_at, queued_at } of rows) {
      if (log_path === null) continue;
      const at = started_at ?? queued_at;
      found.set(log_path, { runId: id, taskId: task, taskName: name ?? task_name, state, at });
    }
  }
  return found;
}

/**
 * Returns the run of the latest log in or below each folder: log names are times, so the last name is the
 * latest.
 */
export async function findNewestRuns(
  db: Database,
  folders: readonly string[],
): Promise<Map<string, LogRun>> {
  const newest = new Map<string, string>();
  for (const some of batches(folders)) {
    // One index step per folder; an aggregate over all of them would read every run.
    const parts = some.map((folder) =>
      sql<{ folder: string; path: string | null }>`
        select ${folder} as folder, max(log_path) as path from run
        where log_path is not null and log_path >= ${`${folder}/`} and log_path < ${`${folder}0`}`
    );
    const { rows } = await sql<{ folder: string; path: string | null }>`${sql.join(parts, sql` union all `)}`
      .execute(db);
    for (const { folder, path } of rows) if (path !== null) newest.set(folder, path);
  }
  const runs = await findRunsOfLogs(db, [...newest.values()]);
  return new Map(
    [...newest].flatMap(([folder, path]) => {
      const run = runs.get(path);
      return run ? [[folder, run] as const] : [];
    }),
  );
}

/** Returns the logs that processes still write to. */
export async function listLiveLogs(db: Database): Promise<string[]> {
  const rows = await db.selectFrom("run").select("log_path").where("finished_at", "is", null)
    .where("state", "in", liveStates).where("log_path", "is not", null).execute();
  return rows.flatMap(({ log_path }) => log_path ?? []);
}

/** Removes what the database has of a log, or of the logs in and below a folder, except of live runs. */
export async function removeStoredLogs(db: Database, path: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const table of ["run_log", "run_log_chunk"] as const) {
      const runs = tx.selectFrom("run").select("id").where("log_path", "is not", null)
        .where("finished_at", "is not", null)
        .where((where) =>
          where.or([
            where("log_path", "=", path),
            where.and([where("log_path", ">=", `${path}/`), where("log_path", "<", `${path}0`)]),
          ])
        );
      await tx.deleteFrom(table).where("run_id", "in", runs).execute();
    }
  });
}

function* batches(values: readonly string[]): Generator<string[], void> {
  for (let at = 0; at < values.length; at += AT_ONCE) yield values.slice(at, at + AT_ONCE);
}

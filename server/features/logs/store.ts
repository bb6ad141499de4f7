// What the ledger knows of logs. All of it is found by the index over their paths.
import { sql } from "kysely";
import type { RunState } from "../../contract/runs.ts";
import { liveStates } from "../../engine/states.ts";
import type { Database } from "../../engine/store.ts";

/** The run that a log is of. */
export interface LogRun {
  runId: number;
  /** Null when the task is gone, or there never was one. */
  taskId: number | null;
  /** As it is called now, else as it was called then. */
  taskName: string;
  state: RunState;
}

/** Values in one statement: far below what the databases take. */
const AT_ONCE = 200;

/** Finds the runs of logs by their paths; logs of no run are left out. */
export async function findRunsOfLogs(db: Database, paths: readonly string[]): Promise<Map<string, LogRun>> {
  const found = new Map<string, LogRun>();
  for (const some of batches(paths)) {
    const rows = await db.selectFrom("run").leftJoin("task", "task.id", "run.task_id")
      .select(["run.id", "run.log_path", "run.task_name", "run.state", "task.id as task", "task.name"])
      .where("run.log_path", "is not", null).where("run.log_path", "in", some).orderBy("run.id").execute();
    for (const { id, log_path, task, name, task_name, state } of rows) {
      if (log_path !== null) {
        found.set(log_path, { runId: id, taskId: task, taskName: name ?? task_name, state });
      }
    }
  }
  return found;
}

/** Finds the run of the last log, by its name, in or below each folder: names of logs are their times. */
export async function findNewestRuns(
  db: Database,
  folders: readonly string[],
): Promise<Map<string, LogRun>> {
  const newest = new Map<string, string>();
  for (const some of batches(folders)) {
    // One step over the index for each folder; an aggregate over all of them would read every run.
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

/** Lists the logs that processes still write. */
export async function listLiveLogs(db: Database): Promise<string[]> {
  const rows = await db.selectFrom("run").select("log_path").where("finished_at", "is", null)
    .where("state", "in", liveStates).where("log_path", "is not", null).execute();
  return rows.flatMap(({ log_path }) => log_path ?? []);
}

function* batches(values: readonly string[]): Generator<string[], void> {
  for (let at = 0; at < values.length; at += AT_ONCE) yield values.slice(at, at + AT_ONCE);
}

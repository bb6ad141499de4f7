// What starts tasks besides their rules, after a restore: nothing starts because of what happened before it, as for due times.
import type { DatabaseSync } from "node:sqlite";
import { CARRIED } from "./carry_runs.ts";
import { hasColumn, hasTable } from "./shared_columns.ts";

/**
 * Ends the flow runs in which something is not decided; people may continue them. A run of one that continues itself is not tried again
 * when it fails (`retryRule`): what comes after it would not follow. What happened to files, subscriptions, heartbeats and
 * windows until now starts no task.
 */
export function settleStarts(database: DatabaseSync, now: number): void {
  if (hasTable(database, "main", "flow_run")) {
    database.prepare(
      `update main.flow_run set stopped_at = ? where stopped_at is null
        and exists (select 1 from main.run where flow_run_id = flow_run.id and followed = 0)`,
    ).run(now);
  }
  if (!hasTable(database, "main", "task_trigger")) return;
  database.prepare("update main.task_trigger set seen = null, created_at = ?").run(now);
  database.exec("delete from main.trigger_event");
}

/**
 * Fits the outputs of runs, before those that continue are carried over. IDs may be those of other runs in the backup of another panel,
 * and the files of outputs in the data folder are those of now.
 */
export function settleOutputs(database: DatabaseSync): void {
  if (!hasTable(database, "main", "run_output")) return;
  database.exec(`
    delete from main.run_output where run_id in (${CARRIED});
    update main.run_output set files = 0 where files > 0 and exists (
      select 1 from main.run as restored join present.run as now on now.id = restored.id
      where restored.id = run_output.run_id and (now.queued_at <> restored.queued_at or now.task_name <> restored.task_name)
    );
  `);
}

/**
 * Ends the runs of tasks that were live at the time of the backup and do not continue. The start would do so, too, but try some of them
 * again.
 */
export function interruptRuns(database: DatabaseSync, now: number): void {
  if (!hasColumn(database, "main", "run", "kind")) return;
  const live = "kind = 'task' and finished_at is null and state in ('starting', 'running')";
  const gone = `${live} and id not in (${CARRIED})`;
  database.exec(`
    update main.task set (last_run_id, last_started_at, last_duration_ms, last_outcome, last_exit_code) = (
      select id, started_at, null, coalesce(stop_outcome, 'interrupted'), null from main.run
      where task_id = task.id and ${gone} order by id desc limit 1
    ) where exists (
      select 1 from main.run where task_id = task.id and ${gone} and id > coalesce(task.last_run_id, 0)
    )
  `);
  database.prepare(
    `update main.run set state = coalesce(stop_outcome, 'interrupted'), finished_at = max(?, coalesce(started_at, 0)) where ${gone}`,
  ).run(now);
}

/** Takes the runs that were carried over out of flow runs that the backup does not have. */
export function leaveMissingFlows(database: DatabaseSync): void {
  if (!(["main", "present"] as const).every((schema) => hasTable(database, schema, "flow_run"))) return;
  database.exec(`
    update main.run set flow_run_id = null, flow_attempt = null
    where flow_run_id is not null and id in (${CARRIED}) and not exists (
      select 1 from main.flow_run as restored join present.flow_run as now
        on now.id = restored.id and now.run_id = restored.run_id and now.started_at = restored.started_at and now.attempt = restored.attempt
      where restored.id = run.flow_run_id
    )
  `);
}

import { type ExpressionBuilder, type SelectQueryBuilder, sql } from "kysely";
import { hasFailed } from "../../contract/failed_states.ts";
import type { SortKey } from "../../contract/read_sort.ts";
import type { RunCause, RunKind, RunSortField, RunState } from "../../contract/runs.ts";
import type { Database, RunRow } from "../../engine/store.ts";
import type { Tables } from "../../migrations/tables.ts";
import { containsText, jsonTexts } from "../../platform/sql_expressions.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";

export interface RunFilter {
  taskId?: number | undefined;
  subscriptionId?: number | undefined;
  kind?: RunKind | undefined;
  scriptPath?: string | undefined;
  states?: readonly RunState[] | undefined;
  causes?: readonly RunCause[] | undefined;
  /** A label that the task has now. */
  label?: string | undefined;
  /** When the run was queued, in ms: from `from` up to, but not including, `to`. */
  from?: number | undefined;
  to?: number | undefined;
  /** Part of the task's name at the time of the run. */
  name?: string | undefined;
  sort: readonly SortKey<RunSortField>[];
  page: number;
  pageSize: number;
}

export interface RunTables {
  db: Database;
  reads: HeavyReads;
}

type RunQuery = SelectQueryBuilder<Tables, "run", RunRow>;

const isFailed = sql<boolean>`state in ('failed', 'timed_out', 'interrupted')`;

const sortColumns = { id: "id", startedAt: "started_at", durationMs: "duration_ms" } as const;

/** Returns one page of runs, newest first by default, and the total count. */
export async function listRuns(
  { db, reads }: RunTables,
  filter: RunFilter,
): Promise<{ rows: RunRow[]; total: number }> {
  const query = filtered(db, filter);
  const page = sorted(query.selectAll(), filter.sort).limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  const count = query.select(({ fn }) => fn.countAll().as("total"));
  // These queries scan the whole ledger, so they must not block the thread that handles all requests.
  const isHeavy = filter.name !== undefined || filter.causes !== undefined || filter.label !== undefined ||
    filter.from !== undefined || filter.to !== undefined || filter.sort.some(({ field }) => field !== "id") ||
    filter.kind === "task" || (filter.scriptPath !== undefined && filter.kind === undefined) ||
    (filter.states !== undefined && filter.taskId === undefined &&
      filter.subscriptionId === undefined && filter.kind === undefined);
  const rows = isHeavy ? await reads.all(page.compile()) : await page.execute();
  const [counted] = isHeavy ? await reads.all(count.compile()) : await count.execute();
  return { rows, total: Number(counted?.total ?? 0) };
}

function filtered(
  db: Database,
  { taskId, subscriptionId, kind, scriptPath, states, causes, label, from, to, name }: RunFilter,
) {
  let query = db.selectFrom("run");
  if (taskId !== undefined) query = query.where("task_id", "=", taskId);
  if (subscriptionId !== undefined) query = query.where("subscription_id", "=", subscriptionId);
  if (kind !== undefined) query = query.where("kind", "=", kind);
  // Written as a literal, or SQLite does not use the index of these types.
  if (kind !== undefined && kind !== "task") query = query.where(sql<boolean>`kind <> 'task'`);
  if (scriptPath !== undefined) query = query.where("script_path", "=", scriptPath);
  if (states) query = query.where("state", "in", [...states]);
  // Also a literal, for the same reason.
  if (states?.every(hasFailed)) query = query.where(isFailed);
  if (causes) query = query.where("cause", "in", [...causes]);
  if (label !== undefined) query = query.where("task_id", "in", (eb) => tasksWithLabel(eb, label));
  if (from !== undefined) query = query.where("queued_at", ">=", from);
  if (to !== undefined) query = query.where("queued_at", "<", to);
  if (name !== undefined) query = query.where(containsText(sql.ref("task_name"), name));
  return query;
}

function tasksWithLabel(eb: ExpressionBuilder<Tables, "run">, label: string) {
  return eb.selectFrom("task").select("task.id").where((task) => {
    const labels = jsonTexts(task.ref("task.labels_json")).as<"label">(sql`label`);
    return task.exists(task.selectFrom(labels).select("label.value").where("label.value", "=", label));
  });
}

function sorted(query: RunQuery, sort: readonly SortKey<RunSortField>[]): RunQuery {
  let ordered = query;
  for (const { field, descending } of sort) {
    ordered = ordered.orderBy(sortColumns[field], (by) => {
      const directed = descending ? by.desc() : by.asc();
      return field === "id" ? directed : directed.nullsLast();
    });
  }
  return sort.some(({ field }) => field === "id") ? ordered : ordered.orderBy("id", "desc");
}

/** Returns one run. */
export async function findRun(db: Database, id: number): Promise<RunRow | undefined> {
  return await db.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirst();
}

import { type ExpressionBuilder, type Insertable, type SelectQueryBuilder, sql } from "kysely";
import type { TaskListQuery, TaskSortField } from "../../contract/tasks.ts";
import { activeStates, liveStates } from "../../engine/states.ts";
import type { Database, TaskRow, Tx } from "../../engine/store.ts";
import type { Tables, TaskTable } from "../../migrations/tables.ts";
import type { TaskActivity } from "./task_rows.ts";

type TaskExpressions = ExpressionBuilder<Tables, "task">;
type TaskQuery<O> = SelectQueryBuilder<Tables, "task", O>;

/** One key of an order. */
export interface SortKey {
  field: TaskSortField;
  descending: boolean;
}

// The same words and order as `taskStatus`, for the database to filter and sort by.
function statusExpression(where: TaskExpressions) {
  const has = (states: readonly ("queued" | "starting" | "running")[]) =>
    where.exists(
      where.selectFrom("run").select("run.id").whereRef("run.task_id", "=", "task.id")
        .where("run.state", "in", states),
    );
  return where.case().when(has(liveStates)).then("running").when(has(["queued"])).then("queued")
    .when("task.enabled", "=", 1).then("idle").else("disabled").end();
}

/** Reads one page of tasks, pinned ones first, and how many there are in all. */
export async function listTasks(
  db: Database,
  query: TaskListQuery,
  sort: readonly SortKey[],
): Promise<{ rows: TaskRow[]; total: number }> {
  const matching = filtered(db, query);
  const page = await sorted(matching.select("task.id"), sort).limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize).execute();
  const rows = await findTasks(db, page.map(({ id }) => id));
  const { total } = await matching.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

function filtered(db: Database, { q, status, label }: TaskListQuery) {
  let query = db.selectFrom("task");
  if (q?.trim()) query = query.where((where) => where.or(searchConditions(where, q.trim())));
  if (status) query = query.where((where) => where(statusExpression(where), "in", status.split(",")));
  if (label) query = query.where((where) => contains(where, "labels_json", JSON.stringify(label)));
  return query;
}

const searchColumns = {
  name: "name",
  command: "command",
  schedule: "schedules_json",
  label: "labels_json",
} as const;

// `command:backup` looks in one column, `backup` in all.
function searchConditions(where: TaskExpressions, q: string) {
  const [, prefix, rest = ""] = /^(name|command|schedule|label):\s*(.*)$/i.exec(q) ?? [];
  const column = Object.entries(searchColumns).find(([name]) => name === prefix?.toLowerCase())?.[1];
  const columns = column ? [column] : Object.values(searchColumns);
  return columns.map((one) => contains(where, one, column ? rest : q));
}

// Wildcards in what a person typed are meant as they stand.
function contains(
  where: TaskExpressions,
  column: (typeof searchColumns)[keyof typeof searchColumns],
  text: string,
) {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${where.ref(`task.${column}`)} like ${pattern} escape '\\'`;
}

const sortColumns: Record<Exclude<TaskSortField, "status">, keyof TaskTable> = {
  name: "name",
  command: "command",
  enabled: "enabled",
  lastRunAt: "last_started_at",
  lastDurationMs: "last_duration_ms",
  nextRunAt: "next_due_at",
  createdAt: "created_at",
  updatedAt: "updated_at",
};

// An index serves an order without `nulls last` only.
const neverNull: ReadonlySet<TaskSortField> = new Set([
  "name",
  "command",
  "enabled",
  "createdAt",
  "updatedAt",
]);

function sorted<O>(query: TaskQuery<O>, sort: readonly SortKey[]): TaskQuery<O> {
  let ordered = query.orderBy("task.pinned", "desc");
  for (const { field, descending } of sort) {
    const direction = descending ? "desc" : "asc";
    ordered = field === "status"
      ? ordered.orderBy((where) => statusExpression(where), direction)
      : ordered.orderBy(
        `task.${sortColumns[field]}`,
        (by) => {
          const directed = descending ? by.desc() : by.asc();
          return neverNull.has(field) ? directed : directed.nullsLast();
        },
      );
  }
  return ordered.orderBy("task.id", "desc");
}

// In the order of the ids. Sorting ids alone is what keeps a long list quick: whole rows would all pass the sorter.
async function findTasks(db: Database, ids: readonly number[]): Promise<TaskRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("task").selectAll().where("id", "in", [...ids]).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Reads one task. */
export async function findTask(db: Database | Tx, id: number): Promise<TaskRow | undefined> {
  return await db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Lists what the runs of tasks are doing, oldest first. */
export async function listActivity(
  db: Database,
  taskIds: readonly number[],
): Promise<Map<number, TaskActivity[]>> {
  const byTask = new Map<number, TaskActivity[]>(taskIds.map((id) => [id, []]));
  if (taskIds.length === 0) return byTask;
  const rows = await db.selectFrom("run").select(["id", "task_id", "state", "started_at"])
    .where("task_id", "in", [...taskIds]).where("state", "in", activeStates).orderBy("id").execute();
  for (const row of rows) byTask.get(row.task_id ?? 0)?.push(row);
  return byTask;
}

/** Adds a task and answers its id. */
export async function insertTask(tx: Tx, row: Insertable<TaskTable>): Promise<number> {
  const { id } = await tx.insertInto("task").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Changes a task's columns and counts its version up. */
export async function updateTask(tx: Tx, id: number, columns: Partial<TaskRow>): Promise<void> {
  await tx.updateTable("task").set(columns).set((where) => ({ version: where("version", "+", 1) }))
    .where("id", "=", id).execute();
}

/** Removes a task, unless a run of it is in the queue or on the machine; its runs stay in the ledger. */
export async function removeIdleTask(db: Database, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("task").where("id", "=", id)
    .where((where) =>
      where.not(where.exists(
        where.selectFrom("run").select("run.id").where("run.task_id", "=", id).where(
          "run.state",
          "in",
          activeStates,
        ),
      ))
    ).executeTakeFirst();
  return numDeletedRows > 0n;
}

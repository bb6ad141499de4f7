// Reads one page of the task list, filtered and sorted as requested.
import { type SelectQueryBuilder, sql } from "kysely";
import type { SortKey } from "../../contract/read_sort.ts";
import type { TaskListQuery, TaskSortField } from "../../contract/tasks.ts";
import type { View } from "../../contract/views.ts";
import type { Database, TaskRow } from "../../engine/store.ts";
import type { Tables, TaskTable } from "../../migrations/tables.ts";
import { containsText } from "../../platform/contains_text.ts";
import { statusExpression } from "./status_expression.ts";
import { anyText, meetsConditions, type TaskExpressions } from "./view_conditions.ts";

type TaskQuery<O> = SelectQueryBuilder<Tables, "task", O>;

/** The filters and the order of a list. */
export interface TaskSelection {
  query: TaskListQuery;
  view: View | null;
  sort: readonly SortKey<TaskSortField>[];
}

/** Returns one page of tasks, pinned tasks first, and the total count. */
export async function listTasks(
  db: Database,
  selection: TaskSelection,
): Promise<{ rows: TaskRow[]; total: number }> {
  const { ids, total } = isNarrowed(selection)
    ? await searchIds(db, selection)
    : await pageOfAll(db, selection);
  return { rows: await findTasks(db, ids), total };
}

/** Counts the tasks that match the conditions. */
export async function countMatches(
  db: Database,
  wanted: Pick<View, "conditions" | "relation">,
): Promise<number> {
  const { total } = await db.selectFrom("task").where((where) => meetsConditions(where, wanted))
    .select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
  return Number(total);
}

interface PageOfIds {
  ids: number[];
  total: number;
}

async function pageOfAll(
  db: Database,
  { query: { page, pageSize }, sort }: TaskSelection,
): Promise<PageOfIds> {
  const found = await sorted(db.selectFrom("task").select("task.id"), sort).limit(pageSize)
    .offset((page - 1) * pageSize).execute();
  const { total } = await db.selectFrom("task").select(({ fn }) => fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  return { ids: found.map(({ id }) => id), total: Number(total) };
}

// Counting the matches scans every task, so this returns their ids as well instead of scanning twice.
async function searchIds(db: Database, { query, view, sort }: TaskSelection): Promise<PageOfIds> {
  const found = await sorted(filtered(db, query, view).select("task.id"), sort).execute();
  const start = (query.page - 1) * query.pageSize;
  return { ids: found.slice(start, start + query.pageSize).map(({ id }) => id), total: found.length };
}

function isNarrowed({ query: { q, status, label, type, subscriptionId }, view }: TaskSelection): boolean {
  const narrow = [q?.trim(), status, label, type, subscriptionId].some(Boolean);
  return narrow || (view !== null && view.conditions.length > 0);
}

function filtered(
  db: Database,
  { q, status, label, type, subscriptionId }: TaskListQuery,
  view: View | null,
) {
  let query = db.selectFrom("task");
  // Tasks created by a subscription match the type `subscription`, whatever language their script is written
  // in.
  if (type === "subscription") {
    query = query.where((where) =>
      where.or([where("task.kind", "=", type), where("task.subscription_id", "is not", null)])
    );
  } else if (type) query = query.where("task.kind", "=", type);
  if (subscriptionId) query = query.where("task.subscription_id", "=", subscriptionId);
  if (q?.trim()) query = query.where((where) => where.or(searchConditions(where, q.trim())));
  if (status) query = query.where((where) => where(statusExpression(where), "in", statuses(status)));
  if (label) {
    query = query.where((where) => anyText(where, "task.labels_json", (one) => sql`${one} = ${label}`));
  }
  if (view) query = query.where((where) => meetsConditions(where, view));
  return query;
}

function statuses(status: string) {
  // Validated by the service.
  return status.split(",") as ("idle" | "running" | "queued" | "disabled")[];
}

const searchColumns = {
  name: "task.name",
  command: "task.command",
  schedule: "task.schedules_json",
  label: "task.labels_json",
} as const;

// `command:backup` searches one column, `backup` searches all.
function searchConditions(where: TaskExpressions, q: string) {
  const [, prefix, rest = ""] = /^(name|command|schedule|label):\s*(.*)$/i.exec(q) ?? [];
  const only = Object.entries(searchColumns).find(([name]) => name === prefix?.toLowerCase())?.[1];
  const text = only ? rest : q;
  return (only ? [only] : Object.values(searchColumns)).map((column) =>
    column === "task.name" || column === "task.command"
      ? containsText(where.ref(column), text)
      : anyText(where, column, (one) => containsText(one, text))
  );
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

// An index only serves an order without `nulls last`.
const neverNull: ReadonlySet<TaskSortField> = new Set([
  "name",
  "command",
  "enabled",
  "createdAt",
  "updatedAt",
]);

function sorted<O>(query: TaskQuery<O>, sort: readonly SortKey<TaskSortField>[]): TaskQuery<O> {
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

// Returns the tasks in the order of the ids. Sorting only ids keeps long lists fast: otherwise whole rows
// would go through the sorter.
async function findTasks(db: Database, ids: readonly number[]): Promise<TaskRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("task").selectAll().where("id", "in", [...ids]).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

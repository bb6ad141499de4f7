// Reads one page of the task list, filtered and sorted as requested.
import type { SelectQueryBuilder } from "kysely";
import type { SortKey } from "../../contract/read_sort.ts";
import {
  parameterOf,
  readSearch,
  taskFields,
  type TaskFilter,
  taskFilters,
  taskSearchFields,
  type TaskSortField,
} from "../../contract/task_fields.ts";
import type { TaskListQuery } from "../../contract/tasks.ts";
import type { View } from "../../contract/views.ts";
import type { Database } from "../../engine/store.ts";
import type { Tables, TaskRow } from "../../migrations/tables.ts";
import { containsText } from "../../platform/sql_expressions.ts";
import {
  hasOneOf,
  meetsConditions,
  someText,
  type TaskExpressions,
  taskExpressions,
} from "./view_conditions.ts";

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

function isNarrowed({ query, view }: TaskSelection): boolean {
  const filtered = taskFilters.some((filter) => filterValues(query, filter) !== null);
  const viewed = view !== null && view.conditions.length > 0;
  return filtered || viewed || query.type !== undefined || Boolean(query.q?.trim());
}

/** Returns the values of a filter, or null if the query does not filter by it. */
function filterValues(query: TaskListQuery, filter: TaskFilter): readonly string[] | null {
  const value = query[parameterOf(filter)];
  if (value === undefined || value === "") return null;
  return taskFields[filter].filter === "several" ? value.split(",") : [value];
}

function filtered(db: Database, query: TaskListQuery, view: View | null) {
  const { q, type } = query;
  let tasks = db.selectFrom("task");
  // Tasks created by a subscription match the type `subscription`, whatever language their script is written
  // in.
  if (type === "subscription") {
    tasks = tasks.where((where) =>
      where.or([where("task.kind", "=", type), where("task.subscription_id", "is not", null)])
    );
  } else if (type) tasks = tasks.where("task.kind", "=", type);
  if (q?.trim()) tasks = tasks.where((where) => where.or(searchConditions(where, q.trim())));
  for (const filter of taskFilters) {
    const values = filterValues(query, filter);
    if (values) tasks = tasks.where((where) => hasOneOf(where, filter, values));
  }
  if (view) tasks = tasks.where((where) => meetsConditions(where, view));
  return tasks;
}

function searchConditions(where: TaskExpressions, q: string) {
  const { field, text: wanted } = readSearch(q);
  return (field ? [field] : taskSearchFields).map((name) =>
    someText(where, name, (text) => containsText(text, wanted))
  );
}

function sorted<O>(query: TaskQuery<O>, sort: readonly SortKey<TaskSortField>[]): TaskQuery<O> {
  let ordered = query.orderBy("task.pinned", "desc");
  for (const { field, descending } of sort) {
    const { expression, nullable } = taskExpressions[field];
    ordered = ordered.orderBy(expression, (by) => {
      const directed = descending ? by.desc() : by.asc();
      return nullable ? directed.nullsLast() : directed;
    });
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

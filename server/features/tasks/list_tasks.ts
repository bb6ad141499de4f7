// Reads one page of the task list, filtered, searched and sorted as requested.
import type { SelectQueryBuilder } from "kysely";
import type { SortKey } from "../../contract/read_sort.ts";
import {
  parameterOf,
  taskFields,
  type TaskFilter,
  taskFilters,
  type TaskSortField,
} from "../../contract/task_fields.ts";
import type { TaskListQuery } from "../../contract/tasks.ts";
import type { View } from "../../contract/views.ts";
import { countVisibleTasks } from "../../engine/labelled_database.ts";
import type { Database } from "../../engine/store.ts";
import type { Tables } from "../../migrations/tables.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { yieldToEventLoop } from "../../platform/event_loop.ts";
import { searchTasks } from "./search_tasks.ts";
import * as store from "./store.ts";
import { type TaskOutline, toOutline } from "./task_rows.ts";
import { hasOneOf, isInBuiltInView, meetsConditions, taskExpressions } from "./view_conditions.ts";

type TaskQuery<O> = SelectQueryBuilder<Tables, "task", O>;

export interface TaskSelection {
  query: TaskListQuery;
  view: View | null;
  sort: readonly SortKey<TaskSortField>[];
}

/** Returns one page of tasks, pinned tasks first or the best matches of a search, and the total count. */
export async function listTasks(
  db: Database,
  selection: TaskSelection,
): Promise<{ rows: TaskRow[]; total: number }> {
  const { ids, total } = isNarrowed(selection)
    ? await searchIds(db, selection)
    : await pageOfAll(db, selection);
  return { rows: await findTasks(db, ids), total };
}

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
  return { ids: found.map(({ id }) => id), total: countVisibleTasks(db) ?? await countAll(db) };
}

async function countAll(db: Database): Promise<number> {
  const { total } = await db.selectFrom("task").select(({ fn }) => fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

// Counting the matches scans every task, so this returns their ids as well instead of scanning twice.
async function searchIds(db: Database, { query, view, sort }: TaskSelection): Promise<PageOfIds> {
  const tasks = filtered(db, query, view);
  const q = query.q?.trim();
  const ids = q && sort.length === 0
    ? await searchTasks(tasks, q)
    : await sortedIds(tasks, sort, q ? new Set(await searchTasks(tasks, q)) : null);
  const start = (query.page - 1) * query.pageSize;
  return { ids: ids.slice(start, start + query.pageSize), total: ids.length };
}

async function sortedIds(
  tasks: ReturnType<typeof filtered>,
  sort: TaskSelection["sort"],
  matches: ReadonlySet<number> | null,
): Promise<number[]> {
  const rows = await sorted(tasks.select("task.id"), sort).execute();
  return rows.flatMap(({ id }) => matches === null || matches.has(id) ? [id] : []);
}

function isNarrowed({ query, view }: TaskSelection): boolean {
  const filtered = taskFilters.some((filter) => filterValues(query, filter) !== null);
  const viewed = view !== null && view.conditions.length > 0;
  const { type, view: builtIn, q } = query;
  return filtered || viewed || type !== undefined || builtIn !== undefined || Boolean(q?.trim());
}

/** Returns the values of a filter, or null if the query does not filter by it. */
function filterValues(query: TaskListQuery, filter: TaskFilter): readonly string[] | null {
  const value = query[parameterOf(filter)];
  if (value === undefined || value === "") return null;
  return taskFields[filter].filter === "multiple" ? value.split(",") : [value];
}

function filtered(db: Database, query: TaskListQuery, view: View | null) {
  const { type, view: builtIn } = query;
  let tasks = db.selectFrom("task");
  if (type) tasks = tasks.where((where) => hasOneOf(where, "kind", [type]));
  for (const filter of taskFilters) {
    const values = filterValues(query, filter);
    if (values) tasks = tasks.where((where) => hasOneOf(where, filter, values));
  }
  if (builtIn) tasks = tasks.where((where) => isInBuiltInView(where, builtIn));
  if (view) tasks = tasks.where((where) => meetsConditions(where, view));
  return tasks;
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

/**
 * Returns those of the tasks that exist, in the order of the ids. Sorting only ids keeps long lists fast: otherwise whole
 * rows would go through the sorter.
 */
export async function findTasks(db: Database, ids: readonly number[]): Promise<TaskRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("task").selectAll().where("id", "in", [...ids]).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Tasks per read: the event loop is blocked for a few milliseconds. */
const SLICE_SIZE = 500;

/** Reads all tasks, oldest first, a slice at a time so that other requests are not blocked. */
export async function* readOutlines(db: Database): AsyncGenerator<TaskOutline[], void> {
  const active = await store.readActive(db);
  for (let last = 0;;) {
    const rows = await store.readOutlines(db, last, SLICE_SIZE);
    yield rows.map((row) => toOutline(row, active.get(row.id) ?? []));
    const next = rows.at(-1);
    if (!next || rows.length < SLICE_SIZE) return;
    last = next.id;
    await yieldToEventLoop();
  }
}

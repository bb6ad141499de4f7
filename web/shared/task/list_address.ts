// The state of the task list in the URL, so that a reload, a bookmark and Back restore it. A dialog over the list keeps it
// too.

import {
  type BuiltInView,
  builtInViews,
  parameterOf,
  taskFields,
  type TaskFilter,
  taskFilters,
  type TaskSortField,
  taskSortFields,
  valueTypeOf,
} from "../../../server/contract/task_fields.ts";
import { type TaskKind, taskKinds } from "../../../server/contract/task_kinds.ts";
import type { TaskListQuery } from "../../../server/contract/tasks.ts";
import type { TaskListAddress } from "../../paths.ts";
import { type ListSort, readListSort, writeListSort } from "../../ui/data/use_list_state.ts";

const kinds = ["all", ...taskKinds] as const;

/** The selected values of each filter; none for a filter that is not set. */
export type TaskFilters = { readonly [filter in TaskFilter]: readonly string[] };

export interface ListState {
  q: string;
  page: number;
  /** Null for the last selected size; `all` for one long list. */
  pageSize: PageSize | null;
  sort: ListSort<TaskSortField> | null;
  filters: TaskFilters;
  /** A view of the user by its id, or a built-in one; null for all tasks. */
  view: number | BuiltInView | null;
  /** A kind of command, or `all` when the list is grouped by kind; null otherwise. */
  type: TaskKind | "all" | null;
}

export type PageSize = number | "all";

const noValues = eachFilter(() => [] as readonly string[]);

/** The values of an unfiltered list. */
export const noFilters = { q: "", filters: noValues };

/** Parses the state of the list from the query and path of a URL; invalid values are ignored. */
export function readListState(search: string, path = ""): ListState {
  const query = new URLSearchParams(search);
  const type = query.get("type") ?? "";
  const size = query.get("pageSize");
  return {
    q: query.get("q") ?? "",
    page: readCount(query.get("page"), 1_000_000) ?? 1,
    pageSize: size === "all" ? size : readCount(size, 500),
    sort: readListSort(query.get("sort") ?? "", taskSortFields),
    filters: eachFilter((filter) => readFilter(filter, query.get(filter) ?? "")),
    view: readView(query.get("view")),
    type: kinds.find((kind) => kind === type) ?? (/\/crontab\/type\/*$/.test(path) ? "all" : null),
  };
}

/** Formats the state of the list for the URL; defaults are omitted. */
export function writeListState(state: ListState): TaskListAddress {
  return {
    q: state.q || undefined,
    page: state.page > 1 ? state.page : undefined,
    pageSize: state.pageSize ?? undefined,
    sort: writeListSort(state.sort),
    ...eachFilter((filter) => state.filters[filter].join(",") || undefined),
    view: state.view ?? undefined,
    type: state.type ?? undefined,
  };
}

/** The parameters of the list query, without pages. */
export type ListQuery = Omit<Partial<TaskListQuery>, "page" | "pageSize">;

/** Returns the parameters of the list query, without pages. */
export function queryOf({ q, sort, filters, view, type }: ListState): ListQuery {
  const set = taskFilters.filter((filter) => filters[filter].length > 0);
  return {
    q: q || undefined,
    sort: writeListSort(sort),
    ...Object.fromEntries(set.map((filter) => [parameterOf(filter), filters[filter].join(",")])),
    ...(typeof view === "string" ? { view } : { viewId: view ?? undefined }),
    type: type === "all" || type === null ? undefined : type,
  };
}

/** Returns whether the list is filtered within its tab. */
export function isFiltered({ q, filters }: ListState): boolean {
  return q !== "" || taskFilters.some((filter) => filters[filter].length > 0);
}

function readView(text: string | null): ListState["view"] {
  return builtInViews.find((view) => view === text) ?? readCount(text, Number.MAX_SAFE_INTEGER);
}

function readFilter(filter: TaskFilter, text: string): readonly string[] {
  if (text === "") return [];
  const values = taskFields[filter].filter === "multiple" ? text.split(",") : [text];
  return values.filter(valueTypeOf(filter).isValid);
}

function eachFilter<T>(valueOf: (filter: TaskFilter) => T): Record<TaskFilter, T> {
  // The record's keys are exactly the filters.
  return Object.fromEntries(taskFilters.map((filter) => [filter, valueOf(filter)])) as Record<TaskFilter, T>;
}

function readCount(text: string | null, max: number): number | null {
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= max ? count : null;
}

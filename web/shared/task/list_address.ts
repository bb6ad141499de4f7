// The state of the task list in the URL, so that a reload, a bookmark and Back restore it. A dialog over the list keeps it
// too.

import {
  builtInViews,
  parameterOf,
  taskFields,
  type TaskFilter,
  taskFilters,
  taskSortFields,
  valueTypeOf,
} from "../../../server/contract/task_fields.ts";
import { taskKinds } from "../../../server/contract/task_kinds.ts";
import type { TaskListQuery } from "../../../server/contract/tasks.ts";
import type { TaskListAddress } from "../../paths.ts";
import { writeListSort } from "../../ui/data/use_list_state.ts";
import {
  either,
  type Field,
  id,
  oneOf,
  page,
  queryState,
  sort,
  type StateOf,
  text,
} from "../page/query_state.ts";

/** The selected values of each filter; none for a filter that is not set. */
export type TaskFilters = { readonly [filter in TaskFilter]: readonly string[] };

const list = queryState({ q: text() }, {
  page: page(1_000_000),
  /** Null for the last selected size; `all` for one long list. */
  pageSize: either(id(500), oneOf(["all"])),
  sort: sort(taskSortFields),
});
const filters = queryState(eachFilter(filterField));
const tab = queryState({
  /** A view of the user by its id, or a built-in one; null for all tasks. */
  view: either(id(), oneOf(builtInViews)),
  /** A kind of command, or `all` when the list is grouped by kind; null otherwise. */
  type: oneOf(["all", ...taskKinds]),
});

export interface ListState extends StateOf<typeof list>, StateOf<typeof tab> {
  filters: TaskFilters;
}

export type PageSize = number | "all";

/** The values of an unfiltered list. */
export const noFilters = { ...list.noFilters, filters: filters.noFilters };

/** Parses the state of the list from the query and path of a URL; invalid values are ignored. */
export function readListState(search: string, path = ""): ListState {
  const { view, type } = tab.read(search);
  return {
    ...list.read(search),
    filters: filters.read(search),
    view,
    type: type ?? (/\/crontab\/type\/*$/.test(path) ? "all" : null),
  };
}

/** Formats the state of the list for the URL; defaults are omitted. */
export function writeListState(state: ListState): TaskListAddress {
  return { ...list.write(state), ...filters.write(state.filters), ...tab.write(state) };
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
export function isFiltered(state: ListState): boolean {
  return list.isFiltered(state) || filters.isFiltered(state.filters);
}

function filterField(filter: TaskFilter): Field<readonly string[]> {
  return {
    read(text) {
      if (text === "") return [];
      const values = taskFields[filter].filter === "multiple" ? text.split(",") : [text];
      return values.filter(valueTypeOf(filter).isValid);
    },
    write: (values) => values.join(",") || undefined,
  };
}

function eachFilter<T>(valueOf: (filter: TaskFilter) => T): Record<TaskFilter, T> {
  // The record's keys are exactly the filters.
  return Object.fromEntries(taskFilters.map((filter) => [filter, valueOf(filter)])) as Record<TaskFilter, T>;
}

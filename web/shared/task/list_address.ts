// The state of the task list in the URL, so that a reload, a bookmark and Back restore it. A dialog over the list keeps it
// too.

import type { TaskKind } from "../../../server/contract/task_kinds.ts";
import type { TaskListQuery, TaskSortField, TaskStatus } from "../../../server/contract/tasks.ts";
import type { TaskListAddress } from "../../paths.ts";

const statuses: Record<TaskStatus, true> = { idle: true, running: true, queued: true, disabled: true };
const kinds: Record<TaskKind | "all", true> = {
  all: true,
  javascript: true,
  typescript: true,
  python: true,
  shell: true,
  subscription: true,
  other: true,
};
const sortFields: Record<TaskSortField, true> = {
  name: true,
  command: true,
  status: true,
  enabled: true,
  lastRunAt: true,
  lastDurationMs: true,
  nextRunAt: true,
  createdAt: true,
  updatedAt: true,
};

export interface ListState {
  q: string;
  page: number;
  /** Null for the size chosen last; `all` for one long list. */
  pageSize: PageSize | null;
  sort: ListSort | null;
  status: readonly TaskStatus[];
  label: string;
  /** The subscription that the tasks came from; null for all tasks. */
  subscription: number | null;
  view: number | null;
  /** A kind of command, or `all` when the list is grouped by kind; null otherwise. */
  type: TaskKind | "all" | null;
}

export type PageSize = number | "all";

export interface ListSort {
  field: TaskSortField;
  descending: boolean;
}

/** The filters of an unfiltered list. */
export const noFilters = { q: "", status: [], label: "", subscription: null } as const;

/** Parses the state of the list from the query and path of a URL; invalid values are ignored. */
export function readListState(search: string, path = ""): ListState {
  const query = new URLSearchParams(search);
  const type = query.get("type") ?? "";
  const size = query.get("pageSize");
  return {
    q: query.get("q") ?? "",
    page: readCount(query.get("page"), 1_000_000) ?? 1,
    pageSize: size === "all" ? size : readCount(size, 500),
    sort: readSort(query.get("sort") ?? ""),
    status: (query.get("status") ?? "").split(",").filter((one) => isKey(statuses, one)),
    label: query.get("label") ?? "",
    subscription: readCount(query.get("subscription"), Number.MAX_SAFE_INTEGER),
    view: readCount(query.get("view"), Number.MAX_SAFE_INTEGER),
    type: isKey(kinds, type) ? type : /\/crontab\/type\/*$/.test(path) ? "all" : null,
  };
}

/** Formats the state of the list for the URL; defaults are omitted. */
export function writeListState(state: ListState): TaskListAddress {
  return {
    q: state.q || undefined,
    page: state.page > 1 ? state.page : undefined,
    pageSize: state.pageSize ?? undefined,
    sort: state.sort ? writeSort(state.sort) : undefined,
    status: state.status.join(",") || undefined,
    label: state.label || undefined,
    subscription: state.subscription ?? undefined,
    view: state.view ?? undefined,
    type: state.type ?? undefined,
  };
}

/** The parameters of the list query, without pages. */
export type ListQuery = {
  [name in "q" | "sort" | "status" | "label" | "type" | "subscriptionId" | "viewId"]?: TaskListQuery[name];
};

/** Returns the parameters of the list query, without pages. */
export function queryOf({ q, sort, status, label, subscription, view, type }: ListState): ListQuery {
  return {
    q: q || undefined,
    sort: sort ? writeSort(sort) : undefined,
    status: status.join(",") || undefined,
    label: label || undefined,
    subscriptionId: subscription ?? undefined,
    viewId: view ?? undefined,
    type: type === "all" || type === null ? undefined : type,
  };
}

/** Formats a sort order for the API. */
export function writeSort({ field, descending }: ListSort): string {
  return descending ? `-${field}` : field;
}

// Columns where the largest value matters most.
const descendingFirst: readonly TaskSortField[] = ["lastRunAt", "lastDurationMs", "status"];

/** Returns the sort order after a click on a column: its natural direction, the opposite, then none. */
export function nextSort(sort: ListSort | null, field: TaskSortField): ListSort | null {
  const natural = descendingFirst.includes(field);
  if (sort?.field !== field) return { field, descending: natural };
  return sort.descending === natural ? { field, descending: !natural } : null;
}

/** Returns whether the list is filtered within its tab. */
export function isFiltered({ q, status, label, subscription }: ListState): boolean {
  return q !== "" || status.length > 0 || label !== "" || subscription !== null;
}

function readCount(text: string | null, max: number): number | null {
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= max ? count : null;
}

function readSort(text: string): ListSort | null {
  const field = text.replace(/^-/, "");
  return isKey(sortFields, field) ? { field, descending: text.startsWith("-") } : null;
}

function isKey<K extends string>(table: Record<K, unknown>, text: string): text is K {
  return Object.hasOwn(table, text);
}

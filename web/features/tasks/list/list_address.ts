// The state of the list that its address keeps, so that a reload, a bookmark and Back find it as it was. A dialog over the list
// carries it too.

import type { TaskSortField, TaskStatus } from "../../../../server/contract/tasks.ts";
import type { TaskListAddress } from "../../../paths.ts";

const statuses: Record<TaskStatus, true> = { idle: true, running: true, queued: true, disabled: true };
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
  /** Null: as many as were chosen last. */
  pageSize: number | null;
  sort: ListSort | null;
  status: readonly TaskStatus[];
  label: string;
}

export interface ListSort {
  field: TaskSortField;
  descending: boolean;
}

/** Reads the state of the list from the query of an address; what makes no sense is left out. */
export function readListState(search: string): ListState {
  const query = new URLSearchParams(search);
  return {
    q: query.get("q") ?? "",
    page: readCount(query.get("page"), 1_000_000) ?? 1,
    pageSize: readCount(query.get("pageSize"), 500),
    sort: readSort(query.get("sort") ?? ""),
    status: (query.get("status") ?? "").split(",").filter(isStatus),
    label: query.get("label") ?? "",
  };
}

/** Writes the state of the list as the values of an address; what is as usual is left out. */
export function writeListState(state: ListState): TaskListAddress {
  return {
    q: state.q || undefined,
    page: state.page > 1 ? state.page : undefined,
    pageSize: state.pageSize ?? undefined,
    sort: state.sort ? writeSort(state.sort) : undefined,
    status: state.status.join(",") || undefined,
    label: state.label || undefined,
  };
}

/** Writes an order as the API reads it. */
export function writeSort({ field, descending }: ListSort): string {
  return descending ? `-${field}` : field;
}

// The columns whose largest value is the interesting one.
const largestFirst: readonly TaskSortField[] = ["lastRunAt", "lastDurationMs", "status"];

/** Gives the order after a click on a column: its natural direction, then the other one, then none. */
export function nextSort(sort: ListSort | null, field: TaskSortField): ListSort | null {
  const natural = largestFirst.includes(field);
  if (sort?.field !== field) return { field, descending: natural };
  return sort.descending === natural ? { field, descending: !natural } : null;
}

/** Tells whether the list shows less than all tasks. */
export function isFiltered({ q, status, label }: ListState): boolean {
  return q !== "" || status.length > 0 || label !== "";
}

function readCount(text: string | null, most: number): number | null {
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= most ? count : null;
}

function readSort(text: string): ListSort | null {
  const field = text.replace(/^-/, "");
  return isSortField(field) ? { field, descending: text.startsWith("-") } : null;
}

function isSortField(text: string): text is TaskSortField {
  return Object.hasOwn(sortFields, text);
}

function isStatus(text: string): text is TaskStatus {
  return Object.hasOwn(statuses, text);
}

// The state of the list in the URL, so that a reload, a bookmark and Back restore it.

import type { SubscriptionSortField, SubscriptionStatus } from "../../../../server/contract/subscriptions.ts";
import { paths, type SubscriptionListAddress } from "../../../paths.ts";
import { type ListSort, readListSort, useListState, writeListSort } from "../../../ui/data/use_list_state.ts";

const statuses: Record<SubscriptionStatus, true> = {
  idle: true,
  running: true,
  queued: true,
  disabled: true,
};
const sortFields: readonly SubscriptionSortField[] = [
  "name",
  "url",
  "type",
  "enabled",
  "nextRunAt",
  "createdAt",
  "updatedAt",
];

export interface ListState {
  q: string;
  status: readonly SubscriptionStatus[];
  sort: ListSort<SubscriptionSortField> | null;
  page: number;
}

/** The filters of an unfiltered list. */
export const noFilters = { q: "", status: [] } as const;

/** Parses the state of the list from the query of a URL; invalid values are ignored. */
export function readListState(search: string): ListState {
  const query = new URLSearchParams(search);
  const page = Number(query.get("page"));
  return {
    q: query.get("q") ?? "",
    status: (query.get("status") ?? "").split(",").filter((one) => isKey(statuses, one)),
    sort: readListSort(query.get("sort") ?? "", sortFields),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}

/** Converts the state of the list to query parameters; defaults are omitted. */
export function writeListState({ q, status, sort, page }: ListState): SubscriptionListAddress {
  return {
    q: q || undefined,
    status: status.join(",") || undefined,
    sort: writeListSort(sort),
    page: page > 1 ? page : undefined,
  };
}

const address = {
  read: readListState,
  write: (state: ListState) => paths.subscriptions(writeListState(state)),
};

/** Returns the state of the list in the URL, and a function that changes it. */
export function useSubscriptionListState() {
  return useListState(address);
}

export type ListStateHandle = ReturnType<typeof useSubscriptionListState>;

export function isFiltered({ q, status }: ListState): boolean {
  return q !== "" || status.length > 0;
}

function isKey<K extends string>(table: Record<K, unknown>, text: string): text is K {
  return Object.hasOwn(table, text);
}

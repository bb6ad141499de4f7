// The state of the list that its address keeps, so that a reload, a bookmark and Back find it as it was.

import type { SubscriptionSortField, SubscriptionStatus } from "../../../../server/contract/subscriptions.ts";
import type { SubscriptionListAddress } from "../../../paths.ts";
import { type ListSort, readListSort, writeListSort } from "../../../ui/data/list_sort.ts";

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

/** The filters of a list that shows everything. */
export const noFilters = { q: "", status: [] } as const;

/** Reads the state of the list from the query of an address; what makes no sense is left out. */
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

/** Writes the state of the list as the values of an address; what is as usual is left out. */
export function writeListState({ q, status, sort, page }: ListState): SubscriptionListAddress {
  return {
    q: q || undefined,
    status: status.join(",") || undefined,
    sort: writeListSort(sort),
    page: page > 1 ? page : undefined,
  };
}

/** Tells whether the list shows less than there is. */
export function isFiltered({ q, status }: ListState): boolean {
  return q !== "" || status.length > 0;
}

function isKey<K extends string>(table: Record<K, unknown>, text: string): text is K {
  return Object.hasOwn(table, text);
}

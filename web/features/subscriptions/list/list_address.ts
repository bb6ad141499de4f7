// The state of the list in the URL, so that a reload, a bookmark and Back restore it.

import type { SubscriptionSortField, SubscriptionStatus } from "../../../../server/contract/subscriptions.ts";
import { paths } from "../../../paths.ts";
import { manyOf, page, queryState, sort, type StateOf, text } from "../../../shared/page/query_state.ts";
import { useListState } from "../../../ui/data/use_list_state.ts";

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

const query = queryState(
  { q: text(), status: manyOf(statuses) },
  { sort: sort(sortFields), page: page() },
);
export const { noFilters, isFiltered, read: readListState, write: writeListState } = query;

export type ListState = StateOf<typeof query>;

const address = query.at(paths.subscriptions);

/** Returns the state of the list in the URL, and a function that changes it. */
export function useSubscriptionListState() {
  return useListState(address);
}

export type ListStateHandle = ReturnType<typeof useSubscriptionListState>;

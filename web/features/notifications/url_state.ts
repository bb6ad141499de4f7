// What the address says: which form lies over the notifications, and which deliveries are listed.
import type { DeliveryState } from "../../../server/contract/notifications.ts";
import { either, id, oneOf, page, queryState, type StateOf } from "../../shared/page/query_state.ts";

export const pageSize = 20;

/** States that are looked for together. */
export const stateFilters = {
  waiting: ["held", "waiting", "sending"],
  delivered: ["delivered"],
  failed: ["failed"],
  dropped: ["dropped"],
} as const satisfies Record<string, readonly DeliveryState[]>;
export type StateFilter = keyof typeof stateFilters;

const idOrNew = either(id(), oneOf(["new"]));
const query = queryState({
  channel: idOrNew,
  rule: idOrNew,
  of: id(),
  state: oneOf<StateFilter>(stateFilters),
  page: page(),
});
export const { read: readUrlState, write: writeUrlState } = query;

export type UrlState = StateOf<typeof query>;

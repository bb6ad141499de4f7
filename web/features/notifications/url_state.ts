// What the address says: which form lies over the notifications, and which deliveries are listed.
import type { DeliveryState } from "../../../server/contract/notifications.ts";
import type { NotificationAddress } from "../../paths.ts";

export const pageSize = 20;

/** States that are looked for together. */
export const stateFilters = {
  waiting: ["held", "waiting", "sending"],
  delivered: ["delivered"],
  failed: ["failed"],
  dropped: ["dropped"],
} as const satisfies Record<string, readonly DeliveryState[]>;
export type StateFilter = keyof typeof stateFilters;

export interface UrlState {
  channel: number | "new" | null;
  rule: number | "new" | null;
  of: number | null;
  state: StateFilter | null;
  page: number;
}

/** Reads an address; what cannot be read is as if it was not there. */
export function readUrlState(query: URLSearchParams): UrlState {
  const state = query.get("state") ?? "";
  return {
    channel: readOne(query.get("channel")),
    rule: readOne(query.get("rule")),
    of: readId(query.get("of")),
    state: Object.hasOwn(stateFilters, state) ? state as StateFilter : null, // own key, so it is one
    page: readId(query.get("page")) ?? 1,
  };
}

/** Writes an address; what is as usual is left out. */
export function writeUrlState({ channel, rule, of, state, page }: UrlState): NotificationAddress {
  return {
    ...(channel !== null && { channel }),
    ...(rule !== null && { rule }),
    ...(of !== null && { of }),
    ...(state !== null && { state }),
    ...(page > 1 && { page }),
  };
}

function readOne(text: string | null): number | "new" | null {
  return text === "new" ? text : readId(text);
}

function readId(text: string | null): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

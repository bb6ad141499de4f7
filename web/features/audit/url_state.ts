// The state of the audit log in the URL.
import type { AuditActor } from "../../../server/contract/audit_log.ts";
import { paths } from "../../paths.ts";
import { oneOf, page, queryState, type StateOf, text } from "../../shared/page/query_state.ts";
import { dayField, startOfDay } from "../../shared/settings/day_fields.tsx";
import { useListState } from "../../ui/data/use_list_state.ts";

export const visibleActors: readonly AuditActor[] = [
  "person",
  "application",
  "run",
  "operator",
  "panel",
  "nobody",
];
export const pageSize = 50;

const query = queryState(
  { q: text(), act: text(), from: dayField, to: dayField, actor: oneOf(visibleActors) },
  { page: page() },
);
export const { noFilters, isFiltered } = query;

export type UrlState = StateOf<typeof query>;

/**
 * Returns the query of the API, from the start of the first day to the end of the last in the user's time
 * zone.
 */
export function queryOf({ from, to, ...rest }: UrlState) {
  return {
    ...{ ...rest, pageSize },
    from: startOfDay(from)?.toISOString(),
    to: startOfDay(to, 1)?.toISOString(),
  };
}

const address = { ...query.at(paths.auditLog), replaces: true };

/** Returns the URL state and a function that changes it without adding a history entry. */
export function useUrlState() {
  return useListState(address);
}

export type UrlStateHandle = ReturnType<typeof useUrlState>;

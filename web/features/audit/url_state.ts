// The state of the audit log in the URL.
import { useCallback } from "react";
import type { AuditActor } from "../../../server/contract/audit_log.ts";
import { paths } from "../../paths.ts";
import { readDays, startOfDay } from "../../shared/settings/day_fields.tsx";
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

export interface UrlState {
  q: string;
  act: string;
  actor: AuditActor | null;
  /** A date in the user's time zone, such as `2026-01-31`; empty for no limit. */
  from: string;
  to: string;
  page: number;
}

export const noFilters = { q: "", act: "", actor: null, from: "", to: "" } as const;

/** Parses the state from the query of a URL; invalid values are ignored. */
export function readUrlState(search: string): UrlState {
  const query = new URLSearchParams(search);
  return {
    q: query.get("q") ?? "",
    act: query.get("act") ?? "",
    actor: visibleActors.find((actor) => actor === query.get("actor")) ?? null,
    ...readDays(query),
  };
}

/**
 * Returns the query of the API, from the start of the first day to the end of the last in the user's time
 * zone.
 */
export function queryOf({ q, act, actor, from, to, page }: UrlState) {
  return {
    ...{ q, act, actor, page, pageSize },
    from: startOfDay(from)?.toISOString(),
    to: startOfDay(to, 1)?.toISOString(),
  };
}

export function isFiltered({ q, act, actor, from, to }: UrlState): boolean {
  return q !== "" || act !== "" || actor !== null || from !== "" || to !== "";
}

const address = {
  read: readUrlState,
  write: ({ actor, page, ...rest }: UrlState) =>
    paths.auditLog({ ...rest, actor: actor ?? undefined, page: page > 1 ? page : undefined }),
};

/** Returns the URL state and a function that changes it without adding a history entry. */
export function useUrlState() {
  const { state, change: navigate } = useListState(address);
  const change = useCallback((part: Partial<UrlState>) => navigate(part, { replace: true }), [navigate]);
  return { state, change };
}

export type UrlStateHandle = ReturnType<typeof useUrlState>;

// What the audit log shows, as its address says it.
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import type { AuditActor } from "../../../server/contract/audit_log.ts";
import { paths } from "../../paths.ts";
import { readDays, startOfDay } from "../../shared/settings/days.ts";

export const visibleActors: readonly AuditActor[] = ["person", "application", "nobody", "panel", "operator"];
export const pageSize = 50;

export interface UrlState {
  q: string;
  act: string;
  actor: AuditActor | null;
  /** Days of the reader, `2026-01-31`; empty for none. */
  from: string;
  to: string;
  page: number;
}

/** Reads the place from the query of an address; what makes no sense is left out. */
export function readUrlState(search: string): UrlState {
  const query = new URLSearchParams(search);
  return {
    q: query.get("q") ?? "",
    act: query.get("act") ?? "",
    actor: visibleActors.find((actor) => actor === query.get("actor")) ?? null,
    ...readDays(query),
  };
}

/** Writes what the page asks the panel for: days from the start of the first to the end of the last, where the reader is. */
export function queryOf({ q, act: action, actor, from, to, page }: UrlState) {
  return {
    ...{ q, act: action, actor, page, pageSize },
    from: startOfDay(from)?.toISOString(),
    to: startOfDay(to, 1)?.toISOString(),
  };
}

/** Tells whether the list shows less than there is. */
export function isFiltered({ q, act: action, actor, from, to }: UrlState): boolean {
  return q !== "" || action !== "" || actor !== null || from !== "" || to !== "";
}

/** Gives the place, and the way to another. */
export function useUrlState() {
  const [, navigate] = useLocation();
  const search = useSearch();
  return useMemo(() => {
    const urlState = readUrlState(search);
    const change = (changed: Partial<UrlState>) => {
      const { actor, page, ...rest } = { ...urlState, page: 1, ...changed };
      const list = { ...rest, actor: actor ?? undefined, page: page > 1 ? page : undefined };
      navigate(paths.auditLog(list), { replace: true });
    };
    return { place: urlState, change, clear: () => navigate(paths.auditLog(), { replace: true }) };
  }, [search, navigate]);
}

export type UrlStateHandle = ReturnType<typeof useUrlState>;

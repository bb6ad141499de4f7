// The filters of the system log, stored in the URL.
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { type SystemLogLevel, systemLogLevels } from "../../../server/contract/system_log_levels.ts";
import { paths } from "../../paths.ts";
import { readDays, startOfDay } from "../../shared/settings/day_fields.tsx";

export const pageSize = 100;

export interface UrlState {
  q: string;
  /** Empty for all levels. */
  levels: readonly SystemLogLevel[];
  /** Local dates, `2026-01-31`; empty for none. */
  from: string;
  to: string;
  page: number;
}

/** Reads the filters from a query string; invalid values are ignored. */
export function readUrlState(search: string): UrlState {
  const query = new URLSearchParams(search);
  const wanted = (query.get("level") ?? "").split(",");
  return {
    q: query.get("q") ?? "",
    levels: systemLogLevels.filter((level) => wanted.includes(level)),
    ...readDays(query),
  };
}

/** Converts local dates to instants, from the start of the first to the end of the last. */
export function spanOf({ from, to }: Pick<UrlState, "from" | "to">) {
  const end = startOfDay(to, 1);
  return {
    from: startOfDay(from)?.toISOString(),
    to: end ? new Date(end.getTime() - 1).toISOString() : undefined,
  };
}

/** Returns the query parameters of the API request. */
export function queryOf({ q, levels, page, ...days }: UrlState) {
  return { q, page, pageSize, level: levels.join(","), ...spanOf(days) };
}

export function isFiltered({ q, levels, from, to }: UrlState): boolean {
  return q !== "" || levels.length > 0 || from !== "" || to !== "";
}

export function useUrlState() {
  const [, navigate] = useLocation();
  const search = useSearch();
  return useMemo(() => {
    const urlState = readUrlState(search);
    const change = (changed: Partial<UrlState>) => {
      const { levels, page, ...rest } = { ...urlState, page: 1, ...changed };
      const list = { ...rest, level: levels.join(","), page: page > 1 ? page : undefined };
      navigate(paths.systemLog(list), { replace: true });
    };
    return { urlState, change, clear: () => navigate(paths.systemLog(), { replace: true }) };
  }, [search, navigate]);
}

export type UrlStateHandle = ReturnType<typeof useUrlState>;

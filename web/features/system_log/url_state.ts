// What the system log shows, as its address says it.
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { type SystemLogLevel, systemLogLevels } from "../../../server/contract/system_log_levels.ts";
import { paths } from "../../paths.ts";
import { readDays, startOfDay } from "../../shared/settings/days.ts";

export const pageSize = 100;

export interface UrlState {
  q: string;
  /** None: all of them. */
  levels: readonly SystemLogLevel[];
  /** Days of the reader, `2026-01-31`; empty for none. */
  from: string;
  to: string;
  page: number;
}

/** Reads the place from the query of an address; what makes no sense is left out. */
export function readUrlState(search: string): UrlState {
  const query = new URLSearchParams(search);
  const wanted = (query.get("level") ?? "").split(",");
  return {
    q: query.get("q") ?? "",
    levels: systemLogLevels.filter((level) => wanted.includes(level)),
    ...readDays(query),
  };
}

/** Writes the days as instants: from the start of the first to the end of the last, where the reader is. */
export function spanOf({ from, to }: Pick<UrlState, "from" | "to">) {
  const end = startOfDay(to, 1);
  return {
    from: startOfDay(from)?.toISOString(),
    to: end ? new Date(end.getTime() - 1).toISOString() : undefined,
  };
}

/** Writes what the page asks the panel for. */
export function queryOf({ q, levels, page, ...days }: UrlState) {
  return { q, page, pageSize, level: levels.join(","), ...spanOf(days) };
}

/** Tells whether the list shows less than there is. */
export function isFiltered({ q, levels, from, to }: UrlState): boolean {
  return q !== "" || levels.length > 0 || from !== "" || to !== "";
}

/** Gives the place, and the way to another. */
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
    return { place: urlState, change, clear: () => navigate(paths.systemLog(), { replace: true }) };
  }, [search, navigate]);
}

export type UrlStateHandle = ReturnType<typeof useUrlState>;

import { keepPreviousData, type QueryKey } from "@tanstack/react-query";
import { ApiProblem } from "../api/api_problem.ts";
import { type Permission, useMay } from "../api/use_permissions.ts";
import { useApiQuery } from "../api/use_api.tsx";
import type { QueryValues } from "../paths.ts";
import type { PaletteAction } from "./palette_entries.tsx";
import type { PaletteGroup } from "./palette_rank.ts";

/** What one source of the palette has found so far. */
export interface Found<T> {
  items: readonly T[];
  /** What the items were found by; null while they are those of an earlier text. */
  by: string | null;
  isSearching: boolean;
  hasFailed: boolean;
}

interface Source {
  /** What a person needs to search it. */
  needs: Permission;
  key: QueryKey;
  path: string;
  query?: QueryValues;
}

const nothing = { items: [], isSearching: false, hasFailed: false };

/**
 * Searches one source for a text; an empty text sends no request. What was found before stays until the response arrives.
 * What does not exist is no failure.
 */
export function useFound<R, T>(
  q: string,
  { needs, key, path, query }: Source,
  itemsOf: (result: R) => readonly T[],
): Found<T> {
  const isWanted = useMay(needs) && q !== "";
  const { data, error, isFetching, isPlaceholderData } = useApiQuery<R>(key, path, {
    ...(query && { query }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    retry: false, // another source may have found it already
  });
  if (!isWanted) return { ...nothing, by: q };
  const isMissing = error instanceof ApiProblem && error.status === 404;
  return {
    items: data && !error ? itemsOf(data) : [],
    by: isPlaceholderData ? null : q,
    isSearching: isFetching,
    hasFailed: error !== null && !isMissing && !isFetching,
  };
}

/** A group of entries from one source. */
export interface PaletteSource extends PaletteGroup {
  isSearching: boolean;
  hasFailed: boolean;
}

/** Returns the entries of what a source has found; those of an earlier text stay only if they match the present one. */
export function sourceOf<T>(
  heading: string,
  { items, by, isSearching, hasFailed }: Found<T>,
  entryOf: (item: T) => PaletteAction | null,
): PaletteSource {
  const actions = items.flatMap((item) => {
    const entry = entryOf(item);
    if (!entry) return [];
    const { found = {}, ...unfound } = entry;
    return [by === null ? unfound : { ...unfound, found }];
  });
  return { heading, actions, isSearching, hasFailed };
}

import { keepPreviousData, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { ListedRun } from "../../../server/contract/runs.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useSession } from "../../api/use_session.ts";
import { instantsOf } from "./time_range.ts";
import type { UrlState } from "./url_state.ts";

export const pageSize = 50;

/** The API counts no further: counting a million runs would slow down every page, and counting those of some labels more so. */
const maxTotal = { whole: 10_000, labels: 2_000 };
export const maxNews = 100;

/**
 * Queries a page of runs. Its last run is pinned once loaded, so that new ones do not move the rows; they are counted
 * in `news`, and appear by themselves unless `held`, or with `showNews`.
 */
export function useRunList(state: UrlState, { held }: { held: boolean }) {
  const queries = useQueryClient();
  const filters = useFilters(state);
  const [pinned, setPinned] = useState<{ filters: object; id: number } | null>(null);
  const throughId = pinned?.filters === filters ? pinned.id : undefined;
  const { page } = state;
  const limit = useSession().labels === null ? maxTotal.whole : maxTotal.labels;
  const queryOf = (throughId: number | undefined) => ({
    ...filters,
    ...{ page, pageSize, throughId, countLimit: limit },
  });
  const list = useRuns(queryOf(throughId));
  const { data, isFetching } = list;
  useEffect(() => {
    if (!data || isFetching || throughId !== undefined || page > 1) return;
    const id = data.items[0]?.id ?? 0;
    queries.setQueryData(queryKeys.runList(queryOf(id)), data);
    setPinned({ filters, id });
  }, [data, isFetching, throughId, page, filters]);
  const added = useRuns({ ...filters, page: 1, pageSize: 1, afterId: throughId ?? 0, countLimit: maxNews }, {
    enabled: throughId !== undefined,
  });
  const news = throughId === undefined || added.isPlaceholderData ? 0 : added.data?.total ?? 0;
  const showNews = useCallback(() => {
    void queries.invalidateQueries({ queryKey: queryKeys.runList(queryOf(undefined)), refetchType: "none" });
    setPinned(null);
  }, [queries, filters, page]);
  useEffect(() => {
    if (news > 0 && !held && page === 1) showNews();
  }, [news, held, page, showNews]);
  return { list, news, showNews, hasMore: (list.data?.total ?? 0) >= limit };
}

function useRuns(query: Record<string, string | number | undefined>, { enabled = true } = {}) {
  const queryKey: QueryKey = queryKeys.runList(query);
  return useApiQuery<List<ListedRun>>(queryKey, "/runs", {
    query,
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Returns the filters as the API names them; the same object until one changes. */
function useFilters({ q, state, cause, kind, task, node, label, slower, last, from, to }: UrlState) {
  const states = state.join();
  const causes = cause.join();
  return useMemo(() => ({
    q: q || undefined,
    state: states || undefined,
    cause: causes || undefined,
    kind: kind ?? undefined,
    taskId: task ?? undefined,
    nodeId: node ?? undefined,
    label: label || undefined,
    slower: slower === null ? undefined : "true",
    ...instantsOf({ last, from, to }),
  }), [q, states, causes, kind, task, node, label, slower, last, from, to]);
}

import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { LiveEvent } from "../../../server/contract/events.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useLiveEvent } from "../../api/use_live.tsx";
import { readStored, writeStored } from "../../ui/stored.ts";
import { findItems, markAll, readMark } from "./bell_items.ts";
import { type BellSourceName, bellSourceNames, bellSources, type Responses } from "./bell_sources.ts";

const markName = "sundial-attention-seen";
/**
 * How long a live event waits before its sources are queried (ms): on a busy panel many events become one query, and the audit
 * entry of a request is written after the event that the request published.
 */
const restMs = 3000;

/** Queries the items that need attention, and again when an event affects them. */
export function useBellItems() {
  const api = useApi();
  const { data, failed, ready } = useQueries({
    queries: bellSourceNames.map((name) => ({
      queryKey: queryKeys.bell(name),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<unknown> =>
        bellSources[name].request(api, signal),
      staleTime: Infinity,
    })),
    combine: joinResponses,
  });
  useRefresh();
  const [mark, see] = useMark();
  // The age limit of a week need not be exact, so no timer updates it.
  const items = useMemo(() => findItems(data, mark, Date.now()), [data, mark]);
  return { items, failed, ready, seeAll: () => see(markAll(items, mark)) };
}

// Outside of the component, so that results are combined again only for new responses.
function joinResponses(
  results: readonly { data: unknown; isError: boolean; isPending: boolean }[],
) {
  const entries = results.map(({ data }, index) => [bellSourceNames[index], data]);
  return {
    data: Object.fromEntries(entries) as Partial<Responses>, // the results are in the order of the queries
    failed: results.some(({ isError }) => isError),
    ready: results.every(({ isPending }) => !isPending),
  };
}

function useRefresh(): void {
  const queries = useQueryClient();
  const waiting = useRef(new Map<BellSourceName, ReturnType<typeof setTimeout>>());
  const listener = useCallback(({ type }: LiveEvent) => {
    for (const name of bellSourceNames) {
      if (!bellSources[name].refreshedBy.includes(type) || waiting.current.has(name)) continue;
      const timer = setTimeout(() => {
        waiting.current.delete(name);
        void queries.invalidateQueries({ queryKey: queryKeys.bell(name) });
      }, restMs);
      waiting.current.set(name, timer);
    }
  }, [queries]);
  useLiveEvent(listener);
  useEffect(() => {
    const timers = waiting.current;
    return () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    };
  }, []);
}

/** Stores in this browser what the user has seen; its other tabs follow. */
function useMark() {
  const [mark, setMark] = useState(() => readMark(readStored(markName)));
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => key === markName && setMark(readMark(readStored(markName)));
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, []);
  const see = (next: typeof mark) => {
    if (next.until === mark.until && next.version === mark.version) return;
    writeStored(markName, next);
    setMark(next);
  };
  return [mark, see] as const;
}

import { type QueryKey, useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { EventType } from "../../../server/contract/events.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { usePermissions } from "../../api/use_permissions.ts";
import { useApi } from "../../api/use_api.tsx";
import { useLiveRefresh } from "../../api/use_live_refresh.ts";
import { preferences } from "../../api/preferences.ts";
import { findItems, readSeen, seeAll } from "./bell_items.ts";
import { bellSourceNames, bellSources, type Responses } from "./bell_sources.ts";

/**
 * How long a live event waits before its sources are queried (ms): on a busy panel many events become one query, and the audit
 * entry of a request is written after the event that the request published.
 */
const refreshDelayMs = 3000;

/** Queries the items that need attention, and again when an event affects them. */
export function useBellItems() {
  const api = useApi();
  const may = usePermissions();
  const { data, failed, ready } = useQueries({
    queries: bellSourceNames.map((name) => ({
      queryKey: queryKeys.bell(name),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<unknown> =>
        bellSources[name].request(api, signal),
      staleTime: Infinity,
      enabled: may(bellSources[name].needs),
    })),
    combine: joinResponses,
  });
  useLiveRefresh({ keysOf, delayMs: refreshDelayMs });
  const [seen, see] = useSeen();
  // The age limit of a week need not be exact, so no timer updates it.
  const items = useMemo(() => findItems(data, seen, Date.now()), [data, seen]);
  return { items, failed, ready, seeAll: () => see(seeAll(items, seen)) };
}

// Outside of the component, so that results are combined again only for new responses.
function joinResponses(
  results: readonly { data: unknown; isError: boolean; isPending: boolean; isEnabled: boolean }[],
) {
  const entries = results.map(({ data }, index) => [bellSourceNames[index], data]);
  return {
    data: Object.fromEntries(entries) as Partial<Responses>, // the results are in the order of the queries
    failed: results.some(({ isError }) => isError),
    ready: results.every(({ isPending, isEnabled }) => !isPending || !isEnabled),
  };
}

function keysOf(type: EventType): readonly QueryKey[] {
  return bellSourceNames.filter((name) => bellSources[name].refreshedBy.includes(type))
    .map((name) => queryKeys.bell(name));
}

/** Stores what the person has seen; other tabs follow. */
function useSeen() {
  const [seen, setSeen] = useState(storedSeen);
  useEffect(() => preferences.onOtherTab(() => setSeen(storedSeen)), []);
  const see = (next: typeof seen) => {
    if (next.until === seen.until && next.version === seen.version) return;
    preferences.set("bellSeen", next);
    setSeen(next);
  };
  return [seen, see] as const;
}

const storedSeen = () => readSeen(preferences.get("bellSeen"));

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";
import type { LiveEvent, Topic } from "../../server/contract/events.ts";
import { build } from "../paths.ts";
import { delay, LiveEvents, type LiveState } from "./live_events.ts";
import { queryKeys } from "./query_keys.ts";
import { useApi } from "./use_api.tsx";
import { useSession } from "./use_session.ts";

const LiveContext = createContext<LiveEvents | null>(null);

class LiveSource extends EventSource {
  onMissed(listener: () => void): void {
    this.addEventListener("reset", listener);
  }

  onBuild(listener: (build: string) => void): void {
    this.addEventListener("build", ({ data }) => listener(JSON.parse(data).build));
  }
}

/** Keeps one event stream open while it is mounted. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const queries = useQueryClient();
  // Starts at the event of the first response, because everything on the page was queried after it.
  const { lastEventId } = useSession();
  const [live] = useState(() =>
    new LiveEvents({
      open: () => new LiveSource(api.url(`/events?lastEventId=${lastEventId}`)),
      invalidate: (topics) => {
        if (topics === null) return void refreshAll(queries);
        for (const topic of topics) void refresh(queries, topic);
      },
      build,
      settled: () => api.settled(),
      delay,
    })
  );
  useEffect(() => {
    live.start();
    return () => live.stop();
  }, [live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** Queries everything again: the session first, because what the person may no longer see is not queried then. */
async function refreshAll(queries: QueryClient): Promise<void> {
  const [session] = queryKeys.session();
  await queries.invalidateQueries({ queryKey: queryKeys.session(), exact: true });
  await new Promise((resolve) => setTimeout(resolve)); // until it is rendered
  await queries.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== session || queryKey.length > 1,
  });
}

/**
 * Invalidates all queries of a topic. Waits for a pending response instead of dropping it, then queries again, because
 * that response may already be outdated.
 */
async function refresh(queries: QueryClient, topic: Topic): Promise<void> {
  const again = queries.isFetching({ queryKey: [topic] }) > 0;
  await queries.invalidateQueries({ queryKey: [topic] }, { cancelRefetch: false });
  if (again) await queries.invalidateQueries({ queryKey: [topic] }, { cancelRefetch: false });
}

function useLive(): LiveEvents {
  const live = useContext(LiveContext);
  if (!live) throw new Error("live events outside of LiveProvider");
  return live;
}

/** Returns whether the event stream is connected. */
export function useLiveState(): LiveState {
  const live = useLive();
  return useSyncExternalStore(live.onState, live.state);
}

/** Returns whether the panel was updated since this page was loaded and now serves another page. */
export function useIsOutdated(): boolean {
  const live = useLive();
  return useSyncExternalStore(live.onState, live.isOutdated);
}

/** Calls back with every live event while the component is mounted. */
export function useLiveEvent(listener: (event: LiveEvent) => void): void {
  const live = useLive();
  const onEvent = useEffectEvent(listener);
  useEffect(() => live.onEvent(onEvent), [live]);
}

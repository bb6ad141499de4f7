import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { LiveEvent } from "../../server/contract/events.ts";
import { useLiveEvent } from "./use_live.tsx";

/** How long an event waits before the query is repeated (ms): on a busy panel many events become one request. */
const GATHER_MS = 1500;

/** Repeats a query after live events whose type matches, at most once per GATHER_MS. Both parameters must be constants. */
export function useRefresh(queryKey: QueryKey, types: RegExp): void {
  const queries = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const listener = useCallback(({ type }: LiveEvent) => {
    if (waiting.current !== undefined || !types.test(type)) return;
    waiting.current = setTimeout(() => {
      waiting.current = undefined;
      void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
    }, GATHER_MS);
  }, [queries, queryKey, types]);
  useLiveEvent(listener);
  useEffect(() => () => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
  }, []);
}

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { LiveEvent } from "../../server/contract/events.ts";
import { useLiveEvent } from "./use_live.tsx";

/**
 * Queries again after live events of some types, at most once every `delayMs`: on a busy panel many events become one query.
 * For queries whose key starts with no topic; memoize the key.
 */
export function useDelayedRefresh(queryKey: QueryKey, types: RegExp, delayMs: number): void {
  const queries = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const listener = useCallback(({ type }: LiveEvent) => {
    if (waiting.current !== undefined || !types.test(type)) return;
    waiting.current = setTimeout(() => {
      waiting.current = undefined;
      void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
    }, delayMs);
  }, [queries, queryKey, types, delayMs]);
  useLiveEvent(listener);
  useEffect(() => () => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
  }, []);
}

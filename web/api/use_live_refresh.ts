import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { EventType } from "../../server/contract/events.ts";
import { useLiveEvent } from "./use_live.tsx";

interface RefreshOptions {
  keysOf(type: EventType): readonly QueryKey[];
  /** Time from an event to the request, in ms; further events in this time cause no request of their own. */
  delayMs: number;
  /** Whether a pending request is cancelled and sent again, as by default; otherwise its response is used. */
  cancelRefetch?: boolean;
}

/** Queries again what live events outdate, a while after them. */
export function useLiveRefresh({ keysOf, delayMs, cancelRefetch = true }: RefreshOptions): void {
  const queries = useQueryClient();
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useLiveEvent(({ type }) => {
    for (const queryKey of keysOf(type)) {
      const id = JSON.stringify(queryKey);
      if (timers.current.has(id)) continue;
      const timer = setTimeout(() => {
        timers.current.delete(id);
        void queries.invalidateQueries({ queryKey }, { cancelRefetch });
      }, delayMs);
      timers.current.set(id, timer);
    }
  });
  useEffect(() => {
    const waiting = timers.current;
    return () => {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    };
  }, []);
}

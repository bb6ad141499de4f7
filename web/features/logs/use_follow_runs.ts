import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { LiveEvent } from "../../../server/contract/events.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useLiveEvent } from "../../api/use_live.tsx";

const gatherMs = 700;

/** Looks at the open folders again when a run has begun or ended: it has a log then, or another state. */
export function useFollowRuns(): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvent(useCallback(({ type }: LiveEvent) => {
    if (type !== "run:started" && type !== "run:finished") return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queries.invalidateQueries({ queryKey: queryKeys.logs("tree") });
    }, gatherMs);
  }, [queries]));
}

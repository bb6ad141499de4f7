import { useCallback, useEffect, useRef } from "react";
import type { LiveEvent } from "../../../../server/contract/events.ts";
import { useLiveEvent } from "../../../api/use_live.tsx";

const restMs = 2000;

/** Looks again after runs have ended: what they wrote beside the scripts is told by nobody. Every two seconds at most. */
export function useRefreshAfterRuns(refresh: () => Promise<void>): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvent(useCallback((event: LiveEvent) => {
    if (event.type !== "run:finished" || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void refresh();
    }, restMs);
  }, [refresh]));
}

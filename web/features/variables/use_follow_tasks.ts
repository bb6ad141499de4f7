import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { EventType, LiveEvent } from "../../../server/contract/events.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useLiveEvent } from "../../api/use_live.tsx";

const gatherMs = 700;
const changing: readonly EventType[] = ["task:created", "task:updated", "task:deleted"];

/** Looks at the variables again when tasks came, went or were edited: others may get them now. */
export function useFollowTasks(): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvent(useCallback(({ type }: LiveEvent) => {
    if (!changing.includes(type)) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      for (const part of ["list", "tasks"]) {
        void queries.invalidateQueries({ queryKey: queryKeys.variables(part) });
      }
    }, gatherMs);
  }, [queries]));
}

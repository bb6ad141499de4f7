import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { LiveEvent } from "../../../../server/contract/events.ts";
import type { TaskStatistics, Upcoming, Why } from "../../../../server/contract/task_statistics.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useLiveEvent } from "../../../api/use_live.tsx";
import { useSession } from "../../../api/use_session.ts";

const visibleTimes = 10;
const maxTimerMs = 2 ** 31 - 1;
// Counting thousands of runs again after each one would cost more than running them.
const restMs = 5000;

/** Queries the next due times of a task, again whenever the first of them has passed. */
export function useUpcoming({ id, version, enabled }: Task) {
  const api = useApi();
  const zone = useSession().settings.effectiveTimeZone;
  return useQuery({
    queryKey: ["upcoming", id, version, zone],
    queryFn: ({ signal }) =>
      api.get<Upcoming>(`/tasks/${id}/upcoming`, { query: { count: visibleTimes }, signal }),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => untilFirst(state.data),
  });
}

function untilFirst(upcoming: Upcoming | undefined): number | false {
  const first = upcoming?.times[0];
  if (!first) return false;
  return Math.min(maxTimerMs, Math.max(500, new Date(first.at).getTime() - Date.now() + 200));
}

/** Queries the statistics of a task over the last days, at most every few seconds while it runs. */
export function useStatistics(taskId: number, days: number) {
  const api = useApi();
  const queryKey = ["statistics", taskId, days];
  useWhenRunsEnd(taskId, queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get<TaskStatistics>(`/tasks/${taskId}/statistics`, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });
}

function useWhenRunsEnd(taskId: number, queryKey: readonly unknown[]): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const key = useRef(queryKey);
  useEffect(() => {
    key.current = queryKey;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const listen = useCallback((event: LiveEvent) => {
    const counts = event.type === "run:finished" || event.type === "run:skipped";
    if (!counts || event.taskId !== taskId || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void queries.invalidateQueries({ queryKey: key.current });
    }, restMs);
  }, [queries, taskId]);
  useLiveEvent(listen);
}

/**
 * Queries why a task did or did not run at a moment; null for the last missed due time, undefined queries
 * nothing.
 */
export function useWhy(taskId: number, at: string | null | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ["runs", "why", taskId, at],
    queryFn: ({ signal }) => api.get<Why>(`/tasks/${taskId}/why`, { query: { at }, signal }),
    enabled: at !== undefined,
    retry: false,
  });
}

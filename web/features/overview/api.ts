import {
  keepPreviousData,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type {
  BusiestTasks,
  CrowdedMinutes,
  Overview,
  ScheduleChange,
  WeekLoad,
} from "../../../server/contract/overview.ts";
import type { BatchResult, List } from "../../../server/contract/shapes.ts";
import type { EventType } from "../../../server/contract/events.ts";
import type { Task } from "../../../server/contract/tasks.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi, useApiQuery } from "../../api/use_api.tsx";
import { useLiveRefresh } from "../../api/use_live_refresh.ts";
import { useBatchAction } from "../../shared/actions/use_batch_action.ts";

/** How long an event waits before the overview is queried (ms): on a busy panel many events become one query. */
const refreshDelayMs = 1500;
/** No event reports that an hour or some disk space has passed. */
const refreshMs = 60_000;

/** Queries the overview, and again when an event affects it. */
export function useOverview() {
  useLiveRefresh({ keysOf, delayMs: refreshDelayMs, cancelRefetch: false });
  return useApiQuery<Overview>(queryKeys.overview(), "/overview", {
    staleTime: 0, // events are followed only while the page is open
    refetchInterval: refreshMs,
  });
}

function keysOf(type: EventType): readonly QueryKey[] {
  return /^(?:task|run|backup|channel|settings|health):/.test(type) ? [queryKeys.overview()] : [];
}

/** Queries both weeks while they are visible; events of the overview refresh them as well. */
export function useWeekLoad(enabled: boolean) {
  return useApiQuery<WeekLoad>(queryKeys.overviewWeek(), "/overview/week", {
    enabled,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Queries the tasks with the most failures and runs in the hours from `at` (ms); null queries nothing. */
export function useBusiestTasks(period: { at: number; hours: number } | null) {
  const api = useApi();
  const query = period && { from: new Date(period.at).toISOString(), hours: period.hours };
  return useQuery({
    queryKey: queryKeys.busiestTasks(query ?? {}),
    queryFn: ({ signal }) => api.get<BusiestTasks>("/overview/tasks", { signal, ...(query && { query }) }),
    enabled: query !== null,
    staleTime: 30_000,
  });
}

/** Schedules rarely change, and reading all of them takes the panel some time (ms). */
const crowdedStaleMs = 5 * 60_000;

/** Queries the crowded minutes of the next 24 hours. */
export function useCrowdedMinutes(enabled: boolean) {
  return useApiQuery<CrowdedMinutes>(queryKeys.crowdedMinutes(), "/overview/crowded", {
    enabled,
    staleTime: crowdedStaleMs,
  });
}

/** Returns a mutation that changes schedules; resolves to the changes that were made. */
export function useReschedule() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (changes: readonly ScheduleChange[]) => {
      const body = { changes: changes.map(({ taskId: id, before, after }) => ({ id, before, after })) };
      const { results } = await api.post<BatchResult>("/tasks/reschedule", body);
      const changed = new Set(results.filter(({ ok }) => ok).map(({ id }) => id));
      return changes.filter(({ taskId }) => changed.has(taskId));
    },
    onSettled: () =>
      Promise.all(
        [queryKeys.crowdedMinutes(), queryKeys.overview(), ["tasks"]].map((queryKey) =>
          queries.invalidateQueries({ queryKey })
        ),
      ),
  });
}

/** Queries a few tasks, for the first steps with a new panel. */
export function useFirstTasks(enabled: boolean) {
  const query = { pageSize: 20, sort: "createdAt" };
  return useApiQuery<List<Task>>(queryKeys.taskList(query), "/tasks", { query, enabled });
}

/**
 * Returns functions that act on tasks and report the result; `onShowLog` opens the log of a run when the user asks for it,
 * `onStarted` is called with the run at once.
 */
export function useTaskActions(
  onShowLog?: (id: number, runId: number) => void,
  onStarted?: (id: number, runId: number) => void,
) {
  return useBatchAction<"run" | "mute" | "unmute">({
    path: "/tasks",
    done: { run: "task.doneRun", mute: "task.doneMute", unmute: "task.doneUnmute" },
    topics: ["tasks", "runs"],
    onShowLog,
    onStarted,
  });
}

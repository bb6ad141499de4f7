import { useQuery } from "@tanstack/react-query";
import type { Overview } from "../../../server/contract/overview.ts";
import type { List } from "../../../server/contract/shapes.ts";
import type { Task } from "../../../server/contract/tasks.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useDelayedRefresh } from "../../api/use_delayed_refresh.ts";
import { useBatchAction } from "../../shared/actions/use_batch_action.ts";

/** How long an event waits before the overview is queried (ms): on a busy panel many events become one query. */
const gatherMs = 1500;
const refreshedBy = /^(?:task|run|backup|channel|settings):/;
const overviewKey = queryKeys.overview();
/** No event reports that an hour or some disk space has passed. */
const refreshMs = 60_000;

/** Queries the overview, and again when an event affects it. */
export function useOverview() {
  const api = useApi();
  useDelayedRefresh(overviewKey, refreshedBy, gatherMs);
  return useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => api.get<Overview>("/overview", { signal }),
    staleTime: 0, // events are followed only while the page is open
    refetchInterval: refreshMs,
  });
}

/** Queries a few tasks, for the first steps with a new panel. */
export function useFirstTasks(enabled: boolean) {
  const api = useApi();
  const query = { pageSize: 20, sort: "createdAt" };
  return useQuery({
    queryKey: queryKeys.taskList(query),
    queryFn: ({ signal }) => api.get<List<Task>>("/tasks", { query, signal }),
    enabled,
  });
}

/** Returns functions that run tasks and report the result. */
export function useRunTasks() {
  return useBatchAction<"run">({
    path: "/tasks",
    done: { run: "task.doneRun" },
    topics: ["tasks", "runs"],
  });
}

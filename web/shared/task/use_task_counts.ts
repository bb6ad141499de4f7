import type { QueryKey } from "@tanstack/react-query";
import type { EventType } from "../../../server/contract/events.ts";
import type { TaskCounts } from "../../../server/contract/tasks.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useLiveRefresh } from "../../api/use_live_refresh.ts";

/** How long an event waits before the counts are queried (ms): on a busy panel many events become one query. */
const refreshDelayMs = 2000;

function outdatedBy(type: EventType): readonly QueryKey[] {
  return /^(?:task|run):/.test(type) ? [queryKeys.taskCounts()] : [];
}

/** Queries how many tasks each built-in view has, and again when that may have changed; not until `enabled`. */
export function useTaskCounts(enabled = true): TaskCounts | undefined {
  useLiveRefresh({ keysOf: outdatedBy, delayMs: refreshDelayMs, cancelRefetch: false });
  const { data } = useApiQuery<TaskCounts>(queryKeys.taskCounts(), "/tasks/counts", {
    enabled,
    staleTime: refreshDelayMs,
  });
  return data;
}

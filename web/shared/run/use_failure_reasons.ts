import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { taskLimits } from "../../../server/contract/limits/tasks.ts";
import type { RunFailures } from "../../../server/contract/runs.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { failureReason } from "./failure_reason.ts";

const none: RunFailures["items"] = [];

/** Returns why runs failed, by their IDs; those that are not known, or not yet, are missing. */
export function useFailureReasons(runIds: readonly number[]): ReadonlyMap<number, string> {
  const api = useApi();
  const messages = useMessages();
  const ids = runIds.slice(0, taskLimits.failures).join(",");
  const { data } = useQuery({
    queryKey: queryKeys.runFailures(ids),
    queryFn: ({ signal }) => api.get<RunFailures>("/runs/failures", { query: { ids }, signal }),
    enabled: ids !== "",
    staleTime: Infinity,
    // Rows that stay keep their reasons while others are asked for.
    placeholderData: (before) => before,
  });
  const items = data?.items ?? none;
  return useMemo(
    () =>
      new Map(items.flatMap((failure) => {
        const reason = failureReason(failure, messages);
        return reason === null ? [] : [[failure.id, reason] as const];
      })),
    [items, messages],
  );
}

import { useMemo, useState } from "react";
import { taskLimits } from "../../../server/contract/limits/tasks.ts";
import type { RunFailure, RunFailures } from "../../../server/contract/runs.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { failureReason } from "./failure_reason.ts";

/** What was returned for runs; null for those that do not exist. */
type KnownFailures = ReadonlyMap<number, RunFailure | null>;

const cachedMs = 60_000;

/**
 * Returns why runs failed, by their IDs; those that are not known, or not yet, are missing. Each run is requested once,
 * because one that has ended does not change.
 */
export function useFailureReasons(runIds: readonly number[]): ReadonlyMap<number, string> {
  const messages = useMessages();
  const [known, setKnown] = useState<KnownFailures>(new Map());
  const missing = runIds.filter((id) => !known.has(id)).slice(0, taskLimits.failures);
  const ids = missing.join(",");
  const { data } = useApiQuery<RunFailures>(queryKeys.runFailures(ids), "/runs/failures", {
    query: { ids },
    enabled: ids !== "",
    staleTime: cachedMs,
    retry: false, // the runs are listed without their reasons
  });
  if (data && missing.length > 0) setKnown(withFailures(known, missing, data));
  return useMemo(() => {
    const reasons = new Map<number, string>();
    for (const [id, failure] of known) {
      const reason = failure && failureReason(failure, messages);
      if (reason !== null) reasons.set(id, reason);
    }
    return reasons;
  }, [known, messages]);
}

function withFailures(before: KnownFailures, ids: readonly number[], { items }: RunFailures): KnownFailures {
  return new Map([
    ...before,
    ...ids.map((id) => [id, items.find((item) => item.id === id) ?? null] as const),
  ]);
}

import { useEffect, useMemo, useRef } from "react";
import type { Run } from "../../../server/contract/runs.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi, useApiQuery } from "../../api/use_api.tsx";
import { runLogSource } from "../../ui/log/api_log_source.ts";
import type { LogSource } from "../../ui/log/log_source.ts";

/** Queries one run; null disables the query. */
export function useRun(id: number | null) {
  return useApiQuery<Run>(queryKeys.run(id ?? 0), `/runs/${id}`, { enabled: id !== null });
}

/** Returns the log source of a run; the same object as long as it is the same run. */
export function useRunLogSource({ id, finishedAt }: Pick<Run, "id" | "finishedAt">): LogSource {
  const api = useApi();
  const overAt = useRef(finishedAt);
  useEffect(() => {
    overAt.current = finishedAt;
  }, [finishedAt]);
  return useMemo(() => runLogSource(api, { id, overAt: () => overAt.current }), [api, id]);
}

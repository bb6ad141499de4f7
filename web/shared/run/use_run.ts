import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { Run } from "../../../server/contract/runs.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { runLogSource } from "../../ui/log/api_log_source.ts";
import type { LogSource } from "../../ui/log/log_source.ts";

/** Queries one run; null disables the query. */
export function useRun(id: number | null) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.run(id ?? 0),
    queryFn: ({ signal }) => api.get<Run>(`/runs/${id}`, { signal }),
    enabled: id !== null,
  });
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

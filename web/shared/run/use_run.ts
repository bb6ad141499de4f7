import { useQuery } from "@tanstack/react-query";
import type { Run } from "../../../server/contract/runs.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";

/** Queries one run; null disables the query. */
export function useRun(id: number | null) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.run(id ?? 0),
    queryFn: ({ signal }) => api.get<Run>(`/runs/${id}`, { signal }),
    enabled: id !== null,
  });
}

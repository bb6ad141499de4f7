import { useQuery } from "@tanstack/react-query";
import type { MissingPackage } from "../../../../server/contract/dependencies.ts";
import type { RunState } from "../../../../server/contract/runs.ts";
import { useApi } from "../../../api/use_api.tsx";
import { queryKeys } from "../../../api/query_keys.ts";

/** Asks which packages a failed run misses; of the kind that it misses first. */
export function useMissing(run: { id: number; state: RunState } | null): readonly MissingPackage[] {
  const api = useApi();
  const { data = [] } = useQuery({
    queryKey: queryKeys.dependencies("missing", run?.id),
    queryFn: async ({ signal }) =>
      (await api.get<{ items: MissingPackage[] }>(`/runs/${run?.id}/missing`, { signal })).items,
    enabled: run !== null && run.state === "failed",
  });
  return data.filter(({ type }) => type === data[0]?.type);
}

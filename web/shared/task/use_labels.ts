import { useQuery } from "@tanstack/react-query";
import type { LabelCounts } from "../../../server/contract/tasks.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";

const none: LabelCounts["items"] = [];

export function useLabels(): LabelCounts["items"] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.taskLabels(),
    queryFn: ({ signal }) => api.get<LabelCounts>("/tasks/labels", { signal }),
  });
  return data?.items ?? none;
}

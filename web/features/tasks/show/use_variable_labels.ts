import { useQuery } from "@tanstack/react-query";
import type { VariableLabels } from "../../../../server/contract/variables.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";

const none: VariableLabels["items"] = [];

/** Asks for all labels of variables and how many have each. */
export function useVariableLabels(): VariableLabels["items"] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.variables("labels"),
    queryFn: ({ signal }) => api.get<VariableLabels>("/variables/labels", { signal }),
  });
  return data?.items ?? none;
}

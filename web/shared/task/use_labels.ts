import type { LabelCounts } from "../../../server/contract/tasks.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";

const none: LabelCounts["items"] = [];

export function useLabels(): LabelCounts["items"] {
  const { data } = useApiQuery<LabelCounts>(queryKeys.taskLabels(), "/tasks/labels");
  return data?.items ?? none;
}

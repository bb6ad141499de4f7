import { useQuery } from "@tanstack/react-query";
import type { Channel, StoredRule } from "../../../server/contract/notifications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";

export function useChannels() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.notifications("channels"),
    queryFn: async ({ signal }) => (await api.get<{ items: Channel[] }>("/notifications", { signal })).items,
  });
}

export interface RulesResult {
  rules: StoredRule[];
  templateFields: string[];
  version: number;
}

/** Queries all rules, in their order. */
export function useRules() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.notifications("rules"),
    queryFn: ({ signal }) => api.get<RulesResult>("/notifications/rules", { signal }),
  });
}

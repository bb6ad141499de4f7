import type { Channel, StoredRule } from "../../../server/contract/notifications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";

export function useChannels() {
  return useApiQuery<{ items: Channel[] }, Channel[]>(queryKeys.notifications("channels"), "/notifications", {
    select: ({ items }) => items,
  });
}

export interface RulesResult {
  rules: StoredRule[];
  templateFields: string[];
  version: number;
}

export function useRules() {
  return useApiQuery<RulesResult>(queryKeys.notifications("rules"), "/notifications/rules");
}

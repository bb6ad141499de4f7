import type { Channel, OwnChannels, StoredRule } from "../../../server/contract/notifications.ts";
import { localRuleName } from "../../../server/contract/messages/default_rule.ts";
import type { Language } from "../../../server/contract/settings.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

export function useChannels() {
  return useApiQuery<{ items: Channel[] }, Channel[]>(queryKeys.notifications("channels"), "/notifications", {
    select: ({ items }) => items,
  });
}

/** Queries the channels of one's own. Their messages come with no live event that everybody receives. */
export function useOwnChannels() {
  return useApiQuery<OwnChannels>(queryKeys.notifications("own"), "/account/channels", {
    refetchInterval: OWN_POLL_MS,
  });
}

/** How often the page looks for what became of messages to channels of one's own, in ms. */
export const OWN_POLL_MS = 20_000;

export interface RulesResult {
  rules: StoredRule[];
  templateFields: string[];
  version: number;
}

/** Queries the rules; the one that comes with the first channel has its name in the reader's language. */
export function useRules() {
  const { language } = useMessages();
  return useApiQuery<RulesResult>(queryKeys.notifications("rules"), "/notifications/rules", {
    select: (result) => ({
      ...result,
      rules: result.rules.map((rule) => localRule(rule, language)),
    }),
  });
}

export function localRule(rule: StoredRule, language: Language): StoredRule {
  return { ...rule, name: localRuleName(rule.name, language) };
}

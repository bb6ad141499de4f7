import { useQueryClient } from "@tanstack/react-query";
import type { NotificationRule, StoredRule } from "../../../server/contract/notifications.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useAction } from "../../shared/actions/use_action.ts";
import type { RulesResult } from "../../shared/channel/use_channels.ts";

type RulesChange = (rules: readonly StoredRule[]) => readonly NotificationRule[];
const maxTries = 3;

/**
 * Gives the way to change the rules: a change is made of the rules as they are now, and again where they became others in between, so
 * that nobody's change is undone. Throws ApiProblem, and what `change` throws.
 */
export function useChangeRules() {
  const api = useApi();
  const queries = useQueryClient();
  return async (change: RulesChange): Promise<void> => {
    for (let left = maxTries; left > 0; left--) {
      const { rules, version } = await api.get<RulesResult>("/notifications/rules");
      try {
        const body = { rules: change(rules) };
        const after = await api.put<RulesResult>("/notifications/rules", body, { version });
        return void queries.setQueryData(queryKeys.notifications("rules"), after);
      } catch (error) {
        const stale = error instanceof ApiProblem && error.code === "stale_version";
        if (!stale || left === 1) throw error;
      }
    }
  };
}

export type RuleActions = ReturnType<typeof useRuleActions>;

/** Returns the actions on a rule; the caller renders the question before one is deleted. */
export function useRuleActions() {
  const { t } = useMessages();
  const queries = useQueryClient();
  const key = queryKeys.notifications("rules");
  const changeRules = useChangeRules();
  const { mutate, mutateAsync } = useAction({
    async send(_api, change: RulesChange) {
      try {
        await changeRules(change);
      } catch (error) {
        // Only then: a change that was made has set the data, and loading it could undo the next one on the page.
        void queries.invalidateQueries({ queryKey: key });
        throw error;
      }
    },
    invalidates: [],
  });
  const { ask, question } = useConfirm();
  const toast = useToast();
  return {
    enable: ({ id }: StoredRule, enabled: boolean) =>
      mutate((rules) => rules.map((one) => one.id === id ? { ...one, enabled } : one)),
    order(ids: readonly number[]) {
      // At once, so that the row does not jump back during the request.
      queries.setQueryData<RulesResult>(key, (data) => data && { ...data, rules: inOrder(data.rules, ids) });
      mutate((rules) => inOrder(rules, ids));
    },
    askDelete: ({ id, name }: StoredRule) =>
      ask({
        danger: true,
        title: t("notifications.deleteRule", { name }),
        text: t("notifications.deleteRuleText"),
        confirmLabel: t("ui.delete"),
        async onConfirm() {
          await mutateAsync((rules) => rules.filter((one) => one.id !== id));
          toast.message("success", t("notifications.ruleDeleted", { name }));
        },
      }),
    question,
  };
}

// Rules added by others meanwhile go last.
function inOrder(rules: readonly StoredRule[], ids: readonly number[]): StoredRule[] {
  const positionOf = ({ id }: StoredRule) => ids.includes(id) ? ids.indexOf(id) : ids.length;
  return [...rules].sort((a, b) => positionOf(a) - positionOf(b));
}

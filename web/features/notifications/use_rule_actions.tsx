import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { NotificationRule, StoredRule } from "../../../server/contract/notifications.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm_dialog.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import type { RulesResult } from "./use_notifications.ts";

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

export interface RuleActions {
  enable(rule: StoredRule, enabled: boolean): Promise<void>;
  order(ids: readonly number[]): Promise<void>;
  askDelete(rule: StoredRule): void;
  /** The question, to be drawn by whoever asks. */
  question: ReactNode;
}

/** Gives what can be done with a rule in the list. */
export function useRuleActions(): RuleActions {
  const { t } = useMessages();
  const toast = useToast();
  const change = useChangeRules();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<StoredRule | null>(null);
  const name = asked?.name ?? "";
  const notified = async (run: () => Promise<void>) => {
    try {
      await run();
    } catch (error) {
      toast.problem(error);
      void queries.invalidateQueries({ queryKey: queryKeys.notifications() });
      throw error;
    }
  };
  return {
    enable: ({ id }, enabled) =>
      notified(() => change((rules) => rules.map((one) => one.id === id ? { ...one, enabled } : one)))
        .catch(() => undefined), // it was told
    async order(ids) {
      const key = queryKeys.notifications("rules");
      // At once, so that it does not jump back while the panel is asked.
      queries.setQueryData<RulesResult>(key, (data) => data && { ...data, rules: inOrder(data.rules, ids) });
      await notified(() => change((rules) => inOrder(rules, ids))).catch(() => undefined); // it was told
    },
    askDelete: setAsked,
    question: (
      <ConfirmDialog
        open={asked !== null}
        danger
        title={t("notifications.deleteRule", { name })}
        text={t("notifications.deleteRuleText")}
        confirmLabel={t("ui.delete")}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          await notified(() => change((rules) => rules.filter(({ id }) => id !== asked?.id)));
          toast.message("success", t("notifications.ruleDeleted", { name }));
        }}
      />
    ),
  };
}

// Rules that came meanwhile go last.
function inOrder(rules: readonly StoredRule[], ids: readonly number[]): StoredRule[] {
  const locationOf = ({ id }: StoredRule) => ids.includes(id) ? ids.indexOf(id) : ids.length;
  return [...rules].sort((a, b) => locationOf(a) - locationOf(b));
}

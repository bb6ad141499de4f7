import type { NotificationRule } from "../../contract/notifications.ts";
import type { Language } from "../../contract/settings.ts";
import type { Tx } from "../../engine/store.ts";
import { notificationMessages } from "./notification_messages.ts";
import { countRulesChange, ruleJson } from "./rule_rows.ts";
import { insertRule, listRules } from "./store.ts";

const GROUP_MS = 5 * 60_000;

/** Makes the rule that comes with the first channel, unless there are rules: what an operator must know, without flooding them. */
export async function addDefaultRule(tx: Tx, language: Language, now: number): Promise<void> {
  if ((await listRules(tx)).length > 0) return;
  const rule: NotificationRule = {
    name: notificationMessages[language].defaultRule,
    enabled: true,
    events: [
      "run_failed",
      "run_recovered",
      "run_too_long",
      "run_not_started",
      "subscription_failed",
      "dependency_failed",
      "login_failed",
      "second_factor_changed",
      "backup_failed",
      "update_available",
      "disk_nearly_full",
      "panel_crashed",
    ],
    ...{ labels: null, taskIds: null, channelIds: [], quietHours: null },
    ...{ groupMs: GROUP_MS, longerThanMs: null, oncePerState: true },
    ...{ title: null, content: null, language: null },
  };
  await insertRule(tx, 0, ruleJson(rule));
  await countRulesChange(tx, now);
}

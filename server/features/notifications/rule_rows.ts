import { type KeptRule, type NotificationRule, notificationRule } from "../../contract/notifications.ts";
import type { Tx } from "../../engine/store.ts";
import { listRules, updateRule } from "./store.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** Reads a rule; what this version cannot read is off, and tells of nothing. */
export function toRule({ id, rule_json }: { id: number; rule_json: string }): KeptRule | null {
  const read = notificationRule.safeParse(storedJson<unknown>(rule_json, {}));
  return read.success ? { ...read.data, id } : null;
}

/** Writes a rule for its column. */
export function ruleJson(rule: NotificationRule): string {
  const { id: _, ...kept } = rule;
  return JSON.stringify(kept);
}

/** Takes a channel that goes out of all rules; a rule that named no other is turned off, or it would tell the default one. */
export async function forgetChannel(tx: Tx, channelId: number): Promise<void> {
  for (const [position, row] of (await listRules(tx)).entries()) {
    const rule = toRule(row);
    if (!rule?.channelIds.includes(channelId)) continue;
    const channelIds = rule.channelIds.filter((id) => id !== channelId);
    const enabled = rule.enabled && channelIds.length > 0;
    await updateRule(tx, row.id, position, ruleJson({ ...rule, channelIds, enabled }));
  }
}

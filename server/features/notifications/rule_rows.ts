import { type NotificationRule, notificationRule, type StoredRule } from "../../contract/notifications.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { listRules, readState, updateRule, writeState } from "./store.ts";
import { storedJson } from "../../platform/stored_json.ts";

const VERSION = "rules version";

/** Parses a rule; a rule that this version cannot parse is disabled and matches nothing. */
export function toRule({ id, rule_json }: { id: number; rule_json: string }): StoredRule | null {
  const read = notificationRule.safeParse(storedJson<unknown>(rule_json, {}));
  return read.success ? { ...read.data, id } : null;
}

export function ruleJson(rule: NotificationRule): string {
  const { id: _, ...stored } = rule;
  return JSON.stringify(stored);
}

/** Returns the version of the rules: it starts at 1 and counts changes. */
export async function rulesVersion(db: Database | Tx): Promise<number> {
  return Number((await readState(db, VERSION))?.state ?? 1);
}

/** Increments the version of the rules for a change at `now` (ms since the epoch). */
export async function countRulesChange(tx: Tx, now: number): Promise<void> {
  await writeState(tx, VERSION, { state: String(await rulesVersion(tx) + 1), since: now });
}

export interface RuleUse {
  ruleId: number;
  /** Whether it was enabled; a rule whose last channel is deleted is disabled. */
  enabled: boolean;
}

/**
 * Removes a deleted channel from all rules, and returns those; a rule with no other channel is disabled, or it would
 * notify the default one.
 */
export async function forgetChannel(tx: Tx, channelId: number, now: number): Promise<RuleUse[]> {
  const uses: RuleUse[] = [];
  for (const row of await listRules(tx)) {
    const rule = toRule(row);
    if (!rule?.channelIds.includes(channelId)) continue;
    const channelIds = rule.channelIds.filter((id) => id !== channelId);
    const enabled = rule.enabled && channelIds.length > 0;
    await updateRule(tx, row.id, { rule_json: ruleJson({ ...rule, channelIds, enabled }) });
    uses.push({ ruleId: row.id, enabled: rule.enabled });
  }
  if (uses.length > 0) await countRulesChange(tx, now);
  return uses;
}

/** Adds a restored channel to the rules that sent to it, unless they were deleted. */
export async function recallChannel(
  tx: Tx,
  channelId: number,
  uses: readonly RuleUse[],
  now: number,
): Promise<void> {
  for (const row of await listRules(tx)) {
    const use = uses.find(({ ruleId }) => ruleId === row.id);
    const rule = use && toRule(row);
    if (!rule) continue;
    const enabled = rule.enabled || use.enabled && rule.channelIds.length === 0;
    const channelIds = [...rule.channelIds, channelId];
    await updateRule(tx, row.id, { rule_json: ruleJson({ ...rule, channelIds, enabled }) });
  }
  if (uses.length > 0) await countRulesChange(tx, now);
}

import { type NotificationRule, notificationRule, type StoredRule } from "../../contract/notifications.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { readState, writeState } from "./state_store.ts";
import { listRules, updateRule } from "./store.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** Reads a rule; what this version cannot read is off, and tells of nothing. */
export function toRule({ id, rule_json }: { id: number; rule_json: string }): StoredRule | null {
  const read = notificationRule.safeParse(storedJson<unknown>(rule_json, {}));
  return read.success ? { ...read.data, id } : null;
}

/** Writes a rule for its column. */
export function ruleJson(rule: NotificationRule): string {
  const { id: _, ...stored } = rule;
  return JSON.stringify(stored);
}

const VERSION = "rules version";

/** Reads how often the rules have changed, from 1. */
export async function rulesVersion(db: Database | Tx): Promise<number> {
  return Number((await readState(db, VERSION))?.state ?? 1);
}

/** Counts a change of the rules, made at `now` (milliseconds UTC). */
export async function countRulesChange(tx: Tx, now: number): Promise<void> {
  await writeState(tx, VERSION, { state: String(await rulesVersion(tx) + 1), since: now });
}

/** Takes a channel that goes out of all rules; a rule that named no other is turned off, or it would tell the default one. */
export async function forgetChannel(tx: Tx, channelId: number, now: number): Promise<void> {
  let changed = false;
  for (const [position, row] of (await listRules(tx)).entries()) {
    const rule = toRule(row);
    if (!rule?.channelIds.includes(channelId)) continue;
    const channelIds = rule.channelIds.filter((id) => id !== channelId);
    const enabled = rule.enabled && channelIds.length > 0;
    await updateRule(tx, row.id, position, ruleJson({ ...rule, channelIds, enabled }));
    changed = true;
  }
  if (changed) await countRulesChange(tx, now);
}

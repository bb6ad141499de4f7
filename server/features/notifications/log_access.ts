// Messages of events contain the last lines of logs: who may not read logs may not decide where they go.
import { AppError } from "../../contract/app_error.ts";
import type { NotificationRule } from "../../contract/notifications.ts";
import type { Tx } from "../../engine/store.ts";
import { toRule } from "./rule_rows.ts";
import { listRules } from "./store.ts";
import { hasField } from "./template.ts";

/** Returns whether the messages of a rule may contain text of a log. */
export function carriesLog({ content, events }: Pick<NotificationRule, "content" | "events">): boolean {
  if (content === null || hasField(content, "log")) return true;
  // Why an installation failed is a line of the installer's log.
  return hasField(content, "reason") && events.includes("dependency_failed");
}

/** Refuses a change by someone who may not read logs, if a channel receives them after it. Throws `scope_missing`. */
export async function refuseLogs(
  tx: Tx,
  channel: { id: number; isDefault: boolean },
  { readsLogs }: { readsLogs: boolean },
): Promise<void> {
  if (readsLogs) return;
  const rules = (await listRules(tx)).map(toRule).filter((rule) => rule !== null);
  const receives = ({ channelIds }: NotificationRule) =>
    channelIds.length === 0 ? channel.isDefault : channelIds.includes(channel.id);
  if (rules.some((rule) => carriesLog(rule) && receives(rule))) {
    throw new AppError("scope_missing", { scope: "logs:read" });
  }
}

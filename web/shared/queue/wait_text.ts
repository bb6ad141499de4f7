import type { QueueEntry, QueueState } from "../../../server/contract/queue.ts";
import type { Messages } from "../../messages/create_messages.ts";

export function waitText(
  { reason, pool, blockedBy, startAfter }: QueueEntry,
  { limit, live, waiting }: QueueState,
  { t, format }: Messages,
): string {
  const runs = [...live, ...waiting.map(({ run }) => run)];
  const blocker = runs.find(({ id }) => id === blockedBy);
  const named = { name: blocker?.taskName ?? "", run: blockedBy ?? 0 };
  switch (reason) {
    case "limit":
      return t("queue.whyLimit", { limit });
    case "task":
      return blockedBy === null ? t("queue.whyTask") : t("queue.whyTaskRun", named);
    case "group":
      return blocker ? t("queue.whyGroupRun", named) : t("queue.whyGroup");
    case "delay":
      return t("queue.whyDelay", { time: format.time(startAfter) });
    case "kind":
      return t("queue.whyKind");
    case "node":
      return pool === null ? t("queue.whyNode") : t("queue.whyPool", { pool });
    case "no_node":
      return pool === null ? t("queue.whyNoNode") : t("queue.whyEmptyPool", { pool });
    case "upstream":
      return t("queue.whyUpstream");
  }
  return reason satisfies never;
}

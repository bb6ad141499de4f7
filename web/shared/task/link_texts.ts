import type { LinkReason } from "../../../server/contract/flows.ts";
import type { LinkOutcome } from "../../../server/contract/limits/flows.ts";
import type { MessageKey } from "../../messages/messages.ts";

/** Why a task was not started after another, as what happened to one of them. */
export const linkReasons: Record<LinkReason, MessageKey> = {
  upstream_failed: "flows.reasonUpstreamFailed",
  upstream_succeeded: "flows.reasonUpstreamSucceeded",
  upstream_not_run: "flows.reasonUpstreamNotRun",
  started_already: "flows.reasonStartedAlready",
  other_link: "flows.reasonOtherLink",
  not_recent: "flows.reasonNotRecent",
  disabled: "flows.reasonDisabled",
  deleted: "flows.reasonDeleted",
  expired: "flows.reasonExpired",
  calendar: "flows.reasonCalendar",
  window: "flows.reasonWindow",
  overlap: "flows.reasonOverlap",
  merged: "flows.reasonMerged",
  replaced: "flows.reasonReplaced",
  list: "flows.reasonList",
  no_node: "flows.reasonNoNode",
  removed: "flows.reasonRemoved",
  stopped: "flows.reasonStopped",
};

/** How a task before another one must have ended. */
export const outcomeMessages = {
  succeeded: "flows.outcomeSucceeded",
  failed: "flows.outcomeFailed",
  any: "flows.outcomeAny",
} as const satisfies Record<LinkOutcome, MessageKey>;

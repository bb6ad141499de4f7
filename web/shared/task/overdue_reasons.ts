import type { OverdueReason } from "../../../server/contract/runs.ts";
import type { MessageKey } from "../../messages/messages.ts";

/** Why an overdue task has not run. */
export const overdueReasons: Record<OverdueReason, MessageKey> = {
  waiting: "overview.overdueWaiting",
  skipped_overlap: "runDetails.skip_overlap",
  skipped_disabled: "runDetails.skip_disabled",
  skipped_missed: "runDetails.skip_missed",
  skipped_limit: "runDetails.skip_limit",
  skipped_deleted: "runDetails.skip_deleted",
  skipped_no_node: "runDetails.skip_no_node",
  skipped_list: "runDetails.skip_list",
  skipped_upstream: "runDetails.skip_upstream",
  skipped_calendar: "runDetails.skip_calendar",
  skipped_window: "runDetails.skip_window",
  skipped_expired: "runDetails.skip_expired",
  skipped_rejected: "runDetails.skip_rejected",
  skipped_approval_lapsed: "runDetails.skip_approval_lapsed",
};

import type { OverdueReason } from "../../../server/contract/runs.ts";
import type { MessageKey } from "../../messages/messages.ts";

/** Why an overdue task has not run. */
export const overdueReasons: Record<OverdueReason, MessageKey> = {
  waiting: "overview.overdueWaiting",
  skipped_overlap: "runs.skip_overlap",
  skipped_disabled: "runs.skip_disabled",
  skipped_missed: "runs.skip_missed",
  skipped_limit: "runs.skip_limit",
  skipped_deleted: "runs.skip_deleted",
  skipped_no_node: "runs.skip_no_node",
  skipped_list: "runs.skip_list",
  skipped_upstream: "runs.skip_upstream",
  skipped_calendar: "runs.skip_calendar",
  skipped_window: "runs.skip_window",
  skipped_expired: "runs.skip_expired",
  skipped_rejected: "runs.skip_rejected",
  skipped_approval_lapsed: "runs.skip_approval_lapsed",
};

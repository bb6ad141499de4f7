import type { FlowIssueCode } from "../issue_codes.ts";

/** Why the tasks that a task starts after were rejected. */
export const flowIssues: Record<FlowIssueCode, string> = {
  unknown_task: "There is no such task",
  same_task: "This task is listed twice",
  cycle: "The task would start after itself: {way}",
  invalid_within: "Enter a duration such as 24h, or since and a time of day, such as since 00:00",
};

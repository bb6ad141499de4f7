import type { FlowIssueCode } from "../issue_codes.ts";

/** Why what a task starts after, or what starts it, was rejected. */
export const flowIssues: Record<FlowIssueCode, string> = {
  unknown_task: "There is no such task",
  same_task: "This task is listed twice",
  cycle: "The task would start after itself: {way}",
  invalid_within: "Enter a duration such as 24h, or since and a time of day, such as since 00:00",
  trigger_path: "Enter the path of a single file: absolute, or below the scripts folder, without “..”",
  trigger_path_of_panel:
    "This file belongs to the panel itself: in its data folder, only scripts can start tasks",
  unknown_trigger_source: "It does not exist, or you may not see it",
  same_trigger: "This trigger is listed twice",
};

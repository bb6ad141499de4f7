import type { TriggerIssueCode } from "../issue_codes.ts";

/** Why a trigger of a task was rejected. */
export const triggerIssues: Record<TriggerIssueCode, string> = {
  trigger_path: "Enter an absolute path, or one below the scripts folder, without “..”, of a single file",
  trigger_path_of_panel:
    "This file belongs to the panel itself: below its data folder, only scripts can start tasks",
  unknown_trigger_source: "It does not exist, or you may not see it",
  same_trigger: "This trigger is listed twice",
};

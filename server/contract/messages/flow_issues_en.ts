import type { FlowIssueCode } from "../issue_codes.ts";

/** Why what a task starts after, or what starts it, was rejected. */
export const flowIssues: Record<FlowIssueCode, string> = {
  unknown_task: "There is no such task",
  same_task: "This task is listed twice",
  cycle: "The task would start after itself: {way}",
  link_breaks_parameter: "A link to a task before it has a value for {parameter} that would not be allowed",
  webhook_maps_parameter:
    "The webhook of this task fills the parameter {parameter}, which would be gone: change the webhook first",
  webhook_lacks_parameter:
    "The webhook of this task does not fill the parameter {parameter}: make it not required, or give it a default",
  one_list: "Needs either values or an output",
  list_parameter: "The parameter {parameter} must not be required, and not be a secret",
  list_on_all_nodes: "A task that runs on each node cannot run for each value of a list",
  list_without_upstream: "An output needs tasks that this one starts after, and no schedule of its own",
  list_empty: "The list has no values",
  list_too_long: "The list has more than {max} values",
  list_value: "The parameter {parameter} cannot have the value {index} of the list",
  list_too_large: "The outputs {output} of all runs of the task before have more than {max} bytes together",
  list_secret: "The output {output} contains a secret, and values of a list are shown",
  invalid_within: "Enter a duration such as 24h, or since and a time of day, such as since 00:00",
  trigger_path: "Enter the path of a single file: absolute, or below the scripts folder, without “..”",
  trigger_path_of_panel:
    "This file belongs to the panel itself: in its data folder, only scripts can start tasks",
  unknown_trigger_source: "It does not exist, or you may not see it",
  same_trigger: "This trigger is listed twice",
};

import type { ParameterIssueCode } from "../issue_codes.ts";

/** Why a parameter of a task, or a value of one, was rejected. */
export const parameterIssues: Record<ParameterIssueCode, string> = {
  same_parameter: "Another parameter has the name {parameter}",
  protected_name: "{name} changes how programs start. Choose another name",
  not_of_type: "A parameter of the type {type} does not have this",
  no_choices: "Enter at least one choice",
  same_choice: "{choice} is listed twice",
  range_reversed: "Must not be less than the minimum",
  bad_date: "Must be a date such as 2026-11-30",
  bad_number: "Must be a number",
  pattern_mismatch: "Does not match the pattern {pattern}",
  unknown_parameter: "The task has no parameter {parameter}",
  parameter_required: "The parameter {parameter} needs a value",
  secret_by_hand_only:
    "A secret is entered for each run; it has no default, and rules do not give it a value",
  rule_without_value: "The rule {rule} has no value for {parameter}, which is required",
  rule_breaks_parameter: "The rule {rule} has a value for {parameter} that would not be allowed",
  rule_with_two_values: "The rule {rule} is listed twice with different values",
  variable_is_parameter: "{parameter} is a parameter of the task, not a variable of the run",
  no_such_script_file: "There is no file {path} in the scripts folder",
};

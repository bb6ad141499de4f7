import type { ConfigurationIssueCode } from "../issue_codes.ts";

/** Why a file that describes an object was rejected. */
export const configurationIssues: Record<ConfigurationIssueCode, string> = {
  not_yaml: "This is not valid YAML: {reason}",
  not_an_object: "The file must contain fields, such as name: Backup",
  several_documents: "A file describes one object, and this one contains several documents",
  same_key: "The field {name} is there twice",
  yaml_too_slow: "Reading the file takes more than {seconds} seconds",
  too_many_aliases: "Aliases repeat too much of the file",
  keys_too_long: "The keys in this file are too long in total",
  too_deep: "More than {max} lists and objects lie within each other",
  bad_file_name:
    "This is not the path of an object: use tasks, views, calendars, windows, heartbeats, channels or rules, and a name of lower-case " +
    "letters, digits, -, _ and . that ends in .yaml",
  file_too_large: "The file has more than {max} bytes",
  folder_too_large: "The files have more than {max} bytes in all",
  same_file: "Another file describes the same object",
  unknown_object: "There is no {folder} of this name: {name}",
  secret_in_file: "Secrets do not belong into files. Remove the field, and enter it on the panel",
  type_differs: "The type of a channel cannot change from {from} to {to}; use a file of another name",
  several_defaults: "Only one channel can be the default",
  managed_by_other: "The subscription {name} applies this object",
  not_utf8: "The file is not text in UTF-8",
  order_circle: "`after` forms a cycle",
  object_rejected: "{reason}",
  more_issues: "And {count} more errors",
};

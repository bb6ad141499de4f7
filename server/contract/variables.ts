// Variables that tasks receive in their environment.
import * as z from "zod";
import { id, idsBody, instant, line, listQuery, text } from "./shapes.ts";
import { variableLimits } from "./limits/variables.ts";

/** Maximum total size of all enabled variables (bytes), names included. */
export const MAX_ENVIRONMENT_BYTES = 1024 * 1024;
/** Replaces a secret value. */
export const MASK = "***";
/** Secrets with fewer characters are not masked in logs: they would match too much other text. */
const SHORTEST_MASKED = 4;
export const MAX_VARIABLES = 10_000;
/** Names with this prefix are reserved for the panel. */
export const RESERVED_PREFIX = "SUNDIAL_";
/** Returns whether a secret value is long enough to be masked in logs. */
export function isMasked(text: string): boolean {
  return [...text.slice(0, 2 * SHORTEST_MASKED)].length >= SHORTEST_MASKED;
}

/** Names that the shell around every task sets or reserves, so that a variable would never arrive under them. */
export const SHELL_NAMES: readonly string[] = [
  ...["_", "BASHOPTS", "BASHPID", "BASH_ARGV0", "BASH_VERSINFO", "EPOCHREALTIME", "EPOCHSECONDS", "EUID"],
  ...[
    "IFS",
    "LINENO",
    "OLDPWD",
    "OPTIND",
    "PPID",
    "PWD",
    "RANDOM",
    "SECONDS",
    "SHELLOPTS",
    "SHLVL",
    "SRANDOM",
  ],
  "UID",
];

export const joinRules = ["join", "last"] as const;
export type JoinRule = (typeof joinRules)[number];

/** Returns the maximum size of a value for this name (bytes). */
export function maxValueBytes(name: string): number {
  return variableLimits.entryBytes - name.length - 2;
}

export const variableName = z.string().min(1).max(variableLimits.name).regex(
  /^[A-Za-z_][A-Za-z0-9_]*$/,
  "bad_variable_name",
);
/** Any whole characters except NUL, which an environment cannot contain. The service checks its size in bytes. */
const value = z.string().max(variableLimits.entryBytes).regex(
  // deno-lint-ignore no-control-regex -- NUL is exactly what is refused here
  /^(?:[^\u0000\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])*$/,
);
const label = line(50).min(1);
export const maxVariableLabels = 20;
const labels = z.array(label).max(maxVariableLabels);

export const variable = z.object({
  id,
  name: z.string(),
  value: z.string().meta({
    description: "Value of the variable; `***` for a secret, unless `reveal` is set",
  }),
  secret: z.boolean(),
  unreadable: z.boolean().meta({
    description:
      "Whether the secret value cannot be decrypted because the key file is missing or was replaced",
  }),
  remarks: z.string(),
  labels: z.array(z.string()),
  enabled: z.boolean(),
  position: z.int().meta({ description: "Position in the list, in ascending order with possible gaps" }),
  join: z.enum(joinRules).meta({
    description:
      "How variables of this name are combined: `join` joins all values with `&` in list order, `last` uses only the last one",
  }),
  usedBy: z.int().meta({ description: "Number of tasks that get the variable while it is enabled" }),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
}).meta({ id: "Variable" });
export type Variable = z.infer<typeof variable>;

const settable = {
  name: variableName,
  value,
  secret: z.boolean(),
  remarks: text(variableLimits.remarks),
  labels,
  enabled: z.boolean(),
};

/** Body of `POST /api/variables`: one variable, or several, all or nothing. */
export const variableInput = z.strictObject({
  ...settable,
  secret: settable.secret.default(false),
  remarks: settable.remarks.default(""),
  labels: settable.labels.default([]),
  enabled: settable.enabled.default(true),
}).meta({ id: "VariableInput" });
export type VariableInput = z.infer<typeof variableInput>;
/** Maximum number of variables that one request can create. */
export const maxVariablesAtOnce = 1000;
export const variablesInput = z.union([
  variableInput,
  z.array(variableInput).min(1).max(maxVariablesAtOnce),
]);
/** Response of `POST /api/variables`: one variable or several, as in the request. */
export const variablesCreated = z.union([variable, z.object({ items: z.array(variable) })]);

/**
 * Body of `PATCH /api/variables/{id}`: omitted fields stay unchanged. A secret whose value is sent back as
 * `***` keeps it.
 */
export const variablePatch = z.strictObject(settable).partial().meta({ id: "VariablePatch" });
export type VariablePatch = z.infer<typeof variablePatch>;

/** Fields that variables may be sorted by; by default `position`, their order. */
export const variableSortFields = [
  "position",
  "name",
  "remarks",
  "enabled",
  "createdAt",
  "updatedAt",
] as const;
export type VariableSortField = (typeof variableSortFields)[number];

export const variableListQuery = z.strictObject({
  ...listQuery,
  q: listQuery.q.meta({
    description: "Text contained in the name, the remarks or a value that is not secret",
  }),
  name: z.string().max(variableLimits.name).optional().meta({
    description: "Only variables with exactly this name",
  }),
  label: text(50).optional(),
  enabled: z.enum(["true", "false"]).optional(),
});
export type VariableListQuery = z.infer<typeof variableListQuery>;

const flag = z.enum(["true", "false"]).default("false").transform((output) => output === "true");
/** Query of `GET /api/variables/{id}`; an application needs `variables:write` to see a secret. */
export const variableQuery = z.strictObject({ reveal: flag });

export const variableRename = z.strictObject({ name: variableName });
export type VariableRename = z.infer<typeof variableRename>;
export const renameVariablesBody = idsBody.extend(variableRename.shape);
export const variableRelabelling = z.strictObject({ add: labels.default([]), remove: labels.default([]) });
export type VariableRelabelling = z.infer<typeof variableRelabelling>;
export const labelVariablesBody = idsBody.extend(variableRelabelling.shape);
/** Body of `PUT order`: ids that are placed next to each other in this order. */
export const variableOrderBody = z.strictObject({
  ids: z.array(id).min(1).max(MAX_VARIABLES),
  before: id.nullable().optional().meta({
    description:
      "ID of the variable to place the given ones before; null for the end of the list. Defaults to the beginning of the list.",
  }),
});
export type VariableOrder = z.infer<typeof variableOrderBody>;
/** Body of `PUT rule`, and its response. */
export const joinRuleBody = z.strictObject({ name: variableName, join: z.enum(joinRules) });
export type JoinRuleBody = z.infer<typeof joinRuleBody>;

/** Response of `GET /api/variables/labels`: all labels in use, by name. */
export const variableLabels = z.object({
  items: z.array(z.object({ label: z.string(), variables: z.int() })),
});
export type VariableLabels = z.infer<typeof variableLabels>;

/** Response of `GET /api/variables/{id}/tasks`. */
export const variableTask = z.object({
  id,
  name: z.string(),
  enabled: z.boolean(),
  byLabel: z.array(z.string()).nullable().meta({
    description: "Labels through which the task gets the variable; null if the task gets all variables",
  }),
}).meta({ id: "VariableTask" });
export type VariableTask = z.infer<typeof variableTask>;
export const variableTasksQuery = z.strictObject({ page: listQuery.page, pageSize: listQuery.pageSize });

export const transferFormats = ["json", "env"] as const;
export type TransferFormat = (typeof transferFormats)[number];
/** Query of `GET export`; an application needs `variables:write` to get secrets. */
export const variableExportQuery = z.strictObject({
  format: z.enum(transferFormats).default("json"),
  secrets: flag.meta({ description: "Whether to include the values of secrets in plain text" }),
  ids: z.string().max(16_000).regex(/^\d+(,\d+)*$/).optional().meta({
    description: "Comma-separated IDs of the variables to export. Defaults to all variables.",
  }),
});

/** Body of `POST export`: same as the query of `GET`, for more ids than fit into a URL. */
export const variableExportBody = z.strictObject({
  format: z.enum(transferFormats).default("json"),
  secrets: z.boolean().default(false),
  ids: z.array(id).min(1).max(MAX_VARIABLES).nullable().default(null).meta({
    description: "IDs of the variables to export; null for all variables",
  }),
});
export type VariableExport = z.infer<typeof variableExportBody>;

/** Body of `POST import`; `preview` changes nothing and returns what the import would do. */
export const variableImportBody = z.strictObject({
  format: z.enum(transferFormats),
  text: z.string().max(variableLimits.import),
  existing: z.enum(["add", "replace", "skip"]).default("add").meta({
    description: "What to do with an entry whose name exists with another value",
  }),
  secret: z.boolean().default(false).meta({
    description: "Whether to make added and replaced variables secret",
  }),
  labels: labels.default([]).meta({ description: "Labels to add to new variables" }),
  preview: z.boolean().default(false),
});
export type VariableImport = z.infer<typeof variableImportBody>;

/** The state of an import entry: `same` exists with this value, `changed` with another. */
export const importStates = ["new", "same", "changed", "refused"] as const;
/** Why an entry is rejected. */
export const importRefusals = [
  "no_name",
  "bad_name",
  "reserved_name",
  "shell_name",
  "no_value",
  "bad_value",
  "value_too_long",
  "bad_remarks",
  "bad_labels",
  "not_understood",
  "quote_open",
  "after_quote",
] as const;
export type ImportRefusal = (typeof importRefusals)[number];

/** What a person should know about the value of an entry. */
export const importNotes = ["expanded", "unknown_reference"] as const;
export type ImportNote = (typeof importNotes)[number];

export const importedVariable = z.object({
  place: z.int().meta({ description: "Line number of the entry; for JSON, its index, starting at 1" }),
  name: z.string(),
  value: z.string().meta({ description: "Value, shortened to 200 characters; `***` for a secret" }),
  remarks: z.string(),
  labels: z.array(z.string()),
  secret: z.boolean(),
  enabled: z.boolean(),
  state: z.enum(importStates),
  act: z.enum(["added", "replaced", "skipped"]).meta({ description: "What the import does with the entry" }),
  reason: z.enum(importRefusals).nullable(),
  note: z.enum(importNotes).nullable().meta({
    description:
      "`expanded`: names of earlier lines in the value were replaced; `unknown_reference`: the value names a variable that no earlier line sets, and keeps it as text",
  }),
}).meta({ id: "ImportedVariable" });
export type ImportedVariable = z.infer<typeof importedVariable>;
export const variableImportResult = z.object({
  items: z.array(importedVariable),
  added: z.int(),
  replaced: z.int(),
  skipped: z.int(),
}).meta({ id: "VariableImportAnswer" });
export type VariableImportResult = z.infer<typeof variableImportResult>;

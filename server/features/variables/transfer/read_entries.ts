import {
  type ImportNote,
  type ImportRefusal,
  type TransferFormat,
  type VariableInput,
  variableInput,
} from "../../../contract/variables.ts";
import { byteLength, entryIssues } from "../variable_store.ts";
import { readEnv } from "./read_env.ts";

/** One entry of an import: its content, or why it is rejected. */
export interface Entry {
  position: number;
  input: VariableInput;
  reason: ImportRefusal | null;
  note: ImportNote | null;
  /** Which fields it contains, so that the others stay unchanged. */
  says: { remarks: boolean; labels: boolean; enabled: boolean };
}

/** Parses an imported text. Returns null if it does not have the expected format. */
export function readEntries(text: string, format: TransferFormat): Entry[] | null {
  if (format === "json") return readJson(text)?.map((one, index) => toEntry(one, index + 1)) ?? null;
  return readEnv(text).map((one) =>
    "reason" in one
      ? rejected(one.line, one.name, one.reason)
      : { ...toEntry({ name: one.name, value: one.value }, one.line), note: one.note }
  );
}

const fields = variableInput.shape;

function toEntry(found: ReadObject, index: number): Entry {
  const name = typeof found.name === "string" ? found.name.trim() : "";
  const value = typeof found.value === "number" || typeof found.value === "boolean"
    ? String(found.value)
    : found.value;
  const reason = reasonAgainst(name, value, found);
  if (reason !== null) return rejected(index, name, reason);
  return {
    position: index,
    reason: null,
    note: null,
    input: variableInput.parse({
      name,
      value,
      ...(found.remarks ? { remarks: found.remarks } : {}),
      ...(found.labels ? { labels: found.labels } : {}),
      ...(typeof found.secret === "boolean" && { secret: found.secret }),
      ...(typeof found.enabled === "boolean" && { enabled: found.enabled }),
    }),
    says: {
      remarks: Boolean(found.remarks),
      labels: Boolean(found.labels),
      enabled: typeof found.enabled === "boolean",
    },
  };
}

function reasonAgainst(
  name: string,
  value: unknown,
  { remarks, labels }: ReadObject,
): ImportRefusal | null {
  if (name === "") return "no_name";
  if (!fields.name.safeParse(name).success) return "bad_name";
  const [issue] = entryIssues({ name }, name);
  if (issue) return issue.code === "shell_name" ? "shell_name" : "reserved_name";
  if (value === undefined || value === null) return "no_value";
  if (typeof value !== "string") return "bad_value";
  if (byteLength(value) > 0 && entryIssues({ value }, name).length > 0) return "value_too_long";
  if (!fields.value.safeParse(value).success) return "bad_value";
  if (remarks && !fields.remarks.safeParse(remarks).success) return "bad_remarks";
  if (labels && !fields.labels.safeParse(labels).success) return "bad_labels";
  return null;
}

function rejected(index: number, name: string, reason: ImportRefusal): Entry {
  const input = {
    name: name.slice(0, 255),
    value: "",
    secret: false,
    remarks: "",
    labels: [],
    enabled: true,
  };
  return {
    position: index,
    reason,
    note: null,
    input,
    says: { remarks: false, labels: false, enabled: false },
  };
}

// Parses several kinds of JSON: a list of objects as this panel and others export it, a single such object,
// an API response around such a list, or an object of names and values.

/** One entry as found; its fields are validated later. */
interface ReadObject {
  name: unknown;
  value: unknown;
  remarks?: unknown;
  labels?: unknown;
  enabled?: unknown;
  secret?: unknown;
}

/** Parses the entries of a JSON text. Returns null if it is not JSON, or not one of these kinds. */
function readJson(text: string): ReadObject[] | null {
  const json = parse(text);
  if (Array.isArray(json)) return json.map(asEntry);
  if (!isObject(json)) return null;
  for (const list of [json.data, json.items]) if (Array.isArray(list)) return list.map(asEntry);
  if ("name" in json && "value" in json) return [asEntry(json)];
  return Object.entries(json).map(([name, value]) => ({ name, value }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === "object" && json !== null;
}

function asEntry(json: unknown): ReadObject {
  if (!isObject(json)) return { name: undefined, value: undefined };
  const { name, value, remarks, labels, secret, enabled, status } = json;
  // In exports of another panel, a status of 1 means disabled.
  return {
    name,
    value,
    remarks,
    labels,
    secret,
    enabled: enabled ?? (status === 1 ? false : undefined),
  };
}

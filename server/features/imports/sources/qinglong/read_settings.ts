// Variables, dependencies, applications, the notification channel and views.
import type { DependencyType } from "../../../../contract/dependencies.ts";
import { operators, properties, sortFields, statuses } from "../../../../contract/compatible/view_fields.ts";
import { variableLimits } from "../../../../contract/limits/variables.ts";
import { includesScope, type Scope, scopes as allScopes } from "../../../../contract/scopes.ts";
import { maxVariableLabels } from "../../../../contract/variables.ts";
import type { ViewCondition, ViewInput } from "../../../../contract/views.ts";
import { fieldsOf } from "../../../../platform/json_fields.ts";
import { channelTypes } from "../../../notifications/channels/list.ts";
import { namedType } from "../../../notifications/named_type.ts";
import type { ForeignRow, TableColumns } from "../../foreign_database.ts";
import type { ImportContent, ItemNote } from "../../import_content.ts";
import { debianName } from "./debian_names.ts";
import {
  cleanLine,
  cleanText,
  isSet,
  jsonOf,
  keyOf,
  labelsOf,
  noteUnreadable,
  parseJson,
  textOf,
} from "./values.ts";

export const variableColumns: TableColumns = {
  read: [
    "id",
    "name",
    "value",
    "status",
    "position",
    "remarks",
    "isPinned",
    "labels",
    "createdAt",
  ],
  ignored: ["updatedAt", "timestamp"],
};
export const dependencyColumns: TableColumns = {
  read: ["id", "name", "type", "status", "remark", "createdAt"],
  ignored: ["updatedAt", "timestamp", "log"],
};
export const applicationColumns: TableColumns = {
  read: ["id", "name", "scopes", "client_id", "client_secret", "createdAt"],
  ignored: ["updatedAt", "tokens"],
};
export const settingColumns: TableColumns = {
  read: ["type", "info"],
  ignored: ["id", "ip", "createdAt", "updatedAt"],
};
export const viewColumns: TableColumns = {
  read: [
    "id",
    "name",
    "position",
    "isDisabled",
    "filters",
    "sorts",
    "filterRelation",
    "type",
    "createdAt",
  ],
  ignored: ["updatedAt"],
};

/** Adds the variables in the order of the list, in which values of one name are joined. */
export function readVariables(rows: readonly ForeignRow[], content: ImportContent): void {
  const sorted = rows.toSorted((a, b) =>
    Number(isSet(b, "isPinned")) - Number(isSet(a, "isPinned")) ||
    Number(b["position"] ?? 0) - Number(a["position"] ?? 0) ||
    textOf(a, "createdAt").localeCompare(textOf(b, "createdAt")) ||
    Number(a["id"]) - Number(b["id"])
  );
  for (const row of sorted) {
    const name = textOf(row, "name").trim();
    const enabled = !isSet(row, "status");
    content.variables.push({
      key: keyOf(row),
      name: name || `#${textOf(row, "id")}`,
      notes: enabled ? [] : [{ note: "disabled_there" }],
      input: {
        name,
        value: textOf(row, "value"),
        secret: false,
        remarks: cleanText(cleanLine(textOf(row, "remarks"), variableLimits.remarks)),
        labels: labelsOf(row, { length: 50, count: maxVariableLabels }),
        enabled,
      },
    });
  }
}

const dependencyTypesThere: readonly DependencyType[] = ["node", "python", "linux"];
const REMOVED = 4;

/** Adds the dependencies, whatever their state there: whether a package is installed here is found out here. */
export function readDependencies(rows: readonly ForeignRow[], content: ImportContent): void {
  for (const row of rows) {
    const name = packageName(textOf(row, "name").trim());
    const type = dependencyTypesThere[Number(row["type"] ?? 0)];
    if (Number(row["status"]) === REMOVED) continue;
    if (type === undefined) {
      content.refused.push({
        kind: "dependencies",
        name,
        reason: "unknown_type",
        params: { type: textOf(row, "type") },
      });
      continue;
    }
    const remarks = cleanText(textOf(row, "remark")).slice(0, 500);
    const debian = type === "linux" ? debianName(name) : null;
    content.dependencies.push({
      key: `${type} ${name}`,
      name,
      input: { type, name, remarks },
      ...(debian !== null && { notes: [{ note: "other_distribution" as const, params: { name: debian } }] }),
    });
  }
}

// No name of a package has a percent sign: old versions stored encoded names.
function packageName(name: string): string {
  try {
    return decodeURIComponent(name).trim();
  } catch {
    return name;
  }
}

const scopesHere: Record<string, readonly Scope[]> = {
  crons: ["tasks:write", "views:write"],
  envs: ["variables:write"],
  subscriptions: ["subscriptions:write"],
  configs: ["config:write"],
  scripts: ["scripts:write"],
  logs: ["logs:write"],
  dependencies: ["dependencies:write"],
  system: ["system:write", "notifications:write"],
  dashboard: ["tasks:read"],
};

/** Adds the applications, with the ID and secret that their programs know; `cached` are those of the newer cache. */
export function readApplications(
  rows: readonly ForeignRow[],
  cached: readonly ForeignRow[],
  content: ImportContent,
): void {
  const byClient = new Map([...rows, ...cached].map((row) => [textOf(row, "client_id"), row]));
  for (const [clientId, row] of byClient) {
    const name = cleanLine(textOf(row, "name"), 60) || clientId;
    // The panel's own, for its scripts.
    if (name === "system") continue;
    const clientSecret = textOf(row, "client_secret");
    if (clientId === "" || clientSecret === "") {
      content.refused.push({
        kind: "applications",
        name: name || `#${textOf(row, "id")}`,
        reason: "secret_missing",
      });
      continue;
    }
    const value = jsonOf(row, "scopes");
    const wanted = Array.isArray(value) ? value.map(String) : [];
    const unknown = wanted.filter((scope) => !Object.hasOwn(scopesHere, scope));
    const granted = wanted.flatMap((scope) =>
      Object.hasOwn(scopesHere, scope) ? scopesHere[scope] ?? [] : []
    );
    // Writing includes reading.
    const scopes = allScopes.filter((scope) =>
      granted.includes(scope) &&
      !(scope.endsWith(":read") && includesScope(granted.filter((one) => one !== scope), scope))
    );
    if (scopes.length === 0) {
      content.refused.push({ kind: "applications", name, reason: "no_permissions" });
      continue;
    }
    const notes: ItemNote[] = unknown.length === 0
      ? []
      : [{ note: "field_dropped", params: { field: "scopes", value: unknown.join(", ") } }];
    content.applications.push({
      key: clientId,
      name,
      input: { name, scopes },
      clientId,
      clientSecret,
      notes,
    });
  }
}

/** Adds the notification channel, unless notifications are off. */
export function readChannel(info: unknown, content: ImportContent): void {
  const { type: written, ...values } = fieldsOf(info);
  const name = namedType(String(written ?? ""));
  if (name === "" || name === "closed") return;
  const type = channelTypes.find((one) => one.type === name);
  if (type === undefined) {
    content.refused.push({ kind: "channels", name, reason: "unknown_type", params: { type: name } });
    return;
  }
  const known = new Set([...type.fields.map((field) => field.name), ...Object.keys(type.aliases ?? {})]);
  const sent = Object.entries(values).filter(([, value]) => value !== null && value !== "");
  const fields = Object.fromEntries(
    sent.filter(([field]) => known.has(field)).map(([field, value]) => {
      const options = type.fields.find((one) => one.name === field)?.options ?? [];
      // Names of mail services differ in case.
      const same = options.find((option) => option.value.toLowerCase() === String(value).toLowerCase());
      return [field, same?.value ?? String(value)];
    }),
  );
  const dropped = sent.filter(([field]) => !known.has(field)).map(([field]) => field);
  content.channels.push({
    key: type.type,
    name: type.label.en,
    input: { name: type.label.en, type: type.type, fields },
    notes: dropped.map((field) => ({ note: "field_dropped", params: { field, value: "…" } })),
  });
}

const SYSTEM_VIEW = 1;
/** Adds the views; `subscriptionKey` returns the key of a subscription by its ID there. */
export function readViews(
  rows: readonly ForeignRow[],
  subscriptionKey: (id: string) => string | null,
  content: ImportContent,
): void {
  const sorted = rows.toSorted((a, b) => Number(b["position"] ?? 0) - Number(a["position"] ?? 0));
  for (const row of sorted) {
    // All tasks, which every panel has.
    if (Number(row["type"]) === SYSTEM_VIEW) continue;
    const name = cleanLine(textOf(row, "name"), 60);
    const notes: ItemNote[] = [];
    const filters = jsonOf(row, "filters");
    noteUnreadable(row, "filters", notes);
    noteUnreadable(row, "sorts", notes);
    const conditions = (Array.isArray(filters) ? filters : []).flatMap((filter) => {
      const condition = conditionOf(fieldsOf(filter), subscriptionKey);
      if (condition === null || condition.values.length < valuesOf(fieldsOf(filter)["value"]).length) {
        notes.push(dropped("filters", filter));
      }
      return condition ?? [];
    });
    content.views.push({
      key: keyOf(row),
      name: name || `#${textOf(row, "id")}`,
      notes,
      input: {
        name,
        conditions: conditions.slice(0, 20),
        relation: textOf(row, "filterRelation") === "or" ? "or" : "and",
        sort: sortOf(jsonOf(row, "sorts"), notes),
        hidden: isSet(row, "isDisabled"),
      },
    });
  }
}

function conditionOf(
  { property: field, operation, value }: Record<string, unknown>,
  subscriptionKey: (id: string) => string | null,
): ViewCondition | null {
  const property = properties.get(String(field));
  const operator = operators.get(String(operation));
  if (property === undefined || operator === undefined) return null;
  const values = valuesOf(value).flatMap((one) => {
    if (property === "status") return statuses.get(one) ?? [];
    if (property === "subscription") return subscriptionKey(one) ?? [];
    return cleanText(one);
  });
  return values.length === 0 ? null : { property, operator, values: values.slice(0, 50) };
}

function valuesOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one) => one !== null && one !== undefined).map(String).filter((one) =>
    one.trim() !== ""
  );
}

// There, the last sort counts most.
function sortOf(sorts: unknown, notes: ItemNote[]): ViewInput["sort"] {
  return (Array.isArray(sorts) ? sorts : []).toReversed().flatMap((sort) => {
    const { property, type } = fieldsOf(sort);
    const field = sortFields.get(String(property));
    if (field === undefined) notes.push(dropped("sorts", sort));
    return field === undefined ? [] : [{ field, descending: type === "DESC" }];
  }).slice(0, 5);
}

function dropped(field: string, value: unknown): ItemNote {
  return { note: "field_dropped", params: { field, value: JSON.stringify(value).slice(0, 200) } };
}

/** Returns the applications of the key-value cache, which is newer than the table. */
export function cachedApplications(value: string): ForeignRow[] {
  const apps = fieldsOf(parseJson(value))["value"];
  if (!Array.isArray(apps)) return [];
  return apps.map(fieldsOf).filter(({ client_id }) => typeof client_id === "string").map((app) => ({
    id: typeof app["id"] === "number" ? app["id"] : null,
    name: typeof app["name"] === "string" ? app["name"] : null,
    client_id: String(app["client_id"]),
    client_secret: typeof app["client_secret"] === "string" ? app["client_secret"] : null,
    scopes: JSON.stringify(app["scopes"] ?? []),
  }));
}

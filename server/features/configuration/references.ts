// How files refer to other objects: by the name of their file, where the API has IDs. Which fields these are follows from the
// schemas of the contract; what each refers to stands here once.
import type * as z from "zod";
import { configurationFolders, type ConfiguredKind } from "../../contract/configuration.ts";

/** A subscription has no file; it is meant by its name. */
export type ReferredKind = ConfiguredKind | "subscription";

interface Reference {
  kind: ReferredKind;
  /** Name of the field in a file. */
  field: string;
}

/** Every field of the contract that has IDs of other objects. */
export const referenceFields: Readonly<Record<string, Reference>> = {
  taskId: { kind: "task", field: "task" },
  taskIds: { kind: "task", field: "tasks" },
  calendarId: { kind: "calendar", field: "calendar" },
  windowId: { kind: "window", field: "window" },
  heartbeatId: { kind: "heartbeat", field: "heartbeat" },
  subscriptionId: { kind: "subscription", field: "subscription" },
  channelId: { kind: "channel", field: "channel" },
  channelIds: { kind: "channel", field: "channels" },
  afterViewId: { kind: "view", field: "after" },
  afterRuleId: { kind: "rule", field: "after" },
};

/** The way to a field; `*` stands for each item of a list. */
export type FieldPath = readonly string[];

/** Returns the ways to all fields of a schema whose names end in `Id` or `Ids`. Names of records are those of users. */
export function referencePaths(schema: z.core.$ZodType, path: FieldPath = []): FieldPath[] {
  // Every kind of schema that can contain others; the library has no type for that.
  const def = schema._zod.def as {
    type: string;
    shape?: Record<string, z.core.$ZodType>;
    element?: z.core.$ZodType;
    options?: readonly z.core.$ZodType[];
    innerType?: z.core.$ZodType;
    in?: z.core.$ZodType;
  };
  const own = Object.entries(def.shape ?? {}).flatMap(([name, inner]) => {
    const way = [...path, name];
    return /Ids?$/.test(name) ? [way] : referencePaths(inner, way);
  });
  const others = [...def.options ?? [], ...[def.innerType, def.in].filter((inner) => inner !== undefined)]
    .flatMap((inner) => referencePaths(inner, path));
  const items = def.element === undefined ? [] : referencePaths(def.element, [...path, "*"]);
  const all = [...own, ...others, ...items];
  return all.filter((way, index) => all.findIndex((one) => one.join(".") === way.join(".")) === index);
}

/** What one value of a reference becomes; throws what its caller reports. */
type Convert = (value: unknown, kind: ReferredKind, path: string) => unknown;

type Fields = Record<string, unknown>;

/** Stands for the name of what no longer exists. */
export const GONE = Symbol("gone");

/**
 * Returns a value without the items of lists that are gone or name what is, and what was lost otherwise. With `isStrict`, a list is
 * lost with the list of one of its items: the others alone can mean more.
 */
export function withoutGone(
  value: unknown,
  { isStrict = false } = {},
): { rest: unknown; lost: "nothing" | "value" | "list" } {
  if (value === GONE) return { rest: value, lost: "value" };
  if (value === null || typeof value !== "object") return { rest: value, lost: "nothing" };
  const inner = Object.entries(value).map(([name, item]) => [name, withoutGone(item, { isStrict })] as const);
  const lost = inner.find(([, item]) => item.lost !== "nothing")?.[1].lost ?? "nothing";
  if (!Array.isArray(value)) {
    return { rest: Object.fromEntries(inner.map(([name, { rest }]) => [name, rest])), lost };
  }
  const rest = inner.filter(([, item]) => item.lost === "nothing").map(([, item]) => item.rest);
  const isLost = rest.length === 0 && value.length > 0 ||
    isStrict && inner.some(([, item]) => item.lost === "list");
  return { rest, lost: isLost ? "list" : "nothing" };
}

/** Returns a copy in which IDs have become names. */
export function toNames(value: Fields, paths: readonly FieldPath[], convert: Convert): Fields {
  return convertAll(value, paths, (field) => {
    const reference = referenceFields[field];
    return reference && { from: field, to: reference.field, kind: reference.kind };
  }, convert);
}

/** Returns a copy in which names have become IDs. */
export function toIds(value: Fields, paths: readonly FieldPath[], convert: Convert): Fields {
  return convertAll(value, paths, (field) => {
    const reference = referenceFields[field];
    return reference && { from: reference.field, to: field, kind: reference.kind };
  }, convert);
}

interface Renaming {
  from: string;
  to: string;
  kind: ReferredKind;
}

function convertAll(
  value: Fields,
  paths: readonly FieldPath[],
  renamingOf: (field: string) => Renaming | undefined,
  convert: Convert,
): Fields {
  const copy = { ...value };
  const cloned = new Set<string>();
  for (const path of paths) {
    const renaming = renamingOf(path.at(-1) ?? "");
    if (!renaming) continue;
    // Most fields refer to nothing, and to clone takes most of the time.
    const top = path.length === 1 ? renaming.from : path[0] ?? "";
    if (!Object.hasOwn(copy, top)) continue;
    if (!cloned.has(top)) copy[top] = structuredClone(copy[top]);
    cloned.add(top);
    for (const { object, at } of objectsAt(copy, path.slice(0, -1))) rename(object, at, renaming, convert);
  }
  return copy;
}

function rename(object: Fields, at: string, { from, to, kind }: Renaming, convert: Convert): void {
  if (!Object.hasOwn(object, from)) return;
  const path = at + from;
  const one = (value: unknown, way: string) => value === null ? null : convert(value, kind, way);
  const converted = (value: unknown) =>
    Array.isArray(value) ? value.map((item, index) => one(item, `${path}.${index}`)) : one(value, path);
  // At the same place, so that the order of fields stays.
  const entries = Object.entries(object).map(([name, value]) =>
    name === from ? [to, converted(value)] as const : [name, value] as const
  );
  for (const name of Object.keys(object)) delete object[name];
  for (const [name, item] of entries) object[name] = item;
}

function objectsAt(value: unknown, path: FieldPath, at = ""): { object: Fields; at: string }[] {
  if (value === null || typeof value !== "object") return [];
  const [next, ...rest] = path;
  if (next === undefined) return Array.isArray(value) ? [] : [{ object: value as Fields, at }];
  if (next === "*") {
    return Array.isArray(value)
      ? value.flatMap((item, index) => objectsAt(item, rest, `${at}${index}.`))
      : [];
  }
  return objectsAt((value as Fields)[next], rest, `${at}${next}.`);
}

/** Returns the path of a field as the file has it, where the API names another. */
export function pathInFile(path: string, paths: readonly FieldPath[]): string {
  const parts = path.split(".");
  for (const way of paths) {
    const matches = way.length <= parts.length &&
      way.every((part, index) => part === "*" ? /^\d+$/.test(parts[index] ?? "") : part === parts[index]);
    const field = referenceFields[way.at(-1) ?? ""]?.field;
    if (matches && field) return parts.with(way.length - 1, field).join(".");
  }
  return path;
}

/** Returns the folder that a name is looked up in, for messages. */
export function folderOf(kind: ReferredKind): string {
  return kind === "subscription" ? "subscription" : configurationFolders[kind];
}

// What a folder describes against what the panel has. It changes nothing.
import { isDeepStrictEqual } from "node:util";
import { AppError, type FieldIssue } from "../../contract/app_error.ts";
import type { FieldChange } from "../../contract/changes.ts";
import {
  type ConfigurationAction,
  type ConfiguredKind,
  configuredKinds,
} from "../../contract/configuration.ts";
import { isSecretKind } from "../../contract/field_kinds.ts";
import { check } from "../../contract/parsed.ts";
import type { Base } from "../../engine/base.ts";
import { Slices } from "../../platform/slices.ts";
import type { ChannelType } from "../notifications/channels/channel_type.ts";
import type { Fields } from "./kinds.ts";
import {
  fieldsInFile,
  type Kinds,
  namesOf,
  orderedAmong,
  type PanelObject,
  type PanelObjects,
  withSubscriptions,
} from "./panel_objects.ts";
import { inPlace, orderOf, type Placed } from "./order_objects.ts";
import { folderOf, pathInFile, type ReferredKind, toIds } from "./references.ts";
import type { FileIssue, YamlFile } from "./yaml_files.ts";

/** Names the object of the same kind before this one. */
export const ORDER_FIELD = "after";

/** Who applies a folder. */
export type Source = { subscriptionId: number } | { folder: string };

export interface Comparison {
  file: YamlFile;
  object: PanelObject | null;
  action: Exclude<ConfigurationAction, "delete">;
  /** The fields that differ, as files name them. */
  fields: FieldChange[];
}

export interface Compared {
  comparisons: Comparison[];
  removed: PanelObject[];
  issues: FileIssue[];
}

export interface CompareOptions extends Pick<Base, "clock"> {
  kinds: Kinds;
  types: readonly ChannelType[];
  source: Source;
  prune: boolean;
}

/** Objects that do not exist yet have IDs from here on until they are created. */
const FIRST_NEW_ID = 2 ** 40;

export type IdOf = (kind: ReferredKind, name: string) => number | null;

/** Thrown where a name means no object; its message is the path of the field. */
export class UnknownNameError extends Error {
  override readonly name = "UnknownNameError";

  constructor(path: string, readonly issue: Omit<FieldIssue, "path">) {
    super(path);
  }
}

export async function compare(
  files: readonly YamlFile[],
  state: PanelObjects,
  { kinds, types, source, prune, clock }: CompareOptions,
): Promise<Compared> {
  const matched = matchAll(files, state.objects, source);
  const used = new Set(matched.values());
  const removed = prune ? state.objects.filter((one) => isSource(one, source) && !used.has(one)) : [];
  const created = new Map(
    files.filter((file) => !matched.has(file)).map((file, index) =>
      [`${file.kind} ${file.key}`, FIRST_NEW_ID + index] as const
    ),
  );
  const idOf = idsOf(state, { matched, created, removed });
  const nameOf = namesOf(state);
  const existing = namesOf(state, { withLeftOut: true });
  const ordered = orderedAmong(state.objects.filter((one) => !one.isLeftOut || used.has(one)), kinds);
  const newNames = new Map([...created].map(([name, id]) => [id, name.slice(name.indexOf(" ") + 1)]));
  const renamed = new Map([...matched].map(([file, object]) => [`${object.kind} ${object.id}`, file.key]));
  const keyOf = (kind: ReferredKind, id: number) =>
    newNames.get(id) ?? renamed.get(`${kind} ${id}`) ?? nameOf(kind, id);
  const issues: FileIssue[] = [];
  const slices = new Slices(clock);
  const comparisons: Comparison[] = [];
  for (const file of files) {
    await slices.pause();
    const reject = (found: readonly FieldIssue[]) =>
      void issues.push(...found.map((one) => ofFile(file, one)));
    const object = matched.get(file) ?? null;
    const wrong = [...ownerIssues(object, source), ...channelIssues(file, object, types)];
    const named = new Set<string>();
    const recordedIdOf: IdOf = (kind, name) => {
      const id = idOf(kind, name);
      named.add(`${kind} ${id}`);
      return id;
    };
    const read = readFields(file, { kinds, idOf: recordedIdOf });
    if ("issues" in read || wrong.length > 0) {
      reject([...wrong, ...("issues" in read ? read.issues : [])]);
      continue;
    }
    const { kind } = file;
    // A file can still name what an export leaves out.
    const ownName = (kind: ReferredKind, id: number) =>
      keyOf(kind, id) ?? (named.has(`${kind} ${id}`) ? existing(kind, id) : null);
    const after = fieldsInFile({ kind, fields: kinds[kind].asStored(read.fields) }, kinds, ownName) ?? {};
    const before = object ? fieldsInFile(ordered(object), kinds, ownName) ?? {} : {};
    const fields = diff(before, after);
    const action = object === null ? "create" : fields.length > 0 ? "update" : "unchanged";
    comparisons.push({ file, object, action, fields });
  }
  issues.push(...defaultIssues(files));
  const gone = new Set(removed);
  const stay = state.objects.filter((one) => !gone.has(one));
  const inOrder = compareOrder(comparisons, { stay, created, kinds, idOf });
  issues.push(...inOrder.issues);
  return { comparisons: inOrder.comparisons, removed, issues };
}

// A file that does not say where its object comes leaves it where it is.
function compareOrder(
  comparisons: readonly Comparison[],
  { stay, created, kinds, idOf }: {
    stay: readonly PanelObject[];
    created: ReadonlyMap<string, number>;
    kinds: Kinds;
    idOf: IdOf;
  },
): { comparisons: Comparison[]; issues: FileIssue[] } {
  const issues: FileIssue[] = [];
  const moved = new Set<ConfiguredKind>();
  for (const kind of configuredKinds.filter((one) => kinds[one].orderField !== undefined)) {
    const current = [
      ...inPlace(stay.filter((one) => one.kind === kind)),
      ...[...created].filter(([name]) => name.startsWith(`${kind} `)).map(([, id]) => id),
    ];
    const placed = placedBy(comparisons, kind, idOf);
    const { order, circular } = orderOf(current, placed, leftOutOf(stay, comparisons, kind));
    if (!isDeepStrictEqual(order, current)) moved.add(kind);
    for (const { key } of circular) {
      const { file } = comparisons.find((one) => one.file.kind === kind && one.file.key === key)!;
      issues.push(ofFile(file, { path: ORDER_FIELD, code: "order_circle" }));
    }
  }
  return {
    issues,
    comparisons: comparisons.map((one) => {
      const { file, action } = one;
      const counts = action === "create" || moved.has(file.kind) && file.fields[ORDER_FIELD] != null;
      if (kinds[file.kind].orderField === undefined || counts) return one;
      const fields = one.fields.filter(({ field }) => field !== ORDER_FIELD);
      return { ...one, fields, action: fields.length > 0 ? "update" : "unchanged" };
    }),
  };
}

/** Returns the objects of one kind that an export leaves out and no file describes. */
export function leftOutOf(
  objects: readonly PanelObject[],
  comparisons: readonly Comparison[],
  kind: ConfiguredKind,
): Set<number> {
  const described = new Set(comparisons.map(({ object }) => object));
  const leftOut = objects.filter((one) => one.kind === kind && one.isLeftOut && !described.has(one));
  return new Set(leftOut.map(({ id }) => id));
}

/** Returns the objects of one kind whose files say after which other they come. */
export function placedBy(comparisons: readonly Comparison[], kind: ConfiguredKind, idOf: IdOf): Placed[] {
  return comparisons.filter(({ file }) => file.kind === kind).flatMap(({ file: { key, fields } }) => {
    const name = fields[ORDER_FIELD];
    const [id, afterId] = [idOf(kind, key), typeof name === "string" ? idOf(kind, name) : null];
    return id === null || afterId === null ? [] : [{ id, afterId, key }];
  });
}

/** Reads a file by the schema of its kind, with IDs instead of names. */
export function readFields(
  file: YamlFile,
  { kinds, idOf }: { kinds: Kinds; idOf: IdOf },
): { fields: Fields } | { issues: FieldIssue[] } {
  const { schema, references, defaults } = kinds[file.kind];
  try {
    const convert = (value: unknown, kind: ReferredKind, path: string) => {
      if (typeof value !== "string") {
        throw new UnknownNameError(path, { code: "invalid_type", params: { expected: "string" } });
      }
      const id = idOf(kind, value);
      if (id !== null) return id;
      throw new UnknownNameError(path, {
        code: "unknown_object",
        params: { folder: folderOf(kind), name: value },
      });
    };
    const unknown = idFields(file.fields, references);
    if (unknown.length > 0) return { issues: unknown };
    const fields = toIds(file.fields, references, convert);
    const whole = file.kind === "view"
      ? withSubscriptions(fields, (name, path) => String(convert(name, "subscription", path)))
      : fields;
    const read = check(schema, whole);
    if ("error" in read) return { issues: read.error.issues.map((issue) => inFile(issue, file, kinds)) };
    return { fields: { ...defaults, ...read.parsed as Fields } };
  } catch (error) {
    if (!(error instanceof UnknownNameError)) throw error;
    return { issues: [{ path: error.message, ...error.issue }] };
  }
}

// In files, IDs have no meaning.
function idFields(fields: Fields, references: readonly (readonly string[])[]): FieldIssue[] {
  return references.filter((path) => path.length === 1).map(([name = ""]) => name)
    .filter((name) => Object.hasOwn(fields, name))
    .map((name) => ({ path: name, code: "unknown_field", params: { name } }));
}

/** Returns an issue with its path as the file has it. */
export function inFile(issue: FieldIssue, { kind }: YamlFile, kinds: Kinds): FieldIssue {
  return { ...issue, path: pathInFile(issue.path, kinds[kind].references) };
}

/** Returns an issue of a field as one of its file. */
export function ofFile(file: YamlFile, issue: FieldIssue): FileIssue {
  return { ...issue, file: file.path, line: file.lineOf(issue.path) };
}

/** Returns the object that each file describes: that of its name, or else one with its name that has no other file. */
function matchAll(
  files: readonly YamlFile[],
  objects: readonly PanelObject[],
  source: Source,
): Map<YamlFile, PanelObject> {
  const own = objects.filter(({ isForeign }) => !isForeign);
  const byKey = new Map(own.map((object) => [`${object.kind} ${object.key}`, object]));
  const matched = new Map<YamlFile, PanelObject>();
  for (const file of files) {
    const object = byKey.get(`${file.kind} ${file.key}`);
    if (object) matched.set(file, object);
  }
  const used = new Set(matched.values());
  const free = own.filter((object) =>
    !used.has(object) && (object.managed === null || isSource(object, source))
  );
  const byName = Map.groupBy(free, ({ kind, name }) => `${kind} ${name}`);
  for (const file of files.filter((one) => !matched.has(one))) {
    const named = byName.get(`${file.kind} ${file.fields["name"]}`) ?? [];
    const candidates = named.filter((object) => !used.has(object));
    const [only, another] = candidates;
    if (!only || another) continue;
    matched.set(file, only);
    used.add(only);
  }
  return matched;
}

/** Returns whether a source has applied an object. */
export function isSource({ managed }: Pick<PanelObject, "managed">, source: Source): boolean {
  if (managed === null) return false;
  return "subscriptionId" in source
    ? managed.subscription_id === source.subscriptionId
    : managed.subscription_id === null && managed.folder === source.folder;
}

/** Returns what names in files mean: objects that a file describes, and others that stay. */
export function idsOf(
  { objects, subscriptions }: PanelObjects,
  { matched, created, removed }: {
    matched: ReadonlyMap<YamlFile, PanelObject>;
    created: ReadonlyMap<string, number>;
    removed: readonly PanelObject[];
  },
): IdOf {
  const gone = new Set(removed);
  const stay = objects.filter((object) => !gone.has(object));
  const ids = new Map(stay.map(({ kind, key, id }) => [`${kind} ${key}`, id]));
  for (const [file, object] of matched) ids.set(`${file.kind} ${file.key}`, object.id);
  for (const [name, id] of created) ids.set(name, id);
  return (kind, name) => {
    if (kind !== "subscription") return ids.get(`${kind} ${name}`) ?? null;
    return subscriptions.find((one) => one.name === name)?.id ?? null;
  };
}

// Two that apply the same object would undo each other's changes for ever.
function ownerIssues(object: PanelObject | null, source: Source): FieldIssue[] {
  const name = object?.managed?.subscription_name ?? null;
  if (object === null || name === null || isSource(object, source)) return [];
  return [{ path: "", code: "managed_by_other", params: { name } }];
}

function channelIssues(
  { kind, fields }: YamlFile,
  object: PanelObject | null,
  types: readonly ChannelType[],
): FieldIssue[] {
  if (kind !== "channel") return [];
  const type = types.find((one) => one.type === fields["type"]);
  const before = object?.fields["type"];
  if (type && before !== undefined && before !== type.type) {
    return [{ path: "type", code: "type_differs", params: { from: String(before), to: type.type } }];
  }
  const values = fields["fields"];
  if (!type || values === null || typeof values !== "object") return [];
  const isSecret = (name: string) => {
    const real = type.aliases?.[name] ?? name;
    return type.fields.some((field) => field.name === real && isSecretKind(field.kind));
  };
  return Object.keys(values).filter(isSecret).map((name) => ({
    path: `fields.${name}`,
    code: "secret_in_file",
  }));
}

function defaultIssues(files: readonly YamlFile[]): FileIssue[] {
  const defaults = files.filter(({ kind, fields }) => kind === "channel" && fields["isDefault"] === true);
  return defaults.slice(1).map((file) => ofFile(file, { path: "isDefault", code: "several_defaults" }));
}

function diff(before: Fields, after: Fields): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((field) => {
    const [from, to] = [before[field] ?? null, after[field] ?? null];
    return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }];
  });
}

/** Returns the issues of an error that a service has thrown about an object; rethrows bugs. */
export function issuesOf(error: unknown, describe: (error: AppError) => string): FieldIssue[] {
  if (!(error instanceof AppError)) throw error;
  if (error.issues.length > 0) return error.issues;
  return [{ path: "", code: "object_rejected", params: { reason: describe(error) } }];
}

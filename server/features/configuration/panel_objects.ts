// What the panel has, each object under the name of its file.
import { isDeepStrictEqual } from "node:util";
import type { ConfigurationFile, ConfiguredKind } from "../../contract/configuration.ts";
import { configuredKinds } from "../../contract/configuration.ts";
import { configurationLimits } from "../../contract/limits/configuration.ts";
import type { Database } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import { Slices } from "../../platform/slices.ts";
import { type Fields, inOrder, type Kind, type StoredObject } from "./kinds.ts";
import { listManaged, type ManagedRow } from "./managed_store.ts";
import { inPlace } from "./order_objects.ts";
import { GONE, type ReferredKind, toNames, withoutGone } from "./references.ts";
import { pathOf, writeYaml } from "./yaml_files.ts";

export interface PanelObject extends StoredObject {
  kind: ConfiguredKind;
  key: string;
  /** What has applied it; null for an object that no file describes. */
  managed: ManagedRow | null;
  /** Whether an export leaves it out, because without what is gone it would concern more. Then it is gone for other files, too. */
  isLeftOut: boolean;
}

export interface PanelObjects {
  objects: PanelObject[];
  /** Rows of objects that no longer exist. */
  stale: ManagedRow[];
  /** Names of subscriptions. */
  subscriptions: { id: number; name: string }[];
}

export type Kinds = Readonly<Record<ConfiguredKind, Kind>>;

export async function readPanelObjects(db: Database, kinds: Kinds): Promise<PanelObjects> {
  const managed = await listManaged(db);
  const objects: PanelObject[] = [];
  for (const kind of configuredKinds) {
    const rows = new Map(
      managed.filter((row) => row.kind === kind)
        .map((row) => [`${row.object_id} ${Number(row.object_created_at)}`, row]),
    );
    const stored = (await kinds[kind].read()).map((object) => ({
      object,
      row: rows.get(`${object.id} ${object.createdAt}`) ?? null,
    }));
    const taken = new Set(stored.flatMap(({ row }) => row === null ? [] : sameName(row.key)));
    // Tasks of scripts come last, so that they change the names of no files.
    for (const { object, row } of stored.toSorted((a, b) => rankOf(a.object) - rankOf(b.object))) {
      const key = row?.key ?? freeKey(object.name, kind, taken);
      taken.add(sameName(key));
      objects.push({ ...object, kind, key, managed: row, isLeftOut: false });
    }
  }
  const subscriptions = await db.selectFrom("subscription").select(["id", "name"]).orderBy("id").execute();
  const used = new Set(objects.map((object) => object.managed));
  const stale = managed.filter((row) => !used.has(row));
  return { objects: markLeftOut({ objects, subscriptions }, kinds), stale, subscriptions };
}

// Each of these refers to tasks or subscriptions, of which none is left out.
function markLeftOut(state: Omit<PanelObjects, "stale">, kinds: Kinds): PanelObject[] {
  const nameOf = namesOf(state);
  return state.objects.map((object) =>
    kinds[object.kind].emptied === "object"
      ? { ...object, isLeftOut: fieldsInFile(object, kinds, nameOf) === null }
      : object
  );
}

function rankOf({ isForeign = false }: StoredObject): number {
  return isForeign ? 1 : 0;
}

/** What Windows takes for a device, whatever its ending is. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** Returns the name of a file for an object. */
function freeKey(name: string, kind: ConfiguredKind, taken: ReadonlySet<string>): string {
  const words = name.normalize("NFKC").toLowerCase().split(/[^\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+/u)
    .map((word) => word.replace(/^\p{M}+/u, "")).filter((word) => word !== "");
  const text = cutTo(words.join("-"), configurationLimits.key - 40);
  const word = (text.endsWith("-") ? text.slice(0, -1) : text) || kind;
  const base = RESERVED.test(word) ? `${word}-${kind}` : word;
  for (let number = 1;; number++) {
    const key = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(sameName(key))) return key;
  }
}

/** Returns the same for names that are one file where capitals do not count. */
function sameName(key: string): string {
  return key.toUpperCase();
}

function cutTo(text: string, max: number): string {
  return [...text].slice(0, max).join("");
}

/**
 * Returns the fields of an object as its file has them: with names instead of IDs, and without defaults. What no longer exists is
 * left out of lists, and so is a field that refers to it alone. Returns null for an object that nothing else can be said about.
 */
export function fieldsInFile(
  object: Pick<PanelObject, "kind" | "fields">,
  kinds: Kinds,
  nameOf: NameOf,
): Fields | null {
  const { schema, references, defaults, emptied } = kinds[object.kind];
  const isStrict = emptied === "object";
  const nameOrGone = (kind: ReferredKind, id: number) => nameOf(kind, id) ?? GONE;
  let isWritten = true;
  const own = Object.entries(inOrder(schema, object.fields)).flatMap(([name, value]) => {
    if (Object.hasOwn(defaults, name) && isDeepStrictEqual(value, defaults[name])) return [];
    const named = toNames({ [name]: value }, references, (id, kind) => nameOrGone(kind, Number(id)));
    const field = object.kind === "view"
      ? withSubscriptions(named, (id) => nameOrGone("subscription", Number(id)))
      : named;
    const { rest, lost } = withoutGone(Object.values(field)[0], { isStrict });
    if (lost === "list" && isStrict) isWritten = false;
    const isLeftOut = lost === "value" || lost === "list" && emptied !== "list";
    return isLeftOut ? [] : [[Object.keys(field)[0] ?? name, rest]];
  });
  return isWritten ? Object.fromEntries(own) : null;
}

/** Returns a function that adds to an object the field that says after which one it comes, of those that have files. */
export function orderedAmong(
  objects: readonly PanelObject[],
  kinds: Kinds,
): (object: PanelObject) => PanelObject {
  const before = new Map<string, number>();
  for (const kind of configuredKinds.filter((one) => kinds[one].orderField !== undefined)) {
    const order = inPlace(objects.filter((one) => one.kind === kind));
    for (const [index, id] of order.slice(1).entries()) before.set(`${kind} ${id}`, order[index]!);
  }
  return (object) => {
    const { orderField } = kinds[object.kind];
    if (orderField === undefined) return object;
    const afterId = before.get(`${object.kind} ${object.id}`) ?? null;
    return { ...object, fields: { ...object.fields, [orderField]: afterId } };
  };
}

/** Returns what a reference is called in files; null for what does not exist. */
export type NameOf = (kind: ReferredKind, id: number) => string | null;

export function namesOf(
  { objects, subscriptions }: Omit<PanelObjects, "stale">,
  { withLeftOut = false } = {},
): NameOf {
  const named = objects.filter(({ isLeftOut }) => withLeftOut || !isLeftOut);
  const keys = new Map(named.map(({ kind, id, key }) => [`${kind} ${id}`, key]));
  for (const { id, name } of subscriptions) keys.set(`subscription ${id}`, name);
  return (kind, id) => keys.get(`${kind} ${id}`) ?? null;
}

/** Returns the fields of a view with converted values of conditions that compare subscriptions. */
export function withSubscriptions(fields: Fields, convert: (value: string, path: string) => unknown): Fields {
  const conditions = fields["conditions"];
  if (!Array.isArray(conditions)) return fields;
  return {
    ...fields,
    conditions: conditions.map((condition, at) =>
      condition?.property === "subscription" && Array.isArray(condition.values)
        ? {
          ...condition,
          values: condition.values.map((value: unknown, index: number) =>
            typeof value === "string" ? convert(value, `conditions.${at}.values.${index}`) : value
          ),
        }
        : condition
    ),
  };
}

/** Returns the file of every object, by path. */
export async function filesOf(
  state: PanelObjects,
  { kinds, clock }: { kinds: Kinds; clock: Clock },
): Promise<ConfigurationFile[]> {
  const slices = new Slices(clock);
  const nameOf = namesOf(state);
  const files: ConfigurationFile[] = [];
  const written = state.objects.filter(({ isForeign, isLeftOut }) => !isForeign && !isLeftOut);
  const ordered = orderedAmong(written, kinds);
  for (const object of written) {
    await slices.pause();
    const fields = fieldsInFile(ordered(object), kinds, nameOf);
    if (fields) files.push({ path: pathOf(object.kind, object.key), text: await writeYaml(fields) });
  }
  return files.sort((a, b) => a.path < b.path ? -1 : 1);
}

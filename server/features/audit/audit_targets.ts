// The names of what a request acts on, as they are before it does.
import type { AuditedCall } from "../../http/audit.ts";
import type { Database } from "../../engine/store.ts";
import { fieldsOf } from "../../platform/json_fields.ts";
import { escapeSigns } from "./escape_signs.ts";

/** The tables whose rows a request names by id, by the beginning of its action. */
const tables = {
  "tasks": ["task", "trashed_task"],
  "variables": ["variable"],
  "subscriptions": ["subscription"],
  "dependencies": ["dependency"],
  "views": ["view"],
  "calendars": ["calendar"],
  "windows": ["maintenance_window"],
  "heartbeats": ["heartbeat"],
  "notifications.channels": ["channel"],
} as const;

const MAX_NAMES = 100;
/** Maximum number of characters of a name, and of all names together as JSON: the detail has a limit of its own. */
const MAX_NAME = 80;
const MAX_NAMES_JSON = 3_000;

type Call = Pick<AuditedCall, "params" | "body"> & { act: string };

/** Returns how many objects a batch names, and the names of the first ones, or that of the only one of another request. */
export async function targetsOf(
  db: Database,
  { act, params, body }: Call,
): Promise<{ count?: number; names?: string[] }> {
  const { changes, ids = idsIn(changes) ?? body, paths } = fieldsOf(body);
  if (Array.isArray(paths)) return { count: paths.length, names: firstNames(paths.map(String)) };
  if (!Array.isArray(ids)) {
    const id = fieldsOf(params).id ?? fieldsOf(body).id;
    const name = typeof id === "number" ? (await readNames(db, act, [id])).get(id) : undefined;
    return name === undefined ? {} : { names: firstNames([name]) };
  }
  const first = ids.filter((id) => typeof id === "number").slice(0, MAX_NAMES);
  if (tablesOf(act).length === 0 || first.length === 0) return { count: ids.length };
  const names = await readNames(db, act, first);
  return { count: ids.length, names: firstNames(first.map((id) => names.get(id) ?? `#${id}`)) };
}

/** Returns the ids of a batch with a change of its own for each object. */
function idsIn(changes: unknown): unknown[] | undefined {
  return Array.isArray(changes) ? changes.map((change) => fieldsOf(change).id) : undefined;
}

async function readNames(db: Database, act: string, ids: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const table of tablesOf(act)) {
    const rows = await db.selectFrom(table).select(["id", "name"]).where("id", "in", [...ids]).execute();
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}

function tablesOf(act: string) {
  return Object.entries(tables).find(([start]) => act.startsWith(`${start}.`))?.[1] ?? [];
}

function firstNames(all: readonly string[]): string[] {
  const names: string[] = [];
  let length = 0;
  for (const name of all.slice(0, MAX_NAMES)) {
    const short = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
    length += JSON.stringify(escapeSigns(short)).length + 1;
    if (length > MAX_NAMES_JSON) break;
    names.push(short);
  }
  return names;
}

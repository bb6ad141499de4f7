import type { Database } from "../../engine/store.ts";
import type { Audit, AuditedCall } from "../../http/audit.ts";
import type { Caller, RouteResponse } from "../../http/route.ts";
import { fieldsOf } from "../../platform/json_fields.ts";
import type { AuditLogWriter } from "./audit_log.ts";
import { escapeSigns } from "./escape_signs.ts";

/** Returns the name of the caller of a request. */
export type NameOf = (caller: Caller) => Promise<string | null>;

/** Returns the function that records every change made by a request in the audit log. */
export function auditCalls(
  { auditLog, db, nameOf }: { auditLog: AuditLogWriter; db: Database; nameOf: NameOf },
): Audit {
  return async (call) => {
    const targets = await targetsOf(db, call);
    return async (response) => {
      // The kind says it all.
      const name = call.caller.kind === "operator" ? null : await nameOf(call.caller);
      const actor = { ...actorOf(call), name };
      const detail = { ...detailOf(call), ...targets };
      await auditLog.add({ actor, act: actionOf(call), object: objectOf(call, response), detail });
    };
  };
}

function actorOf({ caller, ip }: AuditedCall) {
  if (caller.kind === "person") return { kind: caller.kind, id: caller.accountId, ip };
  if (caller.kind === "application") return { kind: caller.kind, id: caller.applicationId, ip };
  if (caller.kind === "run") return { kind: caller.kind, id: caller.runId, ip: null };
  return { kind: caller.kind, ip: null };
}

/** The tables whose rows a batch names by id, by the first part of its path. */
const tables = {
  tasks: "task",
  variables: "variable",
  subscriptions: "subscription",
  dependencies: "dependency",
  views: "view",
} as const;

const MAX_NAMES = 100;
/** Maximum number of characters of a name, and of all names together as JSON: the detail has a limit of its own. */
const MAX_NAME = 80;
const MAX_NAMES_JSON = 3_000;

/** Returns how many objects a batch names, and the names of the first ones as they are before the change. */
async function targetsOf(db: Database, { route, body }: AuditedCall) {
  const { ids = body, paths } = fieldsOf(body);
  if (Array.isArray(paths)) return { count: paths.length, names: firstNames(paths.map(String)) };
  if (!Array.isArray(ids)) return {};
  const [module = ""] = actionOf({ route }).split(".");
  const table = Object.hasOwn(tables, module) ? tables[module as keyof typeof tables] : null; // own key
  const first = ids.filter((id) => typeof id === "number").slice(0, MAX_NAMES);
  if (table === null || first.length === 0) return { count: ids.length };
  const rows = await db.selectFrom(table).select(["id", "name"]).where("id", "in", first).execute();
  const nameById = new Map(rows.map(({ id, name }) => [id, name]));
  return { count: ids.length, names: firstNames(first.map((id) => nameById.get(id) ?? `#${id}`)) };
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

const methodNames = { post: "create", put: "replace", patch: "update", delete: "remove", get: "read" };
/**
 * Matches the last part of a path if it names an action; anything else is a resource, and the method names
 * the action.
 */
const isActionName = (part: string) => /^[a-z-]+$/.test(part);

/**
 * Returns the name of a request's action: `tasks.run` for `POST /tasks/run`, `tasks.update` for `PATCH
 * /tasks/{id}`.
 */
export function actionOf({ route: { method, path, auditAs } }: Pick<AuditedCall, "route">): string {
  if (auditAs !== undefined) return auditAs;
  const parts = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  const [, ...rest] = parts;
  const namesAction = method === "post" && rest.length > 0 && isActionName(rest.at(-1)!);
  return (namesAction ? parts : [...parts, methodNames[method]]).join(".");
}

function objectOf({ params, query, body }: AuditedCall, response: RouteResponse): string | null {
  const { object, body: made } = response instanceof Response ? {} : response;
  if (object !== undefined) return object;
  for (const source of [body, made, query, params]) {
    const name = nameIn(source);
    if (name !== null) return name;
  }
  return idIn(params) ?? idIn(made);
}

function nameIn(source: unknown): string | null {
  const { ids = source, path, name, username } = fieldsOf(source);
  if (Array.isArray(ids) && ids.every((id) => typeof id === "number")) {
    return ids.map((id) => `#${id}`).join(", ");
  }
  for (const text of [path, name, username]) if (typeof text === "string" && text !== "") return text;
  return null;
}

function idIn(source: unknown): string | null {
  const { id } = fieldsOf(source);
  return typeof id === "number" ? `#${id}` : null;
}

// Names of fields, never their values: a value may be a secret.
function detailOf({ params, query, body }: AuditedCall): Record<string, unknown> {
  const { id } = fieldsOf(params);
  const fields = Object.keys(fieldsOf(body)).slice(0, 50);
  const asked = Object.keys(fieldsOf(query)).slice(0, 50);
  return {
    ...(id !== undefined && { id }),
    ...(Array.isArray(body) && { count: body.length }),
    ...(fields.length > 0 && { fields }),
    ...(asked.length > 0 && { asked }),
  };
}

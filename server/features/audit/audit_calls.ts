import type { Audit, AuditedCall } from "../../http/audit.ts";
import type { Caller } from "../../http/route.ts";
import { fieldsOf } from "../../platform/json_fields.ts";
import type { AuditLogWriter } from "./audit_log.ts";

/** Returns the name of the caller of a request. */
export type NameOf = (caller: Caller) => Promise<string | null>;

/** Returns the function that records every change made by a request in the audit log. */
export function auditCalls(auditLog: AuditLogWriter, nameOf: NameOf): Audit {
  return async (call) => {
    const { caller, ip } = call;
    const id = caller.kind === "person" ? caller.accountId : caller.applicationId;
    const actor = { kind: caller.kind, id, name: await nameOf(caller), ip };
    await auditLog.add({ actor, act: actionOf(call), object: objectOf(call), detail: detailOf(call) });
  };
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
export function actionOf({ route: { method, path } }: Pick<AuditedCall, "route">): string {
  const parts = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  const [, ...rest] = parts;
  const namesAction = method === "post" && rest.length > 0 && isActionName(rest.at(-1)!);
  return (namesAction ? parts : [...parts, methodNames[method]]).join(".");
}

function objectOf({ params, query, body, result: response }: AuditedCall): string | null {
  const { object, body: made } = response instanceof Response ? {} : response;
  if (object !== undefined) return object;
  for (const source of [body, made, query, params]) {
    const name = nameIn(source);
    if (name !== null) return name;
  }
  return idIn(params) ?? idIn(made);
}

function nameIn(source: unknown): string | null {
  const { ids, path, name, username } = fieldsOf(source);
  if (Array.isArray(ids)) return ids.map((id) => `#${id}`).join(", ");
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

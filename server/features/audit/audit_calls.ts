import { ChangeScope } from "../../engine/change_scope.ts";
import type { Database } from "../../engine/store.ts";
import type { Audit, AuditedCall } from "../../http/audit.ts";
import type { Caller, RouteResponse } from "../../http/route.ts";
import { fieldsOf } from "../../platform/json_fields.ts";
import type { Actor, AuditLogWriter } from "./audit_log.ts";
import { changesDetail } from "./audited_changes.ts";
import { targetsOf } from "./audit_targets.ts";

export type NameOf = (caller: Caller) => Promise<string | null>;

/** Returns the function that records every change made by a request in the audit log. */
export function auditCalls(
  { auditLog, db, nameOf }: { auditLog: AuditLogWriter; db: Database; nameOf: NameOf },
): Audit {
  return async (call, handle) => {
    const act = actionOf(call);
    const targets = await targetsOf(db, { ...call, act });
    const actor = actorOf(call);
    // The kind says it all.
    const name = call.caller.kind === "operator" ? null : await nameOf(call.caller);
    const scope = new ChangeScope({ kind: actor.kind, id: actor.id ?? null, name });
    const response = await scope.run(handle);
    const detail = { ...detailOf(call), ...targets, ...await changesDetail(db, scope) };
    await auditLog.add({ actor: { ...actor, name }, act, object: objectOf(call, response), detail });
    return response;
  };
}

function actorOf({ caller, ip }: AuditedCall): Actor {
  if (caller.kind === "person") return { kind: caller.kind, id: caller.accountId, ip };
  if (caller.kind === "application") return { kind: caller.kind, id: caller.applicationId, ip };
  if (caller.kind === "run") return { kind: caller.kind, id: caller.runId, ip: null };
  return { kind: caller.kind, ip: null };
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

// The credentials of local programs. They are derived from keys in the data folder, so they are accepted only on the socket
// there: over the network, a stolen copy of a key opens nothing.
import type { Scope } from "../../contract/scopes.ts";
import type { ScriptAccess } from "../../contract/settings.ts";
import type { Base } from "../../engine/base.ts";
import { liveStates } from "../../engine/states.ts";
import type { Database } from "../../engine/store.ts";
import type { Authenticator } from "../../http/authenticate.ts";
import type { AccessFolder } from "../../platform/access_folder.ts";

const modules = ["tasks", "variables", "notifications", "subscriptions"] as const;
const scopes: Record<ScriptAccess, readonly Scope[]> = {
  write: [...modules.map((module) => `${module}:write` as const), "logs:read"],
  read: [...modules.map((module) => `${module}:read` as const), "logs:read"],
  none: [],
};

/** Returns what a script may do with the token of its run. */
export function scopesOfScripts(access: ScriptAccess): readonly Scope[] {
  return scopes[access];
}

export interface LocalAccessOptions extends Pick<Base, "db" | "language"> {
  keys: Pick<AccessFolder, "isOperatorKey" | "isRunSignature">;
  /** Returns what scripts may do at the moment. */
  scopesOfScripts(): readonly Scope[];
}

/**
 * Returns the authenticator for `Bearer operator.<key>`, the command line, and `Bearer run.<id>.<signature>`, a script of a
 * live run.
 */
export function authenticateLocal(
  { db, keys, scopesOfScripts, language }: LocalAccessOptions,
): Authenticator {
  return async (request, { local }) => {
    const header = request.headers.get("authorization") ?? "";
    const [, operatorKey, runId, signature] = tokenPattern.exec(header) ?? [];
    if (operatorKey === undefined && runId === undefined) return null;
    const rejected = { refusal: "not_authenticated" } as const;
    if (!local) return rejected;
    if (operatorKey !== undefined) {
      return keys.isOperatorKey(operatorKey) ? { caller: { kind: "operator" }, language: null } : rejected;
    }
    const id = Number(runId);
    if (!keys.isRunSignature(id, signature ?? "")) return rejected;
    if (!await isRunLive(db, id)) return { refusal: "session_expired" };
    return { caller: { kind: "run", runId: id, scopes: scopesOfScripts() }, language: language() };
  };
}

const tokenPattern = /^bearer +(?:operator\.([0-9a-f]+)|run\.(\d{1,15})\.([0-9a-f]+))$/i;

/** Returns whether a run has started and not finished. */
export async function isRunLive(db: Database, id: number): Promise<boolean> {
  const row = await db.selectFrom("run").select("id").where("id", "=", id).where("finished_at", "is", null)
    .where("state", "in", liveStates).executeTakeFirst();
  return row !== undefined;
}

import { auditEntry, auditQuery, auditVerdict } from "../../contract/audit_log.ts";
import { listOf } from "../../contract/shapes.ts";
import type { ChangedKind } from "../../contract/changes.ts";
import type { Scope } from "../../contract/scopes.ts";
import { hasScope, type Route, route } from "../../http/route.ts";
import type { AuditLog } from "./service.ts";

/** The scope without which a caller does not see what was changed of an object. */
const scopeOf: Record<ChangedKind, Scope> = {
  task: "tasks:read",
  variable: "variables:read",
  subscription: "subscriptions:read",
  settings: "system:read",
  notificationRule: "notifications:read",
  calendar: "tasks:read",
};

/** Returns the routes of `/api/audit-log`, which are read-only. */
export function auditRoutes(log: AuditLog): Route[] {
  return [
    route("get", "/audit-log", {
      access: "system:read",
      summary: "Lists audit log entries, newest first",
      query: auditQuery,
      results: { 200: { description: "One page of entries", schema: listOf(auditEntry) } },
      handle: async ({ query, caller }) => ({
        body: await log.list(query, (kind) => hasScope(caller, scopeOf[kind])),
      }),
    }),
    route("get", "/audit-log/verify", {
      access: "system:read",
      summary: "Verifies that no entry was modified",
      results: {
        200: { description: "The result, with the first modified entry if any", schema: auditVerdict },
      },
      handle: async () => ({ body: await log.verify() }),
    }),
  ];
}

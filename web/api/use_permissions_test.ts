import assert from "node:assert/strict";
import { permissionsOf, type Role, roles } from "../../server/contract/roles.ts";
import { scopes } from "../../server/contract/scopes.ts";
import { routes } from "../routes.ts";
import { hasPermission, type Permission } from "./use_permissions.ts";

const sessionOf = (role: Role, labels: string[] | null = null) => ({
  role,
  permissions: [...permissionsOf(role, labels)],
});
const allowed = (role: Role, wanted: readonly (Permission | null)[], labels?: string[]) =>
  wanted.filter((one) => hasPermission(sessionOf(role, labels), one));

Deno.test("permissions: without a session, nothing is permitted", () => {
  assert.equal(hasPermission(undefined, null), false);
  assert.equal(hasPermission(undefined, "tasks:read"), false);
});

Deno.test("permissions: an administrator may do everything, and everyone what needs nothing", () => {
  const all = [...scopes, "administrator" as const, null];
  assert.deepEqual(allowed("administrator", all), all);
  for (const role of roles) assert.equal(hasPermission(sessionOf(role), null), true);
});

Deno.test("permissions: only administrators are administrators", () => {
  const are = roles.filter((role) => hasPermission(sessionOf(role), "administrator"));
  assert.deepEqual(are, ["administrator"]);
});

Deno.test("permissions: writing includes running and reading, running includes reading", () => {
  const tasks = ["tasks:read", "tasks:run", "tasks:write"] as const;
  assert.deepEqual(allowed("editor", tasks), tasks);
  assert.deepEqual(allowed("operator", tasks), ["tasks:read", "tasks:run"]);
  assert.deepEqual(allowed("viewer", tasks), ["tasks:read"]);
  assert.deepEqual(allowed("editor", ["variables:read", "config:write"]), ["variables:read"]);
});

Deno.test("permissions: a role for labels includes no pages of what tasks share", () => {
  const pages = Object.entries(routes).flatMap(([address, route]) =>
    !("to" in route) && route.access === "account" &&
      hasPermission(sessionOf("editor", ["shop"]), route.needs ?? null)
      ? [address]
      : []
  );
  for (const open of ["/dashboard", "/crontab", "/crontab/modal", "/runs", "/log", "/heartbeat"]) {
    assert.ok(pages.includes(open), open);
  }
  for (const closed of ["/script", "/env", "/config", "/dependence", "/subscription"]) {
    assert.ok(!pages.includes(closed), closed);
  }
});

Deno.test("permissions: every page with an account but the settings names what it needs", () => {
  const missing = Object.entries(routes).filter(([address, route]) =>
    !("to" in route) && route.access === "account" && !route.needs && !address.startsWith("/setting")
  );
  assert.deepEqual(missing, []);
});

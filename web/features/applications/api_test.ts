import assert from "node:assert/strict";
import { scopes } from "../../../server/contract/scopes.ts";
import { allOf, permissionsOf, scopesOf } from "./api.ts";

Deno.test("permissions: write includes read, and unnamed modules have no access", () => {
  const permissions = permissionsOf(["logs:read", "tasks:read", "tasks:write"]);
  assert.deepEqual([permissions.tasks, permissions.logs, permissions.views], ["write", "read", "none"]);
  assert.deepEqual(scopesOf(permissions), ["tasks:write", "logs:read"]);
});

Deno.test("permissions: each level of every module converts to scopes and back", () => {
  for (const scope of scopes) assert.deepEqual(scopesOf(permissionsOf([scope])), [scope]);
  assert.deepEqual(scopesOf(allOf("none")), []);
  assert.equal(scopesOf(allOf("read")).length, 11);
});

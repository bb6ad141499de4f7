import assert from "node:assert/strict";
import { type Scope, scopes } from "../../../server/contract/scopes.ts";
import { allOf, levelsFor, permissionsOf, scopesOf } from "./api.ts";

Deno.test("permissions: write includes read, and unnamed modules have no access", () => {
  const permissions = permissionsOf(["logs:read", "tasks:read", "tasks:write"]);
  assert.deepEqual([permissions.tasks, permissions.logs, permissions.views], ["write", "read", "none"]);
  assert.deepEqual(scopesOf(permissions), ["tasks:write", "logs:read"]);
});

Deno.test("permissions: each level of every module converts to scopes and back", () => {
  for (const scope of scopes) assert.deepEqual(scopesOf(permissionsOf([scope])), [scope]);
  assert.deepEqual(scopesOf(allOf("none", () => true)), []);
  assert.equal(scopesOf(allOf("read", () => true)).length, 11);
});

Deno.test("permissions: only those of the own role can be given, and those that an application has", () => {
  const may = (scope: Scope) =>
    ["tasks:read", "tasks:run", "logs:read", "views:read", "views:write"].includes(scope);
  assert.deepEqual(levelsFor("tasks", "none", may), ["none", "read", "run"]);
  assert.deepEqual(levelsFor("tasks", "write", may), ["none", "read", "run", "write"]);
  assert.deepEqual(levelsFor("system", "none", may), ["none"]);
  assert.deepEqual(scopesOf(allOf("write", may)), ["tasks:run", "views:write", "logs:read"]);
  assert.deepEqual(scopesOf(allOf("read", may)), ["tasks:read", "views:read", "logs:read"]);
});

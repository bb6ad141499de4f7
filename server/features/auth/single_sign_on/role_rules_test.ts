import assert from "node:assert/strict";
import { claimValues, decideRole, type RoleDecision, type RoleRules } from "./role_rules.ts";

const byGroups: RoleRules = {
  roleClaim: "groups",
  roles: [
    { value: "ops", role: "operator", labels: ["backup"] },
    { value: "dev", role: "editor", labels: null },
  ],
  defaultRole: "viewer",
};
const strict: RoleRules = { ...byGroups, defaultRole: null };
const none: RoleRules = { roleClaim: null, roles: byGroups.roles, defaultRole: "viewer" };

const fresh = { isNew: true, isGiven: false };
const ofPanel = { isNew: false, isGiven: false };
const ofRule = { isNew: false, isGiven: true };
const keep: RoleDecision = { kind: "keep" };
const viewer: RoleDecision = { kind: "give", role: "viewer", labels: null };
const operator: RoleDecision = { kind: "give", role: "operator", labels: ["backup"] };

Deno.test("role rules: the first that applies counts, even for a role given by hand", () => {
  for (const holder of [fresh, ofPanel, ofRule]) {
    assert.deepEqual(decideRole(byGroups, ["dev", "ops"], holder), operator);
    assert.deepEqual(decideRole(strict, ["dev"], holder), { kind: "give", role: "editor", labels: null });
  }
});

Deno.test("role rules: where none applies, only what a rule gave is taken back", () => {
  assert.deepEqual(decideRole(byGroups, ["other"], fresh), viewer);
  assert.deepEqual(decideRole(byGroups, [], ofPanel), keep);
  assert.deepEqual(decideRole(byGroups, [], ofRule), viewer);
  assert.deepEqual(decideRole(strict, [], fresh), { kind: "reject", revoke: false });
  assert.deepEqual(decideRole(strict, [], ofPanel), { kind: "reject", revoke: false });
  assert.deepEqual(decideRole(strict, [], ofRule), { kind: "reject", revoke: true });
});

Deno.test("role rules: without a claim, the panel gives roles, and new accounts get the default", () => {
  assert.deepEqual(decideRole(none, ["ops"], fresh), viewer);
  assert.deepEqual(decideRole(none, ["ops"], ofPanel), keep);
  assert.deepEqual(decideRole({ ...none, defaultRole: null }, [], fresh), { kind: "reject", revoke: false });
  assert.deepEqual(decideRole({ ...none, defaultRole: null }, [], ofPanel), keep);
});

Deno.test("role rules: claims are found by name or path, and only their own plain values count", () => {
  const claims = {
    groups: ["a", 7, true, null, { a: 1 }, ["b"]],
    one: "a b",
    realm_access: { roles: ["x"] },
    "https://example.org/roles": ["y"],
    "a.b": "whole",
    a: { b: "inside" },
  };
  const found = (path: string) => claimValues(claims, path);
  assert.deepEqual(found("groups"), ["a", "7", "true"]);
  assert.deepEqual(found("one"), ["a b"]);
  assert.deepEqual(found("realm_access.roles"), ["x"]);
  assert.deepEqual(found("https://example.org/roles"), ["y"]);
  assert.deepEqual(found("a.b"), ["whole"]);
  for (
    const path of ["", "missing", "realm_access", "one.length", "groups.0.x", "constructor.name", "__proto__"]
  ) {
    assert.deepEqual(found(path), [], path);
  }
});

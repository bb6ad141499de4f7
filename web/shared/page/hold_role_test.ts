import assert from "node:assert/strict";
import type { Session } from "../../../server/contract/auth.ts";
import { permissionsOf, type Role } from "../../../server/contract/roles.ts";
import { holdRole } from "./hold_role.ts";

const sessionOf = (role: Role, labels: string[] | null = null, id = 1) =>
  ({
    account: { id, createdAt: "then" },
    role,
    labels,
    permissions: [...permissionsOf(role, labels)],
  }) as Session;
// What is not read is left out.

const held: [string, Session, Session][] = [
  ["an editor becomes a viewer", sessionOf("editor"), sessionOf("viewer")],
  ["an administrator becomes an editor", sessionOf("administrator"), sessionOf("editor")],
  ["a role is limited to labels", sessionOf("editor"), sessionOf("editor", ["shop"])],
  ["a label is taken away", sessionOf("editor", ["shop", "stock"]), sessionOf("editor", ["shop"])],
];
for (const [name, before, now] of held) {
  Deno.test(`role while something is not saved: it stays when ${name}`, () => {
    const { role, labels, permissions, isRoleOutdated } = holdRole(before, now);
    assert.deepEqual([role, labels, isRoleOutdated], [before.role, before.labels, true]);
    assert.deepEqual(permissions, before.permissions);
    // Also when the session is queried again.
    assert.equal(holdRole(holdRole(before, now), now).isRoleOutdated, true);
    assert.equal(holdRole(holdRole(before, now), before).isRoleOutdated, undefined);
  });
}

const applied: [string, Session | undefined, Session][] = [
  ["it includes more", sessionOf("viewer"), sessionOf("editor")],
  ["it gets another label", sessionOf("editor", ["shop"]), sessionOf("editor", ["shop", "stock"])],
  ["it holds for the whole panel", sessionOf("editor", ["shop"]), sessionOf("editor")],
  ["it is that of another person", sessionOf("editor"), sessionOf("viewer", null, 2)],
  ["there was no session", undefined, sessionOf("viewer")],
];
for (const [name, before, now] of applied) {
  Deno.test(`role while something is not saved: a new one applies at once when ${name}`, () => {
    assert.equal(holdRole(before, now), now);
  });
}

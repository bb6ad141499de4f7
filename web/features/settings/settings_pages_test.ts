import assert from "node:assert/strict";
import { permissionsOf, type Role } from "../../../server/contract/roles.ts";
import { hasPermission } from "../../api/use_permissions.ts";
import { findPart, groupsFor } from "./settings_pages.ts";

const pagesFor = (role: Role, labels: string[] | null = null) => {
  const session = { role, permissions: [...permissionsOf(role, labels)] };
  return groupsFor((needed) => hasPermission(session, needed))
    .flatMap(({ entries }) => entries.flatMap(({ parts }) => parts.map(({ href }) => href)));
};
const own = ["/setting/security", "/setting/notification", "/setting/app"];

Deno.test("settings pages: an administrator has all of them, first the general ones", () => {
  const pages = pagesFor("administrator");
  assert.equal(pages[0], "/setting/general");
  for (const page of ["/setting/accounts", "/setting/app", "/setting/auditLog", ...own]) {
    assert.ok(pages.includes(page), page);
  }
});

Deno.test("settings pages: other roles have their own account and what they can read", () => {
  for (const role of ["editor", "operator", "viewer"] as const) assert.deepEqual(pagesFor(role), own);
  assert.deepEqual(pagesFor("editor", ["shop"]), own);
});

Deno.test("settings pages: an address is found only among those of the person", () => {
  const none = groupsFor((needed) => needed === null);
  assert.equal(findPart("/setting/accounts")?.part.href, "/setting/accounts");
  assert.equal(findPart("/setting/accounts", none), null);
  assert.equal(findPart("/setting/security/", none)?.part.href, "/setting/security");
});

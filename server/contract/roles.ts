// What people may do: each role has permissions, which are the scopes of applications.
import { type Module, type Scope, scopes } from "./scopes.ts";

/** Every role, the one that may do most first. */
export const roles = ["administrator", "editor", "operator", "viewer"] as const;
export type Role = (typeof roles)[number];

// No variables and no configuration files: they hold secrets.
const viewer: readonly Scope[] = [
  "tasks:read",
  // Everybody has views of their own.
  "views:write",
  "scripts:read",
  "logs:read",
  "subscriptions:read",
  "dependencies:read",
  "heartbeats:read",
  "notifications:read",
];
const operator: readonly Scope[] = [...viewer, "tasks:run"];
const editor: readonly Scope[] = [
  ...operator,
  "tasks:write",
  "scripts:write",
  "variables:write",
  "config:read",
  "logs:write",
  "heartbeats:write",
];
const permissions: Record<Role, readonly Scope[]> = { administrator: scopes, editor, operator, viewer };

/** The labels of which a caller sees the tasks; null for all tasks. */
export type Reach = readonly string[] | null;

/** Modules whose objects have labels. What is shared by all tasks belongs to those who see all tasks. */
const labelled: readonly Module[] = ["tasks", "logs", "heartbeats", "views"];

/** Returns the permissions of a role, which holds for the objects with some labels, or with null for the whole panel. */
export function permissionsOf(role: Role, labels: Reach): readonly Scope[] {
  const all = permissions[role];
  if (labels === null) return all;
  return all.filter((scope) => labelled.includes(scope.split(":")[0] as Module));
}

// Which role somebody gets by what a provider or a proxy says of them. Decided anew at every login.
import type { Role } from "../../../contract/roles.ts";
import type { RoleRule } from "../../../contract/identity_providers.ts";

export interface RoleRules {
  /** Claim with the values; null: there are no rules, and whoever has an account keeps the role. */
  roleClaim: string | null;
  /** The first that applies counts. */
  roles: readonly RoleRule[];
  defaultRole: Role | null;
}

export interface RoleHolder {
  /** Whether an account is being created. */
  isNew: boolean;
  /** Whether these rules gave the role that the account has. */
  isGiven: boolean;
}

export type RoleDecision =
  | { kind: "keep" }
  | { kind: "give"; role: Role; labels: readonly string[] | null }
  /** The login is refused; `revoke`: what the rules gave is taken back. */
  | { kind: "reject"; revoke: boolean };

/**
 * Decides the role for the values of a claim. A role that somebody in the panel gave is changed only by a rule that
 * applies; one that a rule gave is taken back when none applies any more.
 */
export function decideRole(
  { roleClaim, roles, defaultRole }: RoleRules,
  values: readonly string[],
  { isNew, isGiven }: RoleHolder,
): RoleDecision {
  const rule = roleClaim === null ? undefined : roles.find(({ value }) => values.includes(value));
  if (rule) return { kind: "give", role: rule.role, labels: rule.labels };
  if (!isNew && roleClaim === null) return { kind: "keep" };
  if (defaultRole === null) return { kind: "reject", revoke: isGiven };
  return isNew || isGiven ? { kind: "give", role: defaultRole, labels: null } : { kind: "keep" };
}

/**
 * Returns the values of a claim: `groups`, or `realm_access.roles` for one within another. A name that contains dots
 * itself comes first.
 */
export function claimValues(claims: Readonly<Record<string, unknown>>, path: string): string[] {
  const whole = own(claims, path);
  const found = whole === undefined
    ? path.split(".").reduce<unknown>((inside, name) => own(inside, name), claims)
    : whole;
  return (Array.isArray(found) ? found as unknown[] : [found]).flatMap((value) =>
    ["string", "number", "boolean"].includes(typeof value) ? [String(value)] : []
  );
}

function own(inside: unknown, name: string): unknown {
  return typeof inside === "object" && inside !== null && Object.hasOwn(inside, name)
    ? (inside as Record<string, unknown>)[name]
    : undefined;
}

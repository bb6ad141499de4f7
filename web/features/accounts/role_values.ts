import type { AccountEntry } from "../../../server/contract/accounts.ts";
import type { Role } from "../../../server/contract/roles.ts";

export interface RoleValues {
  role: Role;
  labels: readonly string[];
}

export interface InviteValues extends RoleValues {
  username: string;
  /** ID of the channel through which the link is sent; empty for none. */
  channel: string;
}

/** A new invitation starts with the role that may do least. */
export const emptyInvite: InviteValues = { role: "viewer", labels: [], username: "", channel: "" };

export function valuesOf({ role, labels }: Pick<AccountEntry, "role" | "labels">): RoleValues {
  return { role, labels: labels ?? [] };
}

/** Returns what is sent: without labels, and for an administrator, the role holds for the whole panel. */
export function inputOf({ role, labels }: RoleValues): { role: Role; labels: string[] | null } {
  return { role, labels: role === "administrator" || labels.length === 0 ? null : [...labels] };
}

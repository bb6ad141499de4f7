import type { Role } from "../../../contract/roles.ts";
import type { Tx } from "../../../engine/store.ts";
import { countOtherAdministrators } from "../account_list/store.ts";
import { type AccountRow, updateAccount } from "../account_store.ts";
import { labelsOf } from "../sessions.ts";
import type { RoleDecision } from "./role_rules.ts";

interface Held {
  role: Role;
  labels: readonly string[] | null;
}

/** What a decision has changed, for the audit log. */
export interface RoleChange {
  from: Held;
  to: Held;
  /** Whether the role stays because there is no other administrator. */
  kept?: true;
}

/** Of no tasks: what remains of a role that is taken back. */
const nothing: Held = { role: "viewer", labels: [] };

/**
 * Gives an account the role that was decided; null if it has it already. The last administrator keeps the role: a
 * provider that says less than before must not lock everybody out.
 */
export async function changeRole(
  tx: Tx,
  account: AccountRow,
  decision: RoleDecision,
  { source, now }: { source: string; now: number },
): Promise<RoleChange | null> {
  if (decision.kind === "keep" || decision.kind === "reject" && !decision.revoke) return null;
  const from = { role: account.role, labels: labelsOf(account) };
  const to = decision.kind === "reject" ? nothing : { role: decision.role, labels: decision.labels };
  const isSame = from.role === to.role && JSON.stringify(from.labels) === JSON.stringify(to.labels);
  if (isSame && account.role_source === source) return null;
  const isAdministrator = account.role === "administrator" && account.disabled_at === null;
  if (
    isAdministrator && to.role !== "administrator" && await countOtherAdministrators(tx, account.id) === 0
  ) {
    return { from, to, kept: true };
  }
  const labels_json = to.labels && JSON.stringify(to.labels);
  await updateAccount(tx, account.id, { role: to.role, labels_json, role_source: source }, now);
  return isSame ? null : { from, to };
}

// What a provider and a proxy have in common once they have named a person: the role by rules, and the new account.
import type { Base } from "../../../engine/base.ts";
import type { Tx } from "../../../engine/store.ts";
import { isoTime } from "../../../platform/iso_time.ts";
import type { AuditLogWriter } from "../../audit/audit_log.ts";
import {
  type AccountRow,
  accountUpdated,
  addAccount,
  findAccount,
  getAccount,
  updateAccount,
} from "../account_store.ts";
import type { Sessions } from "../sessions.ts";
import { changeRole, type RoleChange } from "./role_changes.ts";
import { decideRole, type RoleRules } from "./role_rules.ts";
import { SignOnFailure } from "./sign_on_failure.ts";

/** Who has named a person, and what follows for the role. */
export interface Authority {
  rules: RoleRules;
  /** The person's values of the claim. */
  values: readonly string[];
  /** Marks the roles that these rules gave. */
  source: string;
  /** Name of the provider, for the audit log; null for a proxy. */
  provider: string | null;
}

/** The account of a login, and what the rules have changed of it. */
export interface Admitted {
  account: AccountRow;
  isNew: boolean;
  change: RoleChange | null;
  /** Whether the rules refuse the login. */
  isRejected: boolean;
}

interface Admission {
  authority: Authority;
  ip: string;
  audit: AuditLogWriter;
  /** In ms since the epoch. */
  now: number;
}

/** Applies the rules to an account. Throws `SignOnFailure` if it is disabled. */
export async function admitKnown(
  tx: Tx,
  account: AccountRow,
  { authority, ip, audit, now }: Admission,
): Promise<Admitted> {
  if (account.disabled_at !== null) throw new SignOnFailure("account_disabled");
  const { rules, values, source, provider } = authority;
  const decision = decideRole(rules, values, { isNew: false, isGiven: account.role_source === source });
  const change = await changeRole(tx, account, decision, { source, now });
  if (change) {
    await audit.add({
      actor: { kind: "person", id: account.id, name: account.username, ip },
      act: change.kept ? "accounts.role_kept" : "accounts.role_given",
      object: account.username,
      detail: { provider, ...change.to, before: change.from },
    }, tx);
  }
  const isRejected = decision.kind === "reject";
  return { account, isNew: false, change: change?.kept ? null : change, isRejected };
}

/** Creates an account, whose password nobody knows. Throws `SignOnFailure` if no rule gives a role. */
export async function createAccount(
  tx: Tx,
  { names, passwordHash }: { names: readonly string[]; passwordHash: string },
  { authority: { rules, values, source, provider }, ip, audit, now }: Admission,
): Promise<Admitted> {
  const decision = decideRole(rules, values, { isNew: true, isGiven: false });
  if (decision.kind !== "give") throw new SignOnFailure("no_role");
  const { role, labels } = decision;
  const username = await freeUsername(tx, names);
  const id = await addAccount(tx, { username, passwordHash, role, labels, now });
  const role_source = rules.roleClaim === null ? null : source;
  await updateAccount(tx, id, { role_source, has_password: 0 }, now);
  const actor = { kind: "person", id, name: username, ip } as const;
  await audit.add({ actor, act: "accounts.join", object: username, detail: { role, labels, provider } }, tx);
  return { account: await getAccount(tx, id), isNew: true, change: null, isRejected: false };
}

/** Applies a change to open sessions and pages. */
export async function publishAdmission(
  { account: { id }, isNew, change, isRejected }: Admitted,
  { sessions, bus, clock }: Pick<Base, "bus" | "clock"> & {
    sessions: Pick<Sessions, "endAllOf" | "notifyChanged">;
  },
): Promise<void> {
  if (change && isRejected) await sessions.endAllOf(id);
  else if (change) await sessions.notifyChanged(id);
  if (!change && !isNew) return;
  const now = clock.now();
  bus.publish(accountUpdated(id, now));
  bus.publish({ topic: "accounts", type: "account:changed", id, version: 0, at: isoTime(now) });
}

const MAX_NUMBER = 100;

/** Returns the first name that no account has, with a number if need be. Throws `SignOnFailure`. */
async function freeUsername(tx: Tx, names: readonly string[]): Promise<string> {
  const [best] = names;
  if (best === undefined) throw new SignOnFailure("name_unusable");
  for (const name of names) if (!await findAccount(tx, name)) return name;
  for (let number = 2; number < MAX_NUMBER; number++) {
    const name = `${best.slice(0, 60)}-${number}`;
    if (!await findAccount(tx, name)) return name;
  }
  throw new SignOnFailure("name_unusable");
}

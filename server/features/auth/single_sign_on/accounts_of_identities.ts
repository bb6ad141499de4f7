// From an identity at a provider to an account: found, linked, created or refused, in one transaction.
import { sql } from "kysely";
import type { Base } from "../../../engine/base.ts";
import type { Tx } from "../../../engine/store.ts";
import { newToken } from "../../../platform/tokens.ts";
import type { AuditLogWriter } from "../../audit/audit_log.ts";
import { type AccountRow, getAccount } from "../account_store.ts";
import type { Passwords } from "../passwords.ts";
import { admitKnown, type Admitted, createAccount } from "./admission.ts";
import type { ProvenIdentity } from "./oidc_client.ts";
import { type Person, personOf } from "./person_of.ts";
import type { LoginProvider } from "./providers.ts";
import { claimValues } from "./role_rules.ts";
import { SignOnFailure } from "./sign_on_failure.ts";
import {
  addIdentity,
  findIdentitiesOfEmail,
  findIdentity,
  findIdentityOfAccount,
  recordIdentityLogin,
} from "./store.ts";

export interface AccountsOfIdentitiesOptions extends Pick<Base, "db" | "clock"> {
  passwords: Pick<Passwords, "hash">;
  audit: AuditLogWriter;
}

export interface IdentityLogin {
  provider: LoginProvider;
  proven: ProvenIdentity;
  ip: string;
}

export class AccountsOfIdentities {
  constructor(private readonly options: AccountsOfIdentitiesOptions) {}

  /** Returns the account that an identity logs in. Throws `SignOnFailure`. */
  async admit(login: IdentityLogin): Promise<Admitted> {
    const { db, passwords } = this.options;
    const { provider, proven: { subject } } = login;
    const isKnown = await findIdentity(db, { providerId: provider.id, subject }) !== undefined;
    // Before the transaction, because it takes a while. Nobody knows this password.
    const passwordHash = isKnown || !provider.createAccounts ? "" : await passwords.hash(newToken());
    return await db.transaction().execute(async (tx) => {
      const account = await this.#find(tx, login);
      return account
        ? await this.#admitKnown(tx, account, login)
        : await this.#create(tx, login, passwordHash);
    });
  }

  /** Gives an account an identity. Throws `SignOnFailure`. */
  async link(accountId: number, { provider, proven }: IdentityLogin): Promise<AccountRow> {
    const { db, clock } = this.options;
    const providerId = provider.id;
    return await db.transaction().execute(async (tx) => {
      const account = await getAccount(tx, accountId);
      const known = await findIdentity(tx, { providerId, subject: proven.subject }) ??
        await findIdentityOfAccount(tx, { providerId, accountId });
      if (known) {
        const isSame = known.account_id === accountId && known.subject === proven.subject;
        if (!isSame) throw new SignOnFailure("identity_taken");
        return account;
      }
      await addIdentity(tx, {
        ...{ provider_id: providerId, account_id: accountId, subject: proven.subject },
        ...{ email: verifiedEmail(personOf(proven.claims)), created_at: clock.now(), last_login_at: null },
      });
      return account;
    });
  }

  async #admitKnown(tx: Tx, account: AccountRow, login: IdentityLogin): Promise<Admitted> {
    const { provider, proven } = login;
    const admitted = await admitKnown(tx, account, this.#admission(login));
    const identity = await findIdentity(tx, { providerId: provider.id, subject: proven.subject });
    if (identity && !admitted.isRejected) {
      const email = verifiedEmail(personOf(proven.claims));
      await recordIdentityLogin(tx, identity.id, { email, now: this.options.clock.now() });
    }
    return admitted;
  }

  // By the subject; by the e-mail address only if the provider has verified it and an administrator allows it.
  async #find(tx: Tx, { provider, proven, ip }: IdentityLogin): Promise<AccountRow | null> {
    const { id: providerId, createAccounts, matchEmail } = provider;
    const identity = await findIdentity(tx, { providerId, subject: proven.subject });
    if (identity) return await getAccount(tx, identity.account_id);
    if (!createAccounts && !matchEmail) throw new SignOnFailure("no_account");
    const person = personOf(proven.claims);
    const email = requireVerified(person);
    const ofEmail = await findIdentitiesOfEmail(tx, email);
    // The address was given to somebody else, or the person was created anew: only an administrator can know.
    if (ofEmail.some((one) => one.provider_id === providerId)) throw new SignOnFailure("subject_changed");
    if (!matchEmail) return null;
    const named = await tx.selectFrom("account").select("id")
      .where((eb) => eb(sql`lower(username)`, "=", email)).execute();
    const [accountId, ...others] = new Set([
      ...ofEmail.map(({ account_id }) => account_id),
      ...named.map(({ id }) => id),
    ]);
    if (accountId === undefined) return null;
    if (others.length > 0) throw new SignOnFailure("no_account");
    if (await findIdentityOfAccount(tx, { providerId, accountId })) {
      throw new SignOnFailure("subject_changed");
    }
    const account = await getAccount(tx, accountId);
    if (account.disabled_at !== null) throw new SignOnFailure("account_disabled");
    await this.#link(tx, account, { provider, proven, ip });
    return account;
  }

  async #create(tx: Tx, login: IdentityLogin, passwordHash: string): Promise<Admitted> {
    if (passwordHash === "") throw new SignOnFailure("no_account");
    const { names } = personOf(login.proven.claims);
    const admitted = await createAccount(tx, { names, passwordHash }, this.#admission(login));
    await this.#link(tx, admitted.account, login);
    return admitted;
  }

  #admission({ provider, proven, ip }: IdentityLogin) {
    const { audit, clock } = this.options;
    const authority = {
      rules: provider,
      values: claimValues(proven.claims, provider.roleClaim ?? ""),
      source: `provider ${provider.id}`,
      provider: provider.name,
    };
    return { authority, ip, audit, now: clock.now() };
  }

  async #link(tx: Tx, { id, username }: AccountRow, { provider, proven, ip }: IdentityLogin): Promise<void> {
    const { audit, clock } = this.options;
    const now = clock.now();
    await addIdentity(tx, {
      ...{ provider_id: provider.id, account_id: id, subject: proven.subject },
      ...{ email: verifiedEmail(personOf(proven.claims)), created_at: now, last_login_at: now },
    });
    const actor = { kind: "person", id, name: username, ip } as const;
    await audit.add({ actor, act: "account.identity_linked", object: provider.name }, tx);
  }
}

function requireVerified({ email, isVerified }: Person): string {
  if (email === null) throw new SignOnFailure("email_missing");
  if (!isVerified) throw new SignOnFailure("email_unverified");
  return email;
}

function verifiedEmail({ email, isVerified }: Person): string | null {
  return isVerified ? email : null;
}

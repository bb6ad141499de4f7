import { createHash } from "node:crypto";
import type { Insertable, Selectable } from "kysely";
import { AppError, refuseIf } from "../../../contract/app_error.ts";
import { accountLimits } from "../../../contract/limits/account.ts";
import type {
  Passkey,
  PasskeyInput,
  PasskeyOffer,
  PasskeyQuestion,
  PresentedPasskey,
} from "../../../contract/passkeys.ts";
import type { Base } from "../../../engine/base.ts";
import type { Database, Tx } from "../../../engine/store.ts";
import type { PasskeyTable } from "../../../migrations/account_tables.ts";
import { deviceOf } from "../../../platform/clients/device.ts";
import { isoTime } from "../../../platform/iso_time.ts";
import { type AccountRow, getAccount } from "../account_store.ts";
import type { SessionUser } from "../sessions.ts";
import { challengeOf, PasskeyError, verifyAssertion, verifyRegistration } from "./ceremony.ts";
import {
  CHALLENGE_LIFE_MS,
  Challenges,
  type PasskeyClient,
  type RelyingParty,
  type SharedChallenges,
} from "./challenges.ts";

export interface PasskeysOptions extends Pick<Base, "db" | "clock"> {
  /** Set where several panels share a database. */
  challenges?: SharedChallenges | undefined;
  /** Name under which a device lists the panel. */
  title(): string;
}

export type PasskeyRow = Selectable<PasskeyTable>;

/** A new name for a passkey; `ifMatch` is the expected version. */
export interface PasskeyRename {
  id: number;
  name: string;
  ifMatch: number | null;
  party: RelyingParty | null;
}

export interface VerifiedPasskey {
  account: AccountRow;
  passkey: PasskeyRow;
}

/** Passkeys as a second way to log in. The stored data is public. */
export class Passkeys {
  readonly #challenges: Challenges;

  constructor(private readonly options: PasskeysOptions) {
    this.#challenges = new Challenges({ clock: options.clock, shared: options.challenges });
  }

  async list({ accountId }: SessionUser, party: RelyingParty | null): Promise<Passkey[]> {
    return (await listPasskeys(this.options.db, accountId)).map((row) => toPasskey(row, party));
  }

  /** Returns the options to register a passkey. Throws `passkeys_unavailable`, `too_many_passkeys`. */
  async startRegistration(
    { accountId, sessionId, client }: SessionUser,
    party: RelyingParty | null,
  ): Promise<PasskeyOffer> {
    const { host } = requireParty(party);
    const { db, title } = this.options;
    const account = await getAccount(db, accountId);
    const rows = await listPasskeys(db, accountId);
    rejectBeyond(rows.length);
    const proposedName = await deviceOf(client.userAgent);
    return {
      host,
      title: title(),
      timeoutMs: CHALLENGE_LIFE_MS,
      proposedName,
      challenge: this.#challenges.create(holderOf(sessionId)),
      user: { id: handleOf(account), name: account.username },
      known: rows.filter((row) => row.host === host)
        .map((row) => ({ id: row.credential_id, transports: JSON.parse(row.transports_json) })),
    };
  }

  /**
   * Adds a registered passkey. Throws an issue, `passkeys_unavailable`, `too_many_passkeys` or
   * `passkey_known`.
   */
  async add(
    { accountId, sessionId }: SessionUser,
    { name, passkey }: PasskeyInput,
    party: RelyingParty | null,
  ) {
    const { db, clock } = this.options;
    const relyingParty = requireParty(party);
    const made = await this.#verifyNew(passkey, relyingParty, holderOf(sessionId));
    const row = await db.transaction().execute(async (tx) => {
      rejectBeyond((await listPasskeys(tx, accountId)).length);
      if (await findByCredential(tx, passkey.id)) throw new AppError("passkey_known");
      return await insertPasskey(tx, {
        account_id: accountId,
        credential_id: passkey.id,
        public_key: passkey.publicKey,
        name,
        algorithm: made.algorithm,
        counter: made.counter,
        synced: made.synced ? 1 : 0,
        host: relyingParty.host,
        transports_json: JSON.stringify(passkey.transports),
        created_at: clock.now(),
        last_used_at: null,
      });
    });
    return toPasskey(row, party);
  }

  /** Renames a passkey. Throws `not_found`, or `stale_version` if `ifMatch` is another version. */
  async rename({ accountId }: SessionUser, { id, name, ifMatch, party }: PasskeyRename): Promise<Passkey> {
    return await this.options.db.transaction().execute(async (tx) => {
      const row = await findPasskey(tx, accountId, id);
      if (!row) throw new AppError("not_found");
      if (ifMatch !== null && ifMatch !== row.version) throw new AppError("stale_version");
      return toPasskey(await renamePasskey(tx, row, name), party);
    });
  }

  /** Deletes a passkey; returns its name. Throws `not_found`. */
  async remove({ accountId }: SessionUser, id: number): Promise<string> {
    const { db } = this.options;
    const row = await findPasskey(db, accountId, id);
    if (!row || !await removePasskey(db, row.id)) throw new AppError("not_found");
    return row.name;
  }

  /** Returns a passkey challenge for this client, the same for any account. Throws `passkeys_unavailable`. */
  createChallenge({ party, holder }: PasskeyClient): PasskeyQuestion {
    const { host } = requireParty(party);
    return { challenge: this.#challenges.create(holder), host, timeoutMs: CHALLENGE_LIFE_MS };
  }

  /**
   * Verifies a passkey, uses up its challenge, and returns the passkey with its account. Throws
   * `PasskeyError`.
   */
  async verify(presented: PresentedPasskey, { party, holder }: PasskeyClient): Promise<VerifiedPasskey> {
    const { db, clock } = this.options;
    const challenge = challengeOf(presented);
    if (!await this.#challenges.use(challenge, holder)) throw new PasskeyError("no_challenge");
    const row = await findByCredential(db, presented.id);
    if (!row) throw new PasskeyError("unknown_key");
    const passkey = row.name;
    if (!party || row.host !== party.host) throw new PasskeyError("other_host", { passkey });
    const account = await getAccount(db, row.account_id);
    if (presented.userHandle !== null && presented.userHandle !== handleOf(account)) {
      throw new PasskeyError("not_verified", { passkey });
    }
    const counter = await verifyAssertion(presented, row, { challenge, party }).catch((cause) => {
      throw new PasskeyError("not_verified", { passkey, cause });
    });
    if (!await markUsed(db, { id: row.id, counter, at: clock.now() })) {
      throw new PasskeyError("older_counter", { passkey });
    }
    return { account, passkey: row };
  }

  async isStored({ id, account_id }: PasskeyRow): Promise<boolean> {
    return await findPasskey(this.options.db, account_id, id) !== undefined;
  }

  async #verifyNew(passkey: PasskeyInput["passkey"], party: RelyingParty, holder: string) {
    try {
      const challenge = challengeOf(passkey);
      if (!await this.#challenges.use(challenge, holder)) throw new PasskeyError("no_challenge");
      return await verifyRegistration(passkey, { challenge, party });
    } catch (error) {
      if (error instanceof PasskeyError) refuseIf([{ path: "passkey", code: "wrong_passkey" }]);
      throw error;
    }
  }
}

// Registration is bound to the session, so that nobody can be tricked into registering a passkey for another
// account.
function holderOf(sessionId: number): string {
  return `session ${sessionId}`;
}

/**
 * Returns the user handle of an account. Devices store one passkey per host name and user handle, so panels
 * that share a host name, such as those on one machine, must not share the handle.
 */
function handleOf({ id, created_at }: AccountRow): string {
  return createHash("sha256").update(`passkey ${id} ${created_at}`).digest("base64url");
}

function requireParty(party: RelyingParty | null): RelyingParty {
  if (!party) throw new AppError("passkeys_unavailable");
  return party;
}

function rejectBeyond(count: number): void {
  if (count >= accountLimits.passkeys) {
    throw new AppError("too_many_passkeys", { max: accountLimits.passkeys });
  }
}

function toPasskey(row: PasskeyRow, party: RelyingParty | null): Passkey {
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    usable: row.host === party?.host,
    synced: row.synced === 1,
    createdAt: isoTime(row.created_at),
    lastUsedAt: isoTime(row.last_used_at),
    version: row.version,
  };
}

export function listPasskeys(db: Database | Tx, accountId: number): Promise<PasskeyRow[]> {
  return db.selectFrom("passkey").selectAll().where("account_id", "=", accountId).orderBy("id").execute();
}

function findByCredential(db: Database | Tx, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom("passkey").selectAll().where("credential_id", "=", credentialId).executeTakeFirst();
}

function findPasskey(db: Database | Tx, accountId: number, id: number): Promise<PasskeyRow | undefined> {
  return db.selectFrom("passkey").selectAll().where("account_id", "=", accountId).where("id", "=", id)
    .executeTakeFirst();
}

function insertPasskey(tx: Tx, row: Insertable<PasskeyTable>): Promise<PasskeyRow> {
  return tx.insertInto("passkey").values(row).returningAll().executeTakeFirstOrThrow();
}

function renamePasskey(tx: Tx, { id, version }: PasskeyRow, name: string): Promise<PasskeyRow> {
  return tx.updateTable("passkey").set({ name, version: version + 1 }).where("id", "=", id).returningAll()
    .executeTakeFirstOrThrow();
}

async function removePasskey(db: Database, id: number): Promise<boolean> {
  return (await db.deleteFrom("passkey").where("id", "=", id).executeTakeFirst()).numDeletedRows > 0n;
}

/**
 * Records that a passkey was used at `at` with its signature counter; returns whether the counter increased.
 * If it did not, the passkey was cloned; a device without a counter always sends 0. A single statement
 * decides, so there is no race between read and write.
 */
async function markUsed(db: Database, { id, counter, at }: { id: number; counter: number; at: number }) {
  const { numUpdatedRows } = await db.updateTable("passkey").set({ counter, last_used_at: at })
    .where("id", "=", id)
    .where((where) => counter === 0 ? where("counter", "=", 0) : where("counter", "<", counter))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

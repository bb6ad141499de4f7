import { createHash } from "node:crypto";
import { AppError, refuseIf } from "../../../contract/app_error.ts";
import type {
  Passkey,
  PasskeyInput,
  PasskeyOffer,
  PasskeyQuestion,
  PresentedPasskey,
} from "../../../contract/passkeys.ts";
import type { Database } from "../../../engine/store.ts";
import type { Clock } from "../../../platform/clock.ts";
import { deviceOf } from "../../../platform/clients/device.ts";
import { type AccountRow, getAccount } from "../account_store.ts";
import type { Person } from "../person.ts";
import { challengeOf, verifyMade, verifyPresented } from "./ceremony.ts";
import { CHALLENGE_LIFE_MS, Challenges } from "./challenges.ts";
import { PasskeyError } from "./passkey_error.ts";
import * as store from "./passkey_store.ts";
import type { RelyingParty } from "./relying_party.ts";
import { accountLimits } from "../../../contract/limits/account.ts";

export interface PasskeysOptions {
  db: Database;
  clock: Clock;
  /** Name under which a device lists the panel. */
  title(): string;
}

/** The relying party, and how its browser is identified. */
export interface Asking {
  party: RelyingParty | null;
  /** A value that only this browser has. */
  holder: string;
}

/** A new name for a passkey; `ifMatch` is the expected version. */
export interface PasskeyRename {
  id: number;
  name: string;
  ifMatch: number | null;
  party: RelyingParty | null;
}

/** A verified passkey and its account. */
export interface VerifiedPasskey {
  account: AccountRow;
  passkey: store.PasskeyRow;
}

/** Passkeys as a second way to log in. The stored data is public. */
export class Passkeys {
  readonly #options: PasskeysOptions;
  readonly #challenges: Challenges;

  constructor(options: PasskeysOptions) {
    this.#options = options;
    this.#challenges = new Challenges(options);
  }

  /** Returns the passkeys of a user. */
  async list({ accountId }: Person, party: RelyingParty | null): Promise<Passkey[]> {
    return (await store.listPasskeys(this.#options.db, accountId)).map((row) => toPasskey(row, party));
  }

  /** Returns the options to register a passkey. Throws `passkeys_unavailable`, `too_many_passkeys`. */
  async offer({ accountId, sessionId, client }: Person, party: RelyingParty | null): Promise<PasskeyOffer> {
    const { host } = orUnavailable(party);
    const { db, title } = this.#options;
    const account = await getAccount(db, accountId);
    const rows = await store.listPasskeys(db, accountId);
    refuseBeyond(rows.length);
    const proposedName = await deviceOf(client.userAgent);
    return {
      ...{ host, title: title(), timeoutMs: CHALLENGE_LIFE_MS, proposedName },
      challenge: this.#challenges.ask(holderOf(sessionId)),
      user: { id: handleOf(account), name: account.username },
      known: rows.filter((row) => row.host === host)
        .map((row) => ({ id: row.credential_id, transports: JSON.parse(row.transports_json) })),
    };
  }

  /**
   * Adds a registered passkey. Throws an issue, `passkeys_unavailable`, `too_many_passkeys` or
   * `passkey_known`.
   */
  async add({ accountId, sessionId }: Person, { name, passkey }: PasskeyInput, party: RelyingParty | null) {
    const { db, clock } = this.#options;
    const asked = orUnavailable(party);
    const made = await this.#made(passkey, asked, holderOf(sessionId));
    const row = await db.transaction().execute(async (tx) => {
      refuseBeyond((await store.listPasskeys(tx, accountId)).length);
      if (await store.findByCredential(tx, passkey.id)) throw new AppError("passkey_known");
      return await store.addPasskey(tx, {
        ...{ account_id: accountId, credential_id: passkey.id, public_key: passkey.publicKey, name },
        ...{ algorithm: made.algorithm, counter: made.counter, synced: made.synced ? 1 : 0 },
        ...{ host: asked.host, transports_json: JSON.stringify(passkey.transports) },
        ...{ created_at: clock.now(), last_used_at: null },
      });
    });
    return toPasskey(row, party);
  }

  /** Renames a passkey. Throws `not_found`, or `stale_version` if `ifMatch` is another version. */
  async rename({ accountId }: Person, { id, name, ifMatch, party }: PasskeyRename): Promise<Passkey> {
    const { db } = this.#options;
    const row = await store.findPasskey(db, accountId, id);
    if (!row) throw new AppError("not_found");
    if (ifMatch !== null && ifMatch !== row.version) throw new AppError("stale_version");
    const renamed = await store.renamePasskey(db, row, name);
    if (!renamed) throw new AppError("stale_version");
    return toPasskey(renamed, party);
  }

  /** Deletes a passkey; returns its name. Throws `not_found`. */
  async remove({ accountId }: Person, id: number): Promise<string> {
    const { db } = this.#options;
    const row = await store.findPasskey(db, accountId, id);
    if (!row || !await store.removePasskey(db, row.id)) throw new AppError("not_found");
    return row.name;
  }

  /** Returns a passkey challenge for this client, the same for any account. Throws `passkeys_unavailable`. */
  question({ party, holder }: Asking): PasskeyQuestion {
    const { host } = orUnavailable(party);
    return { challenge: this.#challenges.ask(holder), host, timeoutMs: CHALLENGE_LIFE_MS };
  }

  /**
   * Verifies a passkey, uses up its challenge, and returns the passkey with its account. Throws
   * `PasskeyError`.
   */
  async check(presented: PresentedPasskey, { party, holder }: Asking): Promise<VerifiedPasskey> {
    const { db, clock } = this.#options;
    const challenge = challengeOf(presented);
    if (!this.#challenges.take(challenge, holder)) throw new PasskeyError("no_challenge");
    const row = await store.findByCredential(db, presented.id);
    if (!row) throw new PasskeyError("unknown_key");
    const passkey = row.name;
    if (!party || row.host !== party.host) throw new PasskeyError("other_host", { passkey });
    const account = await getAccount(db, row.account_id);
    if (presented.userHandle !== null && presented.userHandle !== handleOf(account)) {
      throw new PasskeyError("not_verified", { passkey });
    }
    const counter = await verifyPresented(presented, row, { challenge, party }).catch((cause) => {
      throw new PasskeyError("not_verified", { passkey, cause });
    });
    if (!await store.usePasskey(db, { id: row.id, counter, at: clock.now() })) {
      throw new PasskeyError("older_counter", { passkey });
    }
    return { account, passkey: row };
  }

  /** Returns whether a passkey still belongs to its account. */
  async isStored({ id, account_id }: store.PasskeyRow): Promise<boolean> {
    return await store.findPasskey(this.#options.db, account_id, id) !== undefined;
  }

  async #made(passkey: PasskeyInput["passkey"], party: RelyingParty, holder: string) {
    try {
      const challenge = challengeOf(passkey);
      if (!this.#challenges.take(challenge, holder)) throw new PasskeyError("no_challenge");
      return await verifyMade(passkey, { challenge, party });
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

function orUnavailable(party: RelyingParty | null): RelyingParty {
  if (!party) throw new AppError("passkeys_unavailable");
  return party;
}

function refuseBeyond(count: number): void {
  if (count >= accountLimits.passkeys) {
    throw new AppError("too_many_passkeys", { max: accountLimits.passkeys });
  }
}

function toPasskey(row: store.PasskeyRow, party: RelyingParty | null): Passkey {
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    usable: row.host === party?.host,
    synced: row.synced === 1,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
    version: row.version,
  };
}

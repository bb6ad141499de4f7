import { AppError } from "../../../contract/app_error.ts";
import type { Identities } from "../../../contract/identity_providers.ts";
import type { Base } from "../../../engine/base.ts";
import { isoTime } from "../../../platform/iso_time.ts";
import { accountUpdated, getAccount } from "../account_store.ts";
import type { Challenges } from "../passkeys/challenges.ts";
import { listPasskeys } from "../passkeys/passkeys.ts";
import type { Sessions, SessionUser } from "../sessions.ts";
import { deleteIdentity, findProvider, listIdentities, listProviderNames } from "./store.ts";

export interface OwnIdentitiesOptions extends Pick<Base, "db" | "clock" | "bus"> {
  challenges: Challenges;
  sessions: Pick<Sessions, "endOthers">;
}

/** With which identities somebody can log in to the own account. */
export class OwnIdentities {
  constructor(private readonly options: OwnIdentitiesOptions) {}

  async list(accountId: number): Promise<Identities> {
    const { db } = this.options;
    const [rows, providers] = await Promise.all([listIdentities(db, accountId), listProviderNames(db)]);
    return {
      items: rows.map((row) => ({
        id: row.id,
        providerId: row.provider_id,
        provider: row.provider,
        email: row.email,
        createdAt: isoTime(row.created_at),
        lastLoginAt: isoTime(row.last_login_at),
      })),
      providers: providers.filter(({ id }) => !rows.some((row) => row.provider_id === id)),
    };
  }

  /**
   * Returns the address at which a session links an identity. Only it may use the address, once: a link from elsewhere
   * must not add somebody else's identity to an account. Throws `not_found`.
   */
  async linkAddress({ sessionId }: SessionUser, providerId: number): Promise<string> {
    if (!await findProvider(this.options.db, providerId)) throw new AppError("not_found");
    const ticket = this.options.challenges.create(holderOf(sessionId, providerId));
    return `/auth/oidc/${providerId}/start?link=${ticket}`;
  }

  /** Returns whether a session may link an identity with this ticket, which is used up. */
  async useTicket(ticket: string, sessionId: number, providerId: number): Promise<boolean> {
    return await this.options.challenges.use(ticket, holderOf(sessionId, providerId));
  }

  /** Removes an identity; ends all other sessions. Throws `not_found` or `last_login_way`. */
  async remove({ accountId, sessionId }: SessionUser, id: number): Promise<void> {
    const { db, bus, clock, sessions } = this.options;
    await db.transaction().execute(async (tx) => {
      if (await deleteIdentity(tx, { id, accountId }) === undefined) throw new AppError("not_found");
      const { has_password: hasPassword } = await getAccount(tx, accountId);
      const others = [...await listIdentities(tx, accountId), ...await listPasskeys(tx, accountId)];
      if (hasPassword === 0 && others.length === 0) throw new AppError("last_login_way");
    });
    await sessions.endOthers(accountId, sessionId);
    bus.publish(accountUpdated(accountId, clock.now()));
  }
}

function holderOf(sessionId: number, providerId: number): string {
  return `link ${sessionId} ${providerId}`;
}

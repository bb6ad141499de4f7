import { AppError, refuseIf } from "../../../contract/app_error.ts";
import {
  type CheckedInvitation,
  type CreatedInvitation,
  type Invitation,
  INVITATION_LIFE_MS,
  type InvitationInput,
  type InvitationUse,
} from "../../../contract/accounts.ts";
import type { Parsed } from "../../../contract/parsed.ts";
import type { Base } from "../../../engine/base.ts";
import { isoTime } from "../../../platform/iso_time.ts";
import { newToken, sha256 } from "../../../platform/tokens.ts";
import { addAccount, findAccount } from "../account_store.ts";
import type { LoginLimits } from "../login_limits.ts";
import { passwordIssues, type Passwords } from "../passwords.ts";
import { labelsOf } from "../sessions.ts";
import { networkOf } from "../../../platform/networks.ts";
import type { AuditLogWriter } from "../../audit/audit_log.ts";
import { checkLabels } from "./role_labels.ts";
import { deleteInvitation, findInvitation, type InvitationRow, listInvitations } from "./store.ts";

export interface InvitationsOptions extends Pick<Base, "db" | "clock" | "bus"> {
  passwords: Pick<Passwords, "hash">;
  limits: Pick<LoginLimits, "admit" | "succeed">;
  audit: AuditLogWriter;
}

/** Invitations to get an account: each is used once, within 72 hours. Only a hash of its secret is stored. */
export class Invitations {
  constructor(private readonly options: InvitationsOptions) {}

  async list(): Promise<Invitation[]> {
    const { db, clock } = this.options;
    return (await listInvitations(db, clock.now())).map((row) => ({
      id: row.id,
      ...described(row),
      createdAt: isoTime(row.created_at),
    }));
  }

  /** Creates an invitation; `page` is the address of the page that uses it. Throws `validation_failed`. */
  async create(
    input: Parsed<InvitationInput>,
    { createdBy, page }: { createdBy: string; page: string },
  ): Promise<CreatedInvitation> {
    const { db, clock } = this.options;
    checkLabels(input);
    const { role, labels, username } = input;
    if (username !== null && await findAccount(db, username)) {
      refuseIf([{ path: "username", code: "username_taken" }]);
    }
    const token = newToken();
    const now = clock.now();
    const expires_at = now + INVITATION_LIFE_MS;
    await db.deleteFrom("invitation").where("expires_at", "<=", now).execute();
    const { id } = await db.insertInto("invitation").values({
      ...{ token_hash: sha256(token), role, labels_json: labels && JSON.stringify(labels), username },
      ...{ created_by: createdBy, created_at: now, expires_at },
    }).returning("id").executeTakeFirstOrThrow();
    this.#publish();
    return { id, url: `${page}#${token}`, expiresAt: isoTime(expires_at), sent: null };
  }

  /** Withdraws an invitation. Throws `not_found`. */
  async remove(id: number): Promise<void> {
    if (!await deleteInvitation(this.options.db, id)) throw new AppError("not_found");
    this.#publish();
  }

  /** Returns what an invitation is for. Throws `invitation_invalid` or `too_many_requests`. */
  async check(token: string, ip: string): Promise<CheckedInvitation> {
    const { invitation, succeed } = await this.#find(token, ip);
    await succeed();
    return described(invitation);
  }

  /**
   * Creates the account of an invitation, which is then used up; returns its id. Throws `invitation_invalid`,
   * `too_many_requests` or `validation_failed`.
   */
  async use({ token, username, password }: Parsed<InvitationUse>, ip: string): Promise<number> {
    const { db, clock, passwords, audit } = this.options;
    const { succeed, invitation } = await this.#find(token, ip);
    await succeed();
    if (invitation.username !== null && invitation.username !== username) {
      refuseIf([{ path: "username", code: "invited_name", params: { name: invitation.username } }]);
    }
    refuseIf(passwordIssues(password, "password"));
    const passwordHash = await passwords.hash(password);
    const id = await db.transaction().execute(async (tx) => {
      // Used or withdrawn meanwhile.
      if (!await deleteInvitation(tx, invitation.id)) throw new AppError("invitation_invalid");
      if (await findAccount(tx, username)) refuseIf([{ path: "username", code: "username_taken" }]);
      const { role } = invitation;
      const labels = labelsOf(invitation);
      const added = await addAccount(tx, { username, passwordHash, role, labels, now: clock.now() });
      const actor = { kind: "person", id: added, name: username, ip } as const;
      await audit.add({ actor, act: "accounts.join", object: username, detail: { role, labels } }, tx);
      return added;
    });
    this.#publish();
    return id;
  }

  async #find(token: string, ip: string): Promise<{ invitation: InvitationRow; succeed(): Promise<void> }> {
    const { db, clock, limits, audit } = this.options;
    const admission = await limits.admit({ endpoint: "initialization", network: networkOf(ip), name: "" });
    const invitation = await findInvitation(db, sha256(token));
    if (!invitation || invitation.expires_at <= clock.now()) {
      const object = invitation?.username ?? null;
      await audit.add({ actor: { kind: "nobody", ip }, act: "accounts.invitation_refused", object });
      throw new AppError("invitation_invalid");
    }
    return { invitation, succeed: () => limits.succeed(admission) };
  }

  #publish(): void {
    const at = isoTime(this.options.clock.now());
    this.options.bus.publish({ topic: "accounts", type: "account:changed", id: 0, version: 0, at });
  }
}

function described(row: InvitationRow): CheckedInvitation {
  return {
    role: row.role,
    labels: labelsOf(row),
    username: row.username,
    createdBy: row.created_by,
    expiresAt: isoTime(row.expires_at),
  };
}

import type { AuditLogWriter } from "../audit/audit_log.ts";
import type { Client, LoginLog } from "../login_log/service.ts";
import type { LoginStatus, LoginWay } from "../../contract/login_log.ts";
import type { Logger } from "../../platform/logger.ts";
import { unlessFull } from "../../platform/storage/storage_full.ts";
import type { AccountRow } from "./account_store.ts";

type Failure = Exclude<LoginStatus, "succeeded">;
type Detail = Record<string, unknown>;
/** What else is known of a failure: how they tried, and what the audit log is told besides. */
interface More {
  way?: LoginWay;
  detail?: Detail;
}
type Named = Pick<AccountRow, "id" | "username">;

/** Writes down who was let in and who was not: for the owner, for the audit, and in the panel's own log. */
export class LoginRecord {
  readonly #options: { log: LoginLog; audit: AuditLogWriter; logger: Logger };

  constructor(options: { log: LoginLog; audit: AuditLogWriter; logger: Logger }) {
    this.#options = options;
  }

  /** Notes a login; `passkey` is the name of the one it came by. */
  async succeeded({ id, username }: Named, client: Client, passkey?: string): Promise<void> {
    const { audit, log } = this.#options;
    const actor = { kind: "person" as const, id, name: username, ip: client.ip };
    await audit.add({ actor, act: "login.succeeded", ...(passkey !== undefined && { detail: { passkey } }) });
    await unlessFull(log.add("succeeded", client, passkey === undefined ? "password" : "passkey"));
  }

  /** Notes an attempt that failed. Not the name that was typed: people type their password into the wrong field. */
  async failed(status: Failure, client: Client, more: More = {}): Promise<void> {
    const { log, audit, logger } = this.#options;
    logger.warn("a login failed", { door: "login", ip: client.ip });
    const action = status === "too_many" ? "login.locked_out" : "login.failed";
    await audit.add({
      actor: { kind: "nobody", ip: client.ip },
      act: action,
      detail: { reason: status, ...more.detail },
    });
    await unlessFull(log.add(status, client, more.way));
  }

  /** Notes that somebody knew the password and was asked for the code: whoever stops there is worth knowing. */
  async codeAsked({ ip }: Client): Promise<void> {
    await this.#options.audit.add({ actor: { kind: "nobody", ip }, act: "login.code_asked" });
  }

  /** Notes that somebody who is logged in could not show a password, code or passkey. */
  async proofFailed({ id, username }: Named, client: Client, detail: Detail = {}): Promise<void> {
    const { audit, logger } = this.#options;
    logger.warn("a proof of identity failed", { ip: client.ip });
    const actor = { kind: "person" as const, id, name: username, ip: client.ip };
    await audit.add({ actor, act: "account.proof_failed", detail });
  }
}

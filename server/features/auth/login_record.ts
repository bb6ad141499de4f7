import type { AuditLogWriter } from "../audit/audit_log.ts";
import type { Client, LoginLog } from "../login_log/service.ts";
import type { LoginWay } from "../../contract/login_log.ts";
import type { LoginStatus } from "../../contract/login_statuses.ts";
import type { Logger } from "../../platform/logger.ts";
import { unlessUnwritable } from "../../platform/files/storage_full.ts";
import type { AccountRow } from "./account_store.ts";

type Failure = Exclude<LoginStatus, "succeeded">;
type Detail = Record<string, unknown>;
/** The login method, and additional data for the audit log. */
interface More {
  way?: LoginWay;
  detail?: Detail;
  /** Of a failed attempt: the account with exactly the name that was typed. */
  account?: Named | undefined;
}
type Named = Pick<AccountRow, "id" | "username">;

/** Records successful and failed logins: in the login log, the audit log and the panel's log. */
export class LoginRecord {
  constructor(private readonly options: { log: LoginLog; audit: AuditLogWriter; logger: Logger }) {}

  async succeeded(
    { id, username }: Named,
    client: Client,
    { way, detail }: Omit<More, "account"> = {},
  ): Promise<void> {
    const { audit, log } = this.options;
    const actor = { kind: "person" as const, id, name: username, ip: client.ip };
    await audit.add({ actor, act: "login.succeeded", ...(detail && { detail }) });
    await unlessUnwritable(log.add("succeeded", client, { way, account: { id, username } }));
  }

  /** Records a failed attempt. Omits the name as typed: users type their password into the wrong field. */
  async failed(status: Failure, client: Client, more: More = {}): Promise<void> {
    const { log, audit, logger } = this.options;
    logger.warn("a login failed", { endpoint: "login", ip: client.ip });
    const action = status === "too_many" ? "login.locked_out" : "login.failed";
    await audit.add({
      actor: { kind: "nobody", ip: client.ip },
      act: action,
      detail: { reason: status, ...more.detail },
    });
    await unlessUnwritable(log.add(status, client, { way: more.way, account: more.account }));
  }

  /**
   * Records that a correct password was entered and the code requested: a login that stops there is worth
   * knowing.
   */
  async codeRequested({ ip }: Client): Promise<void> {
    await this.options.audit.add({ actor: { kind: "nobody", ip }, act: "login.code_asked" });
  }

  /** Records that a logged-in user failed to enter a correct password, code or passkey. */
  async stepUpFailed({ id, username }: Named, client: Client, detail: Detail = {}): Promise<void> {
    const { audit, logger } = this.options;
    logger.warn("a re-authentication failed", { ip: client.ip });
    const actor = { kind: "person" as const, id, name: username, ip: client.ip };
    await audit.add({ actor, act: "account.proof_failed", detail });
  }
}

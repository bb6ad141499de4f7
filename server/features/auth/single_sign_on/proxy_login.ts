// The login by a header of a trusted proxy, such as Authelia, Authentik or oauth2-proxy, which has authenticated the
// person. The header counts only on connections from the listed addresses: from any other, everybody could write it.
import { AppError } from "../../../contract/app_error.ts";
import type { ProxyHeaderState } from "../../../contract/health.ts";
import type { Base } from "../../../engine/base.ts";
import type { Caller } from "../../../http/route.ts";
import type { Config } from "../../../platform/config_shape.ts";
import { isLoopback, isLoopbackName, type Networks, parseNetworks } from "../../../platform/networks.ts";
import type { Logger } from "../../../platform/logger.ts";
import { newToken } from "../../../platform/tokens.ts";
import type { AuditLogWriter } from "../../audit/audit_log.ts";
import { type AccountRow, findAccount } from "../account_store.ts";
import type { LoginFlow } from "../login_flow.ts";
import type { LoginRecord } from "../login_record.ts";
import type { Passwords } from "../passwords.ts";
import { clientOf, type Sessions } from "../sessions.ts";
import { admitKnown, createAccount, publishAdmission } from "./admission.ts";
import { isUsername } from "./person_of.ts";
import type { RoleRules } from "./role_rules.ts";
import { SignOnFailure } from "./sign_on_failure.ts";

export type ProxyConfig = Pick<
  Config,
  | "host"
  | "authHeader"
  | "authHeaderProxies"
  | "authHeaderGroups"
  | "authHeaderRoles"
  | "authHeaderDefaultRole"
>;

export interface ProxyLoginOptions extends Pick<Base, "db" | "clock" | "bus" | "logger"> {
  config: ProxyConfig;
  passwords: Pick<Passwords, "hash">;
  sessions: Pick<Sessions, "endAllOf" | "notifyChanged">;
  loginFlow: Pick<LoginFlow, "openSession">;
  record: LoginRecord;
  audit: AuditLogWriter;
}

/** A request as it arrived; `peer` is the other end of the connection, null for the socket in the data folder. */
export interface PeerRequest {
  request: Request;
  peer: string | null;
}

interface Named {
  name: string;
  groups: string[];
}

const errorOf: Partial<Record<SignOnFailure["reason"], AppError["code"]>> = {
  account_disabled: "account_disabled",
  no_role: "sign_on_without_role",
};

/** Marks roles that rules of the proxy gave. */
const SOURCE = "proxy";

/** Reads whom a trusted proxy names; nobody where none is configured. */
class ProxyHeader {
  readonly #networks: Networks;
  #warned = false;

  constructor(private readonly config: ProxyConfig, private readonly logger: Pick<Logger, "warn">) {
    this.#networks = parseNetworks(config.authHeaderProxies);
  }

  /** Returns whether an address is that of a listed proxy. */
  isProxy(peer: string): boolean {
    return this.#networks.has(peer);
  }

  /** Returns whom the proxy names; null if the request does not come from a listed one, or it names nobody. */
  read({ request, peer }: PeerRequest): Named | null {
    const { authHeader, authHeaderGroups } = this.config;
    if (authHeader === null || peer === null) return null;
    const name = decoded(request.headers.get(authHeader));
    if (name === "") return null;
    if (!this.#networks.has(peer)) {
      this.#warn(peer);
      return null;
    }
    const groups = authHeaderGroups === null ? "" : decoded(request.headers.get(authHeaderGroups));
    return {
      name,
      groups: groups.split(/[,|]/).map((group) => group.trim()).filter((group) => group !== ""),
    };
  }

  // Once: each request would repeat it.
  #warn(peer: string): void {
    if (!this.#warned) {
      this.logger.warn(
        "the header that logs people in was ignored: SUNDIAL_AUTH_HEADER_PROXIES does not include its sender",
        { peer },
      );
    }
    this.#warned = true;
  }
}

export class ProxyLogin {
  readonly #header: ProxyHeader;
  readonly #rules: RoleRules;
  /** Since the start: a restart asks anew. */
  #reachedFrom: string | null = null;

  constructor(private readonly options: ProxyLoginOptions) {
    const { authHeaderGroups, authHeaderRoles, authHeaderDefaultRole } = options.config;
    this.#header = new ProxyHeader(options.config, options.logger);
    this.#rules = { roleClaim: authHeaderGroups, roles: authHeaderRoles, defaultRole: authHeaderDefaultRole };
  }

  /** Returns whether the proxy names a person, who can then be logged in. */
  isOffered(input: PeerRequest): boolean {
    return this.#header.read(input) !== null;
  }

  /** Notices whether another machine reaches the panel past the proxy; `peer` is the other end of a connection. */
  notePeer(peer: string): void {
    const { config: { authHeader }, logger } = this.options;
    // Programs on this machine reach it in any case.
    if (authHeader === null || isLoopback(peer) || this.#header.isProxy(peer)) return;
    if (this.#reachedFrom === null) {
      logger.warn("the panel is reached past the proxy whose header logs people in", { peer });
    }
    this.#reachedFrom = peer;
  }

  /** Returns which header logs people in; null if none does. */
  describe(): ProxyHeaderState | null {
    const { authHeader, host } = this.options.config;
    if (authHeader === null) return null;
    const reachedFrom = this.#reachedFrom;
    return {
      header: authHeader,
      reachablePast: !isLoopbackName(host) || reachedFrom !== null,
      reachedFrom,
    };
  }

  /** Returns the name of the person whom the proxy names; null if it names nobody. */
  nameOf(input: PeerRequest): string | null {
    return this.#header.read(input)?.name ?? null;
  }

  /** Logs in the person whom the proxy names. Throws `sign_on_failed`, `sign_on_without_role`, `account_disabled`. */
  async logIn(input: PeerRequest & { caller: Caller; ip: string }) {
    const { loginFlow, record } = this.options;
    try {
      const named = this.#header.read(input);
      if (named === null) throw new SignOnFailure("login_expired");
      const account = await this.#admit(named, input.ip);
      const response = await loginFlow.openSession(account.id, input, { opened: { way: "proxy" } });
      await record.succeeded(account, clientOf(input), { way: "proxy" });
      return response;
    } catch (error) {
      if (!(error instanceof SignOnFailure)) throw error;
      const { reason } = error;
      await record.failed("sign_on_failed", clientOf(input), { way: "proxy", detail: { reason } });
      throw new AppError(errorOf[reason] ?? "sign_on_failed");
    }
  }

  async #admit({ name, groups }: Named, ip: string): Promise<AccountRow> {
    const { db, clock, audit, passwords } = this.options;
    // Two headers, one of the client and one of the proxy, arrive joined by a comma.
    if (!isUsername(name) || name.includes(",")) throw new SignOnFailure("name_unusable");
    const isKnown = await findAccount(db, name) !== undefined;
    // Before the transaction, because it takes a while. Nobody knows this password.
    const passwordHash = isKnown ? "" : await passwords.hash(newToken());
    const authority = { rules: this.#rules, values: groups, source: SOURCE, provider: null };
    const admitted = await db.transaction().execute(async (tx) => {
      const admission = { authority, ip, audit, now: clock.now() };
      const known = await findAccount(tx, name);
      if (known) return await admitKnown(tx, known, admission);
      if (passwordHash === "") throw new SignOnFailure("no_account");
      return await createAccount(tx, { names: [name], passwordHash }, admission);
    });
    await publishAdmission(admitted, this.options);
    if (admitted.isRejected) throw new SignOnFailure("no_role");
    return admitted.account;
  }
}

/** Headers are bytes; names of people are UTF-8 in all of these proxies. */
function decoded(value: string | null): string {
  const text = (value ?? "").trim();
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(text, (character) => character.charCodeAt(0)),
    );
  } catch {
    return text;
  }
}

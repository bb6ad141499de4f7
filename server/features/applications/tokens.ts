// Tokens of applications: issued for an id and its secret, stored as hashes, revoked at once when the secret
// changes.
import { createHmac } from "node:crypto";
import { AppError } from "../../contract/app_error.ts";
import type { LiveEvent } from "../../contract/events.ts";
import { permissionsOf } from "../../contract/roles.ts";
import { commonScopes, type Scope } from "../../contract/scopes.ts";
import type { Base } from "../../engine/base.ts";
import type { Tx } from "../../engine/store.ts";
import { unlessUnwritable } from "../../platform/files/storage_full.ts";
import { networkOf } from "../../platform/networks.ts";
import type { AuditLogWriter } from "../audit/audit_log.ts";
import type { LoginLimits } from "../auth/login_limits.ts";
import { labelsOf } from "../auth/sessions.ts";
import { newToken, sha256 } from "../../platform/tokens.ts";
import { isSecretOf } from "./keys.ts";
import { type ApplicationRow, findApplication, findByClientId } from "./store.ts";
import * as store from "./token_store.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { isoTime } from "../../platform/iso_time.ts";
import type { Authenticator } from "../../http/authenticate.ts";

const MINUTE_MS = 60_000;
const TOKEN_LIFE_MS = 30 * 24 * 60 * MINUTE_MS;
/** Maximum number of active tokens per application; a new one replaces the oldest. */
const MAX_TOKENS = 5;

export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
}

export interface ApplicationTokensOptions extends Pick<Base, "db" | "clock" | "logger" | "bus"> {
  limits: Pick<LoginLimits, "admit" | "succeed">;
  audit: AuditLogWriter;
}

export class ApplicationTokens {
  constructor(private readonly options: ApplicationTokensOptions) {}

  /**
   * Issues a token for an id and its secret. Throws `wrong_credentials`, `application_suspended` or
   * `too_many_requests`.
   */
  async exchange(credentials: ClientCredentials, ip: string): Promise<{ token: string; expiresAt: string }> {
    return await this.#issue(credentials, ip, (tx, id) => this.#add(tx, id, newToken()));
  }

  /**
   * Issues a token like `exchange`, for programs that request one at each start: when the application has the maximum
   * number of tokens, the newest is issued again with a new expiry, instead of ending the oldest, which another program
   * may still use.
   */
  async exchangeOrReissue(
    credentials: ClientCredentials,
    ip: string,
  ): Promise<{ token: string; expiresAt: string }> {
    const { clientSecret } = credentials;
    return await this.#issue(credentials, ip, async (tx, id) => {
      const now = this.options.clock.now();
      const expired = await store.removeExpired(tx, now, id);
      const living = await store.readTokens(tx, id);
      const newest = living.at(-1);
      const again = newest && reissuableToken(clientSecret, id, newest.created_at);
      if (newest && again && living.length >= MAX_TOKENS && sha256(again) === newest.token_hash) {
        const expiresAt = now + TOKEN_LIFE_MS;
        await store.prolongToken(tx, newest.id, expiresAt);
        return { token: again, expiresAt, gone: expired };
      }
      // Each token is derived from its creation time, so no two may have the same.
      const createdAt = Math.max(now, (newest?.created_at ?? 0) + 1);
      const added = await this.#add(tx, id, reissuableToken(clientSecret, id, createdAt), createdAt);
      return { ...added, gone: [...expired, ...added.gone] };
    });
  }

  async #issue(
    credentials: ClientCredentials,
    ip: string,
    issue: (tx: Tx, applicationId: number) => Promise<{ token: string; expiresAt: number; gone: number[] }>,
  ): Promise<{ token: string; expiresAt: string }> {
    const { db, audit } = this.options;
    const application = await this.#check(credentials, ip);
    const { id, name } = application;
    // Reported only to a client that has the secret.
    if (application.suspended_at !== null) {
      await audit.add({ actor: { kind: "nobody", ip }, act: "applications.token_refused", object: name });
      throw new AppError("application_suspended");
    }
    const { token, expiresAt, gone } = await db.transaction().execute(async (tx) => {
      // If the secret was reset or deleted during the check, the revocation missed this token, so it must not
      // be issued.
      if ((await findApplication(tx, id))?.secret_hash !== application.secret_hash) {
        throw new AppError("wrong_credentials");
      }
      const given = await issue(tx, id);
      const actor = { kind: "application", id, name, ip } as const;
      await audit.add({ actor, act: "applications.token", object: name }, tx);
      return given;
    });
    this.notify(gone);
    return { token, expiresAt: isoTime(expiresAt) };
  }

  /** Returns the application of an active token and records its use at most once a minute. */
  async use(token: string) {
    const { db, clock } = this.options;
    const row = await store.findToken(db, sha256(token));
    if (!row) return "unknown";
    const now = clock.now();
    if (row.expires_at <= now) return "expired";
    // Also if the clock was set back; otherwise the last use would stay in the future.
    if (Math.abs(now - (row.last_used_at ?? 0)) >= MINUTE_MS) {
      await unlessUnwritable(store.touchApplication(db, row.application_id, now));
    }
    // Unreadable scopes grant nothing.
    const scopes = storedJson<Scope[]>(row.scopes_json, []);
    const caller = { tokenId: row.id, applicationId: row.application_id, accountId: row.account_id };
    if (row.account_id === null) return { ...caller, isOfAdministrator: true, scopes, labels: null };
    // It may do what its owner may, now and not when it was made.
    if (row.role === null || row.disabled_at !== null) return "unknown";
    const labels = labelsOf(row);
    return {
      ...caller,
      isOfAdministrator: row.role === "administrator",
      scopes: commonScopes(scopes, permissionsOf(row.role, labels)),
      labels,
    };
  }

  async isAlive(id: number): Promise<boolean> {
    const end = await store.endOfToken(this.options.db, id);
    return end !== undefined && end > this.options.clock.now();
  }

  /** Housekeeping job: deletes expired tokens. */
  async endExpired(): Promise<void> {
    this.notify(await store.removeExpired(this.options.db, this.options.clock.now()));
  }

  /** Publishes that what the applications of an account may do has changed. */
  async notifyAccount(accountId: number): Promise<void> {
    this.notify(await store.listTokensOfAccount(this.options.db, accountId));
  }

  /** Publishes that tokens have ended or have other permissions, so that their open streams close. */
  notify(ids: readonly number[]): void {
    const at = isoTime(this.options.clock.now());
    for (const id of ids) this.options.bus.publish({ ...changed, id, at });
  }

  async #check({ clientId, clientSecret }: ClientCredentials, ip: string): Promise<ApplicationRow> {
    const { db, limits, audit, logger } = this.options;
    const network = networkOf(ip);
    const admission = await limits.admit({ endpoint: "token", network, name: clientId, isPerName: true });
    const application = await findByClientId(db, clientId);
    const isRight = isSecretOf(clientSecret, application?.secret_hash);
    if (application && isRight) {
      await limits.succeed(admission);
      return application;
    }
    const object = application?.name ?? null;
    logger.warn("a login failed", { endpoint: "token", ip });
    await audit.add({ actor: { kind: "nobody", ip }, act: "applications.token_refused", object });
    throw new AppError("wrong_credentials");
  }

  async #add(tx: Tx, applicationId: number, token: string, createdAt = this.options.clock.now()) {
    const now = this.options.clock.now();
    const expired = await store.removeExpired(tx, now, applicationId);
    const living = await store.listTokens(tx, applicationId);
    const surplus = living.slice(0, Math.max(0, living.length + 1 - MAX_TOKENS));
    await store.removeTokens(tx, surplus);
    const expiresAt = now + TOKEN_LIFE_MS;
    await store.insertToken(tx, {
      application_id: applicationId,
      token_hash: sha256(token),
      created_at: createdAt,
      expires_at: expiresAt,
    });
    return { token, expiresAt, gone: [...expired, ...surplus] };
  }
}

/**
 * Returns a token that only someone with the secret can compute again, so that it can be issued twice although only its
 * hash is stored. It has the form of a UUID, as clients of the compatible API know tokens.
 */
function reissuableToken(secret: string, applicationId: number, createdAt: number): string {
  const hex = createHmac("sha256", secret).update(`token:${applicationId}:${createdAt}`).digest("hex");
  const variant = "89ab"[parseInt(hex[16]!, 16) & 3];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ]
    .join("-");
}

const changed: Pick<LiveEvent, "topic" | "type" | "version"> = {
  topic: "applications",
  type: "token:changed",
  version: 0,
};

/** Returns the authenticator for `Authorization: Bearer`. */
export function authenticateToken(tokens: ApplicationTokens): Authenticator {
  return async (request) => {
    const header = request.headers.get("authorization") ?? "";
    // A bearer token takes precedence over any cookie.
    if (!/^bearer\b/i.test(header)) return null;
    const token = /^bearer +([\w-]{1,200})$/i.exec(header)?.[1];
    const found = token === undefined ? "unknown" : await tokens.use(token);
    if (found === "unknown") return { refusal: "not_authenticated" };
    if (found === "expired") return { refusal: "session_expired" };
    return { caller: { kind: "application", ...found }, language: null };
  };
}

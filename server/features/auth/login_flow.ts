// The login from top to bottom: what is counted, verified and recorded until a session is open.
import { AppError } from "../../contract/app_error.ts";
import type { EarlierLogins, LoginBody, Session } from "../../contract/auth.ts";
import type { PresentedPasskey } from "../../contract/passkeys.ts";
import { permissionsOf } from "../../contract/roles.ts";
import { type Language, type Settings, withoutAddresses } from "../../contract/settings.ts";
import type { Base } from "../../engine/base.ts";
import type { Caller, RouteResponse } from "../../http/route.ts";
import type { SessionCookie } from "../../http/session_cookie.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { unlessUnwritable } from "../../platform/files/storage_full.ts";
import type { Client, LoginLog } from "../login_log/service.ts";
import {
  type AccountRow,
  avatarAddress,
  findAccount,
  findAnyHash,
  getAccount,
  recordLogin,
  replacePasswordHash,
} from "./account_store.ts";
import type { CodeLimits } from "./code_limits.ts";
import type { Admission, LoginLimits } from "./login_limits.ts";
import type { LoginRecord } from "./login_record.ts";
import { PasskeyError } from "./passkeys/ceremony.ts";
import type { PasskeyEndpoint } from "./passkeys/challenges.ts";
import type { Passkeys } from "./passkeys/passkeys.ts";
import type { Passwords } from "./passwords.ts";
import { readPreferences } from "./preferences.ts";
import type { RememberedDevices } from "./remembered_devices.ts";
import type { SecondFactor } from "./second_factor.ts";
import { clientOf, endOf, labelsOf, type OpenedBy, SESSION_LIFE_MS, type Sessions } from "./sessions.ts";

export interface LoginFlowOptions extends Pick<Base, "db" | "clock" | "logger"> {
  limits: LoginLimits;
  codeLimits: CodeLimits;
  devices: RememberedDevices;
  passwords: Passwords;
  secondFactor: SecondFactor;
  passkeys: Passkeys;
  passkeyEndpoint: PasskeyEndpoint;
  sessions: Sessions;
  cookie: SessionCookie;
  record: LoginRecord;
  log: LoginLog;
  settings(): Settings;
  isPasswordAllowed(): Promise<boolean>;
  version: string;
  lastEventId(): number;
}

export interface LoginRequest {
  caller: Caller;
  ip: string;
  request: Request;
}

/** Validates the account again before a new session takes effect. */
type Confirm = (now: AccountRow) => Promise<void> | void;

export interface HeaderSession {
  token: string;
  earlierLogins: EarlierLogins;
}

/** An admitted attempt whose password is correct. */
interface PasswordAttempt {
  admission: Admission;
  network: string;
  client: Client;
}

/**
 * Authenticates by name, password and, if enabled, a second factor code, or by a passkey, which replaces both;
 * opens and ends sessions.
 */
export class LoginFlow {
  constructor(private readonly options: LoginFlowOptions) {}

  /**
   * Logs in with name, password and code. Throws `wrong_credentials`, `second_factor_required`, `wrong_code`,
   * `password_login_off` or `too_many_requests`.
   */
  async loginWithPassword(request: LoginRequest, body: LoginBody): Promise<RouteResponse> {
    const verified = await this.#verifyPassword(request, body);
    return await this.#finish(request, verified, { confirm: isUnchanged(verified) });
  }

  /**
   * Logs in a program that sends the token of its session in a header. Throws as `loginWithPassword` does.
   */
  async loginForHeader(request: LoginRequest, body: LoginBody): Promise<HeaderSession> {
    const { db, clock, sessions, log, record } = this.options;
    const verified = await this.#verifyPassword(request, body);
    const earlierLogins = await log.earlier(verified.id, Number.MAX_SAFE_INTEGER);
    const client = clientOf(request);
    const { id, token } = await sessions.open(verified.id, client, { as: "header" });
    try {
      await isUnchanged(verified)(await getAccount(db, verified.id));
    } catch (error) {
      await sessions.end(id);
      throw error;
    }
    await record.succeeded(verified, client);
    await unlessUnwritable(recordLogin(db, verified.id, clock.now()));
    return { token, earlierLogins };
  }

  async #verifyPassword(
    request: LoginRequest,
    { username, password, code }: LoginBody,
  ): Promise<AccountRow> {
    const { db, devices, limits, passwords, record } = this.options;
    if (!await this.options.isPasswordAllowed()) throw new AppError("password_login_off");
    const client = clientOf(request);
    const account = await findAccount(db, username);
    const network = await devices.originOf(client, account?.id);
    // Queried whether or not the name exists: otherwise a hash with a lower cost would reveal by timing that
    // it does.
    const like = await findAnyHash(db);
    // Counts as failed from here until `recordSuccess`, also if the password is not checked because of too many
    // at once, or a flood would cost nothing.
    const attempt = { endpoint: "login", network, name: username } as const;
    const admission = await limits.admit(attempt, () => record.failed("too_many", client, { account }));
    const isRight = await passwords.verify(password, account?.password_hash, { rank: admission.rank, like });
    if (!account || !isRight) {
      await record.failed("wrong_credentials", client, { account });
      throw new AppError("wrong_credentials");
    }
    await this.#refuseDisabled(account, client);
    if (account.factor_secret !== null) await this.#verifyCode(account, code, { admission, network, client });
    await recordSuccess(this.options, account, { admission, network });
    return await this.#renewHash(account, password);
  }

  /** Logs in with a signed challenge. Throws `wrong_passkey` or `too_many_requests`. */
  async loginWithPasskey(request: LoginRequest, presented: PresentedPasskey): Promise<RouteResponse> {
    const { devices, limits, passkeys, passkeyEndpoint, record } = this.options;
    const client = clientOf(request);
    const way = "passkey";
    // No name is known yet, and no account has an empty name, so guesses here count for no account.
    const network = await devices.originOf(client, undefined);
    const attempt = { endpoint: "login", network, name: "" } as const;
    const admission = await limits.admit(attempt, () => record.failed("too_many", client, { way }));
    const { account, passkey } = await passkeys.verify(presented, passkeyEndpoint.read(request.request))
      .catch(async (error) => {
        if (!(error instanceof PasskeyError)) throw error;
        await record.failed("wrong_passkey", client, { way, detail: error.detail });
        throw new AppError("wrong_passkey");
      });
    await this.#refuseDisabled(account, client);
    await recordSuccess(this.options, account, { admission, network });
    const confirm = async () => {
      if (!await passkeys.isStored(passkey)) throw new AppError("wrong_passkey");
    };
    return await this.#finish(request, account, { confirm, passkey: passkey.name });
  }

  /** Returns a challenge for `loginWithPasskey`. Throws `passkeys_unavailable`. */
  requestPasskeyChallenge({ request }: LoginRequest): RouteResponse {
    const { passkeys, passkeyEndpoint } = this.options;
    const { client, headers } = passkeyEndpoint.identify(request);
    return { status: 202, body: passkeys.createChallenge(client), headers };
  }

  /**
   * Opens a session for an account; returns its description and cookies. Ends a session that came with the
   * request, to prevent session fixation. `confirm` receives the current account, and throws if what was
   * verified has changed since.
   */
  async openSession(
    accountId: number,
    { caller, ip, request }: LoginRequest,
    { language = null, confirm = () => {}, opened }: {
      language?: Language | null;
      confirm?: Confirm;
      opened?: OpenedBy;
    } = {},
  ) {
    const { db, clock, sessions, devices, cookie } = this.options;
    if (caller.kind === "person") await sessions.end(caller.sessionId);
    const userAgent = request.headers.get("user-agent") ?? "";
    const { id, token } = await sessions.open(accountId, { ip, userAgent }, { language, opened });
    try {
      await confirm(await getAccount(db, accountId));
    } catch (error) {
      await sessions.end(id);
      throw error;
    }
    await unlessUnwritable(recordLogin(db, accountId, clock.now()));
    const cookies = [cookie.keep(token, SESSION_LIFE_MS), await devices.remember(accountId)];
    const headers = cookies.map((one): [string, string] => ["set-cookie", one]);
    return { body: await this.describe(id), headers };
  }

  /** Ends a session; returns the headers that delete its cookie. */
  async logout(sessionId: number) {
    await this.options.sessions.end(sessionId);
    return { "set-cookie": this.options.cookie.remove() };
  }

  /**
   * Returns what the page needs to know about an active session. Throws `session_expired` if it has just
   * ended.
   */
  async describe(sessionId: number): Promise<Session> {
    const { sessions, settings, version } = this.options;
    // Read first: anything that changes during the other queries then arrives as an event.
    const lastEventId = this.options.lastEventId();
    const row = await sessions.find(sessionId);
    if (!row) throw new AppError("session_expired");
    const labels = labelsOf(row);
    return {
      account: {
        id: row.account_id,
        username: row.username,
        avatar: avatarAddress(row.avatar_hash),
        createdAt: isoTime(row.account_created_at),
      },
      role: row.role,
      labels,
      permissions: [...permissionsOf(row.role, labels)],
      scopes: row.role === "administrator" ? ["*"] : [...permissionsOf(row.role, labels)],
      language: row.language,
      preferences: readPreferences(row.preferences_json),
      expiresAt: isoTime(endOf(row)),
      settings: row.role === "administrator" ? settings() : withoutAddresses(settings()),
      version,
      lastEventId,
    };
  }

  // Only whoever has the password or the passkey learns of it.
  async #refuseDisabled(account: AccountRow, client: Client): Promise<void> {
    if (account.disabled_at === null) return;
    await this.options.record.failed("wrong_credentials", client, { account, detail: { disabled: true } });
    throw new AppError("account_disabled");
  }

  async #verifyCode(
    account: AccountRow,
    code: string | undefined,
    { admission, network, client }: PasswordAttempt,
  ): Promise<void> {
    const { limits, codeLimits, secondFactor, record } = this.options;
    try {
      if (!code) {
        const isNew = await codeLimits.open({ accountId: account.id, network });
        // Only the first correct password was no failure; repeating it without a code counts.
        if (isNew) {
          await limits.forget(admission);
          await record.codeRequested(client);
        }
        throw new AppError("second_factor_required");
      }
      if (!await secondFactor.verify(account, code, network)) throw new AppError("wrong_code");
    } catch (error) {
      const failure = error instanceof AppError && codeFailures[error.code];
      if (failure) await record.failed(failure, client, { account });
      throw error;
    }
  }

  /** Rehashes a correct password if its hash has a lower cost; returns the updated account. */
  async #renewHash(account: AccountRow, password: string): Promise<AccountRow> {
    const { db, logger, passwords } = this.options;
    if (!passwords.isOutdated(account.password_hash)) return account;
    try {
      const password_hash = await passwords.hash(password);
      const isReplaced = await replacePasswordHash(db, account, password_hash);
      return isReplaced ? { ...account, password_hash } : account;
    } catch (error) {
      // The login succeeds anyway, and the next one tries to rehash again.
      logger.warn("failed to rehash a password", { error });
      return account;
    }
  }

  async #finish(
    request: LoginRequest,
    account: AccountRow,
    { confirm, passkey }: { confirm: Confirm; passkey?: string },
  ): Promise<RouteResponse> {
    const { log, record } = this.options;
    const earlierLogins = await log.earlier(account.id, Number.MAX_SAFE_INTEGER);
    const opened = { way: passkey === undefined ? "password" as const : "passkey" as const };
    const { body, headers } = await this.openSession(account.id, request, { confirm, opened });
    const way = passkey === undefined ? {} : { way: "passkey" as const, detail: { passkey } };
    await record.succeeded(account, clientOf(request), way);
    return { status: 200, body: { ...body, earlierLogins }, headers };
  }
}

/** Records that an attempt fully succeeded, which resets the limits of its network. */
export async function recordSuccess(
  { limits, codeLimits }: Pick<LoginFlowOptions, "limits" | "codeLimits">,
  account: AccountRow,
  { admission, network }: Pick<PasswordAttempt, "admission" | "network">,
): Promise<void> {
  await limits.succeed(admission);
  await codeLimits.forgive({ accountId: account.id, network });
}

/**
 * Confirms that password and factor are still those that were verified. A change made before the session
 * existed did not end it, so the login must fail. Throws `wrong_credentials`.
 */
function isUnchanged(verified: AccountRow): Confirm {
  return (now) => {
    const isSame = verified.password_hash === now.password_hash &&
      verified.factor_secret === now.factor_secret;
    if (!isSame) throw new AppError("wrong_credentials");
  };
}

const codeFailures: Partial<Record<AppError["code"], "wrong_code" | "too_many">> = {
  wrong_code: "wrong_code",
  too_many_requests: "too_many",
};

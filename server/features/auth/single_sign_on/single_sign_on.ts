// The login by a provider of OpenID Connect, from the button on the login page to the session.
import { AppError } from "../../../contract/app_error.ts";
import type { SignOnError } from "../../../contract/sign_on_errors.ts";
import type { Base } from "../../../engine/base.ts";
import type { Caller, RouteResponse } from "../../../http/route.ts";
import type { SessionCookie } from "../../../http/session_cookie.ts";
import { messageOf } from "../../../platform/error_message.ts";
import { networkOf } from "../../../platform/networks.ts";
import { type Sealer, SealError } from "../../../platform/seal.ts";
import { newToken } from "../../../platform/tokens.ts";
import type { AuditLogWriter } from "../../audit/audit_log.ts";
import { type AccountRow, accountUpdated, getAccount } from "../account_store.ts";
import type { LoginFlow } from "../login_flow.ts";
import type { LoginLimits } from "../login_limits.ts";
import type { LoginRecord } from "../login_record.ts";
import { clientOf, type Sessions } from "../sessions.ts";
import type { AccountsOfIdentities, IdentityLogin } from "./accounts_of_identities.ts";
import { publishAdmission } from "./admission.ts";
import type { OwnIdentities } from "./identities.ts";
import { LOGIN_LIFE_MS, type LoginState, type LoginStates } from "./login_states.ts";
import type { OidcClient } from "./oidc_client.ts";
import type { IdentityProviders, LoginProvider } from "./providers.ts";
import { SignOnFailure } from "./sign_on_failure.ts";

export interface SingleSignOnOptions extends Pick<Base, "db" | "clock" | "bus" | "logger"> {
  providers: IdentityProviders;
  accounts: AccountsOfIdentities;
  identities: OwnIdentities;
  client: OidcClient;
  states: LoginStates;
  /** Identifies the browser that began a login. */
  cookie: SessionCookie;
  limits: LoginLimits;
  sessions: Sessions;
  loginFlow: Pick<LoginFlow, "openSession">;
  record: LoginRecord;
  audit: AuditLogWriter;
  sealer: Sealer;
  basePath: string;
  publicUrl: URL | null;
}

interface BrowserRequest {
  caller: Caller;
  ip: string;
  request: Request;
}

/** What the login page, or the settings of the account, ask for. */
export interface Wanted {
  providerId: number;
  /** Page to open afterwards. */
  next: string | undefined;
  /** Origin of the page, without which the panel takes http. */
  origin: string | undefined;
  /** Ticket of `OwnIdentities.linkAddress`. */
  link: string | undefined;
}

/** How long the panel waits for a provider when somebody logs out, in ms. */
const LOGOUT_WAIT_MS = 3_000;

export class SingleSignOn {
  constructor(private readonly options: SingleSignOnOptions) {}

  /** Sends the browser to the provider, or back to the page with the reason why not. */
  async start(wanted: Wanted, input: BrowserRequest): Promise<RouteResponse> {
    const { client, states, cookie, basePath } = this.options;
    const { providerId } = wanted;
    let provider: LoginProvider | undefined;
    const linkTo = wanted.link !== undefined && input.caller.kind === "person"
      ? input.caller.sessionId
      : null;
    const state: LoginState = {
      ...{ providerId, linkTo, next: localPath(wanted.next) },
      redirectUri: `${this.#origin(input.request, wanted.origin)}${basePath}${callbackPath(providerId)}`,
    };
    try {
      provider = await this.#find(providerId);
      if (wanted.link !== undefined) await this.#requireTicket(wanted.link, linkTo, providerId);
      const browser = cookie.read(input.request) || newToken();
      const started = states.begin(state, browser);
      const address = await client.loginAddress(provider, started, state.redirectUri);
      return redirect(address.href, [["set-cookie", cookie.keep(browser, LOGIN_LIFE_MS)]]);
    } catch (error) {
      // Counted, so that it is not recorded endlessly.
      const isRecorded = await this.#admit(input).then(() => true, () => false);
      return await this.#fail(error, { state, provider, input, isRecorded });
    }
  }

  /** Receives the browser from the provider: logs in, or links the identity, or names the reason why not. */
  async finish(providerId: number, input: BrowserRequest): Promise<RouteResponse> {
    const { states, cookie, client, limits } = this.options;
    const query = new URL(input.request.url).searchParams;
    let state: LoginState | null = null;
    let provider: LoginProvider | undefined;
    try {
      const admission = await this.#admit(input);
      const browser = cookie.read(input.request) ?? "";
      const used = await states.use(query.get("state") ?? "", browser);
      if (used === null || used.providerId !== providerId) throw new SignOnFailure("login_expired");
      state = used;
      provider = await this.#find(providerId);
      rejectErrors(query);
      const proven = await client.finish(provider, used, query);
      const login = { provider, proven, ip: input.ip };
      const response = used.linkTo === null
        ? await this.#logIn(login, used, input)
        : await this.#link(login, used.linkTo, input);
      await limits.succeed(admission);
      return response;
    } catch (error) {
      return await this.#fail(error, { state, provider, input, isRecorded: !isTooMany(error) });
    }
  }

  /** Returns where the provider ends its own session; null if this one is of no provider, or it cannot say. */
  async logoutAddress(sessionId: number, request: Request): Promise<string | null> {
    const { sessions, client, sealer, basePath, logger, providers } = this.options;
    const session = await sessions.find(sessionId);
    if (!session?.provider_id || session.id_token_sealed === null) return null;
    try {
      const provider = await providers.find(session.provider_id);
      if (!provider) return null;
      const idToken = sealer.open(session.id_token_sealed, "session");
      const back = `${this.#origin(request, request.headers.get("origin") ?? undefined)}${basePath}/login`;
      const address = await within(LOGOUT_WAIT_MS, client.logoutAddress(provider, idToken, back));
      return address?.href ?? null;
    } catch (error) {
      if (!(error instanceof SignOnFailure || error instanceof SealError)) throw error;
      logger.warn("a provider cannot end its session", { provider: session.provider_id, error });
      return null;
    }
  }

  async #logIn(login: IdentityLogin, { next }: LoginState, input: BrowserRequest): Promise<RouteResponse> {
    const { accounts, loginFlow, record, basePath, sealer } = this.options;
    const { provider, proven } = login;
    const admitted = await accounts.admit(login);
    await publishAdmission(admitted, this.options);
    if (admitted.isRejected) throw new SignOnFailure("no_role");
    const { account } = admitted;
    const { headers } = await loginFlow.openSession(account.id, input, {
      opened: {
        ...{ way: "provider", providerId: provider.id },
        idTokenSealed: sealer.seal(proven.idToken, "session"),
      },
      confirm: (now) => {
        if (now.disabled_at !== null) throw new SignOnFailure("account_disabled");
      },
    });
    await record.succeeded(account, clientOf(input), {
      way: "provider",
      detail: { provider: provider.name },
    });
    return redirect(`${basePath}${next}`, headers);
  }

  async #link(
    login: IdentityLogin,
    sessionId: number,
    { caller }: BrowserRequest,
  ): Promise<RouteResponse> {
    const { accounts, audit, bus, clock, sessions, basePath } = this.options;
    if (caller.kind !== "person" || caller.sessionId !== sessionId) throw new SignOnFailure("login_expired");
    const { id, username } = await accounts.link(caller.accountId, login);
    const actor = { kind: "person", id, name: username, ip: login.ip } as const;
    await audit.add({ actor, act: "account.identity_linked", object: login.provider.name });
    await sessions.endOthers(id, sessionId);
    bus.publish(accountUpdated(id, clock.now()));
    return redirect(`${basePath}/setting/security`);
  }

  async #find(id: number): Promise<LoginProvider> {
    const provider = await this.options.providers.find(id);
    if (!provider) throw new SignOnFailure("provider_unknown");
    return provider;
  }

  async #requireTicket(ticket: string, sessionId: number | null, providerId: number): Promise<void> {
    const isValid = sessionId !== null &&
      await this.options.identities.useTicket(ticket, sessionId, providerId);
    if (!isValid) throw new SignOnFailure("login_expired");
  }

  // Apart from passwords, so that a provider that fails delays nobody who has one.
  #admit({ ip }: BrowserRequest) {
    return this.options.limits.admit({ endpoint: "sign_on", network: networkOf(ip), name: "" });
  }

  async #fail(
    error: unknown,
    { state, provider, input, isRecorded }: {
      state: LoginState | null;
      provider: LoginProvider | undefined;
      input: BrowserRequest;
      isRecorded: boolean;
    },
  ): Promise<RouteResponse> {
    const { logger, record, basePath } = this.options;
    const reason = reasonOf(error);
    const detail = { reason, ...(provider && { provider: provider.name }) };
    if (reason === "failed") logger.error("a login by a provider failed", { ...detail, error });
    else logger.warn("a login by a provider failed", { ...detail, cause: causes(error) });
    const isLinking = state !== null && state.linkTo !== null;
    if (isRecorded && isLinking) await this.#recordLinking(input, detail);
    else if (isRecorded) await record.failed("sign_on_failed", clientOf(input), { way: "provider", detail });
    const query = new URLSearchParams({ error: reason, ...(provider && { provider: provider.name }) });
    if (state && state.next !== "/" && !isLinking) query.set("next", state.next);
    return redirect(`${basePath}${isLinking ? "/setting/security" : "/login"}?${query}`);
  }

  async #recordLinking({ caller, ip }: BrowserRequest, detail: Record<string, unknown>): Promise<void> {
    const { db, audit } = this.options;
    const account: AccountRow | null = caller.kind === "person"
      ? await getAccount(db, caller.accountId)
      : null;
    const actor = account === null
      ? { kind: "nobody" as const, ip }
      : { kind: "person" as const, id: account.id, name: account.username, ip };
    await audit.add({ actor, act: "account.identity_refused", detail });
  }

  // The scheme is what only the page knows behind a proxy that terminates TLS; the host has been checked.
  #origin({ headers, url }: Request, claimed: string | undefined): string {
    const { publicUrl } = this.options;
    if (publicUrl) return publicUrl.origin;
    const host = (headers.get("host") ?? new URL(url).host).toLowerCase();
    const isHere = claimed !== undefined && URL.canParse(claimed) && new URL(claimed).host === host;
    return isHere ? new URL(claimed).origin : `http://${host}`;
  }
}

export function callbackPath(providerId: number): string {
  return `/api/auth/oidc/${providerId}/callback`;
}

/** Returns a path of the panel to open; `/` for anything else, such as an address elsewhere. */
function localPath(path: string | undefined): string {
  return path !== undefined && path.length <= 1000 && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) ? path : "/";
}

function rejectErrors(query: URLSearchParams): void {
  const error = query.get("error");
  if (error === null) return;
  throw new SignOnFailure(error === "access_denied" ? "login_cancelled" : "provider_rejected", {
    cause: new Error(`${error} ${query.get("error_description") ?? ""}`.slice(0, 500)),
  });
}

function reasonOf(error: unknown): SignOnError {
  if (error instanceof SignOnFailure) return error.reason;
  return isTooMany(error) ? "too_many" : "failed";
}

function isTooMany(error: unknown): boolean {
  return error instanceof AppError && error.code === "too_many_requests";
}

// Only the messages: what a provider sends can contain tokens.
function causes(error: unknown): string {
  const messages: string[] = [];
  for (let one = error; one instanceof Error && messages.length < 5; one = one.cause) {
    messages.push(messageOf(one));
  }
  return messages.slice(1).join(": ");
}

function redirect(location: string, headers: [string, string][] = []): RouteResponse {
  return { status: 302, headers: [["location", location], ...headers] };
}

async function within<T>(ms: number, wanted: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  try {
    return await Promise.race([wanted, promise]);
  } finally {
    clearTimeout(timer);
  }
}

// Talks to providers of OpenID Connect: the only file with `openid-client`, which is loaded at the first login.
import { Buffer } from "node:buffer";
import type { ClientAuth, Configuration, CustomFetch } from "openid-client";
import type { Clock } from "../../../platform/clock.ts";
import { OutboundError } from "../../../platform/outbound/outbound_policy.ts";
import type { BufferedResponse } from "../../../platform/outbound/web_request.ts";
import { SignOnFailure } from "./sign_on_failure.ts";
import type { StartedLogin } from "./login_states.ts";

/** How long a provider may take for each response, in seconds. */
const TIMEOUT_S = 10;
/** How far its clock may be off, in seconds. */
const CLOCK_TOLERANCE_S = 120;
/** How long what a provider says of itself is kept, in ms. */
const DISCOVERY_LIFE_MS = 10 * 60_000;
/** How long a provider that did not respond is not asked again, in ms. */
const FAILURE_LIFE_MS = 5_000;

/** One request to a provider, over a connection that the panel's policy allows. */
export type SendToProvider = (request: {
  method: "GET" | "POST";
  url: URL;
  headers: Record<string, string>;
  body: Uint8Array | null;
}, signal: AbortSignal) => Promise<BufferedResponse>;

export interface OidcProvider {
  id: number;
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  scopes: string;
  version: number;
}

/** Whom a provider has logged in. */
export interface ProvenIdentity {
  subject: string;
  /** Of the ID token, and what the provider says beyond it. */
  claims: Readonly<Record<string, unknown>>;
  idToken: string;
}

interface Discovered {
  version: number;
  until: number;
  configuration: Promise<Configuration>;
}

export class OidcClient {
  readonly #discovered = new Map<number, Discovered>();

  constructor(private readonly options: { clock: Clock; send: SendToProvider }) {}

  /** Returns the address at which the person logs in. Throws `SignOnFailure`. */
  async loginAddress(
    provider: OidcProvider,
    { state, nonce, verifier }: StartedLogin,
    redirectUri: string,
  ): Promise<URL> {
    const client = await import("openid-client");
    return await explained(async () =>
      client.buildAuthorizationUrl(await this.#discover(provider), {
        ...{ response_type: "code", redirect_uri: redirectUri, scope: provider.scopes, state, nonce },
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      })
    );
  }

  /**
   * Exchanges the code that the browser brings for an ID token, and checks both. `query` is the query of the callback.
   * Throws `SignOnFailure`.
   */
  async finish(
    provider: OidcProvider,
    { state, nonce, verifier, redirectUri }: StartedLogin & { redirectUri: string },
    query: URLSearchParams,
  ): Promise<ProvenIdentity> {
    const client = await import("openid-client");
    return await explained(async () => {
      const configuration = await this.#discover(provider);
      const here = new URL(redirectUri);
      here.search = query.toString();
      const tokens = await client.authorizationCodeGrant(configuration, here, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      });
      const claims = tokens.claims();
      if (claims === undefined || tokens.id_token === undefined) throw new Error("there is no ID token");
      const { sub, iat } = claims;
      // The library compares only the end of the token, and both sides with the clock of the machine.
      if (Math.abs(iat - Date.now() / 1000) > CLOCK_TOLERANCE_S) throw new SignOnFailure("clock_differs");
      // Some providers put groups only here.
      const more = configuration.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await client.fetchUserInfo(configuration, tokens.access_token, sub);
      return { subject: sub, claims: { ...more, ...claims }, idToken: tokens.id_token };
    });
  }

  /** Returns the address that ends the session at the provider; null if it has none. Throws `SignOnFailure`. */
  async logoutAddress(provider: OidcProvider, idToken: string, redirectUri: string): Promise<URL | null> {
    const client = await import("openid-client");
    return await explained(async () => {
      const configuration = await this.#discover(provider);
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(configuration, {
        ...{ id_token_hint: idToken, post_logout_redirect_uri: redirectUri },
      });
    });
  }

  /** Requests what the provider says of itself. Throws `SignOnFailure`. */
  async check(provider: OidcProvider): Promise<void> {
    this.#discovered.delete(provider.id);
    await explained(() => this.#discover(provider));
  }

  #discover(provider: OidcProvider): Promise<Configuration> {
    const now = this.options.clock.monotonic();
    const known = this.#discovered.get(provider.id);
    if (known && known.version === provider.version && known.until > now) return known.configuration;
    const configuration = this.#request(provider);
    const entry = { version: provider.version, until: now + DISCOVERY_LIFE_MS, configuration };
    this.#discovered.set(provider.id, entry);
    configuration.catch(() => entry.until = this.options.clock.monotonic() + FAILURE_LIFE_MS);
    return configuration;
  }

  async #request({ issuer, clientId, clientSecret }: OidcProvider): Promise<Configuration> {
    const client = await import("openid-client");
    const server = new URL(issuer);
    const isInsecure = server.protocol === "http:";
    return await client.discovery(
      server,
      clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE_S },
      clientSecret === null ? client.None() : authenticateClient(client, clientSecret),
      {
        timeout: TIMEOUT_S,
        [client.customFetch]: fetchBy(this.options.send),
        // The signature is checked although the token comes over the panel's own connection: it may be a proxy's.
        execute: [client.enableNonRepudiationChecks, ...(isInsecure ? [client.allowInsecureRequests] : [])],
      },
    );
  }
}

// Basic is what both sides use unless something else is said; the library would post the secret.
function authenticateClient(client: typeof import("openid-client"), secret: string): ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...more) => {
    const { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] } = server;
    const isPost = !methods.includes("client_secret_basic") && methods.includes("client_secret_post");
    (isPost ? post : basic)(server, ...more);
  };
}

function fetchBy(send: SendToProvider): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    const sent = method === "POST" ? Buffer.from(String(body)) : null;
    const limit = signal ?? AbortSignal.timeout(TIMEOUT_S * 1000);
    const { status, headers: received, text } = await send({
      ...{ method: method === "POST" ? "POST" : "GET", url, headers: { ...headers }, body: sent },
    }, limit);
    const type = received["content-type"];
    return new Response([204, 205, 304].includes(status) ? null : text, {
      status,
      headers: type === undefined ? {} : { "content-type": type },
    });
  };
}

async function explained<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    if (cause instanceof SignOnFailure) throw cause;
    throw new SignOnFailure(reasonOf(cause), { cause });
  }
}

function reasonOf(error: unknown): SignOnFailure["reason"] {
  const chain = causesOf(error);
  if (chain.some((one) => one instanceof OutboundError && one.reason === "inner_network")) {
    return "provider_not_allowed";
  }
  const codes = chain.map((one) => (one as { code?: unknown } | null)?.code);
  if (codes.includes("OAUTH_JWT_TIMESTAMP_CHECK_FAILED")) return "clock_differs";
  const isProtocol = codes.some((code) => typeof code === "string" && protocolErrors.test(code));
  return isProtocol ? "provider_rejected" : "provider_unreachable";
}

const protocolErrors = /^OAUTH_(?!TIMEOUT|ABORT|RESPONSE_IS_NOT_CONFORM|RESPONSE_IS_NOT_JSON|PARSE_ERROR)/;

function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let one = error; one instanceof Error && chain.length < 10; one = one.cause) chain.push(one);
  return chain;
}

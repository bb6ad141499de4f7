// A real provider of OpenID Connect, in which whoever is at the browser logs in by name, without a form.
import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

export const client = { clientId: "sundial", clientSecret: "a secret of the panel" };

/** What the provider knows of a person, beside the subject. */
export type PersonClaims = Record<string, unknown>;

export interface IdentityServerOptions {
  /** Addresses to which it sends browsers back. */
  redirectUris: string[];
  /** Those after a logout. */
  logoutUris?: string[];
}

export class IdentityServer implements AsyncDisposable {
  /** Claims of each person, by subject. */
  readonly people = new Map<string, PersonClaims>();
  /** Who is at the browser; null cancels the login. */
  present: string | null = null;
  /** Paths of the requests that it received. */
  readonly requests: string[] = [];

  private constructor(readonly issuer: string, readonly server: Server) {}

  static async open({ redirectUris, logoutUris = [] }: IdentityServerOptions): Promise<IdentityServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const opened = new IdentityServer(issuer, server);
    const provider = opened.#provide(redirectUris, logoutUris);
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      opened.requests.push(`${request.method} ${request.url?.split("?")[0]}`);
      if (request.url?.startsWith("/interaction/")) void opened.#interact(provider, request, response);
      else void provider.callback()(request, response);
    });
    return opened;
  }

  #provide(redirectUris: string[], logoutUris: string[]): Provider {
    return new Provider(this.issuer, {
      clients: [{
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: redirectUris,
        post_logout_redirect_uris: logoutUris,
        grant_types: ["authorization_code"],
        response_types: ["code"],
      }],
      cookies: { keys: ["a key of the test"] },
      ttl: {
        AccessToken: 60,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 60,
        Interaction: 600,
        Session: 600,
      },
      jwks: { keys: [signingKey()] },
      claims: {
        openid: ["sub"],
        email: ["email", "email_verified"],
        profile: ["preferred_username", "groups", "realm_access"],
      },
      pkce: { required: () => true },
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (ctx: { body: unknown }, form: string) => {
            ctx.body =
              `${form}<button type="submit" form="op.logoutForm" name="logout" value="yes">Leave</button>`;
          },
        },
      },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, subject: string) => ({
        accountId: subject,
        claims: () => ({ sub: subject, ...this.people.get(subject) }),
      }),
      loadExistingGrant: async (ctx: GrantContext) => {
        const { client, session } = ctx.oidc;
        const grant = new ctx.oidc.provider.Grant({
          clientId: client.clientId,
          accountId: session.accountId,
        });
        grant.addOIDCScope("openid email profile");
        await grant.save();
        return grant;
      },
    });
  }

  async #interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    await provider.interactionDetails(request, response);
    const result = this.present === null
      ? { error: "access_denied", error_description: "the person said no" }
      : { login: { accountId: this.present } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  /** Follows a login from the address at the provider to that of the panel, as a browser without cookies of it would. */
  async logIn(address: string): Promise<URL> {
    const jar = new Map<string, string>();
    let here = new URL(address);
    for (let hop = 0; hop < 10; hop++) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fetch(here, { redirect: "manual", headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        jar.set(name, value);
      }
      const text = await response.text();
      const location = response.headers.get("location");
      if (location === null) {
        throw new Error(`the provider answered ${response.status}: ${text.slice(0, 300)}`);
      }
      here = new URL(location, here);
      if (here.origin !== this.issuer) return here;
    }
    throw new Error("the provider redirects without end");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function signingKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" };
}

interface GrantContext {
  oidc: {
    client: { clientId: string };
    session: { accountId: string };
    provider: {
      Grant: new (of: { clientId: string; accountId: string }) => {
        addOIDCScope(scope: string): void;
        save(): Promise<unknown>;
      };
    };
  };
}

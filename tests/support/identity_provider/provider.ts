// A real provider of OpenID Connect in a process of its own: see `identity_server.ts`, which starts it. It logs in whoever is at
// the browser by name, without a form, and asks the test who that is.

import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Not in `deno.json`, which would make every start of the panel fetch it. */
const PACKAGE = "npm:oidc-provider@9.13.3";

interface Options {
  client: { clientId: string; clientSecret: string };
  redirectUris: string[];
  logoutUris: string[];
  /** Address at which the test says who is at the browser, and what is known of people. */
  directory: string;
}

interface Provider {
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<unknown>;
  interactionFinished(
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
    options: object,
  ): Promise<void>;
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

const { client, redirectUris, logoutUris, directory }: Options = JSON.parse(Deno.args[0]!);
const library = await import(PACKAGE) as {
  Provider: new (issuer: string, configuration: object) => Provider;
};

const server = createServer();
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const provider = new library.Provider(issuer, {
  clients: [{
    client_id: client.clientId,
    client_secret: client.clientSecret,
    redirect_uris: redirectUris,
    post_logout_redirect_uris: logoutUris,
    grant_types: ["authorization_code"],
    response_types: ["code"],
  }],
  cookies: { keys: ["a key of the test"] },
  ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
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
    claims: async () => ({ sub: subject, ...await ask(`/people/${encodeURIComponent(subject)}`) }),
  }),
  loadExistingGrant: async ({ oidc }: GrantContext) => {
    const { clientId } = oidc.client;
    const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope("openid email profile");
    await grant.save();
    return grant;
  },
});
server.on("request", (request: IncomingMessage, response: ServerResponse) => {
  if (request.url?.startsWith("/interaction/")) void interact(request, response);
  else void provider.callback()(request, response);
});
await Deno.stdout.write(new TextEncoder().encode(`${issuer}\n`));

async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await provider.interactionDetails(request, response);
  const { present } = await ask("/present");
  const result = present === null
    ? { error: "access_denied", error_description: "the person said no" }
    : { login: { accountId: present } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

async function ask(path: string): Promise<Record<string, unknown>> {
  return await (await fetch(`${directory}${path}`)).json();
}

function signingKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" };
}

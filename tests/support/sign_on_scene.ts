// A panel with an administrator, in front of providers of OpenID Connect, and browsers that log in by them.
import assert from "node:assert/strict";
import type { IdentityProvider, IdentityProviderInput } from "../../server/contract/identity_providers.ts";
import type { Session } from "../../server/contract/auth.ts";
import { client } from "./identity_server.ts";
import { type AppResponse, type Call, TestApp, type TestAppOptions } from "./test_app.ts";

const BASE = "/sundial";

/** Where a provider sends browsers back to the first provider of a scene. */
export const callback = (id = 1) => `http://localhost:5780${BASE}/api/auth/oidc/${id}/callback`;

/** How a login ended: the page it led to, and the session if it is one. */
export interface Ended {
  page: string;
  /** Why it failed, as the page is told; null if it succeeded. */
  error: string | null;
  cookie: string | undefined;
}

/** Sends a browser through a provider; returns the address at which it comes back. */
export type Visit = (address: string) => Promise<URL> | URL;

export class SignOnScene implements AsyncDisposable {
  private constructor(readonly app: TestApp, readonly admin: string) {}

  static async open(options: TestAppOptions = {}): Promise<SignOnScene> {
    const variables = { SUNDIAL_ALLOW_NETWORKS: "127.0.0.0/8", ...options.variables };
    const app = await TestApp.open({ withDataDir: true, basePath: BASE, ...options, variables });
    return new SignOnScene(app, await app.setUp());
  }

  call(method: string, path: string, body?: unknown, more: Call = {}): Promise<AppResponse> {
    return this.app.call(method, `/api${path}`, {
      cookie: this.admin,
      ...body !== undefined && { body },
      ...more,
    });
  }

  async addProvider(
    input: Partial<IdentityProviderInput> & Pick<IdentityProviderInput, "issuer">,
  ): Promise<IdentityProvider> {
    const { status, json, text } = await this.call("POST", "/identity-providers", {
      ...{ name: "Home", createAccounts: true, defaultRole: "viewer", ...client },
      ...input,
    });
    assert.equal(status, 201, text);
    return json as unknown as IdentityProvider;
  }

  async changeProvider(id: number, change: Partial<IdentityProviderInput>): Promise<void> {
    const { status, text } = await this.call("PATCH", `/identity-providers/${id}`, change);
    assert.equal(status, 200, text);
  }

  /** Begins a login; the cookie identifies the browser. */
  async start(id = 1, path = `/auth/oidc/${id}/start`, cookie?: string) {
    const response = await this.app.call("GET", `/api${path}`, { cookie });
    assert.equal(response.status, 302);
    return { address: response.headers.get("location")!, browser: response.cookie, ...endOf(response) };
  }

  /** Comes back from a provider. */
  async finish(back: URL, cookie: string | undefined): Promise<Ended> {
    const path = `${back.pathname.replace(BASE, "")}${back.search}`;
    const response = await this.app.call("GET", path, { cookie });
    assert.equal(response.status, 302, response.text);
    return endOf(response);
  }

  async logIn(visit: Visit, id = 1): Promise<Ended> {
    const { address, browser } = await this.start(id);
    return await this.finish(await visit(address), browser);
  }

  /** Adds an identity to the account of a session. */
  async link(visit: Visit, cookie: string, id = 1): Promise<Ended> {
    const { status, json } = await this.call("POST", "/account/identities", { providerId: id }, { cookie });
    assert.equal(status, 200);
    const { address, browser } = await this.start(id, String(json["url"]), cookie);
    return await this.finish(await visit(address), `${cookie}; ${browser}`);
  }

  async session(cookie: string | undefined): Promise<Session> {
    const { status, json } = await this.call("GET", "/auth/session", undefined, { cookie });
    assert.equal(status, 200);
    return json as unknown as Session;
  }

  async statusOf(cookie: string | undefined): Promise<number> {
    return (await this.call("GET", "/auth/session", undefined, { cookie })).status;
  }

  /** Names and roles of all accounts. */
  async accounts(): Promise<string[]> {
    const rows = await this.app.db.selectFrom("account").select(["username", "role", "labels_json"])
      .orderBy("id").execute();
    return rows.map(({ username, role, labels_json }) => `${username} ${role} ${labels_json ?? "all"}`);
  }

  /** What the audit log says of logins and accounts, oldest first: action, object and reason. */
  async audited(): Promise<string[]> {
    const rows = await this.app.db.selectFrom("audit_entry").select(["act", "object", "detail_json"])
      .orderBy("id").execute();
    return rows.map(({ act, object, detail_json }) => {
      const { reason } = JSON.parse(detail_json) as { reason?: string };
      return [act, object, reason].filter(Boolean).join(" ");
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]();
  }
}

function endOf(response: AppResponse): Ended {
  const url = new URL(response.headers.get("location") ?? "", "http://panel");
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith("sundial_session="));
  return {
    page: url.pathname,
    error: url.searchParams.get("error"),
    cookie: cookie?.split(";")[0],
  };
}

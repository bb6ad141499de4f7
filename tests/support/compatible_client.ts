// A client of the compatible API that knows nothing else.
import assert from "node:assert/strict";
import { type Scope, scopes } from "../../server/contract/scopes.ts";
import type { TestPanel } from "./test_panel.ts";

// deno-lint-ignore no-explicit-any -- any response of the API
export type Json = any;

export const allScopes: Scope[] = scopes.filter((scope) => scope.endsWith(":write"));

/** A client that knows only the old API. */
export class CompatibleClient {
  readonly #panel: TestPanel;
  #token: string | null = null;

  constructor(panel: TestPanel) {
    this.#panel = panel;
  }

  static async logIn(panel: TestPanel, scopes: readonly Scope[] = allScopes): Promise<CompatibleClient> {
    const client = new CompatibleClient(panel);
    const { clientId, clientSecret } = await makeApplication(panel, scopes);
    const { data } = await client.call(
      "GET",
      `/auth/token?client_id=${clientId}&client_secret=${clientSecret}`,
    );
    client.#token = data.token;
    return client;
  }

  get headers(): Record<string, string> {
    return this.#token === null ? {} : { authorization: `Bearer ${this.#token}` };
  }

  /** Sends a request whose response need not be JSON. */
  async open(method: string, path: string, body?: unknown): Promise<Response> {
    return await this.#panel.send(method, `/open${path}`, { body, headers: this.headers });
  }

  async send(method: string, path: string, body?: unknown): Promise<{ status: number; json: Json }> {
    const response = await this.open(method, path, body);
    return { status: response.status, json: await response.json() };
  }

  /** Sends a request that succeeds. */
  async call(method: string, path: string, body?: unknown): Promise<Json> {
    const { status, json } = await this.send(method, path, body);
    assert.deepEqual([status, json.code], [200, 200], `${method} ${path}: ${JSON.stringify(json)}`);
    return json;
  }
}

export async function makeApplication(panel: TestPanel, scopes: readonly Scope[]) {
  const headers = await panel.logIn();
  const name = `app ${crypto.randomUUID()}`;
  return await panel.request("POST", "/applications", { headers, body: { name, scopes } });
}

// A provider of OpenID Connect that lies as a test wants it to. Its signatures are right unless a test says otherwise.
import { Buffer } from "node:buffer";
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** What it answers; each is right by default. */
export interface Lies {
  /** The issuer in what it says of itself. */
  discoveredIssuer?: string;
  /** Claims of the ID token beyond the right ones; undefined removes one. */
  claims?: Record<string, unknown>;
  /** Added to the times of the ID token, in seconds. */
  clockOffS?: number;
  /** Signs with a key that it does not publish. */
  otherKey?: boolean;
  /** Of `/userinfo`. */
  userinfo?: Record<string, unknown>;
  /** Answers nothing at all. */
  silent?: boolean;
  /** Answers a request for tokens with this status. */
  tokenStatus?: number;
}

export class HostileProvider implements AsyncDisposable {
  lies: Lies = {};
  /** The nonce of the latest login, which the test sends on from the address. */
  nonce = "";
  /** Codes that were exchanged. */
  readonly codes: string[] = [];
  /** Paths of the requests that it received. */
  readonly requests: string[] = [];
  readonly issuer: string;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #waiting: (() => void)[] = [];

  constructor() {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
      const { pathname } = new URL(request.url);
      this.requests.push(pathname);
      if (this.lies.silent) return this.#silence();
      return this.#respond(pathname, request);
    });
    this.issuer = `http://127.0.0.1:${this.#server.addr.port}`;
  }

  #silence(): Promise<Response> {
    return new Promise((resolve) => this.#waiting.push(() => resolve(new Response(null, { status: 503 }))));
  }

  async #respond(path: string, request: Request): Promise<Response> {
    if (path === "/.well-known/openid-configuration") return Response.json(this.#metadata());
    if (path === "/jwks") {
      const key = keys().at(0)!.publicKey.export({ format: "jwk" });
      return Response.json({ keys: [{ ...key, kid: "1", alg: "RS256", use: "sig" }] });
    }
    if (path === "/userinfo") return Response.json({ sub: "s-1", ...this.lies.userinfo });
    if (path !== "/token") return new Response(null, { status: 404 });
    const form = await request.formData();
    this.codes.push(String(form.get("code")));
    if (this.lies.tokenStatus) {
      return Response.json({ error: "invalid_grant" }, { status: this.lies.tokenStatus });
    }
    return Response.json({ access_token: "a", token_type: "Bearer", id_token: this.#idToken() });
  }

  #metadata() {
    const { issuer } = this;
    return {
      issuer: this.lies.discoveredIssuer ?? issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    };
  }

  #idToken(): string {
    const now = Math.floor(Date.now() / 1000) + (this.lies.clockOffS ?? 0);
    const claims = {
      ...{ iss: this.issuer, sub: "s-1", aud: "sundial", nonce: this.nonce, iat: now, exp: now + 300 },
      ...this.lies.claims,
    };
    const input = `${encode({ alg: "RS256", kid: "1" })}.${encode(claims)}`;
    const { privateKey } = keys().at(this.lies.otherKey ? 1 : 0)!;
    return `${input}.${createSign("RSA-SHA256").update(input).sign(privateKey).toString("base64url")}`;
  }

  /** Returns the address at which it sends a browser back. */
  back(address: string, more: Record<string, string> = {}): URL {
    const { searchParams } = new URL(address);
    this.nonce = searchParams.get("nonce") ?? "";
    const url = new URL(searchParams.get("redirect_uri")!);
    const query = { code: crypto.randomUUID(), state: searchParams.get("state")!, ...more };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#waiting) end();
    await this.#server.shutdown();
  }
}

interface KeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

let made: KeyPair[] | null = null;

// Once: they take most of the time of a test.
function keys(): KeyPair[] {
  return made ??= [0, 1].map(() => generateKeyPairSync("rsa", { modulusLength: 2048 }));
}

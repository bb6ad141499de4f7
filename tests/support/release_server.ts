// Serves releases locally, as a web server does: with ranges and ETags, and with the failures a test
// configures.
import { createHash, generateKeyPairSync } from "node:crypto";
import { type ReleaseManifest, signRelease } from "../../server/platform/release/manifest.ts";

const DAY_MS = 86_400_000;

export interface Keys {
  /** PEM. */
  privateKey: string;
  /** 32 bytes in base64, as built into the executable. */
  publicKey: string;
}

export function makeKeys(): Keys {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    privateKey: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    publicKey: publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64"),
  };
}

/** Returns the manifest of a release with one file for this machine. */
export function describe(version: string, content: string, now = Date.now()): ReleaseManifest {
  const bytes = new TextEncoder().encode(content);
  return {
    version,
    releasedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + DAY_MS).toISOString(),
    notes: {
      en: `What is new in ${version}:\n- faster\n- calmer`,
      zh: `${version} 的更新内容：\n- 更快\n- 更稳`,
    },
    assets: {
      [Deno.build.target]: {
        address: "program",
        size: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
      },
    },
    image: null,
  };
}

export class ReleaseServer implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #keys: Keys;
  readonly #isSecure: boolean;
  #manifest = "";
  #content: Uint8Array<ArrayBuffer> = new Uint8Array();
  /** Number of bytes after which a response with the file is aborted; null for never. */
  cutAfter: number | null = null;
  /** Delays the second half of the file, so that a test can check the download meanwhile. */
  rest: Promise<void> = Promise.resolve();
  /** `Range` header of every request for the file; null when there was none. */
  readonly ranges: (string | null)[] = [];

  private constructor(keys: Keys, tls: { cert: string; key: string } | null) {
    this.#keys = keys;
    this.#isSecure = tls !== null;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {}, ...tls },
      (request) => this.#respond(request),
    );
  }

  /** Starts the server; with a certificate, over HTTPS. */
  static start(keys: Keys, tls: { cert: string; key: string } | null = null): ReleaseServer {
    return new ReleaseServer(keys, tls);
  }

  get address(): string {
    return `${this.#isSecure ? "https" : "http"}://127.0.0.1:${this.#server.addr.port}/release.json`;
  }

  /** URLs that redirect to the manifest, and to a network that is not allowed. */
  get redirects(): { here: string; away: string } {
    const at = (name: string) => this.address.replace("release.json", name);
    return { here: at("moved.json"), away: at("away.json") };
  }

  offer(manifest: ReleaseManifest, content: string, keys = this.#keys): void {
    this.offerText(signRelease(manifest, keys.privateKey));
    this.#content = new TextEncoder().encode(content);
  }

  /** Publishes any text as the manifest. */
  offerText(text: string): void {
    this.#manifest = text;
  }

  #respond(request: Request): Response {
    const { pathname } = new URL(request.url);
    if (pathname === "/release.json") return new Response(this.#manifest);
    if (pathname === "/away.json") return Response.redirect("http://10.255.255.1/release.json", 302);
    if (pathname === "/moved.json") return Response.redirect(new URL("/release.json", request.url), 302);
    if (pathname !== "/program") return new Response("nothing here", { status: 404 });
    const range = request.headers.get("range");
    this.ranges.push(range);
    const tag = `"${createHash("sha256").update(this.#content).digest("hex").slice(0, 16)}"`;
    const wanted = /^bytes=(\d+)-$/.exec(range ?? "")?.[1];
    const isPart = wanted !== undefined && request.headers.get("if-range") === tag;
    const from = isPart ? Number(wanted) : 0;
    const size = this.#content.length;
    const headers = new Headers({ etag: tag, "content-length": String(size - from) });
    if (isPart) headers.set("content-range", `bytes ${from}-${size - 1}/${size}`);
    return new Response(this.#pour(from), { status: isPart ? 206 : 200, headers });
  }

  #pour(from: number): ReadableStream<Uint8Array> {
    const [content, end, rest] = [this.#content, this.cutAfter, this.rest];
    const step = Math.max(1, Math.ceil(content.length / 20));
    let at = from;
    return new ReadableStream({
      async pull(controller) {
        if (end !== null && at - from >= end) return controller.error(new Error("cut"));
        if (at >= content.length) return controller.close();
        if (at >= content.length / 2) await rest;
        const until = Math.min(at + step, content.length, end === null ? Infinity : from + end);
        controller.enqueue(content.subarray(at, until));
        at = until;
      },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

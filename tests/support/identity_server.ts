// A real provider of OpenID Connect, in which whoever is at the browser logs in by name, without a form.
import { join } from "node:path";

export const client = { clientId: "sundial", clientSecret: "a secret of the panel" };

/** What the provider knows of a person, beside the subject. */
export type PersonClaims = Record<string, unknown>;

export interface IdentityServerOptions {
  /** Addresses to which it sends browsers back. */
  redirectUris: string[];
  /** Those after a logout. */
  logoutUris?: string[];
}

const folder = join(import.meta.dirname!, "identity_provider");

export class IdentityServer implements AsyncDisposable {
  /** Claims of each person, by subject. */
  readonly people = new Map<string, PersonClaims>();
  /** Who is at the browser; null cancels the login. */
  present: string | null = null;
  issuer = "";
  readonly #directory: Deno.HttpServer<Deno.NetAddr>;
  #process: Deno.ChildProcess | null = null;

  private constructor() {
    this.#directory = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/present") return Response.json({ present: this.present });
      const subject = decodeURIComponent(pathname.slice("/people/".length));
      return Response.json(this.people.get(subject) ?? {});
    });
  }

  static async open({ redirectUris, logoutUris = [] }: IdentityServerOptions): Promise<IdentityServer> {
    const opened = new IdentityServer();
    const directory = `http://127.0.0.1:${opened.#directory.addr.port}`;
    const lock = ["--lock", join(folder, "deno.lock"), "--frozen"];
    const options = JSON.stringify({ client, redirectUris, logoutUris, directory });
    opened.#process = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--quiet",
        "--no-check",
        "--no-config",
        ...lock,
        join(folder, "provider.ts"),
        options,
      ],
      stdin: "null",
      stdout: "piped",
      // It warns that it is no provider for production.
      stderr: "null",
    }).spawn();
    opened.issuer = await readLine(opened.#process.stdout);
    return opened;
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
    const process = this.#process;
    this.#process = null;
    if (process === null) return;
    process.kill("SIGKILL");
    await process.status;
    await this.#directory.shutdown();
  }
}

/** Reads the first line of a stream, and cancels it. */
async function readLine(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let text = "";
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.includes("\n")) return text.split("\n")[0]!;
  }
  throw new Error("the provider did not start");
}

// Tests names whose address changes between the check and the connection, and redirects to other hosts, for every kind of
// outbound call.
import assert from "node:assert/strict";
import { type ConnectOptions, connectOut } from "./connect.ts";
import { OutboundPolicy } from "./outbound_policy.ts";
import { readProxy } from "./proxy.ts";
import { getWeb, sendWeb } from "./web_request.ts";

const allowed = "127.0.0.1";
const inner = "127.0.0.2";
const name = "rebinding.example";

/** A server at an allowed address, and one at a forbidden address on the same port that counts its requests. */
class Street implements AsyncDisposable {
  /** Redirect target of the server; null for none. */
  location: string | null = null;
  asked = 0;
  trespassed = 0;
  readonly #servers: Deno.HttpServer<Deno.NetAddr>[];

  constructor() {
    const open = (hostname: string, port: number, response: () => Response) =>
      Deno.serve({ hostname, port, onListen() {} }, response);
    const outer = open(allowed, 0, () => {
      this.asked++;
      const headers = this.location === null ? {} : { location: this.location };
      return new Response("hello", { status: this.location === null ? 200 : 302, headers });
    });
    const within = open(inner, outer.addr.port, () => {
      this.trespassed++;
      return new Response("keys of the house");
    });
    this.#servers = [outer, within];
  }

  get port(): number {
    return this.#servers[0]!.addr.port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.shutdown()));
  }
}

/** Options under which a name resolves to each of `results` in turn, the last one repeatedly. */
function meaning(results: string[][]): { options: ConnectOptions; resolved(): number } {
  let checked = 0;
  const resolve = () => Promise.resolve(results[Math.min(checked++, results.length - 1)]!);
  const policy = new OutboundPolicy([`${allowed}/32`], resolve);
  return { options: { policy, proxy: null, signal: new AbortController().signal }, resolved: () => checked };
}

type Call = (port: number, options: ConnectOptions) => Promise<void>;

const calls: Record<string, Call> = {
  "sending notifications and webhooks": async (port, options) => {
    const url = new URL(`http://${name}:${port}/`);
    await sendWeb({ method: "POST", url, headers: {}, body: null }, options);
  },
  "fetching updates, repositories and single files": async (port, options) => {
    const { message } = await getWeb(new URL(`http://${name}:${port}/`), { ...options, login: null });
    message.destroy();
  },
  "connecting for mail and SSH repositories": async (port, options) => {
    const socket = await connectOut({ host: name, port, secure: false }, options);
    const responded = new Promise<void>((resolve) => socket.once("data", () => resolve()));
    socket.write(`GET / HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
    await responded;
    socket.destroy();
  },
};

for (const [what, call] of Object.entries(calls)) {
  Deno.test(`outbound: a name that resolves to an inner address a moment later is not followed: ${what}`, async () => {
    await using street = new Street();
    const { options, resolved } = meaning([[allowed], [inner]]);
    await call(street.port, options);
    assert.deepEqual([resolved(), street.asked, street.trespassed], [1, 1, 0]);
    await assert.rejects(call(street.port, options), { name: "OutboundError", reason: "inner_network" });
    await call(street.port, meaning([[inner, allowed]]).options);
    assert.deepEqual([street.asked, street.trespassed], [2, 0]);
  });
}

Deno.test("outbound: a redirect is checked separately, by its address and by what its name now resolves to", async () => {
  await using street = new Street();
  const url = new URL(`http://${name}:${street.port}/`);
  for (const host of [inner, name]) {
    street.location = `http://${host}:${street.port}/`;
    const { options } = meaning([[allowed], [inner]]);
    await assert.rejects(getWeb(url, { ...options, login: null }), { name: "OutboundError" }, host);
    const { options: sending } = meaning([[allowed], [inner]]);
    const response = await sendWeb({ method: "POST", url, headers: {}, body: null }, sending);
    assert.equal(response.status, 302);
  }
  assert.equal(street.trespassed, 0);
});

Deno.test("outbound: of a response at a proxy's address, only the status is reported", async () => {
  const results: [string, string][] = [
    ["HTTP/1.1 407 secret realm\r\n\r\n", "HTTP/1.1 407"],
    ["SSH-2.0-secret\r\n\r\n", "the server is not an HTTP proxy"],
  ];
  for (const [response, message] of results) {
    using listener = Deno.listen({ hostname: allowed, port: 0 });
    const serving = (async () => {
      using conn = await listener.accept();
      await conn.read(new Uint8Array(1024));
      await conn.write(new TextEncoder().encode(response));
    })();
    const proxy = readProxy(`http://${allowed}:${listener.addr.port}`);
    const { options } = meaning([[allowed]]);
    const wanted = { host: "service.example", port: 443, secure: true };
    await assert.rejects(connectOut(wanted, { ...options, proxy }), { name: "ProxyError", message });
    await serving;
  }
});

Deno.test("outbound: data that a server sends first through a SOCKS proxy arrives", async () => {
  using listener = Deno.listen({ hostname: allowed, port: 0 });
  const serving = (async () => {
    const conn = await listener.accept();
    await conn.read(new Uint8Array(1024));
    await conn.write(Uint8Array.of(5, 0));
    await conn.read(new Uint8Array(1024));
    await conn.write(Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...new TextEncoder().encode("220 ready")));
    return conn;
  })();
  const proxy = readProxy(`socks5://${allowed}:${listener.addr.port}`);
  const { options } = meaning([[allowed]]);
  const socket = await connectOut({ host: "mail.example", port: 25, secure: false }, { ...options, proxy });
  // As the sender of mail does, which listens only later.
  socket.pause();
  await new Promise((resolve) => setTimeout(resolve, 1));
  const first = new Promise((resolve) => socket.once("data", resolve));
  socket.resume();
  assert.equal(String(await first), "220 ready");
  (await serving).close();
  socket.destroy();
});

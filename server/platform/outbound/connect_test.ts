// Tests names whose address changes between the check and the connection, and redirects to other hosts, for every kind of
// outbound call.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
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

/** A web proxy that notes what it is asked to connect to, and rejects it. */
function notingProxy() {
  const listener = Deno.listen({ hostname: allowed, port: 0 });
  const asked: string[] = [];
  const serving = (async () => {
    for await (const conn of listener) {
      const buffer = new Uint8Array(1024);
      const length = await conn.read(buffer) ?? 0;
      asked.push(new TextDecoder().decode(buffer.subarray(0, length)).split(" ")[1] ?? "");
      await conn.write(new TextEncoder().encode("HTTP/1.1 502 no\r\n\r\n"));
      conn.close();
    }
  })();
  const close = async () => {
    listener.close();
    await serving;
  };
  return { asked, close, proxy: readProxy(`http://${allowed}:${listener.addr.port}`) };
}

Deno.test("outbound: a proxy is not asked for an inner host, whatever it is called", async () => {
  const names: Record<string, string[]> = {
    "inner.example": [inner],
    "both.example": [inner, allowed],
    "outer.example": [allowed],
  };
  const resolve = (host: string) => Promise.resolve(names[host] ?? (/localhost/i.test(host) ? [inner] : []));
  const { asked, close, proxy } = notingProxy();
  const signal = new AbortController().signal;
  const ask = (requester: "person" | "application", host: string) => {
    const policy = new OutboundPolicy([`${allowed}/32`], resolve, requester);
    return connectOut({ host, port: 80, secure: false }, { policy, proxy, signal });
  };
  for (
    const host of ["localhost", "localhost.", "LocalHost.", "a.localhost", "a.b.localhost.", inner, "::1"]
  ) {
    for (const requester of ["person", "application"] as const) {
      await assert.rejects(ask(requester, host), { name: "OutboundError", reason: "inner_network" }, host);
    }
  }
  await assert.rejects(ask("application", "inner.example"), { reason: "inner_network" });
  await assert.rejects(ask("application", "unknown.example"), { reason: "unknown_host" });
  assert.deepEqual(asked, []);
  // An application's proxy gets the address that was checked; a user's may know names that this machine does not.
  for (const host of ["outer.example", "both.example"]) {
    await assert.rejects(ask("application", host), { name: "ProxyError" });
  }
  await assert.rejects(ask("person", "unknown.example"), { name: "ProxyError" });
  assert.deepEqual(asked, [`${allowed}:80`, `${allowed}:80`, "unknown.example:80"]);
  await close();
});

Deno.test("outbound: nothing is connected to once the signal is aborted, and a closed connection leaves no listener", async () => {
  await using street = new Street();
  const call = (signal: AbortSignal, resolve = () => Promise.resolve([allowed])) =>
    connectOut({ host: name, port: street.port, secure: false }, {
      ...{ policy: new OutboundPolicy(["127.0.0.0/8"], resolve), proxy: null, signal },
    });
  await assert.rejects(call(AbortSignal.abort(new Error("over"))), { message: "over" });
  // Aborted before the first address, and after the first address has failed.
  const early = new AbortController();
  await assert.rejects(
    call(early.signal, () => {
      early.abort(new Error("over"));
      return Promise.resolve([allowed, inner]);
    }),
    { message: "over" },
  );
  const between = new AbortController();
  const failing = call(between.signal, () => Promise.resolve(["127.0.0.9", allowed]));
  const closed = assert.rejects(failing);
  queueMicrotask(() => between.abort(new Error("over")));
  await closed;
  const ended = new AbortController();
  const socket = await call(ended.signal);
  assert.equal(getEventListeners(ended.signal, "abort").length, 1);
  await new Promise((resolve) => socket.once("close", resolve).destroy());
  assert.equal(getEventListeners(ended.signal, "abort").length, 0);
  assert.equal(street.asked, 0);
});

import assert from "node:assert/strict";
import { TestClock } from "../../tests/support/test_clock.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { parseNetworks } from "../platform/networks.ts";
import { HttpServer } from "./http_server.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };

async function withServer(
  fetch: (request: Request) => Promise<Response>,
  test: (connect: () => Promise<Deno.TcpConn>) => Promise<void>,
  clock: Clock = systemClock,
): Promise<void> {
  const server = await HttpServer.listen({
    address: { host: "127.0.0.1", port: 0 },
    fetch,
    clock,
    logger,
    proxies: parseNetworks([]),
    limits: { total: 2, perNetwork: 2 },
  });
  try {
    await test(() => Deno.connect({ hostname: "127.0.0.1", port: server.address.port }));
  } finally {
    await server.close(1000);
  }
}

/** Sends a text and reads until the other end closes. */
async function exchange(connection: Deno.TcpConn, text: string): Promise<string> {
  const reading = new Response(connection.readable).text().catch(() => "");
  const writer = connection.writable.getWriter();
  await writer.write(new TextEncoder().encode(text)).catch(() => {});
  return await reading;
}

/** Sends a text and returns the answers that arrive before the other end closes, or all that are expected. */
async function answers(connection: Deno.TcpConn, text: string, expected: number): Promise<string[]> {
  void connection.write(new TextEncoder().encode(text)).catch(() => {});
  const bytes = new Uint8Array(65_536);
  let received = "";
  const found = () => received.split("HTTP/1.1 200 OK").slice(1);
  while (found().length < expected || !received.endsWith(".")) {
    const length = await connection.read(bytes).catch(() => null);
    if (length === null) break;
    received += new TextDecoder().decode(bytes.subarray(0, length));
  }
  return found();
}

const hello = () => Promise.resolve(new Response("hello"));
const get = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

Deno.test("http server: closes idle and half-sent connections for one that sends a request", () =>
  withServer(hello, async (connect) => {
    const held = [await connect(), await connect()];
    await held[0]!.write(new TextEncoder().encode("GET / HT"));
    assert.match(await exchange(await connect(), get), /^HTTP\/1\.1 200 OK[^]*hello$/);
    assert.equal(await held[0]!.read(new Uint8Array(1)).catch(() => null), null);
    for (const connection of held) connection.close();
  }));

Deno.test("http server: does not ask for a body that is rejected unread", () =>
  withServer(() => Promise.resolve(new Response("no", { status: 413 })), async (connect) => {
    const head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000000\r\n";
    const response = await exchange(await connect(), `${head}Expect: 100-continue\r\n\r\n`);
    assert.match(response, /^HTTP\/1\.1 413 /);
  }));

Deno.test("http server: a flood of tiny chunks ends only its own connection", () =>
  withServer(async (request) => {
    await request.text();
    return await hello();
  }, async (connect) => {
    const head = "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    assert.equal(await exchange(await connect(), head + "1\r\nx\r\n".repeat(20_000)), "");
    assert.match(await exchange(await connect(), get), /hello$/);
  }));

Deno.test("http server: closes a connection half a minute after its last response", async () => {
  const clock = new TestClock();
  await withServer(hello, async (connect) => {
    using connection = await connect();
    await connection.write(new TextEncoder().encode("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    const bytes = new Uint8Array(1000);
    let text = "";
    while (!text.includes("hello")) {
      text += new TextDecoder().decode(bytes.subarray(0, (await connection.read(bytes))!));
    }
    const from = clock.monotonic();
    let closedAfter: number | null = null;
    const closed = connection.read(bytes).catch(() => null).then(() =>
      closedAfter = clock.monotonic() - from
    );
    for (let n = 0; n < 100 && closedAfter === null; n++) {
      clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await closed;
    assert.ok(closedAfter! >= 30_000 && closedAfter! < 40_000, `closed after ${closedAfter} ms`);
  }, clock);
});

Deno.test("http server: responds to requests sent ahead in their order", () =>
  withServer(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/0") await new Promise((resolve) => setTimeout(resolve, 50));
    return new Response(`answer to ${pathname}.`);
  }, async (connect) => {
    using connection = await connect();
    const paths = Array.from({ length: 50 }, (_, index) => `/${index}`);
    const text = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join("");
    const found = await answers(connection, text, paths.length);
    assert.deepEqual(found.map((answer) => / to (.*)\.$/.exec(answer)?.[1]), paths);
    // It remains usable.
    assert.equal((await answers(connection, text, paths.length)).length, paths.length);
  }));

Deno.test("http server: closes a connection after its last answer when too many requests were sent ahead", () =>
  withServer(() => Promise.resolve(new Response("yes.")), async (connect) => {
    using connection = await connect();
    const found = await answers(connection, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(3000), 3000);
    assert.ok(found.length > 50 && found.length < 3000, `${found.length} answers`);
    assert.match(found.at(-1)!, /\r\nConnection: close\r\n[^]*yes\.$/i);
    assert.match(await exchange(await connect(), get), /yes\.$/);
  }));

Deno.test("http server: does not connect to itself while nobody else does", async () => {
  const clock = new TestClock();
  const server = await HttpServer.listen({
    address: { host: "127.0.0.1", port: 0 },
    fetch: hello,
    clock,
    logger,
    proxies: parseNetworks([]),
  });
  try {
    const address = `:${server.address.port.toString(16).toUpperCase().padStart(4, "0")} `;
    for (let round = 0; round < 20; round++) {
      clock.advance(3_000);
      // A connection takes some turns of the event loop.
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve));
    }
    const sockets = (await Deno.readTextFile("/proc/net/tcp")).split("\n").filter((line) =>
      line.includes(address)
    );
    assert.equal(sockets.length, 1, sockets.join("\n"));
  } finally {
    await server.close(1000);
  }
});

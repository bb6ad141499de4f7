// Requests that no browser sends, byte for byte over a real socket.
import assert from "node:assert/strict";
import { builtPage } from "../support/built_page.ts";
import { listenOnLoopback } from "../support/listen_on_loopback.ts";
import { type RawResult, sendRaw } from "../support/raw_http.ts";
import { TestApp, type TestAppOptions } from "../support/test_app.ts";

/** The status of a connection that is closed without a response. */
const CLOSED = 0;

interface Panel {
  app: TestApp;
  port: number;
  /** Sends a request line and headers unchanged; returns the status and the rest. */
  raw(requestLine: string, headers?: string[]): Promise<RawResult>;
}

async function withSocket(options: TestAppOptions, test: (panel: Panel) => Promise<void>): Promise<void> {
  await using pageRoot = await builtPage();
  await using app = await TestApp.open({ ...options, pageRoot: pageRoot.path });
  await app.setUp();
  const server = await listenOnLoopback(app.app);
  const { port } = server.address;
  try {
    await test({ app, port, raw: (line, headers) => sendRaw(port, line, headers) });
  } finally {
    await server.close(0);
  }
}

Deno.test("raw requests: rejects unusual targets, methods and hosts, and keeps serving", () =>
  withSocket({}, async ({ raw }) => {
    const rows: [string, string[] | undefined, number][] = [
      ["GET http://localhost/api/settings HTTP/1.1", undefined, 401],
      ["GET http://evil.example/api/health HTTP/1.1", undefined, 421],
      ["GET http://localhost/api/health HTTP/1.1", ["Host: evil.example"], 421],
      ["GET /api/health HTTP/1.1", ["Host: evil.example"], 421],
      ["GET /health HTTP/1.1", ["Host: localhost/api"], 400],
      ["GET /health HTTP/1.1", ["Host: x@localhost/api"], 400],
      ["GET /api/health HTTP/1.1", ["Host: localhost", "Host: evil.example"], 421],
      ["GET /api/health HTTP/1.1", ["Host: evil.example", "Host: localhost"], 421],
      ["GET /api/health HTTP/1.1", ["Host:"], 421],
      ["GET /api/health HTTP/1.1", [], 400],
      ["GET /api/settings HTTP/1.0", [], 401],
      ["GET api/settings HTTP/1.1", undefined, 400],
      ["GET \\api\\settings HTTP/1.1", undefined, 400],
      ["GET /api/settings#x HTTP/1.1", undefined, 401],
      ["OPTIONS * HTTP/1.1", undefined, 400],
      ["CONNECT localhost:80 HTTP/1.1", undefined, CLOSED],
      ["TRACE /api/settings HTTP/1.1", undefined, 401],
      ["MKCOL /api/settings HTTP/1.1", undefined, 401],
      ["MKCOL /api/health HTTP/1.1", undefined, 401],
      ["get /api/settings HTTP/1.1", undefined, 400],
      ["Get /api/settings HTTP/1.1", undefined, 400],
      ["FROB /api/settings HTTP/1.1", undefined, 400],
      ["FROB /api/health HTTP/1.1", undefined, 400],
      ["PRI * HTTP/2.0", undefined, 400],
    ];
    for (const [line, headers, expected] of rows) {
      const { status, text } = await raw(line, headers);
      assert.equal(status, expected, `${line} ${headers ?? ""}`);
      assert.ok(!text.includes("concurrency"), line);
    }
    assert.equal((await raw("GET /api/health HTTP/1.1")).status, 200);
  }));

Deno.test("raw requests: headers for rewriting proxies change neither the path nor the client", () =>
  withSocket({}, async ({ raw }) => {
    const tricks = [
      "X-Original-URL: /api/health",
      "X-Rewrite-URL: /api/health",
      "X-Forwarded-Prefix: /api",
      "X-HTTP-Method-Override: GET",
      "X-Forwarded-For: 127.0.0.1",
      "X-Forwarded-User: mira",
      "Authorization: Basic bWlyYTpjb3JyZWN0IGhvcnNlIGJhdHRlcnk=",
    ];
    for (const trick of tricks) {
      assert.equal((await raw("GET /api/settings HTTP/1.1", ["Host: localhost", trick])).status, 401, trick);
    }
  }));

Deno.test("raw requests: a browser that disconnects leaves no stream behind", () =>
  withSocket({}, async ({ app, port }) => {
    const cookie = await app.logIn();
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const head = `GET /api/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`;
    await connection.write(new TextEncoder().encode(head));
    await connection.read(new Uint8Array(2000));
    assert.equal(app.streams.size, 1);
    connection.close();
    // The next write detects the closed connection; the number of turns until then depends on the runtime.
    for (let turn = 0; app.streams.size > 0; turn++) {
      assert.ok(turn < 100_000, "the stream is still open");
      app.clock.advance(15_000);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }));

import assert from "node:assert/strict";
import { password, TestApp, username } from "../support/test_app.ts";

const panelOrigin = "http://localhost:5780";
const crossSite = "http://evil.example";
type Headers = Record<string, string>;

const rows: [string, Headers, boolean][] = [
  ["a program without these headers", {}, true],
  ["the page itself", { "sec-fetch-site": "same-origin", origin: panelOrigin }, true],
  ["the page itself in an old browser", { origin: panelOrigin }, true],
  ["a typed address", { "sec-fetch-site": "none" }, true],
  ["another site", { "sec-fetch-site": "cross-site", origin: crossSite }, false],
  ["another port of the machine", { "sec-fetch-site": "same-site", origin: "http://localhost:3000" }, false],
  ["another site in an old browser", { origin: crossSite }, false],
  ["another port in an old browser", { origin: "http://localhost:3000" }, false],
  ["a sandboxed frame", { origin: "null" }, false],
  ["an invalid origin", { origin: "localhost:5780" }, false],
  ["a site that claims the panel's origin", { "sec-fetch-site": "cross-site", origin: panelOrigin }, false],
  ["an unknown kind of site", { "sec-fetch-site": "planet", origin: panelOrigin }, false],
  ["the page itself in an older browser", { referer: `${panelOrigin}/settings` }, true],
  ["another site in an older browser", { referer: `${crossSite}/` }, false],
  ["another port in an older browser", { referer: "http://localhost:3000/" }, false],
  ["an invalid referrer", { referer: "localhost:5780" }, false],
  ["a site with the panel's address in its URL", { referer: `${crossSite}/?${panelOrigin}` }, false],
  ["a link from another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }, false],
];

for (const [client, headers, allowed] of rows) {
  Deno.test(`same origin: a change by ${client} is ${allowed ? "accepted" : "rejected"}`, async () => {
    await using app = await TestApp.open();
    const cookie = await app.setUp();
    const patch = await app.call("PATCH", "/api/settings", { cookie, headers, body: { concurrency: 9 } });
    assert.equal(patch.status, allowed ? 200 : 403);
    if (!allowed) assert.equal(patch.problem.code, "cross_site_request");
    assert.equal(app.settings.current().concurrency, allowed ? 9 : 4);
    const login = await app.call("POST", "/api/auth/login", { headers, body: { username, password } });
    assert.equal(login.status, allowed ? 200 : 403);
  });

  Deno.test(`same origin: setup by ${client} is ${allowed ? "accepted" : "rejected"}`, async () => {
    await using app = await TestApp.open();
    const body = { username, password };
    const { status } = await app.call("POST", "/api/initialization", { headers, body });
    assert.equal(status, allowed ? 201 : 403);
  });
}

Deno.test("same origin: rejects reads by other sites too, but allows following a link", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const read = async (headers: Headers) =>
    (await app.call("GET", "/api/settings", { cookie, headers })).status;
  assert.equal(await read({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }), 403);
  assert.equal(await read({ origin: crossSite }), 403);
  assert.equal(await read({ referer: `${crossSite}/` }), 200);
  assert.equal(await read({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }), 200);
  assert.equal(
    (await app.call("GET", "/api/events", { cookie, headers: { origin: crossSite } })).status,
    403,
  );
  assert.equal(app.streams.size, 0);
});

Deno.test("same origin: with a public URL, its origin counts, not the host that the proxy requests", async () => {
  await using app = await TestApp.open({ publicUrl: "https://panel.example" });
  const setUp = (origin: string) =>
    app.call("POST", "http://panel.example/api/initialization", {
      headers: { origin },
      body: { username, password, code: app.setupCode },
    });
  for (const origin of ["http://panel.example", "https://panel.example:8443", "https://panel.example.evil"]) {
    assert.equal((await setUp(origin)).status, 403, origin);
  }
  const byReferer = (referer: string) =>
    app.call("POST", "http://panel.example/api/auth/login", {
      headers: { referer },
      body: { username, password },
    });
  assert.equal((await byReferer("http://panel.example/login")).status, 403);
  assert.equal((await setUp("https://panel.example")).status, 201);
  assert.equal((await byReferer("https://panel.example/login")).status, 200);
});

Deno.test("same origin: a form on another site is also rejected by its content type", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
    const call = { cookie, raw: '{"concurrency":9}', headers: { "content-type": type } };
    assert.equal((await app.call("PATCH", "/api/settings", call)).status, 415, type);
  }
});

Deno.test("same origin: no response allows another origin", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const headers = { origin: crossSite, "access-control-request-method": "PATCH" };
  for (const method of ["GET", "OPTIONS", "POST", "PATCH"]) {
    for (const path of ["/api/settings", "/api/health", "/api/auth/login", "/", "/assets/x.js"]) {
      const response = await app.call(method, path, { cookie, headers });
      const cors = [...response.headers.keys()].filter((name) => name.startsWith("access-control-"));
      assert.deepEqual(cors, [], `${method} ${path}`);
    }
  }
});

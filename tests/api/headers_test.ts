import assert from "node:assert/strict";
import { builtPage, builtScript } from "../support/built_page.ts";
import { TestApp, type TestAppOptions } from "../support/test_app.ts";

Deno.test("headers: every response has the strict policy with its own nonce and nothing unsafe", async () => {
  await using pageRoot = await builtPage();
  await using app = await TestApp.open({ pageRoot: pageRoot.path });
  const cookie = await app.setUp();
  const seen = new Set<string>();
  const paths = [
    "/",
    "/nothing",
    "/api/health",
    "/api/settings",
    "/api/nothing",
    `/assets/${builtScript}`,
    "/assets/x",
    "/crontab/",
  ];
  for (const path of paths) {
    const { headers } = await app.call("GET", path, { cookie });
    const policy = headers.get("content-security-policy")!;
    const nonce = /'nonce-([\w+/=]{22,})'/.exec(policy)![1]!;
    assert.deepEqual(policy.split(/;\s*/), [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "connect-src 'self'",
      "font-src 'self'",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ], path);
    seen.add(nonce);
    const expected: Record<string, string> = {
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    };
    for (const [name, value] of Object.entries(expected)) {
      assert.equal(headers.get(name), value, `${path} ${name}`);
    }
    for (const name of ["strict-transport-security", "server", "x-powered-by"]) {
      assert.equal(headers.get(name), null);
    }
  }
  assert.equal(seen.size, paths.length);
});

Deno.test("headers: HSTS needs https, and is off below a base path unless the operator turns it on", async () => {
  const publicUrl = "https://panel.example";
  const rows: [TestAppOptions, boolean][] = [
    [{ publicUrl }, true],
    [{ publicUrl, hsts: false }, false],
    [{ publicUrl, basePath: "/deep" }, false],
    [{ publicUrl, basePath: "/deep", hsts: true }, true],
    [{ publicUrl: "http://panel.example", hsts: true }, false],
  ];
  for (const [options, isSent] of rows) {
    await using app = await TestApp.open(options);
    for (const path of [`${app.basePath}/api/health`, `${app.basePath}/nothing`, "/elsewhere"]) {
      const { headers } = await app.call("GET", `${options.publicUrl}${path}`);
      const expected = isSent ? "max-age=31536000" : null;
      assert.equal(headers.get("strict-transport-security"), expected, JSON.stringify({ ...options, path }));
    }
  }
});

Deno.test("headers: a live stream carries them too", async () => {
  await using app = await TestApp.open();
  const response = await app.send("GET", "/api/events", { cookie: await app.setUp() });
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  assert.equal(response.headers.get("cache-control"), "no-store");
  await response.body!.cancel();
});

import assert from "node:assert/strict";
import { builtScript, writeBuiltPage } from "../support/built_page.ts";
import { TestApp } from "../support/test_app.ts";

Deno.test("headers: every response has the strict policy with its own nonce and nothing unsafe", async () => {
  const pageRoot = await writeBuiltPage();
  await using app = await TestApp.open({ pageRoot });
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
  await Deno.remove(pageRoot, { recursive: true });
});

Deno.test("headers: sends HSTS only over https", async () => {
  for (
    const [publicUrl, expected] of [["https://panel.example", "max-age=31536000"], [
      "http://panel.example",
      null,
    ]] as const
  ) {
    await using app = await TestApp.open({ publicUrl });
    const { headers } = await app.call("GET", "http://panel.example/api/health");
    assert.equal(headers.get("strict-transport-security"), expected);
  }
});

Deno.test("headers: a live stream carries them too", async () => {
  await using app = await TestApp.open();
  const response = await app.send("GET", "/api/events", { cookie: await app.setUp() });
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  assert.equal(response.headers.get("cache-control"), "no-store");
  await response.body!.cancel();
});

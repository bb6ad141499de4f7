import assert from "node:assert/strict";
import { route } from "../../server/http/route.ts";
import { TestApp } from "../support/test_app.ts";

Deno.test("docs: the page lists every route and needs neither network nor anything the content policy blocks", async () => {
  await using app = await TestApp.open({ basePath: "/deep/base" });
  const cookie = await app.setUp();
  const { status, text, headers } = await app.call("GET", "/api/docs", { cookie });
  assert.deepEqual([status, headers.get("content-type")], [200, "text/html; charset=utf-8"]);
  for (const { method, path, summary } of app.routes) {
    const address = `<b class="${method}">${method.toUpperCase()}</b> <code>${path}</code>`;
    assert.ok(text.includes(address) && text.includes(summary.replaceAll("'", "&#39;")), `${method} ${path}`);
  }
  assert.doesNotMatch(text, /<[^>]* (?:style|on\w+)=|(?:href|src)="(?!#|\/deep\/base\/)/i);
  const [script, ...others] = text.match(/<script[^]*?<\/script>/gi) ?? [];
  const nonce = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1];
  assert.deepEqual(others, []);
  assert.equal(script, `<script type="module" nonce="${nonce}" src="/deep/base/api_docs.js"></script>`);
  assert.match(text, /href="\/deep\/base\/api_docs\.css"/);
  for (const [, name] of text.matchAll(/href="#([^"]+)"/g)) {
    assert.equal(text.split(`id="${name}"`).length, 2, `one target for #${name}`);
  }
});

Deno.test("docs: the page requires the same access as the document and has both languages", async () => {
  await using app = await TestApp.open();
  assert.equal((await app.call("GET", "/api/docs")).status, 401);
  const cookie = await app.setUp();
  const pageIn = async (language: string) =>
    (await app.call("GET", "/api/docs", { cookie, headers: { "accept-language": language } })).text;
  assert.match(await pageIn("en"), /<html lang="en">[^]*Endpoints that each permission/);
  assert.match(await pageIn("zh"), /<html lang="zh-CN">[^]*应用的各项权限/);
});

Deno.test("docs: descriptions of routes are text, never markup", async () => {
  const shared = { access: "tasks:read", results: { 200: { description: "<b>bold</b>" } } } as const;
  const odd = route("get", "/odd", {
    ...shared,
    summary: `<img src=x onerror="alert(1)">`,
    handle: () => ({ status: 200 }),
  });
  await using app = await TestApp.open({ routes: [odd] });
  const { text } = await app.call("GET", "/api/docs", { cookie: await app.setUp() });
  assert.ok(text.includes("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;"));
  assert.doesNotMatch(text, /<img src=x|<b>bold/);
});

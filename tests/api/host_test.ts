import assert from "node:assert/strict";
import { TestApp } from "../support/test_app.ts";

async function statusFor(app: TestApp, host: string, call: { target?: string; peer?: string } = {}) {
  const { target = `http://${host}`, peer } = call;
  const { status } = await app.call("GET", `${target}/api/initialization`, {
    headers: { host },
    ...(peer !== undefined && { peer }),
  });
  return status;
}

Deno.test("host: on loopback, accepts only names of the machine", async () => {
  await using app = await TestApp.open();
  const rows: [string, number][] = [
    ["localhost:5780", 200],
    ["LOCALHOST", 200],
    ["localhost.", 200],
    ["panel.localhost:1", 200],
    ["127.0.0.1:5780", 200],
    ["127.8.9.1", 200],
    ["[::1]:5780", 200],
    ["evil.example", 421],
    ["localhost.evil.example", 421],
    ["127.0.0.1.evil.example", 421],
    ["notlocalhost", 421],
    ["192.168.1.5:5780", 421],
    ["0.0.0.0", 421],
  ];
  for (const [host, status] of rows) assert.equal(await statusFor(app, host), status, host);
});

Deno.test("host: a rejection is a problem response with advice for the operator", async () => {
  await using app = await TestApp.open();
  const { status, problem, headers } = await app.call("GET", "http://evil.example/api/settings");
  assert.deepEqual([status, problem.code], [421, "host_refused"]);
  assert.ok(problem.detail.includes("SUNDIAL_PUBLIC_URL"));
  assert.ok(headers.get("content-security-policy"));
  assert.equal((await app.call("GET", "http://evil.example/")).status, 421);
});

Deno.test("host: beyond loopback, accepts any valid name", async () => {
  await using app = await TestApp.open({ loopbackOnly: false });
  const target = "http://localhost";
  for (const host of ["panel.lan:5780", "192.168.1.5", "[fd00::1]:80", "my_host"]) {
    assert.equal(await statusFor(app, host, { target }), 200, host);
  }
  for (const host of ["", "a b", "a/api", "u@h", "a,b", "a:b:c", "[::1", "h:123456", "日晷"]) {
    const { status } = await app.call("GET", "/api/initialization", { headers: { host: encodeURI(host) } });
    assert.equal(status, 421, host);
  }
});

Deno.test("host: with a public URL, rejects other names, whatever the request line contains", async () => {
  await using app = await TestApp.open({ publicUrl: "https://panel.example", loopbackOnly: false });
  assert.equal(await statusFor(app, "panel.example"), 200);
  assert.equal(await statusFor(app, "PANEL.example:443"), 200);
  assert.equal(await statusFor(app, "localhost:5780"), 421);
  assert.equal(await statusFor(app, "panel.example", { target: "http://evil.example" }), 421);
  assert.equal(await statusFor(app, "evil.example", { target: "http://panel.example" }), 421);
});

Deno.test("host: a local health check is accepted under any name, and nothing else is", async () => {
  await using app = await TestApp.open({ publicUrl: "https://panel.example", basePath: "/deep/base" });
  const health = "http://localhost:5780/deep/base/api/health";
  assert.equal((await app.call("GET", health)).status, 200);
  assert.equal((await app.call("GET", health, { peer: "::1" })).status, 200);
  assert.equal((await app.call("GET", health, { peer: "192.0.2.1" })).status, 421);
  const forwarded = { peer: "192.0.2.1", headers: { "x-forwarded-for": "127.0.0.1" } };
  assert.equal((await app.call("GET", health, forwarded)).status, 421);
  assert.equal((await app.call("GET", "http://localhost:5780/deep/base/api/settings")).status, 421);
});

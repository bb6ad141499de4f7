import assert from "node:assert/strict";
import { version } from "../../server/platform/build_info.ts";
import { password, TestApp, type TestAppOptions, username } from "../support/test_app.ts";

const account = { username, password };

Deno.test("initialization: a fresh panel reports it, and needs no code on its own machine", async () => {
  await using app = await TestApp.open();
  const { status, json } = await app.call("GET", "/api/initialization");
  assert.equal(status, 200);
  assert.deepEqual(json, { initialized: false, codeRequired: false });
});

Deno.test("initialization: creates the account, stores language and zone, and logs in", async () => {
  await using app = await TestApp.open();
  const body = { ...account, language: "zh", timeZone: "Asia/Shanghai" };
  const { status, json, cookie } = await app.call("POST", "/api/initialization", { body });
  assert.equal(status, 201);
  assert.deepEqual(json.account, {
    id: 1,
    username,
    avatar: null,
    createdAt: new Date(app.clock.now()).toISOString(),
  });
  assert.deepEqual([json.scopes, json.language, json.version], [["*"], "zh", version]);
  const settings = (await app.call("GET", "/api/settings", { cookie })).json;
  assert.deepEqual([settings.language, settings.effectiveTimeZone], ["zh", "Asia/Shanghai"]);
  assert.deepEqual(app.events.map((event) => event.type), ["settings:updated"]);
});

Deno.test("initialization: the database holds neither the password nor the session token", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const stored = await app.everythingStored();
  assert.ok(stored.includes("scrypt$16$1$1$"));
  assert.ok(!stored.includes(password));
  assert.ok(!stored.includes(cookie.split("=")[1]!));
});

Deno.test("initialization: is rejected once an account exists", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  await app.call("POST", "/api/auth/logout", { cookie });
  for (const body of [account, { username: "other", password: "another good one" }]) {
    const { status, problem } = await app.call("POST", "/api/initialization", { body });
    assert.deepEqual([status, problem.code], [409, "already_initialized"]);
  }
  const { json } = await app.call("GET", "/api/initialization");
  assert.deepEqual(json, { initialized: true, codeRequired: false });
});

Deno.test("initialization: of many concurrent requests exactly one wins", async () => {
  await using app = await TestApp.open();
  const names = ["a", "b", "c", "d", "e", "f"];
  const calls = names.map((name) =>
    app.call("POST", "/api/initialization", { body: { username: name, password } })
  );
  const statuses = (await Promise.all(calls)).map((response) => response.status).sort();
  assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409]);
  assert.equal((await app.db.selectFrom("account").selectAll().execute()).length, 1);
});

const rejections: [string, Record<string, unknown>, string, string][] = [
  ["no password", { username }, "password", "required"],
  ["empty name", { username: "", password }, "username", "required"],
  ["a name with control characters", { username: "a\u0000b", password }, "username", "invalid_character"],
  ["a short password", { username, password: "1234567" }, "password", "too_short"],
  ["'admin'", { username, password: "Admin" }, "password", "password_is_admin"],
  ["the product's name", { username, password: "Sundial" }, "password", "password_is_product_name"],
  ["the product's Chinese name", { username, password: "日晷" }, "password", "password_is_product_name"],
  ["a common password", { username, password: "PassWord123" }, "password", "password_is_common"],
  ["an unknown zone", { ...account, timeZone: "Mars/Olympus" }, "timeZone", "unknown_time_zone"],
  ["an unknown language", { ...account, language: "tlh" }, "language", "invalid_value"],
  ["an unknown field", { ...account, admin: true }, "admin", "unknown_field"],
];
for (const [what, body, path, code] of rejections) {
  Deno.test(`initialization: rejects ${what} and creates nothing`, async () => {
    await using app = await TestApp.open();
    const { status, problem } = await app.call("POST", "/api/initialization", { body });
    assert.equal(status, 422);
    assert.deepEqual(problem.issues?.map((issue) => [issue.path, issue.code]), [[path, code]]);
    assert.equal((await app.call("GET", "/api/initialization")).json.initialized, false);
  });
}

const exposed: [string, TestAppOptions, string][] = [
  ["beyond its own machine", { loopbackOnly: false }, "http://localhost:5780"],
  ["with a public URL", { publicUrl: "https://panel.example" }, "https://panel.example"],
  ["with trusted proxies", { trustedProxies: ["127.0.0.1"] }, "http://localhost:5780"],
];
for (const [when, options, origin] of exposed) {
  Deno.test(`initialization: ${when}, requires the code from the console`, async () => {
    await using app = await TestApp.open(options);
    const url = `${origin}/api/initialization`;
    assert.deepEqual((await app.call("GET", url)).json, { initialized: false, codeRequired: true });
    for (const code of [undefined, "", "K7WM-2PQO", "K7WM"]) {
      const { status, problem } = await app.call("POST", url, { body: { ...account, code } });
      assert.deepEqual([status, problem.code], [403, "initialization_code_wrong"]);
    }
    const code = ` ${app.setupCode.toLowerCase().replace("-", "")}`;
    assert.equal((await app.call("POST", url, { body: { ...account, code } })).status, 201);
    assert.deepEqual((await app.call("GET", url)).json, { initialized: true, codeRequired: false });
  });
}

const forwarded: [string, string][] = [
  ["X-Forwarded-For", "203.0.113.9"],
  ["X-Forwarded-Host", "panel.example"],
  ["X-Forwarded-Proto", "https"],
  ["X-Forwarded-Client-Cert", "x"],
  ["Forwarded", "for=203.0.113.9"],
  ["Via", "1.1 proxy"],
  ["X-Real-IP", "203.0.113.9"],
  ["X-Client-IP", "203.0.113.9"],
  ["X-Original-Host", "panel.example"],
  ["True-Client-IP", "203.0.113.9"],
  ["CF-Connecting-IP", "203.0.113.9"],
  ["Tailscale-User-Login", "somebody"],
];
for (const [name, value] of forwarded) {
  Deno.test(`initialization: a request with ${name} requires the code, also on its own machine`, async () => {
    await using app = await TestApp.open();
    const headers = { [name]: value };
    const state = await app.call("GET", "/api/initialization", { headers });
    assert.deepEqual(state.json, { initialized: false, codeRequired: true });
    const rejected = await app.call("POST", "/api/initialization", { headers, body: account });
    assert.deepEqual([rejected.status, rejected.problem.code], [403, "initialization_code_wrong"]);
    const plain = await app.call("GET", "/api/initialization");
    assert.deepEqual(plain.json, { initialized: false, codeRequired: false });
    const body = { ...account, code: app.setupCode };
    assert.equal((await app.call("POST", "/api/initialization", { headers, body })).status, 201);
  });
}

Deno.test("initialization: guesses of the code are rate-limited, and the correct one has to wait too", async () => {
  await using app = await TestApp.open({ loopbackOnly: false });
  const guess = (code: string) => app.call("POST", "/api/initialization", { body: { ...account, code } });
  const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(`AAAA-AA${n}`)));
  assert.equal(guesses.filter((response) => response.status === 403).length, 5);
  const waiting = await guess(app.setupCode);
  assert.deepEqual([waiting.status, waiting.headers.get("retry-after")], [429, "30"]);
  app.clock.advance(30_000);
  assert.equal((await guess(app.setupCode)).status, 201);
});

Deno.test("initialization: without a language in the body, uses the request's", async () => {
  for (const [accepted, language] of [["en-GB", "en"], ["zh-CN", "zh"], ["fr-FR", "zh"]] as const) {
    await using app = await TestApp.open();
    const headers = { "accept-language": accepted };
    await app.call("POST", "/api/initialization", { headers, body: account });
    assert.equal(app.settings.current().language, language, accepted);
  }
});

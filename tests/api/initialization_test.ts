import assert from "node:assert/strict";
import { password, TestApp, username, version } from "../support/test_app.ts";

const account = { username, password };

Deno.test("initialization: a fresh panel says so, and needs no code on its own machine", async () => {
  await using app = await TestApp.open();
  const { status, json } = await app.call("GET", "/api/initialization");
  assert.equal(status, 200);
  assert.deepEqual(json, { initialized: false, codeRequired: false });
});

Deno.test("initialization: it makes the account, keeps language and zone, and logs in", async () => {
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
  const kept = await app.everythingKept();
  assert.ok(kept.includes("scrypt$16$1$1$"));
  assert.ok(!kept.includes(password));
  assert.ok(!kept.includes(cookie.split("=")[1]!));
});

Deno.test("initialization: refused for ever once there is an account", async () => {
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

Deno.test("initialization: of many at once exactly one wins", async () => {
  await using app = await TestApp.open();
  const names = ["a", "b", "c", "d", "e", "f"];
  const calls = names.map((name) =>
    app.call("POST", "/api/initialization", { body: { username: name, password } })
  );
  const statuses = (await Promise.all(calls)).map((answer) => answer.status).sort();
  assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409]);
  assert.equal((await app.db.selectFrom("account").selectAll().execute()).length, 1);
});

const refusals: [string, Record<string, unknown>, string, string][] = [
  ["no password", { username }, "password", "required"],
  ["empty name", { username: "", password }, "username", "required"],
  ["a name of control characters", { username: "a\u0000b", password }, "username", "invalid_character"],
  ["a short password", { username, password: "1234567" }, "password", "too_short"],
  ["'admin'", { username, password: "Admin" }, "password", "password_is_admin"],
  ["the product's name", { username, password: "Sundial" }, "password", "password_is_product_name"],
  ["the product's Chinese name", { username, password: "日晷" }, "password", "password_is_product_name"],
  ["a common password", { username, password: "PassWord123" }, "password", "password_is_common"],
  ["an unknown zone", { ...account, timeZone: "Mars/Olympus" }, "timeZone", "unknown_time_zone"],
  ["an unknown language", { ...account, language: "tlh" }, "language", "invalid_value"],
  ["an unknown field", { ...account, admin: true }, "admin", "unknown_field"],
];
for (const [what, body, path, code] of refusals) {
  Deno.test(`initialization: ${what} is refused and nothing is made`, async () => {
    await using app = await TestApp.open();
    const { status, problem } = await app.call("POST", "/api/initialization", { body });
    assert.equal(status, 422);
    assert.deepEqual(problem.issues?.map((issue) => [issue.path, issue.code]), [[path, code]]);
    assert.equal((await app.call("GET", "/api/initialization")).json.initialized, false);
  });
}

Deno.test("initialization: beyond its own machine it takes the code from the console", async () => {
  await using app = await TestApp.open({ loopbackOnly: false, setupCode: "K7WM-2PQX" });
  assert.deepEqual((await app.call("GET", "/api/initialization")).json, {
    initialized: false,
    codeRequired: true,
  });
  for (const code of [undefined, "", "K7WM-2PQY", "K7WM"]) {
    const { status, problem } = await app.call("POST", "/api/initialization", { body: { ...account, code } });
    assert.deepEqual([status, problem.code], [403, "initialization_code_wrong"]);
  }
  const { status } = await app.call("POST", "/api/initialization", {
    body: { ...account, code: " k7wm2pqx" },
  });
  assert.equal(status, 201);
});

Deno.test("initialization: the code cannot be guessed, not even the right one while waiting", async () => {
  await using app = await TestApp.open({ loopbackOnly: false, setupCode: "K7WM-2PQX" });
  const guess = (code: string) => app.call("POST", "/api/initialization", { body: { ...account, code } });
  const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(`AAAA-AA${n}`)));
  assert.equal(guesses.filter((answer) => answer.status === 403).length, 5);
  const waiting = await guess("K7WM-2PQX");
  assert.deepEqual([waiting.status, waiting.headers.get("retry-after")], [429, "30"]);
  app.clock.advance(30_000);
  assert.equal((await guess("K7WM-2PQX")).status, 201);
});

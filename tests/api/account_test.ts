import assert from "node:assert/strict";
import { route } from "../../server/http/route.ts";
import { codeAt, turnFactorOn } from "../support/second_factor.ts";
import { password, TestApp, username } from "../support/test_app.ts";

const MINUTE_MS = 60_000;
const next = "a lantern in the harbour";

function change(app: TestApp, cookie: string, body: unknown) {
  return app.call("POST", "/api/account/password", { cookie, body });
}

async function isAlive(app: TestApp, cookie: string): Promise<boolean> {
  return (await app.call("GET", "/api/auth/session", { cookie })).status === 200;
}

Deno.test("account: returns name, picture, second factor and recent logins", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  const phone = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const wrong = { username, password: "a guess" };
  await app.logIn({ headers: phone, peer: "192.0.2.9" });
  const at = new Date(app.clock.now()).toISOString();
  app.clock.advance(MINUTE_MS);
  await app.call("POST", "/api/auth/login", { body: wrong });
  app.clock.advance(MINUTE_MS);
  const { json, cookie } = await app.call("POST", "/api/auth/login", { body: { username, password } });
  const last = { at, ip: "192.0.2.9", address: null, local: false, device: "Firefox 140 · Linux" };
  assert.deepEqual(json.earlierLogins, { last, failures: 1 });
  app.clock.advance(MINUTE_MS);
  await app.call("POST", "/api/auth/login", { body: wrong, peer: "198.51.100.1" });
  const account = await app.call("GET", "/api/account", { cookie });
  assert.equal(account.headers.get("etag"), '"1"');
  assert.deepEqual(account.json, {
    id: 1,
    username,
    avatar: null,
    secondFactor: { enabled: false, since: null, recoveryCodesLeft: 0 },
    earlierLogins: { last, failures: 1 },
    hasPassword: true,
    failuresSince: 1,
    version: 1,
  });
});

Deno.test("account: renaming requires the current version", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const rename = (name: string, headers = {}) =>
    app.call("PATCH", "/api/account", { cookie, body: { username: name, current: password }, headers });
  assert.equal((await rename("noor", { "if-match": '"7"' })).problem.code, "stale_version");
  assert.deepEqual((await rename("noor", { "if-match": '"1"' })).json.username, "noor");
  assert.equal((await rename("")).problem.issues?.[0]?.code, "required");
  assert.equal((await app.call("POST", "/api/auth/login", { body: { username, password } })).status, 401);
  const again = await app.call("POST", "/api/auth/login", { body: { username: "noor", password } });
  assert.equal(again.status, 200);
});

Deno.test("account: renaming requires the password even after a recent step-up", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const rename = async (body: Record<string, unknown>) => {
    const { status, problem } = await app.call("PATCH", "/api/account", { cookie, body });
    return [status, ...(problem.issues ?? []).map(({ path, code }) => `${path} ${code}`)];
  };
  assert.deepEqual(await rename({ username: "noor" }), [422, "current required"]);
  assert.deepEqual(await rename({ username: "noor", current: "" }), [422, "current required"]);
  assert.deepEqual(await rename({ username: "noor", current: "wrong" }), [422, "current wrong_password"]);
  assert.equal((await app.call("GET", "/api/account", { cookie })).json.username, username);
});

Deno.test("account: a new password ends all other sessions and their streams at once, and keeps the current one", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const others = [await app.logIn(), await app.logIn()];
  const stream = await app.send("GET", "/api/events", { cookie: others[0] });
  const stored = await app.send("GET", "/api/events", { cookie });
  assert.equal((await change(app, cookie, { current: password, next })).status, 204);
  // The stream ends by itself; one that stayed open would hang here.
  await stream.text();
  assert.equal(app.streams.size, 1);
  await stored.body?.cancel();
  for (const cookie of others) assert.equal(await isAlive(app, cookie), false);
  assert.equal(await isAlive(app, cookie), true);
  const old = await app.call("POST", "/api/auth/login", { body: { username, password } });
  assert.equal(old.problem.code, "wrong_credentials");
  const fresh = await app.call("POST", "/api/auth/login", { body: { username, password: next } });
  assert.equal(fresh.status, 200);
});

Deno.test("account: a session that opened while the password was changed is ended too", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const logins = Array.from({ length: 4 }, (_, n) => app.logIn({ peer: `192.0.2.${n}` }).catch(() => null));
  const [changed, ...cookies] = await Promise.all([
    change(app, cookie, { current: password, next }),
    ...logins,
  ]);
  assert.equal(changed.status, 204);
  for (const cookie of cookies) if (cookie !== null) assert.equal(await isAlive(app, cookie), false);
});

const rejections: [string, unknown, string, string][] = [
  ["a wrong current password", { current: "a guess", next }, "current", "wrong_password"],
  ["'admin'", { current: password, next: "admin" }, "next", "password_is_admin"],
  ["the product's name", { current: password, next: "sundial" }, "next", "password_is_product_name"],
  ["seven characters", { current: password, next: "1234567" }, "next", "too_short"],
  ["a common password", { current: password, next: "password123" }, "next", "password_is_common"],
];
for (const [what, body, path, code] of rejections) {
  Deno.test(`account: ${what} does not change the password`, async () => {
    await using app = await TestApp.open();
    const cookie = await app.setUp();
    const { status, problem } = await change(app, cookie, body);
    assert.equal(status, 422);
    assert.deepEqual(problem.issues?.map((issue) => [issue.path, issue.code]), [[path, code]]);
    assert.equal((await app.call("POST", "/api/auth/login", { body: { username, password } })).status, 200);
  });
}

Deno.test("account: rejecting the name 'admin' uses the specified text", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { problem } = await change(app, cookie, { current: password, next: "admin" });
  assert.equal(problem.issues?.[0]?.message, "The password may not be 'admin'");
});

Deno.test("account: wrong current passwords are rate-limited like logins", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const guesses = await Promise.all(
    Array.from({ length: 20 }, () => change(app, cookie, { current: "a guess", next })),
  );
  assert.equal(guesses.filter(({ status }) => status === 422).length, 5);
  assert.equal((await change(app, cookie, { current: password, next })).status, 429);
});

Deno.test("account: turning the second factor on or off ends the other sessions", async () => {
  await using app = await TestApp.open({ withDataDir: true });
  const cookie = await app.setUp();
  const before = await app.logIn();
  const { secret, codes } = await turnFactorOn(app, cookie);
  assert.deepEqual([await isAlive(app, before), await isAlive(app, cookie)], [false, true]);
  app.clock.advance(2 * MINUTE_MS);
  const body = { username, password, code: codeAt(secret, app.clock.now()) };
  const login = await app.call("POST", "/api/auth/login", { body });
  await app.call("POST", "/api/account/second-factor/deactivate", {
    cookie,
    body: { code: codes[0] },
  });
  assert.deepEqual([await isAlive(app, login.cookie!), await isAlive(app, cookie)], [false, true]);
});

Deno.test("sessions: one request ends all others", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const others = [await app.logIn(), await app.logIn()];
  assert.equal((await app.call("DELETE", "/api/auth/sessions", { cookie })).status, 204);
  for (const cookie of others) assert.equal(await isAlive(app, cookie), false);
  assert.equal(await isAlive(app, cookie), true);
});

const grave = route("post", "/grave", {
  access: "account",
  stepUp: true,
  summary: "A witness",
  results: { 204: { description: "Done" } },
  handle: () => ({ status: 204 }),
});

Deno.test("step-up: sensitive requests require a password or code, which is valid for ten minutes like a login", async () => {
  await using app = await TestApp.open({ withDataDir: true, routes: [grave] });
  const cookie = await app.setUp();
  const { secret, codes } = await turnFactorOn(app, cookie);
  const action = async () => {
    const { status, problem } = await app.call("POST", "/api/grave", { cookie });
    return status === 204 ? "done" : problem.code;
  };
  const prove = (body: unknown) => app.call("POST", "/api/auth/step-up", { cookie, body });
  app.clock.advance(10 * MINUTE_MS);
  assert.equal(await action(), "done");
  const proofs = [{ password }, { code: () => codeAt(secret, app.clock.now()) }, { code: () => codes[0] }];
  for (const proof of proofs) {
    app.clock.advance(10 * MINUTE_MS + 1);
    assert.equal(await action(), "step_up_required");
    const body = "password" in proof ? proof : { code: proof.code() };
    assert.equal((await prove(body)).status, 204);
    assert.equal(await action(), "done");
  }
  app.clock.advance(10 * MINUTE_MS + 1);
  for (const body of [{ password: "a guess" }, { code: "000000" }, {}]) {
    assert.equal((await prove(body)).status, 422);
  }
  assert.equal(await action(), "step_up_required");
});

Deno.test("step-up: guesses are rate-limited, and every sensitive account and application route requires it", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const guess = () => app.call("POST", "/api/auth/step-up", { cookie, body: { password: "a guess" } });
  const statuses = (await Promise.all(Array.from({ length: 12 }, guess))).map(({ status }) => status);
  assert.deepEqual([
    statuses.filter((status) => status === 422).length,
    statuses.filter((status) => status === 429).length,
  ], [
    5,
    7,
  ]);
  app.clock.advance(11 * MINUTE_MS);
  const accountRoutes = app.routes.filter(({ stepUp, path }) => stepUp && path.startsWith("/account/"));
  assert.equal(accountRoutes.length, 10);
  const programs = app.routes.filter(({ stepUp, path }) => stepUp && path.startsWith("/applications"));
  assert.deepEqual(programs.map(({ method }) => method), ["post", "patch", "post", "post"]);
  for (const { method, path } of [...accountRoutes, ...programs]) {
    const address = path.replace("{id}", "1");
    const { problem } = await app.call(method.toUpperCase(), `/api${address}`, { cookie, body: {} });
    assert.equal(problem.code, "step_up_required", path);
  }
});

Deno.test("account: rejects a name that cannot be typed at login", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  for (
    const name of [" ", " mira", "mira ", "mi\nra", "mi\tra", "\u2028", "\u00a0", "mira\u202e", "\u2066mira"]
  ) {
    const { status } = await app.call("PATCH", "/api/account", {
      cookie,
      body: { username: name, current: password },
    });
    assert.equal(status, 422, JSON.stringify(name));
  }
  for (const name of ["m", "mira o'hara", "日晷 管理员"]) {
    const { status } = await app.call("PATCH", "/api/account", {
      cookie,
      body: { username: name, current: password },
    });
    assert.equal(status, 200, name);
  }
});

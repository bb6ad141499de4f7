import assert from "node:assert/strict";
import { Passwords } from "../../server/features/auth/passwords.ts";
import { password, TestApp, username } from "../support/test_app.ts";

function logIn(
  app: TestApp,
  call: { password?: string; username?: string; peer?: string; cookie?: string } = {},
) {
  const { peer = "127.0.0.1", cookie, ...given } = call;
  return app.call("POST", "/api/auth/login", { body: { username, password, ...given }, peer, cookie });
}

Deno.test("login: name and password open a session, in a cookie for the panel only", async () => {
  await using app = await TestApp.open({ basePath: "/deep/base" });
  await app.setUp();
  const { status, json, headers } = await logIn(app);
  assert.equal(status, 200);
  assert.deepEqual(json.account, {
    id: 1,
    username,
    avatar: null,
    createdAt: new Date(app.clock.now()).toISOString(),
  });
  const [set] = headers.getSetCookie();
  assert.match(
    set!,
    /^sundial_session=[\w-]{43}; Max-Age=2592000; Path=\/deep\/base; HttpOnly; SameSite=Lax$/,
  );
});

Deno.test("login: the cookie is Secure when browsers use https, and has the path / without a base path", async () => {
  await using app = await TestApp.open({ publicUrl: "https://panel.example" });
  const { headers } = await app.call("POST", "https://panel.example/api/initialization", {
    body: { username, password, code: app.setupCode },
  });
  assert.match(headers.getSetCookie()[0]!, /; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});

for (
  const wrong of [{ password: "wrong password" }, { username: "nobody" }, {
    username: username.toUpperCase(),
  }]
) {
  Deno.test(`login: ${JSON.stringify(wrong)} gets the same response`, async () => {
    await using app = await TestApp.open();
    await app.setUp();
    const { status, problem, headers } = await logIn(app, wrong);
    assert.deepEqual([status, problem.code], [401, "wrong_credentials"]);
    assert.deepEqual(headers.getSetCookie(), []);
    assert.deepEqual(app.logged, [{
      message: "a login failed",
      fields: { endpoint: "login", ip: "127.0.0.1" },
    }]);
  });
}

Deno.test("login: ends a session that was set beforehand (fixation)", async () => {
  await using app = await TestApp.open();
  const before = await app.setUp();
  const { cookie } = await logIn(app, { cookie: before });
  assert.notEqual(cookie, before);
  assert.equal((await app.call("GET", "/api/auth/session", { cookie: before })).status, 401);
  assert.equal((await app.call("GET", "/api/auth/session", { cookie })).status, 200);
  const invented = `sundial_session=${"A".repeat(43)}`;
  await logIn(app, { cookie: invented });
  assert.equal((await app.call("GET", "/api/auth/session", { cookie: invented })).status, 401);
});

Deno.test("login: guesses from one address wait longer each time", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  const guess = () => logIn(app, { password: "a guess", peer: "192.0.2.1" });
  const first = await Promise.all(Array.from({ length: 50 }, guess));
  assert.equal(first.filter((response) => response.status === 401).length, 5);
  assert.equal(first.filter((response) => response.status === 429).length, 45);
  const waits: string[] = [];
  for (let n = 0; n < 7; n++) {
    const { status, headers } = await guess();
    assert.equal(status, 429);
    waits.push(headers.get("retry-after")!);
    app.clock.advance(Number(waits.at(-1)) * 1000);
    assert.equal((await guess()).status, 401);
  }
  assert.deepEqual(waits, ["30", "60", "120", "240", "480", "900", "900"]);
});

Deno.test("login: an attacker gets fewer than ten checks a minute, and the owner can still log in", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  let checks = 0;
  for (let second = 0; second < 60; second++) {
    const { status } = await logIn(app, { password: "a guess", peer: "192.0.2.1" });
    if (status === 401) checks++;
    app.clock.advance(1000);
  }
  assert.equal(checks, 6);
  assert.equal((await logIn(app, { peer: "192.0.2.2" })).status, 200);
  assert.equal((await logIn(app, { peer: "192.0.2.1" })).status, 429);
});

Deno.test("login: X-Forwarded-For counts only from a trusted proxy", async () => {
  for (const [trustedProxies, checked] of [[[], 5], [["127.0.0.0/8"], 10]] as const) {
    await using app = await TestApp.open({ trustedProxies: [...trustedProxies] });
    await app.setUp();
    const guesses = Array.from({ length: 10 }, (_, n) =>
      app.call("POST", "/api/auth/login", {
        body: { username, password: "a guess" },
        headers: { "x-forwarded-for": `198.51.100.${n}` },
      }));
    const statuses = (await Promise.all(guesses)).map((response) => response.status);
    assert.equal(statuses.filter((status) => status === 401).length, checked);
  }
});

Deno.test("login: IPv6 clients are limited by /64", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  const statuses: number[] = [];
  for (let n = 1; n <= 8; n++) {
    statuses.push((await logIn(app, { password: "a guess", peer: `2001:db8:1:2::${n}` })).status);
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
  assert.equal((await logIn(app, { peer: "2001:db8:1:3::1" })).status, 200);
});

Deno.test("login: during guesses from many addresses, a new one gets one guess, and another can log in", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  for (let n = 0; n < 60; n++) {
    await logIn(app, { password: "a guess", peer: `198.51.100.${n}` });
    app.clock.advance(1500);
  }
  const again = [1, 2, 3].map(() => logIn(app, { password: "a guess", peer: "203.0.113.7" }));
  assert.deepEqual((await Promise.all(again)).map((one) => one.status).sort(), [401, 429, 429]);
  assert.equal((await logIn(app, { peer: "203.0.113.8" })).status, 200);
});

/** Tries passwords from 200 addresses, one after the other; returns how many were checked. */
async function guessFromMany(app: TestApp): Promise<number> {
  let checked = 0;
  for (let n = 0; n < 200; n++) {
    const { status } = await logIn(app, { password: "a guess", peer: `198.51.100.${n}` });
    assert.ok([401, 429].includes(status), `${status}`);
    if (status === 401) checked++;
  }
  return checked;
}

Deno.test("login: all addresses together have about a hundred guesses a minute, and a new one can log in", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  const checked: number[] = [];
  for (let minute = 0; minute < 3; minute++) {
    let sum = 0;
    for (let second = 0; second < 60; second += 15) {
      sum += await guessFromMany(app);
      app.clock.advance(15_000);
    }
    checked.push(sum);
  }
  assert.ok(checked[0]! > 50 && checked[0]! <= 100, `${checked}`);
  assert.ok(checked.slice(1).every((sum) => sum <= 40), `${checked}`);
  assert.equal((await logIn(app, { peer: "203.0.113.8" })).status, 200);
});

Deno.test("login: remembered devices, known networks and sessions are exempt from the global limit", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { headers } = await logIn(app, { peer: "192.0.2.50" });
  const device = headers.getSetCookie()[1]!.split(";")[0]!;
  await guessFromMany(app);
  assert.equal((await logIn(app, { peer: "203.0.113.9" })).status, 429, "a new client at that moment");
  assert.equal(
    (await logIn(app, { peer: "203.0.113.9", cookie: device })).status,
    200,
    "a remembered device",
  );
  assert.equal((await logIn(app, { peer: "192.0.2.50" })).status, 200, "a known network");
  const stepUp = await app.call("POST", "/api/auth/step-up", {
    ...{ cookie, body: { password }, peer: "198.51.100.1" },
  });
  assert.equal(stepUp.status, 204, "a session");
  app.clock.advance(1500);
  assert.equal((await logIn(app, { peer: "203.0.113.10" })).status, 200, "a new client, a moment later");
});

Deno.test("login: successful logins do not use up the limit of others", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  for (let n = 0; n < 150; n++) {
    assert.equal((await logIn(app, { peer: `198.51.100.${n}` })).status, 200, `${n}`);
  }
});

Deno.test("login: the /64 networks of an IPv6 /48 share a small number of guesses", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  let checked = 0;
  for (let n = 1; n <= 60; n++) {
    const { status } = await logIn(app, { password: "a guess", peer: `2001:db8:1:${n.toString(16)}::1` });
    if (status === 401) checked++;
    app.clock.advance(1500);
  }
  assert.ok(checked >= 20 && checked <= 22, `${checked} guesses were checked`);
  assert.equal((await logIn(app, { peer: "2001:db8:1:ffff::1" })).status, 429);
  assert.equal((await logIn(app, { peer: "2001:db8:2:1::1" })).status, 200, "the next /48");
});

Deno.test("login: a success resets the wait of its network, and a clock set back extends no wait", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  for (let n = 0; n < 4; n++) await logIn(app, { password: "a typo" });
  assert.equal((await logIn(app)).status, 200);
  for (let n = 0; n < 5; n++) assert.equal((await logIn(app, { password: "a typo" })).status, 401);
  assert.equal((await logIn(app)).status, 429);
  app.clock.setWall(app.clock.now() - 365 * 24 * 3_600_000);
  app.clock.advance(30_000);
  assert.equal((await logIn(app)).status, 200);
});

Deno.test("token: without applications every pair is wrong, and wrong pairs do not lock users out", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  const ask = () =>
    app.call("POST", "/api/auth/token", { body: { clientId: username, clientSecret: password } });
  const responses = await Promise.all(Array.from({ length: 8 }, ask));
  assert.deepEqual(responses.map((response) => response.status).sort(), [
    401,
    401,
    401,
    401,
    401,
    429,
    429,
    429,
  ]);
  assert.equal(responses[0]!.problem.code, "wrong_credentials");
  assert.equal((await logIn(app)).status, 200);
});

Deno.test("token: a client with a wrong secret does not delay others in its network", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const body = { name: "deploy", scopes: ["tasks:read"] };
  const made = await app.call("POST", "/api/applications", { cookie, body });
  const right = { clientId: made.json.clientId, clientSecret: made.json.clientSecret };
  const exchange = async (body: unknown) => (await app.call("POST", "/api/auth/token", { body })).status;
  const broken = { clientId: "broken-client", clientSecret: "wrong" };
  const statuses = [];
  for (let n = 0; n < 12; n++) statuses.push(await exchange(broken));
  assert.deepEqual(statuses, [...Array(5).fill(401), ...Array(7).fill(429)]);
  assert.equal(await exchange(right), 200);
  const guessed = { ...right, clientSecret: "wrong" };
  const guesses = [];
  for (let n = 0; n < 8; n++) guesses.push(await exchange(guessed));
  assert.deepEqual(guesses, [...Array(5).fill(401), ...Array(3).fill(429)]);
});

Deno.test("token: unknown clients of a network share a small number of attempts; known ones are exempt", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const body = { name: "deploy", scopes: ["tasks:read"] };
  const made = await app.call("POST", "/api/applications", { cookie, body });
  const right = { clientId: made.json.clientId, clientSecret: made.json.clientSecret };
  const exchange = async (body: unknown) => (await app.call("POST", "/api/auth/token", { body })).status;
  assert.equal(await exchange(right), 200);
  let checked = 0;
  for (let n = 0; n < 150; n++) {
    if (await exchange({ clientId: `invented-${n}`, clientSecret: "wrong" }) === 401) checked++;
    app.clock.advance(1500);
  }
  assert.ok(checked >= 50 && checked <= 54, `${checked} were checked`);
  assert.equal(await exchange(right), 200);
});

Deno.test("login: a correct password rehashes a hash of lower cost; nothing else does", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  const old = await new Passwords({ N: 8, r: 1, p: 1 }).hash(password);
  await app.db.updateTable("account").set({ password_hash: old }).execute();
  const account = () =>
    app.db.selectFrom("account").select(["password_hash", "version"]).executeTakeFirstOrThrow();
  const { version } = await account();
  await logIn(app, { password: "wrong password" });
  assert.equal((await account()).password_hash, old);
  assert.equal((await logIn(app)).status, 200);
  const renewed = await account();
  assert.match(renewed.password_hash, /^scrypt\$16\$1\$1\$/);
  assert.equal(renewed.version, version);
  assert.equal((await logIn(app)).status, 200);
  assert.deepEqual(await account(), renewed);
});

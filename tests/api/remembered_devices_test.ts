// A remembered device has a login limit of its own, whatever its address.
import assert from "node:assert/strict";
import { type Call, password, TestApp, username } from "../support/test_app.ts";

const DAY_MS = 86_400_000;
const AWAY = "203.0.113.40";

function logIn(app: TestApp, call: Call & { password?: string } = {}) {
  return app.call("POST", "/api/auth/login", {
    ...call,
    body: { username, password: call.password ?? password },
  });
}

/** Returns the cookie of the remembered device, without its attributes. */
function browserOf({ headers }: { headers: Headers }): string {
  return headers.getSetCookie()[1]!.split(";")[0]!;
}

/** Tries passwords from a network until it is rate limited. */
async function wearOut(app: TestApp, peer: string): Promise<void> {
  for (let n = 0; n < 6; n++) await logIn(app, { password: "a guess", peer });
  assert.equal((await logIn(app, { peer })).status, 429);
}

Deno.test("remembered devices: log in from a network that is rate-limited because of others", async () => {
  await using app = await TestApp.open({ basePath: "/deep/base" });
  const { headers } = await app.call("POST", "/api/initialization", { body: { username, password } });
  assert.match(
    headers.getSetCookie()[1]!,
    /^sundial_browser=[\w-]{43}; Max-Age=2592000; Path=\/deep\/base; HttpOnly; SameSite=Lax$/,
  );
  await wearOut(app, AWAY);
  const response = await logIn(app, { peer: AWAY, cookie: browserOf({ headers }) });
  assert.equal(response.status, 200);
  assert.notEqual(browserOf(response), browserOf({ headers }), "a new one each time");
  assert.equal((await logIn(app, { peer: AWAY })).status, 429, "the others still wait");
  assert.equal((await logIn(app, { peer: AWAY, cookie: `sundial_browser=${"A".repeat(43)}` })).status, 429);
  assert.equal((await logIn(app, { peer: AWAY, cookie: "sundial_browser=" })).status, 429);
});

Deno.test("remembered devices: wrong passwords count for the device and delay nobody else", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  const [attacked, other] = [browserOf(await logIn(app)), browserOf(await logIn(app))];
  const guesses = [];
  for (let n = 0; n < 8; n++) {
    guesses.push(
      (await logIn(app, { password: "a guess", cookie: attacked, peer: `198.51.100.${n}` })).status,
    );
  }
  assert.deepEqual(guesses, [401, 401, 401, 401, 401, 429, 429, 429]);
  assert.equal((await logIn(app, { cookie: attacked })).status, 429, "a correct password too");
  assert.equal((await logIn(app, { cookie: other })).status, 200);
  assert.equal((await logIn(app)).status, 200);
});

Deno.test("remembered devices: last thirty days and survive logout, and the database does not reveal them", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  const response = await logIn(app);
  const [browser, unused] = [browserOf(response), browserOf(await logIn(app))];
  await app.call("POST", "/api/auth/logout", { cookie: response.cookie! });
  const stored = await app.everythingStored();
  assert.ok(stored.includes("browser 1 "), "its row");
  assert.ok(!stored.includes(browser.split("=")[1]!));
  for (const name of stored.match(/browser 1 \w+/g) ?? []) {
    await wearOut(app, AWAY);
    const cookie = `sundial_browser=${name.split(" ")[2]}`;
    assert.equal((await logIn(app, { peer: AWAY, cookie })).status, 429, "a hash is no token");
  }
  app.clock.advance(30 * DAY_MS - 1000);
  await wearOut(app, AWAY);
  assert.equal((await logIn(app, { peer: AWAY, cookie: browser })).status, 200);
  app.clock.advance(2000);
  assert.equal((await logIn(app, { peer: AWAY, cookie: unused })).status, 429, "30 days have passed");
  assert.equal((await logIn(app, { peer: AWAY, cookie: browser })).status, 200, "it has been used since");
});

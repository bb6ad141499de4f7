import assert from "node:assert/strict";
import { TestApp } from "../support/test_app.ts";

const DAY_MS = 24 * 3_600_000;

async function statusOf(app: TestApp, cookie: string): Promise<string> {
  const { status, problem } = await app.call("GET", "/api/auth/session", { cookie });
  return status === 200 ? "alive" : `${status} ${problem.code}`;
}

Deno.test("session: distinguishes a missing credential from an expired session", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  const { status, problem, headers } = await app.call("GET", "/api/auth/session");
  assert.deepEqual([status, problem.code], [401, "not_authenticated"]);
  assert.equal(headers.get("www-authenticate"), 'Bearer realm="Sundial"');
  assert.equal(await statusOf(app, "sundial_session=garbage"), "401 session_expired");
  const bearer = await app.call("GET", "/api/auth/session", { headers: { authorization: "Bearer garbage" } });
  assert.deepEqual([bearer.status, bearer.problem.code], [401, "not_authenticated"]);
});

Deno.test("session: an invalid bearer token is rejected despite a valid cookie", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { status } = await app.call("GET", "/api/auth/session", {
    cookie,
    headers: { authorization: "bearer garbage" },
  });
  assert.equal(status, 401);
});

Deno.test("session: ends after seven days unused, or after thirty days in any case", async () => {
  await using app = await TestApp.open();
  const idle = await app.setUp();
  app.clock.advance(7 * DAY_MS - 1);
  assert.equal(await statusOf(app, idle), "alive");
  app.clock.advance(7 * DAY_MS);
  assert.equal(await statusOf(app, idle), "401 session_expired");
  const busy = await app.logIn();
  for (let day = 0; day < 29; day++) {
    app.clock.advance(DAY_MS);
    assert.equal(await statusOf(app, busy), "alive");
  }
  app.clock.advance(DAY_MS);
  assert.equal(await statusOf(app, busy), "401 session_expired");
});

Deno.test("session: its last use is stored at most once a minute", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const seen = async () =>
    (await app.db.selectFrom("session").select("last_seen_at").executeTakeFirst())?.last_seen_at;
  const start = app.clock.now();
  app.clock.advance(59_999);
  await statusOf(app, cookie);
  assert.equal(await seen(), start);
  app.clock.advance(1);
  await statusOf(app, cookie);
  assert.equal(await seen(), start + 60_000);
});

Deno.test("logout: ends the session at once, clears the cookie and publishes an event", async () => {
  await using app = await TestApp.open({ basePath: "/deep/base" });
  const cookie = await app.setUp();
  const { status, headers, text } = await app.call("POST", "/api/auth/logout", { cookie });
  assert.deepEqual([status, text], [204, ""]);
  assert.match(headers.getSetCookie()[0]!, /^sundial_session=; Max-Age=0; Path=\/deep\/base;/);
  assert.equal(await statusOf(app, cookie), "401 session_expired");
  assert.deepEqual(app.events.map(({ topic, type, id }) => [topic, type, id]), [[
    "session",
    "session:ended",
    1,
  ]]);
});

Deno.test("sessions: lists all, marks the current one, and can end another", async () => {
  await using app = await TestApp.open();
  const first = await app.setUp();
  app.clock.advance(1000);
  const second = await app.logIn({ peer: "192.0.2.9", headers: { "user-agent": "Phone <b>" } });
  const { status, json } = await app.call("GET", "/api/auth/sessions?pageSize=10", { cookie: first });
  assert.equal(status, 200);
  assert.deepEqual([json.total, json.page, json.pageSize], [2, 1, 10]);
  const items = json.items as Record<string, unknown>[];
  assert.deepEqual(items.map((item) => [item.id, item.current, item.ip, item.userAgent]), [
    [2, false, "192.0.2.9", "Phone <b>"],
    [1, true, "127.0.0.1", ""],
  ]);
  assert.equal((await app.call("DELETE", "/api/auth/sessions/2", { cookie: first })).status, 204);
  assert.equal(await statusOf(app, second), "401 session_expired");
  assert.equal(await statusOf(app, first), "alive");
  for (const id of ["2", "99", "0", "-1", "x", "1%00", "..%2f1"]) {
    const { status, problem } = await app.call("DELETE", `/api/auth/sessions/${id}`, { cookie: first });
    assert.deepEqual([status, problem.code], [404, "not_found"], id);
  }
});

Deno.test("session: its language takes precedence over the browser's in responses", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const headers = { "accept-language": "en-GB,en;q=0.9,zh;q=0.8" };
  const titleOf = async () => (await app.call("GET", "/api/nothing", { cookie, headers })).problem.title;
  assert.equal(await titleOf(), "Not Found");
  const { status, json } = await app.call("PATCH", "/api/auth/session", { cookie, body: { language: "zh" } });
  assert.deepEqual([status, json.language], [200, "zh"]);
  assert.equal(await titleOf(), "未找到");
  // A page that was opened in another language than the session's gets its own.
  const ofPage = { ...headers, "x-page-language": "en" };
  const { problem } = await app.call("GET", "/api/nothing", { cookie, headers: ofPage });
  assert.equal(problem.title, "Not Found");
  await app.call("PATCH", "/api/auth/session", { cookie, body: { language: "en" } });
  const chinese = { ...headers, "x-page-language": "zh-CN" };
  assert.equal((await app.call("GET", "/api/nothing", { cookie, headers: chinese })).problem.title, "未找到");
});

Deno.test("sessions: housekeeping removes expired ones and publishes an event", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  app.clock.advance(6 * DAY_MS);
  const living = await app.logIn();
  app.clock.advance(2 * DAY_MS);
  await app.sessions.endExpired();
  assert.equal(await statusOf(app, living), "alive");
  assert.deepEqual(app.events.map((event) => [event.type, event.id]), [
    ["login:succeeded", 1],
    ["session:ended", 1],
  ]);
  assert.equal((await app.db.selectFrom("session").select("id").execute()).length, 1);
});

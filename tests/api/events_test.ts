import assert from "node:assert/strict";
import { builtPage, builtScript } from "../support/built_page.ts";
import { EventReader } from "../support/event_reader.ts";
import { type Call, TestApp } from "../support/test_app.ts";

async function listen(app: TestApp, cookie: string, query = "", headers: Call["headers"] = {}) {
  const response = await app.send("GET", `/api/events${query}`, { cookie, headers });
  assert.equal(response.status, 200);
  return { response, reader: new EventReader(response) };
}

/** Reads the first block of a stream; returns the number of the latest event. */
async function welcome(reader: EventReader): Promise<number> {
  const [retry, start] = await reader.take(2);
  assert.deepEqual(retry, { retry: "2000" });
  assert.deepEqual(Object.keys(start!), ["id"]);
  return Number(start!.id);
}

Deno.test("events: a session gets the build of the page, an application does not", async () => {
  await using pageRoot = await builtPage();
  await using app = await TestApp.open({ pageRoot: pageRoot.path });
  const cookie = await app.setUp();
  const { reader } = await listen(app, cookie);
  const [, build] = await reader.take(2);
  assert.deepEqual(build, { event: "build", data: JSON.stringify({ build: builtScript }) });
  await reader.close();
  const page = await app.send("GET", "/login");
  assert.match(await page.text(), new RegExp(`"build":"${builtScript}"`));
  const made = await app.call("POST", "/api/applications", {
    cookie,
    body: { name: "listener", scopes: ["tasks:read"] },
  });
  const { clientId, clientSecret } = made.json;
  const { json } = await app.call("POST", "/api/auth/token", { body: { clientId, clientSecret } });
  const headers = { authorization: `Bearer ${json.token}` };
  const program = new EventReader(await app.send("GET", "/api/events", { headers }));
  await welcome(program);
  await program.close();
});

function change(app: TestApp, cookie: string, concurrency: number) {
  return app.call("PATCH", "/api/settings", { cookie, body: { concurrency } });
}

Deno.test("events: a change arrives as a numbered event that names what changed", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { response, reader } = await listen(app, cookie);
  assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
  const last = await welcome(reader);
  await change(app, cookie, 7);
  const { id, data } = (await reader.next())!;
  assert.equal(Number(id), last + 1);
  assert.deepEqual(JSON.parse(data!), app.events[0]);
  await reader.close();
  assert.equal(app.streams.size, 0);
});

Deno.test("events: only requested topics arrive, and an unknown topic is rejected", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { reader } = await listen(app, cookie, "?topics=session,runs");
  await welcome(reader);
  await change(app, cookie, 7);
  const other = await app.logIn();
  await app.call("POST", "/api/auth/logout", { cookie: other });
  assert.equal(JSON.parse((await reader.next())!.data!).type, "session:ended");
  await reader.close();
  const { status, problem } = await app.call("GET", "/api/events?topics=secrets", { cookie });
  assert.deepEqual([status, problem.issues?.[0]?.path], [422, "topics.0"]);
});

Deno.test("events: a reconnecting client gets missed events in order and once", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const first = await listen(app, cookie);
  const last = await welcome(first.reader);
  await first.reader.close();
  for (const concurrency of [5, 6, 7]) await change(app, cookie, concurrency);
  const { reader } = await listen(app, cookie, "", { "last-event-id": `${last + 1}` });
  const [, second, third, start] = await reader.take(4);
  assert.deepEqual([second, third].map((one) => JSON.parse(one!.data!).version), [3, 4]);
  assert.deepEqual(start, { id: `${last + 3}` });
  await reader.close();
});

Deno.test("events: a page that connects after loading its session gets every change since", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  await change(app, cookie, 5);
  const { json } = await app.call("GET", "/api/auth/session", { cookie });
  const lastEventId = json.lastEventId as number;
  await change(app, cookie, 6);
  const { reader } = await listen(app, cookie, `?lastEventId=${lastEventId}`);
  const [, missed, start] = await reader.take(3);
  assert.deepEqual([missed!.id, JSON.parse(missed!.data!).version], [`${lastEventId + 1}`, 3]);
  assert.deepEqual(start, { id: `${lastEventId + 1}` });
  await reader.close();
  // The browser's Last-Event-ID takes precedence over the query parameter of the first connection.
  const again = await listen(app, cookie, `?lastEventId=${lastEventId}`, {
    "last-event-id": `${lastEventId + 1}`,
  });
  assert.equal(await welcome(again.reader), lastEventId + 1);
  await again.reader.close();
});

Deno.test("events: a client away too long, or from before a restart, gets a request to reload", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const now = app.clock.now() * 1000;
  for (const id of [`${now - 5_000_000}`, `${now - 1}`, `${now + 99}`, "0", "-1", "garbage", ""]) {
    const { reader } = await listen(app, cookie, "", { "last-event-id": id });
    const [, reset] = await reader.take(2);
    assert.deepEqual(reset, { event: "reset", data: "{}", id: `${now}` }, id);
    await reader.close();
  }
});

Deno.test("events: sends a comment every 15 seconds to keep proxies from closing the connection", async () => {
  await using app = await TestApp.open();
  const { reader } = await listen(app, await app.setUp());
  await welcome(reader);
  app.clock.advance(15_000);
  assert.deepEqual(await reader.next(), { "": "still here" });
  app.clock.advance(15_000);
  assert.deepEqual(await reader.next(), { "": "still here" });
  await reader.close();
});

Deno.test("events: logging out closes the streams of that session at once, and no others", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const other = await app.logIn();
  const mine = await listen(app, cookie);
  const theirs = await listen(app, other);
  await welcome(mine.reader);
  await welcome(theirs.reader);
  await app.call("POST", "/api/auth/logout", { cookie: other });
  assert.equal(JSON.parse((await theirs.reader.next())!.data!).type, "session:ended");
  assert.equal(await theirs.reader.next(), null);
  assert.equal(JSON.parse((await mine.reader.next())!.data!).type, "session:ended");
  assert.equal(app.streams.size, 1);
  await mine.reader.close();
});

const DAY_MS = 24 * 3_600_000;
const endings: [what: string, end: (app: TestApp) => Promise<unknown>][] = [
  ["is deleted directly in the database", (app) => app.db.deleteFrom("session").execute()],
  ["has been idle for too long", (app) => age(app, { last_seen_at: app.clock.now() - 7 * DAY_MS })],
  ["has reached its maximum age", (app) => age(app, { expires_at: app.clock.now() })],
];

function age(app: TestApp, columns: { last_seen_at?: number; expires_at?: number }) {
  return app.db.updateTable("session").set(columns).execute();
}

for (const [what, end] of endings) {
  Deno.test(`events: a session that ${what} loses its streams within 5 s`, async () => {
    await using app = await TestApp.open();
    const { reader } = await listen(app, await app.setUp());
    await welcome(reader);
    await end(app);
    app.clock.advance(5000);
    assert.equal(await reader.next(), null);
    assert.equal(app.streams.size, 0);
  });
}

Deno.test("events: a reader that stopped reading is dropped and delays nobody", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const stalled = await listen(app, cookie);
  const { reader } = await listen(app, cookie);
  await welcome(reader);
  for (let n = 0; app.streams.size === 2; n++) {
    assert.ok(n < 5000, "the stalled reader is still connected");
    await change(app, cookie, 1 + n % 2);
    await reader.next();
  }
  await change(app, cookie, 9);
  assert.equal(JSON.parse((await reader.next())!.data!).type, "settings:updated");
  await reader.close();
  await stalled.reader.close();
});

Deno.test("events: limits the streams of a session", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const open = Array.from({ length: 20 }, () => listen(app, cookie));
  const readers = (await Promise.all(open)).map(({ reader }) => reader);
  const { status, problem, headers } = await app.call("GET", "/api/events", { cookie });
  assert.deepEqual([status, problem.code], [429, "too_many_requests"]);
  assert.equal(headers.get("retry-after"), "30");
  for (const reader of readers) await reader.close();
  assert.equal(app.streams.size, 0);
});

Deno.test("events: HEAD leaves no stream behind, and closing the panel ends them all", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  assert.equal((await app.call("HEAD", "/api/events", { cookie })).status, 200);
  assert.equal(app.streams.size, 0);
  const { reader } = await listen(app, cookie);
  await welcome(reader);
  app.streams.close();
  assert.equal(await reader.next(), null);
});

import assert from "node:assert/strict";
import { EventReader } from "../support/event_reader.ts";
import { type Call, TestApp } from "../support/test_app.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const alphabet = (length: number) => new RegExp(`^[A-Za-z0-9_-]{${length}}$`);

interface Made {
  id: number;
  clientId: string;
  clientSecret: string;
  version: number;
}

async function make(app: TestApp, cookie: string, name = "Robot", scopes = ["system:write"]): Promise<Made> {
  const { status, json } = await app.call("POST", "/api/applications", { cookie, body: { name, scopes } });
  assert.equal(status, 201);
  return json as unknown as Made; // the contract's type of a 201 response
}

async function tokenOf(app: TestApp, { clientId, clientSecret }: Made): Promise<string> {
  const { status, json } = await app.call("POST", "/api/auth/token", { body: { clientId, clientSecret } });
  assert.equal(status, 200);
  return String(json.token);
}

const by = (token: string): Call => ({ headers: { authorization: `Bearer ${token}` } });
const settings = async (app: TestApp, token: string) =>
  (await app.call("GET", "/api/settings", by(token))).status;

Deno.test("applications: create, read without the secret, update and delete each publish one event", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const body = { name: " Robot ", scopes: ["tasks:read", "logs:write", "tasks:read"] };
  const { status, json, headers } = await app.call("POST", "/api/applications", { cookie, body });
  assert.deepEqual([status, headers.get("etag")], [201, '"1"']);
  assert.deepEqual([json.name, json.scopes, json.lastUsedAt], ["Robot", ["tasks:read", "logs:write"], null]);
  assert.match(String(json.clientId), alphabet(12));
  assert.match(String(json.clientSecret), alphabet(24));
  const { clientSecret, ...application } = json;
  const list = await app.call("GET", "/api/applications", { cookie });
  assert.deepEqual(list.json, { items: [application], total: 1, page: 1, pageSize: 20 });
  assert.ok(!list.text.includes(String(clientSecret)));
  const change = { cookie, body: { name: "Machine" } };
  const changed = await app.call("PATCH", "/api/applications/1", {
    ...change,
    headers: { "if-match": '"1"' },
  });
  assert.deepEqual([changed.status, changed.json.name, changed.json.version], [200, "Machine", 2]);
  const stale = await app.call("PATCH", "/api/applications/1", { ...change, headers: { "if-match": '"1"' } });
  assert.deepEqual([stale.status, stale.problem.code], [412, "stale_version"]);
  assert.equal((await app.call("DELETE", "/api/applications/1", { cookie })).status, 204);
  assert.equal((await app.call("DELETE", "/api/applications/1", { cookie })).status, 404);
  assert.deepEqual(
    app.events.filter(({ topic }) => topic === "applications").map(({ type, id }) => [type, id]),
    Array.from({ length: 3 }, () => ["application:changed", 1]),
  );
});

const wrong: [what: string, body: unknown, path: string, code: string, message: string][] = [
  [
    "a reserved name",
    { name: "System", scopes: ["tasks:read"] },
    "name",
    "reserved_keyword",
    "The name cannot be a reserved keyword",
  ],
  [
    "no permission",
    { name: "A", scopes: [] },
    "scopes",
    "no_permissions",
    "Please select module permissions",
  ],
  ["an unknown scope", { name: "A", scopes: ["account:read"] }, "scopes.0", "invalid_value", ""],
  ["a blank name", { name: "  ", scopes: ["tasks:read"] }, "name", "required", ""],
  [
    "a name with a bidirectional control character",
    { name: "A\u202e", scopes: ["tasks:read"] },
    "name",
    "invalid_character",
    "",
  ],
  ["an existing name", { name: "robot", scopes: ["tasks:read"] }, "name", "name_taken", ""],
  [
    "a chosen secret",
    { name: "A", scopes: ["tasks:read"], clientSecret: "x" },
    "clientSecret",
    "unknown_field",
    "",
  ],
];
for (const [what, body, path, code, message] of wrong) {
  Deno.test(`applications: rejects ${what}`, async () => {
    await using app = await TestApp.open();
    const cookie = await app.setUp();
    await make(app, cookie);
    const { status, problem } = await app.call("POST", "/api/applications", { cookie, body });
    const [issue] = problem.issues!;
    assert.deepEqual([status, issue!.path, issue!.code], [422, path, code]);
    if (message) assert.equal(issue!.message, message);
  });
}

Deno.test("applications: a token allows what its scopes allow and nothing else", async () => {
  await using app = await TestApp.open();
  const made = await make(app, await app.setUp(), "Reader", ["system:read"]);
  const token = await tokenOf(app, made);
  assert.equal(await settings(app, token), 200);
  const change = await app.call("PATCH", "/api/settings", { ...by(token), body: { concurrency: 9 } });
  assert.deepEqual([change.status, change.problem.code], [403, "scope_missing"]);
  for (const path of ["/api/applications", "/api/auth/sessions", "/api/auth/session"]) {
    assert.equal((await app.call("GET", path, by(token))).status, 403, path);
  }
});

Deno.test("applications: write includes read, and changed scopes apply at once", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const made = await make(app, cookie);
  const token = await tokenOf(app, made);
  assert.equal(await settings(app, token), 200);
  await app.call("PATCH", `/api/applications/${made.id}`, { cookie, body: { scopes: ["tasks:read"] } });
  assert.equal(await settings(app, token), 403);
});

Deno.test("applications: a token lasts thirty days, and an expired token differs from a wrong one", async () => {
  await using app = await TestApp.open();
  const made = await make(app, await app.setUp());
  const { json } = await app.call("POST", "/api/auth/token", { body: credentials(made) });
  assert.equal(Date.parse(String(json.expiresAt)), app.clock.now() + 30 * DAY_MS);
  app.clock.advance(30 * DAY_MS - 1);
  assert.equal(await settings(app, String(json.token)), 200);
  app.clock.advance(1);
  const late = await app.call("GET", "/api/settings", by(String(json.token)));
  assert.deepEqual([late.status, late.problem.code], [401, "session_expired"]);
  const wrong = await app.call("GET", "/api/settings", by("wrong"));
  assert.deepEqual([wrong.status, wrong.problem.code], [401, "not_authenticated"]);
});

function credentials({ clientId, clientSecret }: Made) {
  return { clientId, clientSecret };
}

Deno.test("applications: a sixth token revokes the oldest", async () => {
  await using app = await TestApp.open();
  const made = await make(app, await app.setUp());
  const tokens: string[] = [];
  for (let n = 0; n < 6; n++) tokens.push(await tokenOf(app, made));
  const statuses = [];
  for (const token of tokens) statuses.push(await settings(app, token));
  assert.deepEqual(statuses, [401, 200, 200, 200, 200, 200]);
});

for (
  const [how, method, path] of [["a new secret", "POST", "/secret"], ["deleting", "DELETE", ""]] as const
) {
  Deno.test(`applications: ${how} ends all tokens and their streams at once, and no others`, async () => {
    await using app = await TestApp.open();
    const cookie = await app.setUp();
    const made = await make(app, cookie);
    const other = await make(app, cookie, "Other");
    const tokens = [await tokenOf(app, made), await tokenOf(app, made)];
    const stored = await tokenOf(app, other);
    const streams = [];
    for (const token of [...tokens, stored]) {
      const stream = new EventReader(await app.send("GET", "/api/events", by(token)));
      await stream.take(2);
      streams.push(stream);
    }
    const { json } = await app.call(method, `/api/applications/${made.id}${path}`, { cookie });
    for (const token of tokens) assert.equal(await settings(app, token), 401);
    assert.equal(await settings(app, stored), 200);
    assert.equal(app.streams.size, 1);
    assert.deepEqual([await streams[0]!.next(), await streams[1]!.next()], [null, null]);
    await streams[2]!.close();
    const old = await app.call("POST", "/api/auth/token", { body: credentials(made) });
    assert.deepEqual([old.status, old.problem.code], [401, "wrong_credentials"]);
    if (method === "POST") {
      assert.match(String(json.clientSecret), alphabet(24));
      assert.equal(await settings(app, await tokenOf(app, json as unknown as Made)), 200);
    }
  });
}

Deno.test("applications: a stream gets only events its scopes allow, and ends when they change", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const made = await make(app, cookie, "Listener", ["system:read"]);
  const token = await tokenOf(app, made);
  const rejected = await app.call("GET", "/api/events?topics=settings,tasks", by(token));
  assert.deepEqual([rejected.status, rejected.problem.code], [403, "scope_missing"]);
  const other = await app.logIn();
  const stream = new EventReader(await app.send("GET", "/api/events", by(token)));
  await stream.take(2);
  await app.call("PATCH", `/api/applications/${made.id}`, { cookie, body: { name: "Same" } });
  await app.call("POST", "/api/auth/logout", { cookie: other });
  await app.call("PATCH", "/api/settings", { cookie, body: { concurrency: 9 } });
  assert.equal(JSON.parse((await stream.next())!.data!).type, "settings:updated");
  await app.call("PATCH", `/api/applications/${made.id}`, { cookie, body: { scopes: ["tasks:read"] } });
  assert.equal(await stream.next(), null);
});

Deno.test("applications: a stream ends when its token expires", async () => {
  await using app = await TestApp.open();
  const token = await tokenOf(app, await make(app, await app.setUp()));
  app.clock.advance(30 * DAY_MS - 1000);
  const stream = new EventReader(await app.send("GET", "/api/events", by(token)));
  await stream.take(2);
  app.clock.advance(4000);
  assert.equal(await stream.next(), null);
});

Deno.test("applications: the last use is written at most once a minute", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const token = await tokenOf(app, await make(app, cookie));
  const lastUse = async () =>
    (await app.call("GET", "/api/applications/1", { cookie })).json.lastUsedAt as string;
  await settings(app, token);
  const first = await lastUse();
  assert.equal(Date.parse(first), app.clock.now());
  app.clock.advance(MINUTE_MS - 1);
  await settings(app, token);
  assert.equal(await lastUse(), first);
  app.clock.advance(1);
  await settings(app, token);
  assert.equal(Date.parse(await lastUse()), app.clock.now());
});

Deno.test("applications: wrong secrets are rate-limited, and the right one from another network is not", async () => {
  await using app = await TestApp.open();
  const made = await make(app, await app.setUp());
  const guess = { body: { clientId: made.clientId, clientSecret: "guess" }, peer: "203.0.113.9" };
  const statuses = [];
  for (let n = 0; n < 8; n++) statuses.push((await app.call("POST", "/api/auth/token", guess)).status);
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
  assert.match(await tokenOf(app, made), /^[\w-]{43}$/);
  assert.match(await app.logIn({ peer: "203.0.113.9" }), /session/);
});

Deno.test("applications: neither secret nor token is stored readably", async () => {
  await using app = await TestApp.open();
  const made = await make(app, await app.setUp());
  const token = await tokenOf(app, made);
  const stored = JSON.stringify(
    await Promise.all(
      (["application", "application_token", "audit_entry"] as const).map((table) =>
        app.db.selectFrom(table).selectAll().execute()
      ),
    ),
  ) + JSON.stringify(app.logged) + JSON.stringify(app.events);
  assert.ok(stored.includes(made.clientId));
  for (const secret of [made.clientSecret, token]) assert.ok(!stored.includes(secret));
});

Deno.test("applications: lists the scopes that routes require", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { json } = await app.call("GET", "/api/applications/scopes", { cookie });
  const items = json.items as { scope: string; routes: { method: string; path: string }[] }[];
  const listed = items.flatMap(({ scope, routes }) =>
    routes.map(({ method, path }) => `${method} ${path} ${scope}`)
  );
  const registered = app.routes.filter(({ access }) => access.includes(":"))
    .map(({ method, path, access }) => `${method.toUpperCase()} ${path} ${access}`);
  assert.equal(items.length, 23);
  assert.deepEqual(listed.sort(), registered.sort());
});

Deno.test("applications: a restored application gets no token until it is enabled or has a new secret", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const [first, second] = [await make(app, cookie, "First"), await make(app, cookie, "Second")];
  const token = await tokenOf(app, first);
  await app.db.updateTable("application").set({ suspended_at: 1 }).execute();
  assert.equal(await settings(app, token), 401, "an existing token");
  const exchange = async ({ clientId, clientSecret }: Made) =>
    await app.call("POST", "/api/auth/token", { body: { clientId, clientSecret } });
  const rejected = await exchange(first);
  assert.deepEqual([rejected.status, rejected.problem.code], [403, "application_suspended"]);
  const wrong = await exchange({ ...first, clientSecret: "wrong" });
  assert.deepEqual([wrong.status, wrong.problem.code], [401, "wrong_credentials"]);
  const response = await app.call("GET", `/api/applications/${first.id}`, { cookie });
  assert.equal(response.json.suspended, true);
  const enabled = await app.call("POST", `/api/applications/${first.id}/enable`, { cookie });
  assert.deepEqual([enabled.status, enabled.json.suspended, enabled.json.version], [200, false, 2]);
  assert.equal(await settings(app, await tokenOf(app, first)), 200);
  const reset = await app.call("POST", `/api/applications/${second.id}/secret`, { cookie });
  assert.equal(reset.json.suspended, false);
  assert.equal(await settings(app, await tokenOf(app, reset.json as unknown as Made)), 200);
  assert.equal((await app.call("POST", "/api/applications/99/enable", { cookie })).status, 404);
});

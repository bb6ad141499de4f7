// Access of every kind of credential to every route of the composed panel: who is admitted, and that rejected
// calls change nothing. An admitted call fails at its query, which has an unknown parameter, so that it does
// nothing either.
import assert from "node:assert/strict";
import { Secret, TOTP } from "otpauth";
import { type Scope, scopes } from "../../server/contract/scopes.ts";
import type { Role } from "../../server/contract/roles.ts";
import type { RunState } from "../../server/contract/runs.ts";
import { scopesOfScripts } from "../../server/features/local_access/authenticate.ts";
import { accessFolderOf, operatorToken, runToken } from "../../server/platform/access_folder.ts";
import { sha256 } from "../../server/platform/tokens.ts";
import { type Clock, systemClock } from "../../server/platform/clock.ts";
import { type Endpoint, listEndpoints, readStoredState } from "../support/endpoints.ts";
import { type Sent, TestPanel } from "../support/test_panel.ts";
import { password, username } from "../support/test_app.ts";

const DAY_MS = 24 * 3_600_000;
const NOW = Date.now();
/**
 * The clock is frozen: otherwise the use of a credential is recorded again after a minute, which a slow
 * machine may take.
 */
const still: Clock = { ...systemClock, now: () => NOW };

interface Credential {
  headers: Record<string, string>;
  /** Sent over the socket in the data folder. */
  local?: boolean;
  /** Returns the expected status of a call to a guarded endpoint. */
  expect(endpoint: Endpoint): number;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const rejected = (headers: Record<string, string>): Credential => ({ headers, expect: () => 401 });
const crossSite = {
  origin: "http://evil.example",
  "sec-fetch-site": "cross-site",
  "sec-fetch-mode": "no-cors",
};
const invites = ({ headers }: Response) =>
  [...headers.keys()].some((name) => name.startsWith("access-control-"));
const opens = (has: readonly Scope[], access: string) =>
  access === "known" || has.some((scope) => {
    const [[module, action], [wanted, needed]] = [scope.split(":"), access.split(":")];
    const order = ["read", "run", "write"];
    return module === wanted && order.indexOf(action!) >= order.indexOf(needed!);
  });
/** What a role permits, written down a second time. */
const granted: Record<Exclude<Role, "administrator">, readonly Scope[]> = {
  viewer: [
    ...["tasks:read", "views:write", "scripts:read", "logs:read"] as const,
    ...["subscriptions:read", "dependencies:read", "heartbeats:read", "notifications:read"] as const,
  ],
  operator: [
    ...["tasks:run", "views:write", "scripts:read", "logs:read"] as const,
    ...["subscriptions:read", "dependencies:read", "heartbeats:read", "notifications:read"] as const,
  ],
  editor: [
    ...[
      "tasks:write",
      "views:write",
      "scripts:write",
      "variables:write",
      "config:read",
    ] as const,
    ...["logs:write", "heartbeats:write"] as const,
    ...["subscriptions:read", "dependencies:read", "notifications:read"] as const,
  ],
};
const ofLabels = /^(tasks|logs|heartbeats|views):/;
const person = (headers: Record<string, string>, has: readonly Scope[], labels: boolean): Credential => ({
  headers,
  expect({ access, byLabels }) {
    if (access === "account") return 422;
    if (labels && !byLabels) return 403;
    return opens(labels ? has.filter((scope) => ofLabels.test(scope)) : has, access) ? 422 : 403;
  },
});
const program = (headers: Record<string, string>, has: readonly Scope[]): Credential => ({
  headers,
  expect: ({ access, stepUp }) => opens(has, access) && !stepUp ? 422 : 403,
});

Deno.test("access: every route accepts or rejects each credential as documented, without effect if rejected", async () => {
  await using panel = await TestPanel.open({}, { clock: still });
  const admin = await panel.logIn();
  await configure(panel, admin);
  const endpoints = await listEndpoints(panel, admin);
  const credentials = await collect(panel, admin);
  const guarded = endpoints.filter(({ access }) => access !== "public");
  const before = await readStoredState(panel);
  const wrong: string[] = [];
  let calls = 0;
  for (const endpoint of guarded) {
    for (const [name, { headers, local = false, expect }] of Object.entries(credentials)) {
      const expected = expect(endpoint);
      const isAllowed = expected === 422;
      const sent: Sent = { headers, local, ...(endpoint.method !== "GET" && { body: endpoint.body }) };
      const unknown = `${endpoint.path}${endpoint.path.includes("?") ? "&" : "?"}nobodyKnows=1`;
      const response = await panel.send(endpoint.method, isAllowed ? unknown : endpoint.path, sent);
      await response.body?.cancel();
      calls++;
      if (invites(response)) wrong.push(`${endpoint.method} ${endpoint.path} allows another origin`);
      if (response.status !== expected) {
        wrong.push(`${endpoint.method} ${endpoint.path} with ${name}: ${response.status}, not ${expected}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.equal(await readStoredState(panel), before);
  // deno-lint-ignore no-console -- the measured value
  console.info(
    `      ${guarded.length} routes × ${Object.keys(credentials).length} credentials: ${calls} calls`,
  );
  assert.ok(guarded.length > 130 && Object.keys(credentials).length > 35);
});

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];

Deno.test("access: an unsupported method is rejected for every client and changes nothing", async () => {
  await using panel = await TestPanel.open({}, { clock: still });
  const admin = await panel.logIn();
  await configure(panel, admin);
  const allScopes = await tokenOf(panel, await makeApplication(panel, admin, "mighty", scopes));
  const callers: [Record<string, string>, number[]][] = [
    [{}, [401]],
    [bearer(allScopes), [403, 404, 405]],
    [admin, [404, 405]],
    [{ ...admin, ...crossSite, "access-control-request-method": "PATCH" }, [403, 404, 405]],
  ];
  const endpoints = await listEndpoints(panel, admin);
  await (await panel.send("GET", "/tasks", { headers: bearer(allScopes) })).body?.cancel();
  const before = await readStoredState(panel);
  let calls = 0;
  for (
    const path of new Set(endpoints.map((endpoint) => endpoint.path).filter((path) => !path.includes("?")))
  ) {
    const has = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method);
    for (
      const method of methods.filter((method) =>
        !has.includes(method) && !(method === "HEAD" && has.includes("GET"))
      )
    ) {
      for (const [headers, expected] of callers) {
        const response = await panel.send(method, path, { headers });
        await response.body?.cancel();
        calls++;
        assert.ok(expected.includes(response.status), `${method} ${path}: ${response.status}`);
        assert.ok(!invites(response), `${method} ${path} allows another origin`);
      }
    }
  }
  assert.equal(await readStoredState(panel), before);
  // deno-lint-ignore no-console -- the measured value
  console.info(`      ${calls} calls by methods that are none`);
});

Deno.test("access: the same requests take effect when allowed, so the rejections above are meaningful", async () => {
  await using panel = await TestPanel.open({}, { clock: still });
  const admin = await panel.logIn();
  await configure(panel, admin);
  const endpoints = await listEndpoints(panel, admin);
  const reads = endpoints.filter(({ method, access, stepUp }) =>
    method === "GET" && access.includes(":") && !stepUp
  );
  const token = await tokenOf(panel, await makeApplication(panel, admin, "Reader", readScopes));
  const statuses = new Set<number>();
  for (const { path } of reads) {
    const response = await panel.send("GET", path, { headers: bearer(token) });
    await response.body?.cancel();
    assert.ok(![401, 403].includes(response.status) && response.status < 500, `${path}: ${response.status}`);
    statuses.add(response.status);
  }
  assert.ok(statuses.has(200));
  const writes = [["PATCH", "/tasks/1", { name: "Other" }], ["DELETE", "/variables/1", undefined]] as const;
  const writer = await makeApplication(panel, admin, "Writer", ["tasks:write", "variables:write"]);
  const before = await readStoredState(panel);
  for (const [method, path, body] of writes) {
    await panel.request(method, path, { body, headers: bearer(await tokenOf(panel, writer)) });
  }
  assert.notEqual(await readStoredState(panel), before);
});

Deno.test("access: unknown fields in a request give an application nothing", async () => {
  await using panel = await TestPanel.open({}, { clock: still });
  const admin = await panel.logIn();
  await configure(panel, admin);
  const endpoints = await listEndpoints(panel, admin);
  const headers = bearer(await tokenOf(panel, await makeApplication(panel, admin, "mighty", scopes)));
  const routesWithBody = endpoints.filter(({ access, hasBody }) => hasBody && access.includes(":"));
  await (await panel.send("GET", "/tasks", { headers })).body?.cancel();
  const before = await readStoredState(panel);
  const foreign = {
    id: 9,
    accountId: 1,
    scopes: ["system:write"],
    createdAt: "x",
    subscriptionId: 1,
    version: 99,
  };
  for (const { method, path, body } of routesWithBody) {
    for (const [field, value] of Object.entries({ ...foreign, nobodyKnows: 1 })) {
      if (field in Object(body)) continue;
      const sent = { ...Object(body), [field]: value, nobodyKnows: 1 };
      const response = await panel.send(method, path, { headers, body: sent });
      await response.body?.cancel();
      assert.ok(
        response.status >= 400 && response.status < 500,
        `${method} ${path} ${field}: ${response.status}`,
      );
    }
  }
  assert.equal(await readStoredState(panel), before);
  assert.ok(routesWithBody.length > 50);
});

const readScopes = scopes.filter((scope) => scope.endsWith(":read"));

async function collect(panel: TestPanel, admin: Record<string, string>): Promise<Record<string, Credential>> {
  const now = NOW;
  const ended = await panel.logIn();
  await panel.request("POST", "/auth/logout", { headers: ended });
  const all: Record<string, Credential> = {
    none: rejected({}),
    "a garbage cookie": rejected({ cookie: "sundial_session=garbage" }),
    "an empty cookie": rejected({ cookie: "sundial_session=" }),
    "an id as cookie": rejected({ cookie: "sundial_session=1" }),
    "a session in another cookie": rejected({ cookie: admin.cookie!.replace("sundial_session", "session") }),
    "a garbage bearer": rejected(bearer("garbage")),
    "an empty bearer": rejected({ authorization: "Bearer " }),
    "a bearer token of a session": rejected(bearer(admin.cookie!.split("=")[1]!)),
    "a garbage bearer beside a good cookie": rejected({ ...admin, ...bearer("garbage") }),
    "a name and password": rejected({ authorization: `Basic ${btoa(`${username}:${password}`)}` }),
    "a logged-out session": rejected(ended),
    "an expired session": rejected(await session(panel, "expired", { expires_at: now - 1 })),
    "an idle session": rejected(await session(panel, "idle", { last_seen_at: now - 8 * DAY_MS })),
    ...await programs(panel, admin),
    ...await localPrograms(panel),
    ...await people(panel),
    "a session with an expired step-up": {
      headers: await session(panel, "unproven", { proven_at: now - DAY_MS }),
      expect: ({ stepUp }) => stepUp ? 403 : 422,
    },
    administrator: { headers: admin, expect: () => 422 },
    "another site through the administrator's browser": {
      headers: { ...admin, ...crossSite },
      expect: () => 403,
    },
    "a correct password without the second factor": rejected(await pendingLogin(panel, admin)),
  };
  // Each credential is used once before, so that recording its first use does not look like a change.
  for (const { headers, local = false } of Object.values(all)) {
    const response = await panel.send("GET", "/tasks", { headers, local });
    await response.body?.cancel();
  }
  return all;
}

async function people(panel: TestPanel): Promise<Record<string, Credential>> {
  const all: Record<string, Credential> = {};
  for (const [role, has] of Object.entries(granted) as [keyof typeof granted, readonly Scope[]][]) {
    for (const labels of [null, ["shop"]]) {
      const name = labels ? `${role}-of-a-label` : role;
      const { id } = await panel.db.insertInto("account").values({
        ...{ username: name, password_hash: "", role, labels_json: labels && JSON.stringify(labels) },
        ...{ created_at: NOW, updated_at: NOW, version: 1 },
      }).returning("id").executeTakeFirstOrThrow();
      all[name] = person(await session(panel, name, { account_id: id }), has, labels !== null);
    }
    const { id } = await panel.db.insertInto("account").values({
      ...{ username: `disabled-${role}`, password_hash: "", role, disabled_at: NOW },
      ...{ created_at: NOW, updated_at: NOW, version: 1 },
    }).returning("id").executeTakeFirstOrThrow();
    all[`disabled-${role}`] = rejected(await session(panel, `disabled-${role}`, { account_id: id }));
  }
  return all;
}

async function programs(panel: TestPanel, admin: Record<string, string>) {
  const all: Record<string, Credential> = {};
  for (const scope of scopes) {
    const token = await tokenOf(panel, await makeApplication(panel, admin, scope, [scope]));
    all[`an application with ${scope}`] = program(bearer(token), [scope]);
  }
  const allScopes = await tokenOf(panel, await makeApplication(panel, admin, "mighty", scopes));
  all["an application with every scope"] = program(bearer(allScopes), scopes);
  all["an application's token as a cookie"] = rejected({ cookie: `sundial_session=${allScopes}` });
  const reset = await makeApplication(panel, admin, "reset", scopes);
  all["a token from before the secret was reset"] = rejected(bearer(await tokenOf(panel, reset)));
  await panel.request("POST", `/applications/${reset.id}/secret`, { headers: admin });
  const deleted = await makeApplication(panel, admin, "deleted", scopes);
  all["a token of a deleted application"] = rejected(bearer(await tokenOf(panel, deleted)));
  await panel.request("DELETE", `/applications/${deleted.id}`, { headers: admin });
  const narrowed = await makeApplication(panel, admin, "narrowed", scopes);
  const stored: Scope[] = ["views:read"];
  all["a token from before the scopes were reduced"] = program(
    bearer(await tokenOf(panel, narrowed)),
    stored,
  );
  await panel.request("PATCH", `/applications/${narrowed.id}`, { headers: admin, body: { scopes: stored } });
  const old = await makeApplication(panel, admin, "old", scopes);
  all["an expired token"] = rejected(bearer(await tokenOf(panel, old)));
  await panel.db.updateTable("application_token").set({ expires_at: NOW - 1 })
    .where("application_id", "=", old.id).execute();
  const busy = await makeApplication(panel, admin, "busy", scopes);
  all["the oldest of six tokens"] = rejected(bearer(await tokenOf(panel, busy)));
  for (let n = 0; n < 5; n++) await tokenOf(panel, busy);
  return all;
}

async function localPrograms(panel: TestPanel): Promise<Record<string, Credential>> {
  const folder = accessFolderOf(panel.dataDir);
  const operator = bearer(operatorToken(folder));
  const live = bearer(runToken(folder, await insertRun(panel, "running")));
  return {
    "the command line": { headers: operator, local: true, expect: () => 422 },
    "a live run": { ...program(live, scopesOfScripts("write")), local: true },
    "a run that has finished": {
      ...rejected(bearer(runToken(folder, await insertRun(panel, "succeeded")))),
      local: true,
    },
    "a queued run": { ...rejected(bearer(runToken(folder, await insertRun(panel, "queued")))), local: true },
    "the command line's key over the network": rejected(operator),
    "a live run's token over the network": rejected(live),
  };
}

async function insertRun(panel: TestPanel, state: RunState): Promise<number> {
  const row = {
    ...{ kind: "task", cause: "person", state, attempt: 1, task_name: "One" } as const,
    ...{ queued_at: NOW, start_after: NOW + DAY_MS, due_count: 1, queue_rank: 0, queue_order: 0 },
    finished_at: state === "succeeded" ? NOW : null,
  };
  return (await panel.db.insertInto("run").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

interface Made {
  id: number;
  clientId: string;
  clientSecret: string;
}

async function makeApplication(
  panel: TestPanel,
  admin: Record<string, string>,
  name: string,
  has: readonly Scope[],
): Promise<Made> {
  return await panel.request("POST", "/applications", { headers: admin, body: { name, scopes: has } });
}

async function tokenOf(panel: TestPanel, { clientId, clientSecret }: Made): Promise<string> {
  return (await panel.request("POST", "/auth/token", { body: { clientId, clientSecret } })).token;
}

async function session(panel: TestPanel, token: string, columns: Record<string, number>) {
  const now = NOW;
  await panel.db.insertInto("session").values({
    ...{ account_id: 1, token_hash: sha256(token), language: null, ip: "::1", user_agent: "" },
    ...{ created_at: now, last_seen_at: now, expires_at: now + DAY_MS, proven_at: now },
    ...columns,
  }).execute();
  return { cookie: `sundial_session=${token}` };
}

// Returns what a correct password yields while the second factor is pending: nothing, or a cookie that grants
// no access.
async function pendingLogin(panel: TestPanel, admin: Record<string, string>) {
  // Enabling the second factor ends the other sessions, which the test needs unchanged.
  const sessions = await panel.db.selectFrom("session").selectAll().execute();
  const { secret } = await panel.request("POST", "/account/second-factor/start", { headers: admin });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: NOW });
  await panel.request("POST", "/account/second-factor/activate", { headers: admin, body: { code } });
  const left = new Set((await panel.db.selectFrom("session").select("id").execute()).map(({ id }) => id));
  const gone = sessions.filter(({ id }) => !left.has(id));
  if (gone.length > 0) await panel.db.insertInto("session").values(gone).execute();
  const response = await panel.send("POST", "/auth/login", { body: { username, password } });
  const problem = await response.json();
  assert.deepEqual([response.status, problem.code], [401, "second_factor_required"]);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
  return cookies.length > 0 ? { cookie: cookies.join("; ") } : bearer(String(problem.token ?? ""));
}

/** Creates one of each entity, so that an admitted call would have something to change. */
async function configure(panel: TestPanel, headers: Record<string, string>): Promise<void> {
  const task = { name: "One", command: "true", schedules: "manual" };
  await panel.request("POST", "/tasks", { headers, body: task });
  await panel.request("POST", "/views", { headers, body: { name: "One", conditions: [] } });
  await panel.request("POST", "/variables", { headers, body: { name: "ONE", value: "1" } });
  await panel.request("PUT", "/files/scripts/content?path=one.sh", {
    headers: { ...headers, "if-none-match": "*" },
    body: { content: "true\n" },
  });
  // It applies a folder to the panel, so that what it pulls from is protected.
  const folder = { applyFolder: "panel", schedule: { kind: "manual" }, type: "public_repository" };
  const source = { name: "One", url: "https://example.org/applied.git", alias: "one" };
  await panel.request("POST", "/subscriptions", { headers, body: { ...source, ...folder } });
}

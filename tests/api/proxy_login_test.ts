// The login by a header of a trusted proxy: whose header counts, for how long, and which account and role follow.
import assert from "node:assert/strict";
import { examineConfig } from "../../server/platform/config.ts";
import { type Call, password, TestApp, username } from "../support/test_app.ts";

const PROXY = "10.1.1.1";
const variables = { SUNDIAL_AUTH_HEADER: "Remote-User", SUNDIAL_AUTH_HEADER_PROXIES: "10.1.1.0/24" };
const byGroups = {
  ...variables,
  SUNDIAL_AUTH_HEADER_GROUPS: "Remote-Groups",
  SUNDIAL_AUTH_HEADER_ROLES: "admins=administrator,ops=operator:backup|mail",
};

async function open(more: Record<string, string> = variables): Promise<TestApp & { admin: string }> {
  const app = await TestApp.open({ withDataDir: true, variables: more });
  return Object.assign(app, { admin: await app.setUp() });
}

const named = (name: string, more: Record<string, string> = {}): Call => ({
  peer: PROXY,
  headers: { "remote-user": name, ...more },
});

const logIn = (app: TestApp, call: Call) => app.call("POST", "/api/auth/proxy", call);
const statusOf = async (app: TestApp, cookie: string | undefined, call: Call) =>
  (await app.call("GET", "/api/auth/session", { ...call, cookie })).status;
const isOffered = async (app: TestApp, call: Call) =>
  (await app.call("GET", "/api/auth/login", call)).json["proxy"];

Deno.test("proxy login: whom the proxy names is logged in, and only where the proxy still names them", async () => {
  await using app = await open();
  assert.equal(await isOffered(app, named(username)), true);
  const { status, cookie, json } = await logIn(app, named(username));
  assert.equal(status, 200);
  assert.equal((json["account"] as { username: string }).username, username);
  assert.equal(await statusOf(app, cookie, named(username)), 200);
  const others: [string, Call][] = [
    ["without the header", { peer: PROXY }],
    ["another person", named("jon")],
    ["past the proxy", { ...named(username), peer: "192.0.2.7" }],
    ["past the proxy without the header", { peer: "127.0.0.1" }],
  ];
  for (const [what, call] of others) assert.equal(await statusOf(app, cookie, call), 401, what);
  assert.equal(await statusOf(app, cookie, named(username)), 200);
  // Sessions of passwords are not the proxy's.
  assert.equal(await statusOf(app, app.admin, { peer: "127.0.0.1" }), 200);
  const logins = (await app.call("GET", "/api/login-logs", { cookie: app.admin })).json["items"];
  assert.deepEqual([(logins as { way: string }[])[0]!.way], ["proxy"]);
});

Deno.test("proxy login: the header of anybody else counts for nothing", async () => {
  await using off = await open({});
  await using app = await open();
  const cases: [TestApp, Call][] = [
    [off, named(username)],
    [app, { ...named(username), peer: "192.0.2.7" }],
    [app, { ...named(username), peer: "127.0.0.1" }],
    [app, {
      ...named(username),
      peer: "127.0.0.1",
      headers: { "x-forwarded-for": PROXY, "remote-user": username },
    }],
    [app, { peer: PROXY, headers: { "x-remote-user": username } }],
    [app, named("")],
  ];
  for (const [one, call] of cases) {
    assert.equal(await isOffered(one, call), false, JSON.stringify(call));
    const { status, problem, cookie } = await logIn(one, call);
    assert.deepEqual([status, problem.code, cookie], [403, "sign_on_failed", undefined]);
    assert.equal((await one.call("GET", "/api/auth/session", call)).status, 401);
  }
  const warned = app.logged.filter(({ message }) => message.includes("SUNDIAL_AUTH_HEADER_PROXIES"));
  assert.equal(warned.length, 1);
});

Deno.test("proxy login: another site cannot log somebody in", async () => {
  await using app = await open();
  const crossSite = {
    origin: "http://evil.example",
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "no-cors",
  };
  const { status, problem } = await logIn(app, named(username, crossSite));
  assert.deepEqual([status, problem.code], [403, "cross_site_request"]);
  const { cookie } = await logIn(app, named(username));
  const write = await app.call("PATCH", "/api/settings", {
    ...named(username, crossSite),
    cookie,
    body: { title: "Other" },
  });
  assert.equal(write.problem.code, "cross_site_request");
});

Deno.test("proxy login: without rules only people with an account are logged in", async () => {
  await using app = await open();
  const cases = {
    jon: "sign_on_without_role",
    [`${username}, jon`]: "sign_on_failed",
    ["x".repeat(80)]: "sign_on_failed",
  };
  for (const [name, code] of Object.entries(cases)) {
    assert.equal((await logIn(app, named(name))).problem.code, code, name);
  }
  assert.equal((await app.db.selectFrom("account").select("id").execute()).length, 1);
});

Deno.test("proxy login: groups give roles, which are taken back with them", async () => {
  await using app = await open(byGroups);
  const roleOf = async (name: string, groups: string) => {
    const { status, json, problem } = await logIn(app, named(name, { "remote-groups": groups }));
    return status === 200 ? [json["role"], json["labels"]] : problem.code;
  };
  assert.deepEqual(await roleOf("jon", "dev, ops"), ["operator", ["backup", "mail"]]);
  assert.deepEqual(await roleOf("jon", "admins|dev"), ["administrator", null]);
  const { cookie } = await logIn(app, named("jon", { "remote-groups": "ops" }));
  assert.equal(await statusOf(app, cookie, named("jon")), 200);
  assert.equal(await roleOf("jon", "dev"), "sign_on_without_role");
  assert.equal(await statusOf(app, cookie, named("jon")), 401);
  assert.equal(await roleOf("ann", ""), "sign_on_without_role");
  // Nobody but the first account is an administrator now, so nothing takes the role from it.
  assert.deepEqual(await roleOf(username, "ops"), ["administrator", null]);
  assert.deepEqual(await roleOf("Jörg", "ops"), ["operator", ["backup", "mail"]]);
  const bytes = String.fromCharCode(...new TextEncoder().encode("Jürgen"));
  assert.deepEqual(await roleOf(bytes, "ops"), ["operator", ["backup", "mail"]]);
  const names = await app.db.selectFrom("account").select("username").orderBy("id").execute();
  assert.deepEqual(names.map((one) => one.username), [username, "jon", "Jörg", "Jürgen"]);
});

Deno.test("proxy login: a default role lets everybody in whom the proxy admits", async () => {
  await using app = await open({ ...variables, SUNDIAL_AUTH_HEADER_DEFAULT_ROLE: "viewer" });
  assert.equal((await logIn(app, named("jon"))).json["role"], "viewer");
  const { id } = await app.db.selectFrom("account").select("id").where("username", "=", "jon")
    .executeTakeFirstOrThrow();
  await app.call("PATCH", `/api/accounts/${id}`, { cookie: app.admin, body: { disabled: true } });
  assert.equal((await logIn(app, named("jon"))).problem.code, "account_disabled");
  assert.equal(
    (await app.call("POST", "/api/auth/login", { body: { username: "jon", password } })).status,
    401,
  );
});

Deno.test("proxy login: settings that cannot work are rejected, and one that is reachable past the proxy is shown", async () => {
  const issuesOf = (given: Record<string, string>) =>
    examineConfig(new Map(), given).issues.map(({ name }) => name);
  assert.deepEqual(issuesOf(byGroups), []);
  assert.deepEqual(issuesOf({ SUNDIAL_AUTH_HEADER: "Remote-User" }), ["SUNDIAL_AUTH_HEADER"]);
  for (const header of ["Cookie", "Authorization", "X-Forwarded-For", "Sec-Fetch-Site", "a b", "Host"]) {
    assert.deepEqual(
      issuesOf({ ...variables, SUNDIAL_AUTH_HEADER: header }),
      ["SUNDIAL_AUTH_HEADER"],
      header,
    );
  }
  for (const rules of ["ops", "ops=", "ops=root", "ops=operator:", "ops=administrator:x"]) {
    const given = { ...byGroups, SUNDIAL_AUTH_HEADER_ROLES: rules };
    assert.deepEqual(issuesOf(given), ["SUNDIAL_AUTH_HEADER_ROLES"], rules);
  }
  await using inside = await open();
  await using outside = await TestApp.open({ withDataDir: true, variables, loopbackOnly: false });
  for (const [app, reachablePast] of [[inside, false], [outside, true]] as const) {
    const cookie = app === inside ? inside.admin : await outside.setUp();
    const { json } = await app.call("GET", "/api/identity-providers", { cookie });
    assert.deepEqual(json["proxy"], { header: "Remote-User", reachablePast, reachedFrom: null });
    const warned = app.logged.some(({ message }) => message.includes("reachable past the proxy"));
    assert.equal(warned, reachablePast);
  }
});

Deno.test("proxy login: administrators learn that another machine reaches the panel past the proxy", async () => {
  await using off = await open({});
  await using app = await open();
  const read = async (path: string, call: Call = { cookie: app.admin }) =>
    (await app.call("GET", path, call)).json;
  const expected = (reachedFrom: string | null) => ({
    ...{ header: "Remote-User", reachablePast: reachedFrom !== null, reachedFrom },
  });
  // The proxy, and programs on this machine, are nothing to warn of.
  await app.call("GET", "/api/health", { peer: PROXY });
  assert.deepEqual((await read("/api/health"))["proxyHeader"], expected(null));
  await app.call("GET", "/api/health", { peer: "192.0.2.7" });
  assert.deepEqual((await read("/api/health"))["proxyHeader"], expected("192.0.2.7"));
  assert.deepEqual((await read("/api/identity-providers"))["proxy"], expected("192.0.2.7"));
  await app.call("GET", "/api/health", { peer: "192.0.2.8" });
  assert.deepEqual((await read("/api/health"))["proxyHeader"], expected("192.0.2.8"));
  const warned = app.logged.filter(({ message }) => message.includes("is reached past the proxy"));
  assert.equal(warned.length, 1);
  await app.db.updateTable("account").set({ role: "editor" }).execute();
  const details = await read("/api/health");
  assert.deepEqual(["version" in details, "proxyHeader" in details], [true, false]);
  assert.equal("proxyHeader" in await read("/api/health", { peer: "192.0.2.7" }), false);
  await off.call("GET", "/api/health", { peer: "192.0.2.7" });
  assert.equal("proxyHeader" in await read("/api/health", { cookie: off.admin }), false);
});

// Single sign-on with a real provider: accounts, roles, links, logout, and passwords that are turned off.
import assert from "node:assert/strict";
import { type IdentityProvider, identityProviderPatch } from "../../server/contract/identity_providers.ts";
import { systemClock } from "../../server/platform/clock.ts";
import { resetPassword } from "../../server/features/auth/reset_account.ts";
import { Passwords } from "../../server/features/auth/passwords.ts";
import { freePort } from "../support/free_port.ts";
import { client, IdentityServer } from "../support/identity_server.ts";
import { callback, SignOnScene } from "../support/sign_on_scene.ts";
import { password, TestApp, username } from "../support/test_app.ts";

const verified = (email: string, more = {}) => ({ email, email_verified: true, ...more });

async function openServer(ids = [1]): Promise<IdentityServer> {
  return await IdentityServer.open({
    redirectUris: ids.map(callback),
    logoutUris: ["http://localhost:5780/sundial/login"],
  });
}

/** Somebody at the browser, who logs in at the provider. */
const as = (server: IdentityServer, subject: string) => (address: string) => {
  server.present = subject;
  return server.logIn(address);
};

Deno.test("single sign-on: the first login makes an account, later ones find it by its subject", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer });
  server.people.set("s-1", verified("Anna@example.org", { preferred_username: "anna" }));
  const { address, browser } = await scene.start(1, "/auth/oidc/1/start?next=/runs");
  const sent = new URL(address).searchParams;
  assert.deepEqual(
    [
      sent.get("response_type"),
      sent.get("code_challenge_method"),
      sent.get("scope"),
      sent.get("redirect_uri"),
    ],
    ["code", "S256", "openid profile email", callback()],
  );
  const first = await scene.finish(await as(server, "s-1")(address), browser);
  assert.deepEqual([first.page, first.error], ["/sundial/runs", null]);
  const { account, role } = await scene.session(first.cookie);
  assert.deepEqual([account.username, role], ["anna", "viewer"]);
  server.people.set("s-1", verified("other@example.org", { preferred_username: "somebody" }));
  const second = await scene.logIn(as(server, "s-1"));
  assert.equal((await scene.session(second.cookie)).account.id, account.id);
  assert.deepEqual(await scene.accounts(), [`${username} administrator all`, "anna viewer all"]);
  const [entry] = (await scene.call("GET", "/login-logs")).json["items"] as Record<string, unknown>[];
  assert.deepEqual([entry!["status"], entry!["way"]], ["succeeded", "provider"]);
  assert.deepEqual((await scene.audited()).slice(-4), [
    "accounts.join anna",
    "account.identity_linked Home",
    "login.succeeded",
    "login.succeeded",
  ]);
  const listed = (await scene.call("GET", "/accounts")).json["items"] as Record<string, unknown>[];
  assert.ok(listed.find((one) => one["username"] === "anna")!["lastLoginAt"]);
});

Deno.test("single sign-on: the cookie of a login is bound to its path and to the browser", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer });
  const response = await scene.app.call("GET", "/api/auth/oidc/1/start");
  const [line = ""] = response.headers.getSetCookie();
  assert.match(
    line,
    /^sundial_sign_on=[\w-]{43}; Max-Age=900; Path=\/sundial\/api\/auth\/oidc; HttpOnly; SameSite=Lax$/,
  );
  await using secure = await SignOnScene.open({ publicUrl: "https://localhost:5780" });
  await secure.addProvider({ issuer: server.issuer });
  const started = await secure.app.call("GET", "/api/auth/oidc/1/start?origin=http://localhost:5780");
  assert.match(started.headers.getSetCookie()[0]!, /; Secure(;|$)/);
  const { searchParams } = new URL(started.headers.get("location")!);
  assert.equal(searchParams.get("redirect_uri"), callback().replace("http:", "https:"));
});

Deno.test("single sign-on: the page names its scheme, and no other host", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer });
  const origins = {
    "https://localhost:5780": "https://localhost:5780",
    "https://evil.example": "http://localhost:5780",
    "nonsense": "http://localhost:5780",
  };
  for (const [claimed, expected] of Object.entries(origins)) {
    const { address } = await scene.start(1, `/auth/oidc/1/start?origin=${encodeURIComponent(claimed)}`);
    assert.equal(new URL(new URL(address).searchParams.get("redirect_uri")!).origin, expected, claimed);
  }
  server.people.set("s-1", verified("a@example.org"));
  for (const next of ["//evil.example", "https://evil.example", "/\\evil.example", "runs"]) {
    const { address, browser } = await scene.start(1, `/auth/oidc/1/start?next=${encodeURIComponent(next)}`);
    const ended = await scene.finish(await as(server, "s-1")(address), browser);
    assert.deepEqual([ended.page, ended.error], ["/sundial/", null], next);
  }
});

Deno.test("single sign-on: the first rule that applies gives role and labels, anew at every login", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({
    issuer: server.issuer,
    roleClaim: "groups",
    roles: [
      { value: "ops", role: "operator", labels: ["backup"] },
      { value: "dev", role: "editor", labels: null },
    ],
    defaultRole: "viewer",
  });
  const logIn = async (groups?: unknown) => {
    server.people.set("s-1", verified("a@example.org", { preferred_username: "anna", groups }));
    const { cookie } = await scene.logIn(as(server, "s-1"));
    const { role, labels } = await scene.session(cookie);
    return [role, labels];
  };
  assert.deepEqual(await logIn(["dev", "ops"]), ["operator", ["backup"]]);
  assert.deepEqual(await logIn(["dev"]), ["editor", null]);
  assert.deepEqual(await logIn("ops"), ["operator", ["backup"]]);
  assert.deepEqual(await logIn(), ["viewer", null]);
  assert.deepEqual(await logIn([{ name: "dev" }, null]), ["viewer", null]);
  await scene.changeProvider(1, { roleClaim: "realm_access.roles" });
  server.people.set("s-1", verified("a@example.org", { realm_access: { roles: ["dev"] } }));
  const { cookie } = await scene.logIn(as(server, "s-1"));
  assert.equal((await scene.session(cookie)).role, "editor");
});

Deno.test("single sign-on: a role that a claim gave is taken back when the claim is gone", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({
    ...{ issuer: server.issuer, roleClaim: "groups", defaultRole: null },
    roles: [{ value: "ops", role: "editor", labels: null }],
  });
  const anna = as(server, "s-1");
  server.people.set("s-1", verified("a@example.org", { preferred_username: "anna" }));
  assert.equal((await scene.logIn(anna)).error, "no_role");
  assert.equal((await scene.accounts()).length, 1);
  server.people.set("s-1", verified("a@example.org", { preferred_username: "anna", groups: ["ops"] }));
  const { cookie } = await scene.logIn(anna);
  assert.equal((await scene.session(cookie)).role, "editor");
  server.people.set("s-1", verified("a@example.org", { preferred_username: "anna", groups: ["other"] }));
  const rejected = await scene.logIn(anna);
  assert.deepEqual([rejected.page, rejected.error, rejected.cookie], [
    "/sundial/login",
    "no_role",
    undefined,
  ]);
  assert.equal(await scene.statusOf(cookie), 401);
  assert.equal((await scene.accounts())[1], "anna viewer []");
  assert.deepEqual((await scene.audited()).slice(-2), ["accounts.role_given anna", "login.failed no_role"]);
});

Deno.test("single sign-on: the last administrator keeps the role whatever the provider says", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({
    ...{ issuer: server.issuer, roleClaim: "groups", defaultRole: "viewer" },
    roles: [{ value: "admins", role: "administrator", labels: null }, {
      value: "ops",
      role: "operator",
      labels: null,
    }],
  });
  const owner = as(server, "s-1");
  server.people.set("s-1", verified("m@example.org", { groups: [] }));
  assert.equal((await scene.link(owner, scene.admin)).error, null);
  // No rule gave the role, so none takes it back.
  const plain = await scene.logIn(owner);
  assert.equal((await scene.session(plain.cookie)).role, "administrator");
  server.people.set("s-1", verified("m@example.org", { groups: ["ops"] }));
  const retained = await scene.logIn(owner);
  assert.equal((await scene.session(retained.cookie)).role, "administrator");
  assert.ok((await scene.audited()).includes(`accounts.role_kept ${username}`));
  server.people.set("s-2", verified("b@example.org", { preferred_username: "ben", groups: ["admins"] }));
  await scene.logIn(as(server, "s-2"));
  const demoted = await scene.logIn(owner);
  assert.equal((await scene.session(demoted.cookie)).role, "operator");
});

Deno.test("single sign-on: without a verified e-mail address nobody gets an account", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer });
  const cases = {
    email_missing: [{}, { email: "" }, { email: 5, email_verified: true }],
    email_unverified: [{ email: "a@example.org" }, { email: "a@example.org", email_verified: false }],
  };
  for (const [error, people] of Object.entries(cases)) {
    for (const claims of people) {
      server.people.set("s-1", claims);
      assert.equal((await scene.logIn(as(server, "s-1"))).error, error, JSON.stringify(claims));
      scene.app.clock.advance(3_600_000);
    }
  }
  await scene.call("POST", "/auth/step-up", { password });
  await scene.changeProvider(1, { createAccounts: false });
  server.people.set("s-1", verified("a@example.org"));
  assert.equal((await scene.logIn(as(server, "s-1"))).error, "no_account");
  assert.deepEqual(await scene.accounts(), [`${username} administrator all`]);
  const failures = (await scene.audited()).filter((one) => one.startsWith("login.failed"));
  assert.equal(failures.length, 6);
});

Deno.test("single sign-on: a name or an address that an account has does not lead to it", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer });
  server.people.set("s-1", verified("a@example.org", { preferred_username: username }));
  server.people.set("s-2", verified("b@example.org", { preferred_username: "a@example.org" }));
  server.people.set("s-3", { email: "c@example.org", email_verified: false, preferred_username: username });
  const first = await scene.logIn(as(server, "s-1"));
  assert.equal((await scene.session(first.cookie)).account.username, "a@example.org");
  const second = await scene.logIn(as(server, "s-2"));
  assert.equal((await scene.session(second.cookie)).account.username, "b@example.org");
  assert.equal((await scene.logIn(as(server, "s-3"))).error, "email_unverified");
});

Deno.test("single sign-on: another subject with a known address is rejected", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer, matchEmail: true });
  server.people.set("s-1", verified("a@example.org", { preferred_username: "anna" }));
  server.people.set("s-2", verified("A@example.org", { preferred_username: "anna" }));
  assert.equal((await scene.logIn(as(server, "s-1"))).error, null);
  assert.equal((await scene.logIn(as(server, "s-2"))).error, "subject_changed");
  assert.equal((await scene.accounts()).length, 2);
});

Deno.test("single sign-on: a verified address leads to an account only where an administrator allows it", async () => {
  await using scene = await SignOnScene.open();
  await using home = await openServer([1]);
  await using work = await openServer([2]);
  await scene.addProvider({ issuer: home.issuer });
  await scene.addProvider({ issuer: work.issuer, name: "Work", createAccounts: false });
  home.people.set("h", verified("a@example.org", { preferred_username: "anna" }));
  work.people.set("w", verified("a@example.org", { preferred_username: "other" }));
  await scene.logIn(as(home, "h"));
  assert.equal((await scene.logIn(as(work, "w"), 2)).error, "no_account");
  await scene.changeProvider(2, { matchEmail: true });
  work.people.set("w", { email: "a@example.org", email_verified: false });
  assert.equal((await scene.logIn(as(work, "w"), 2)).error, "email_unverified");
  work.people.set("w", verified("a@example.org"));
  const matched = await scene.logIn(as(work, "w"), 2);
  assert.equal((await scene.session(matched.cookie)).account.username, "anna");
  // By a username that is an address.
  home.people.set("h-2", verified("taken@example.org", { preferred_username: "taken@example.org" }));
  await scene.logIn(as(home, "h-2"));
  await scene.app.db.deleteFrom("account_identity").where("subject", "=", "h-2").execute();
  work.people.set("w-2", verified("Taken@example.org"));
  const named = await scene.logIn(as(work, "w-2"), 2);
  assert.equal((await scene.session(named.cookie)).account.username, "taken@example.org");
});

Deno.test("single sign-on: who is logged in adds an identity, and only by a request of the own page", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer, createAccounts: false });
  // Neither address nor name is needed: the person is known.
  server.people.set("s-1", {});
  server.people.set("s-2", {});
  const forged = await scene.start(1, "/auth/oidc/1/start?link=forged", scene.admin);
  assert.deepEqual([forged.page, forged.error], ["/sundial/setting/security", "login_expired"]);
  const { json } = await scene.call("POST", "/account/identities", { providerId: 1 });
  const foreign = await scene.start(1, String(json["url"]));
  assert.equal(foreign.error, "login_expired");
  const linked = await scene.link(as(server, "s-1"), scene.admin);
  assert.deepEqual([linked.page, linked.error], ["/sundial/setting/security", null]);
  const again = await scene.start(1, String(json["url"]), scene.admin);
  assert.equal(again.error, null);
  const used = await scene.start(1, String(json["url"]), scene.admin);
  assert.equal(used.error, "login_expired");
  const { items, providers } = (await scene.call("GET", "/account/identities")).json;
  assert.equal((items as unknown[]).length, 1);
  assert.deepEqual(providers, []);
  assert.equal((await scene.link(as(server, "s-2"), scene.admin)).error, "identity_taken");
  const { cookie } = await scene.logIn(as(server, "s-1"));
  assert.equal((await scene.session(cookie)).account.username, username);
  const [{ id }] = items as [{ id: number }];
  assert.equal((await scene.call("DELETE", `/account/identities/${id}`)).status, 204);
  assert.equal(await scene.statusOf(cookie), 401);
  assert.equal((await scene.logIn(as(server, "s-1"))).error, "no_account");
  const audited = await scene.audited();
  assert.ok(audited.includes("account.identity_linked Home"));
  assert.ok(audited.includes("account.identity_refused identity_taken"));
});

Deno.test("single sign-on: a session that ends at the provider links nothing", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer });
  const { json } = await scene.call("POST", "/account/identities", { providerId: 1 });
  const { address, browser } = await scene.start(1, String(json["url"]), scene.admin);
  const back = await as(server, "s-1")(address);
  const other = await scene.app.logIn();
  const ended = await scene.finish(back, `${other}; ${browser}`);
  assert.deepEqual([ended.page, ended.error], ["/sundial/setting/security", "login_expired"]);
  assert.deepEqual(await scene.app.db.selectFrom("account_identity").selectAll().execute(), []);
});

Deno.test("single sign-on: a disabled account stays out, and a removed provider ends its sessions", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer });
  server.people.set("s-1", verified("a@example.org", { preferred_username: "anna" }));
  const { cookie } = await scene.logIn(as(server, "s-1"));
  const { account } = await scene.session(cookie);
  await scene.call("PATCH", `/accounts/${account.id}`, { disabled: true });
  assert.equal((await scene.logIn(as(server, "s-1"))).error, "account_disabled");
  await scene.call("PATCH", `/accounts/${account.id}`, { disabled: false });
  const again = await scene.logIn(as(server, "s-1"));
  assert.equal(await scene.statusOf(again.cookie), 200);
  assert.equal((await scene.call("DELETE", "/identity-providers/1")).status, 204);
  assert.deepEqual([await scene.statusOf(again.cookie), await scene.statusOf(scene.admin)], [401, 200]);
  assert.equal((await scene.start(1)).error, "provider_unknown");
});

Deno.test("single sign-on: the logout leads through the provider, which asks nothing", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer });
  server.people.set("s-1", verified("a@example.org"));
  const { cookie } = await scene.logIn(as(server, "s-1"));
  const headers = { origin: "http://localhost:5780" };
  const { status, json } = await scene.call("POST", "/auth/logout", undefined, { cookie, headers });
  assert.equal(status, 200);
  const url = new URL(String(json["url"]));
  assert.equal(`${url.origin}${url.pathname}`, `${server.issuer}/session/end`);
  assert.equal(url.searchParams.get("post_logout_redirect_uri"), "http://localhost:5780/sundial/login");
  assert.match(url.searchParams.get("id_token_hint")!, /^[\w-]+\.[\w-]+\.[\w-]+$/);
  assert.equal(await scene.statusOf(cookie), 401);
  const stored = await scene.app.db.selectFrom("session").select("id_token_sealed").execute();
  assert.ok(stored.every(({ id_token_sealed }) => id_token_sealed === null));
  assert.equal((await scene.call("POST", "/auth/logout")).status, 204);
});

Deno.test("single sign-on: a login that the person cancels leads back, as does a provider that is away", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer });
  const cancelled = await scene.logIn((address) => {
    server.present = null;
    return server.logIn(address);
  });
  assert.deepEqual([cancelled.page, cancelled.error], ["/sundial/login", "login_cancelled"]);
  await scene.addProvider({ issuer: `http://127.0.0.1:${freePort()}`, name: "Away" });
  const { address, error } = await scene.start(2, "/auth/oidc/2/start?next=/runs");
  assert.equal(error, "provider_unreachable");
  const { searchParams } = new URL(address, "http://panel");
  assert.deepEqual([searchParams.get("provider"), searchParams.get("next")], ["Away", "/runs"]);
  const { json } = await scene.app.call("GET", "/api/auth/login");
  assert.deepEqual(json, {
    password: true,
    providers: [{ id: 2, name: "Away" }, { id: 1, name: "Home" }],
    proxy: false,
  });
  for (let i = 0; i < 8; i++) await scene.start(2);
  assert.ok(await scene.app.logIn());
  const failures = (await scene.audited()).filter((one) => one.includes("provider_unreachable"));
  assert.ok(failures.length < 8, String(failures.length));
});

Deno.test("single sign-on: the secret is written only, and stays with its address", async () => {
  await using scene = await SignOnScene.open();
  const { id } = await scene.addProvider({ issuer: "https://id.example.org", clientSecret: "marked secret" });
  const listed = await scene.call("GET", "/identity-providers");
  assert.ok(!listed.text.includes("marked secret") && listed.text.includes('"***"'));
  const stored = async () =>
    (await scene.app.db.selectFrom("identity_provider").select("secret_sealed").executeTakeFirstOrThrow())
      .secret_sealed;
  const before = await stored();
  assert.match(before!, /^s1:/);
  const [provider] = listed.json["items"] as IdentityProvider[];
  const fields = Object.entries(provider!).filter(([field]) => field in identityProviderPatch.shape);
  const unchanged = await scene.call("PATCH", `/identity-providers/${id}`, Object.fromEntries(fields));
  const { version: _, ...rest } = unchanged.json;
  const { version: __, ...asBefore } = provider!;
  assert.deepEqual([unchanged.status, rest, await stored()], [200, asBefore, before]);
  const same = await scene.call("PATCH", `/identity-providers/${id}`, { name: "House", clientSecret: "***" });
  assert.deepEqual([same.status, same.json["name"], await stored()], [200, "House", before]);
  const moved = await scene.call("PATCH", `/identity-providers/${id}`, { issuer: "https://evil.example" });
  assert.deepEqual([moved.status, moved.problem.issues?.[0]?.path], [422, "clientSecret"]);
  const stale = await scene.call("PATCH", `/identity-providers/${id}`, { name: "x" }, {
    headers: { "if-match": '"1"' },
  });
  assert.equal(stale.status, 412);
  await scene.changeProvider(id, { clientSecret: null });
  assert.equal(await stored(), null);
  const bad = [
    { issuer: "http://id.example.org" },
    { issuer: "https://user:x@id.example.org" },
    { issuer: "https://id.example.org/?a=b" },
    { name: "" },
    { scopes: "email" },
    { roles: [{ value: "a", role: "administrator", labels: ["x"] }] },
  ];
  for (const change of bad) {
    assert.equal(
      (await scene.call("PATCH", `/identity-providers/${id}`, change)).status,
      422,
      JSON.stringify(change),
    );
  }
  const twice = await scene.call("POST", "/identity-providers", {
    ...{ name: "House", issuer: "https://id.example.org", ...client },
  });
  assert.equal(twice.problem.issues?.[0]?.code, "name_taken");
  assert.ok(!(await scene.audited()).join().includes("marked secret"));
});

Deno.test("single sign-on: passwords are turned off when two administrators can log in otherwise", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer, defaultRole: "administrator" });
  const off = () => scene.call("PATCH", "/settings", { passwordLogin: false });
  const withPassword = () => scene.app.call("POST", "/api/auth/login", { body: { username, password } });
  server.people.set("s-1", {});
  server.people.set("s-2", verified("b@example.org", { preferred_username: "ben" }));
  await scene.logIn(as(server, "s-2"));
  const early = await off();
  assert.deepEqual([early.status, early.problem.code], [409, "too_few_other_logins"]);
  await scene.link(as(server, "s-1"), scene.admin);
  assert.equal((await off()).status, 200);
  const rejected = await withPassword();
  assert.deepEqual([rejected.status, rejected.problem.code], [403, "password_login_off"]);
  const { json } = await scene.app.call("GET", "/api/auth/login");
  assert.equal(json["password"], false);
  assert.equal((await scene.logIn(as(server, "s-1"))).error, null);
  const passwords = new Passwords({ N: 16, r: 1, p: 1 });
  await resetPassword(
    { db: scene.app.db, clock: systemClock, username },
    { next: "a kettle on the stove", keep: { passkeys: true, applications: true, identities: true } },
    passwords,
  );
  const reset = await scene.app.call("POST", "/api/auth/login", {
    body: { username, password: "a kettle on the stove" },
  });
  assert.equal(reset.status, 200);
});

Deno.test("single sign-on: a reset of the password removes identities unless they are kept, and enables the account", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer });
  server.people.set("s-1", verified("a@example.org", { preferred_username: "anna" }));
  await scene.logIn(as(server, "s-1"));
  const { db } = scene.app;
  await db.updateTable("account").set({ disabled_at: 1 }).where("username", "=", "anna").execute();
  const next = "a kettle on the stove";
  const reset = (identities: boolean) =>
    resetPassword(
      { db, clock: systemClock, username: "anna" },
      { next, keep: { passkeys: true, applications: true, identities } },
      new Passwords({ N: 16, r: 1, p: 1 }),
    );
  assert.deepEqual((await reset(true)).identities, []);
  const { status, cookie } = await scene.app.call("POST", "/api/auth/login", {
    body: { username: "anna", password: next },
  });
  assert.equal(status, 200);
  assert.equal((await scene.call("GET", "/account", undefined, { cookie })).json["hasPassword"], true);
  assert.deepEqual((await reset(false)).identities, ["Home"]);
  assert.deepEqual(await db.selectFrom("account_identity").selectAll().execute(), []);
});

Deno.test("single sign-on: passwords work again when nobody could repair the panel otherwise", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer, defaultRole: "administrator" });
  server.people.set("s-1", {});
  server.people.set("s-2", verified("b@example.org", { preferred_username: "ben" }));
  await scene.logIn(as(server, "s-2"));
  await scene.link(as(server, "s-1"), scene.admin);
  assert.equal((await scene.call("PATCH", "/settings", { passwordLogin: false })).status, 200);
  assert.equal((await scene.call("DELETE", "/identity-providers/1")).status, 204);
  assert.ok(await scene.app.logIn());
});

Deno.test("single sign-on: an account without a password keeps its only identity", async () => {
  await using scene = await SignOnScene.open();
  await using server = await openServer();
  await scene.addProvider({ issuer: server.issuer });
  server.people.set("s-1", verified("a@example.org", { preferred_username: "anna" }));
  const { cookie } = await scene.logIn(as(server, "s-1"));
  const read = await scene.call("GET", "/account", undefined, { cookie });
  assert.equal(read.json["hasPassword"], false);
  const [{ id }] = (await scene.call("GET", "/account/identities", undefined, { cookie })).json["items"] as [
    { id: number },
  ];
  const remove = () => scene.call("DELETE", `/account/identities/${id}`, undefined, { cookie });
  assert.equal((await remove()).problem.code, "last_login_way");
  const set = await scene.call("POST", "/account/password", { next: "a kettle on the stove" }, { cookie });
  assert.equal(set.status, 204);
  const other = await scene.call("POST", "/account/password", { next: "another kettle here" }, { cookie });
  assert.deepEqual([other.status, other.problem.issues?.[0]?.path], [422, "current"]);
  assert.equal((await remove()).status, 204);
});

Deno.test("single sign-on: the ID of a provider can be chosen, so that its redirect address is known before", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const add = (name: string, id?: number) =>
    app.call("POST", "/api/identity-providers", {
      cookie,
      body: { name, issuer: "https://login.example.org", clientId: "panel", ...id !== undefined && { id } },
    });
  const chosen = await add("Chosen", 123_456_789);
  assert.deepEqual([chosen.status, chosen.json["id"]], [201, 123_456_789]);
  const again = await add("Again", 123_456_789);
  assert.deepEqual(again.problem.issues?.map(({ path, code }) => [path, code]), [["id", "id_taken"]]);
  for (const id of [0, 1, 999_999, 1_000_000_000, 1.5]) assert.equal((await add("Bad", id)).status, 422);
  assert.equal((await add("Assigned")).status, 201);
  const patch = await app.call("PATCH", "/api/identity-providers/123456789", {
    cookie,
    body: { id: 2_000_000 },
  });
  assert.equal(patch.status, 422);
});

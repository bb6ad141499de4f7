// Several people with roles: invitations, what each role may do, and that an administrator always remains.
import assert from "node:assert/strict";
import { z } from "zod";
import type { AccountEntry, CreatedInvitation, Invitation } from "../../server/contract/accounts.ts";
import { permissionsOf, type Role } from "../../server/contract/roles.ts";
import { AppError } from "../../server/contract/app_error.ts";
import { type Access, type Route, route } from "../../server/http/route.ts";
import { type Call, TestApp } from "../support/test_app.ts";

const HOUR_MS = 3_600_000;
const newPassword = "a kettle on the stove";

const witness = (method: Route["method"], path: string, access: Access, more: Partial<Route> = {}): Route =>
  route(method, path, {
    ...{ access, audit: method !== "get", summary: "A witness", results: {} },
    ...(method !== "get" && { body: z.looseObject({}) }),
    ...more,
    handle: ({ caller }: { caller: unknown }) => ({ status: 200, body: caller }),
  });

class Scene implements AsyncDisposable {
  private constructor(readonly app: TestApp, readonly admin: string) {}

  static async open(routes: Route[] = []): Promise<Scene> {
    const app = await TestApp.open({ withDataDir: true, routes });
    return new Scene(app, await app.setUp());
  }

  call(method: string, path: string, body?: unknown, more: Call = {}) {
    return this.app.call(method, `/api${path}`, {
      cookie: this.admin,
      ...body !== undefined && { body },
      ...more,
    });
  }

  async invite(input: { role: Role; labels?: string[]; username?: string }): Promise<string> {
    const { status, json } = await this.call("POST", "/accounts/invitations", input);
    assert.equal(status, 201);
    const { url } = json as unknown as CreatedInvitation;
    return url.split("#")[1]!;
  }

  async join(role: Role, username: string, labels?: string[]): Promise<string> {
    const token = await this.invite({ role, ...labels && { labels } });
    const { status, cookie } = await this.use(token, username);
    assert.equal(status, 201);
    return cookie!;
  }

  use(token: string, username: string, password = newPassword) {
    return this.app.call("POST", "/api/auth/invitation", { body: { token, username, password } });
  }

  async list(): Promise<AccountEntry[]> {
    return (await this.call("GET", "/accounts")).json["items"] as AccountEntry[];
  }

  async idOf(name: string): Promise<number> {
    return (await this.list()).find(({ username }) => username === name)!.id;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]();
  }
}

Deno.test("accounts: an invitation makes an account, once, and logs it in", async () => {
  await using scene = await Scene.open();
  const { json } = await scene.call("POST", "/accounts/invitations", { role: "operator" });
  const { url, expiresAt } = json as unknown as CreatedInvitation;
  assert.match(url, /\/invitation#[\w-]{43}$/);
  assert.equal(Date.parse(expiresAt) - scene.app.clock.now(), 72 * HOUR_MS);
  const token = url.split("#")[1]!;
  const [open] = (await scene.call("GET", "/accounts/invitations")).json["items"] as Invitation[];
  assert.deepEqual([open!.role, open!.username, open!.createdBy], ["operator", null, "mira"]);
  assert.ok(!JSON.stringify(open).includes(token));
  const checked = await scene.app.call("POST", "/api/auth/invitation/check", { body: { token } });
  assert.deepEqual([checked.status, checked.json["role"], checked.json["createdBy"]], [
    200,
    "operator",
    "mira",
  ]);
  const joined = await scene.use(token, "jon");
  assert.equal(joined.status, 201);
  assert.deepEqual(
    [joined.json["role"], joined.json["labels"], joined.json["permissions"]],
    ["operator", null, permissionsOf("operator", null)],
  );
  const again = await scene.use(token, "ann");
  assert.deepEqual([again.status, again.problem.code], [409, "invitation_invalid"]);
  assert.deepEqual((await scene.list()).map(({ username, role }) => [username, role]), [
    ["jon", "operator"],
    ["mira", "administrator"],
  ]);
  const login = { username: "jon", password: newPassword };
  assert.equal((await scene.app.call("POST", "/api/auth/login", { body: login })).status, 200);
});

Deno.test("accounts: expired, withdrawn, altered and foreign invitations are rejected and recorded", async () => {
  await using scene = await Scene.open();
  const old = await scene.invite({ role: "viewer" });
  scene.app.clock.advance(72 * HOUR_MS);
  const relogin = await scene.app.call("POST", "/api/auth/step-up", {
    cookie: scene.admin,
    body: { password: "correct horse battery" },
  });
  assert.equal(relogin.status, 204);
  const withdrawn = await scene.invite({ role: "viewer" });
  const [{ id }] = (await scene.call("GET", "/accounts/invitations")).json["items"] as [Invitation];
  assert.equal((await scene.call("DELETE", `/accounts/invitations/${id}`)).status, 204);
  const named = await scene.invite({ role: "viewer", username: "jon" });
  const altered = `${named.slice(0, -1)}${named.endsWith("A") ? "B" : "A"}`;
  for (const token of [old, withdrawn, altered, "x"]) {
    const { status, problem } = await scene.use(token, "jon");
    assert.deepEqual([status, problem.code], [409, "invitation_invalid"]);
  }
  const { status, problem } = await scene.use(named, "ann");
  assert.deepEqual([status, problem.issues?.[0]?.code], [422, "invited_name"]);
  const weak = await scene.use(named, "jon", "jon");
  assert.deepEqual([weak.status, weak.problem.issues?.[0]?.path], [422, "password"]);
  assert.equal((await scene.use(named, "jon")).status, 201);
  const actions = await scene.app.db.selectFrom("audit_entry").select("act").where(
    "act",
    "like",
    "accounts.%",
  )
    .orderBy("id").execute();
  assert.deepEqual(actions.map(({ act }) => act).filter((act) => act !== "accounts.invitations"), [
    "accounts.invitations.remove",
    ...Array.from({ length: 4 }, () => "accounts.invitation_refused"),
    "accounts.join",
  ]);
});

Deno.test("accounts: guessing invitations is slowed down", async () => {
  await using scene = await Scene.open();
  const statuses: number[] = [];
  for (let i = 0; i < 8; i++) statuses.push((await scene.use(`guess${i}`, "jon")).status);
  assert.deepEqual(statuses.slice(-1), [429]);
});

Deno.test("accounts: each role reaches what its permissions say, and nothing else", async () => {
  await using scene = await Scene.open([
    witness("get", "/one", "tasks:read"),
    witness("post", "/two", "tasks:run"),
    witness("post", "/three", "tasks:write"),
    witness("get", "/four", "variables:read"),
    witness("get", "/five", "system:read"),
    witness("get", "/six", "administrator"),
    witness("get", "/seven", "known"),
    witness("get", "/eight", "config:read"),
  ]);
  const paths = ["GET /one", "POST /two", "POST /three", "GET /four", "GET /five", "GET /six", "GET /seven"];
  const reached = async (cookie: string) => {
    const all: number[] = [];
    for (const path of paths) {
      const [method, address] = path.split(" ") as [string, string];
      const sent = method === "POST" ? {} : undefined;
      all.push((await scene.call(method, address, sent, { cookie })).status);
    }
    return all.map((status) => status === 200 ? 1 : status === 403 ? 0 : status);
  };
  assert.deepEqual(await reached(scene.admin), [1, 1, 1, 1, 1, 1, 1]);
  assert.deepEqual(await reached(await scene.join("editor", "ed")), [1, 1, 1, 1, 0, 0, 1]);
  assert.deepEqual(await reached(await scene.join("operator", "op")), [1, 1, 0, 0, 0, 0, 1]);
  assert.deepEqual(await reached(await scene.join("viewer", "vi")), [1, 0, 0, 0, 0, 0, 1]);
  // Whose role holds for some labels reaches only what is filtered by them.
  assert.deepEqual(await reached(await scene.join("editor", "la", ["shop"])), [0, 0, 0, 0, 0, 0, 0]);
});

Deno.test("accounts: a changed role applies to open sessions and streams at once", async () => {
  await using scene = await Scene.open([witness("post", "/run", "tasks:run")]);
  const cookie = await scene.join("operator", "jon");
  const id = await scene.idOf("jon");
  const run = async () => (await scene.call("POST", "/run", {}, { cookie })).status;
  assert.equal(await run(), 200);
  const { body } = await scene.app.send("GET", "/api/events", { cookie });
  const changed = await scene.call("PATCH", `/accounts/${id}`, { role: "viewer" });
  assert.deepEqual([changed.status, changed.json["role"]], [200, "viewer"]);
  assert.equal(await run(), 403);
  await new Response(body).text(); // it has ended
  const session = await scene.call("GET", "/auth/session", undefined, { cookie });
  assert.equal(session.json["role"], "viewer");
});

Deno.test("accounts: a disabled account has no session and cannot log in", async () => {
  await using scene = await Scene.open();
  const cookie = await scene.join("editor", "jon");
  const id = await scene.idOf("jon");
  assert.equal((await scene.call("PATCH", `/accounts/${id}`, { disabled: true })).status, 200);
  assert.equal((await scene.call("GET", "/auth/session", undefined, { cookie })).status, 401);
  const login = (password: string) =>
    scene.app.call("POST", "/api/auth/login", { body: { username: "jon", password } });
  assert.equal((await login(newPassword)).problem.code, "account_disabled");
  assert.equal((await login("wrong")).problem.code, "wrong_credentials");
  assert.equal((await scene.call("PATCH", `/accounts/${id}`, { disabled: false })).status, 200);
  assert.equal((await login(newPassword)).status, 200);
});

Deno.test("accounts: the last administrator can be neither disabled, demoted nor deleted", async () => {
  await using scene = await Scene.open();
  const mira = await scene.idOf("mira");
  await scene.join("editor", "ed");
  for (const change of [{ role: "viewer" }, { disabled: true }]) {
    const { status, problem } = await scene.call("PATCH", `/accounts/${mira}`, change);
    assert.deepEqual([status, problem.code], [409, "last_administrator"]);
  }
  assert.equal((await scene.call("DELETE", `/accounts/${mira}`)).problem.code, "last_administrator");
  // Two administrators who demote each other at once: one of them remains.
  const other = await scene.join("administrator", "ann");
  const ann = await scene.idOf("ann");
  const both = await Promise.all([
    scene.call("PATCH", `/accounts/${ann}`, { role: "viewer" }),
    scene.call("PATCH", `/accounts/${mira}`, { role: "viewer" }, { cookie: other }),
  ]);
  const administrators = await scene.app.db.selectFrom("account").select("id")
    .where("role", "=", "administrator").execute();
  assert.equal(administrators.length, 1);
  assert.ok(
    both.filter(({ status }) => status === 200).length === 1,
    JSON.stringify(both.map(({ status }) => status)),
  );
});

Deno.test("accounts: a deleted account stays a name in the audit log", async () => {
  await using scene = await Scene.open();
  const cookie = await scene.join("viewer", "jon");
  const id = await scene.idOf("jon");
  assert.equal((await scene.call("DELETE", `/accounts/${id}`)).status, 204);
  assert.equal((await scene.call("GET", "/auth/session", undefined, { cookie })).status, 401);
  assert.deepEqual((await scene.list()).map(({ username }) => username), ["mira"]);
  const entry = await scene.app.db.selectFrom("audit_entry").selectAll().where("act", "=", "accounts.join")
    .executeTakeFirstOrThrow();
  assert.equal(entry.actor_name, "jon");
  const removed = await scene.app.db.selectFrom("audit_entry").select("object")
    .where("act", "=", "accounts.remove").executeTakeFirstOrThrow();
  assert.equal(removed.object, "jon");
});

Deno.test("accounts: an administrator ends sessions and removes a lost second factor, after step-up", async () => {
  await using scene = await Scene.open();
  const cookie = await scene.join("viewer", "jon");
  const id = await scene.idOf("jon");
  assert.equal((await scene.call("DELETE", `/accounts/${id}/sessions`)).status, 204);
  assert.equal((await scene.call("GET", "/auth/session", undefined, { cookie })).status, 401);
  assert.equal(
    (await scene.call("DELETE", `/accounts/${id}/second-factor`)).problem.code,
    "second_factor_inactive",
  );
  await scene.app.db.updateTable("account").set({ factor_secret: "x" }).where("id", "=", id).execute();
  assert.equal((await scene.list()).find((one) => one.id === id)!.secondFactor, true);
  assert.equal((await scene.call("DELETE", `/accounts/${id}/second-factor`)).status, 204);
  assert.equal((await scene.list()).find((one) => one.id === id)!.secondFactor, false);
  scene.app.clock.advance(11 * 60_000);
  assert.equal(
    (await scene.call("PATCH", `/accounts/${id}`, { role: "editor" })).problem.code,
    "step_up_required",
  );
});

Deno.test("accounts: an administrator has no labels, and labels are not empty", async () => {
  await using scene = await Scene.open();
  const issue = async (body: object) => {
    const { status, problem } = await scene.call("POST", "/accounts/invitations", body);
    return [status, `${problem.issues?.[0]?.path} ${problem.issues?.[0]?.code}`];
  };
  assert.deepEqual(await issue({ role: "administrator", labels: ["a"] }), [
    422,
    "labels administrator_of_labels",
  ]);
  assert.equal((await issue({ role: "viewer", labels: [] }))[0], 422);
  assert.deepEqual(await issue({ role: "viewer", username: "mira" }), [422, "username username_taken"]);
  await scene.join("viewer", "jon", ["shop"]);
  const id = await scene.idOf("jon");
  const { json } = await scene.call("PATCH", `/accounts/${id}`, { role: "administrator" });
  assert.deepEqual([json["role"], json["labels"]], ["administrator", null]);
});

Deno.test("accounts: only administrators see secrets in plain text", async () => {
  const query = z.strictObject({ reveal: z.stringbool().default(false) });
  const revealing = {
    query,
    audit: true,
    revealsSecrets: (_: unknown, { reveal }: { reveal: boolean }) => reveal,
  };
  await using scene = await Scene.open([witness("get", "/secret", "variables:read", revealing)]);
  const status = async (cookie: string, reveal: boolean) =>
    (await scene.call("GET", `/secret?reveal=${reveal}`, undefined, { cookie })).status;
  const editor = await scene.join("editor", "ed");
  assert.deepEqual([await status(editor, false), await status(editor, true)], [200, 403]);
  assert.equal(await status(scene.admin, true), 200);
});

Deno.test("accounts: an application may do at most what its owner may, now and not when it was made", async () => {
  await using scene = await Scene.open([
    witness("get", "/one", "tasks:read"),
    witness("post", "/two", "tasks:run"),
    witness("post", "/three", "tasks:write"),
  ]);
  const cookie = await scene.join("editor", "ed");
  const id = await scene.idOf("ed");
  const make = (scopes: string[], more: Call = { cookie }) =>
    scene.call("POST", "/applications", { name: `app ${scopes}`, scopes }, more);
  const beyond = await make(["tasks:write", "system:read"]);
  assert.deepEqual([beyond.status, beyond.problem.issues?.[0]?.code], [422, "scope_of_role"]);
  const { json } = await make(["tasks:write"]);
  assert.equal(json["owner"], "ed");
  const credentials = { clientId: json["clientId"], clientSecret: json["clientSecret"] };
  const { json: { token } } = await scene.app.call("POST", "/api/auth/token", { body: credentials });
  const headers = { authorization: `Bearer ${token}` };
  const statuses = async () => [
    (await scene.app.call("GET", "/api/one", { headers })).status,
    (await scene.app.call("POST", "/api/two", { headers, body: {} })).status,
    (await scene.app.call("POST", "/api/three", { headers, body: {} })).status,
  ];
  assert.deepEqual(await statuses(), [200, 200, 200]);
  const change = (body: object) => scene.call("PATCH", `/accounts/${id}`, body);
  await change({ role: "operator" });
  assert.deepEqual(await statuses(), [200, 200, 403]);
  await change({ labels: ["shop"] });
  assert.deepEqual(await statuses(), [403, 403, 403]);
  await change({ labels: null, disabled: true });
  assert.deepEqual(await statuses(), [401, 401, 401]);
  await change({ disabled: false });
  assert.deepEqual(await statuses(), [200, 200, 403]);
  await scene.call("DELETE", `/accounts/${id}`);
  assert.deepEqual(await statuses(), [401, 401, 401]);
  assert.equal((await scene.call("GET", "/applications")).json["total"], 0);
});

Deno.test("accounts: each person has applications of their own, and administrators see all", async () => {
  await using scene = await Scene.open();
  const [ed, op] = [await scene.join("editor", "ed"), await scene.join("operator", "op")];
  const make = (cookie: string, name: string) =>
    scene.call("POST", "/applications", { name, scopes: ["tasks:read"] }, { cookie });
  await make(scene.admin, "of mira");
  const { json: { id } } = await make(ed, "of ed");
  await make(op, "of op");
  const names = async (cookie: string) =>
    ((await scene.call("GET", "/applications", undefined, { cookie })).json["items"] as { name: string }[])
      .map(({ name }) => name);
  assert.deepEqual(await names(scene.admin), ["of ed", "of mira", "of op"]);
  assert.deepEqual(await names(ed), ["of ed"]);
  for (
    const [method, path] of [["GET", ""], ["PATCH", ""], ["POST", "/secret"], ["POST", "/enable"], [
      "DELETE",
      "",
    ]]
  ) {
    const body = method === "PATCH" ? { name: "mine" } : undefined;
    const { status } = await scene.call(method!, `/applications/${id}${path}`, body, { cookie: op });
    assert.equal(status, 404, `${method} ${path}`);
  }
});

Deno.test("accounts: the session of others than administrators has no addresses of settings", async () => {
  await using scene = await Scene.open();
  const pulseUrl = "https://pulse.example/a-secret";
  assert.equal((await scene.call("PATCH", "/settings", { pulseUrl })).status, 200);
  const viewer = await scene.join("viewer", "vi");
  const read = async (cookie: string) =>
    (await scene.call("GET", "/auth/session", undefined, { cookie })).text;
  assert.ok((await read(scene.admin)).includes("a-secret"));
  assert.ok(!(await read(viewer)).includes("a-secret"));
});

Deno.test("accounts: the login log names the account, also a deleted one, and each person reads of their own logins", async () => {
  await using scene = await Scene.open();
  const { app } = scene;
  const ada = await scene.join("viewer", "ada");
  const logIn = async (username: string, password: string, peer: string) => {
    app.clock.advance(60_000);
    return await app.call("POST", "/api/auth/login", { body: { username, password }, peer });
  };
  await logIn("ada", newPassword, "192.0.2.1");
  await logIn("mira", "a guess", "192.0.2.2");
  await logIn("ada", "a guess", "192.0.2.3");
  await logIn("nobody", "a guess", "192.0.2.4");
  const second = await logIn("ada", newPassword, "192.0.2.5");
  const { last, failures } = second.json["earlierLogins"] as { last: { ip: string }; failures: number };
  // A name that nobody has may have been meant for anybody.
  assert.deepEqual([last.ip, failures], ["192.0.2.1", 2]);
  const mine = (await scene.call("GET", "/account")).json as unknown as { failuresSince: number };
  assert.equal(mine.failuresSince, 2);
  const id = await scene.idOf("ada");
  const names = async () => {
    const { items } = (await scene.call("GET", "/login-logs")).json as {
      items: { ip: string; account: { id: number; username: string } | null }[];
    };
    return items.filter(({ ip }) => ip.startsWith("192.0.2.")).map(({ account }) => account);
  };
  const expected = [{ id, username: "ada" }, null, { id, username: "ada" }, { id: 1, username: "mira" }, {
    id,
    username: "ada",
  }];
  assert.deepEqual(await names(), expected);
  assert.equal((await scene.call("GET", "/login-logs", undefined, { cookie: ada })).status, 403);
  await scene.call("DELETE", `/accounts/${id}`);
  assert.deepEqual(await names(), expected);
});

Deno.test("invitations: the link is sent through a channel, once, and an unknown channel is named before anything is made", async () => {
  const sent: { id: number; content: string }[] = [];
  const channels = {
    get: (id: number) => id === 7 ? Promise.resolve({} as never) : Promise.reject(new AppError("not_found")),
    send: (id: number, _: unknown, text?: { content: string }) => {
      sent.push({ id, content: text!.content });
      return Promise.resolve({ name: "Family", ok: sent.length === 1, answer: "the response" });
    },
  };
  await using app = await TestApp.open({ withDataDir: true, channels });
  const cookie = await app.setUp();
  const invite = (channelId: number | null) =>
    app.call("POST", "/api/accounts/invitations", { cookie, body: { role: "viewer", channelId } });
  const unknown = await invite(8);
  assert.equal(unknown.status, 422);
  assert.deepEqual(unknown.problem.issues?.map(({ path, code }) => [path, code]), [[
    "channelId",
    "unknown_channel",
  ]]);
  assert.deepEqual((await app.call("GET", "/api/accounts/invitations", { cookie })).json["items"], []);
  const { json } = await invite(7);
  assert.deepEqual(json["sent"], { channel: "Family", ok: true, answer: "the response" });
  assert.equal(sent.length, 1);
  assert.equal(sent[0]!.id, 7);
  assert.ok(sent[0]!.content.includes(String(json["url"])));
  assert.deepEqual((await invite(7)).json["sent"], { channel: "Family", ok: false, answer: "the response" });
  assert.equal((await invite(null)).json["sent"], null);
  assert.equal(sent.length, 2);
});

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { sql } from "kysely";
import { perEngine } from "../../server/platform/database_engine.ts";
import type { PasskeyOffer, PasskeyQuestion } from "../../server/contract/passkeys.ts";
import { addAccount } from "../../server/features/auth/account_store.ts";
import { PasskeyDevice } from "../support/passkey_device.ts";
import { addPasskey, askForPasskey, logInByPasskey } from "../support/passkey_scene.ts";
import { turnFactorOn } from "../support/second_factor.ts";
import { type AppResponse, TestApp, username } from "../support/test_app.ts";
import { accountLimits } from "../../server/contract/limits/account.ts";

const MINUTE_MS = 60_000;
const path = "/api/account/passkeys";

const rejection = ({ status, problem }: AppResponse) => [status, problem?.code];
const rejected = [401, "wrong_passkey"];
const isIn = async (app: TestApp, cookie: string | undefined) =>
  (await app.call("GET", "/api/auth/session", { cookie })).status === 200;

async function lastAudit(app: TestApp) {
  const row = await app.db.selectFrom("audit_entry").selectAll().orderBy("id", "desc").limit(1)
    .executeTakeFirstOrThrow();
  return { act: row.act, actor: row.actor_name, object: row.object, detail: JSON.parse(row.detail_json) };
}

Deno.test("passkeys: add, list, rename and remove publish events", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  app.events.length = 0;
  const { device, id } = await addPasskey(app, cookie);
  const added = {
    ...{ id, name: "Phone", host: "localhost", usable: true, synced: true, version: 1 },
    ...{ createdAt: new Date(app.clock.now()).toISOString(), lastUsedAt: null },
  };
  const { json } = await app.call("GET", path, { cookie });
  assert.deepEqual(json, { items: [added], total: 1, page: 1, pageSize: 20 });
  assert.equal((await logInByPasskey(app, { device })).status, 200);
  const rename = (name: string, version: number) =>
    app.call("PATCH", `${path}/${id}`, { cookie, body: { name }, headers: { "if-match": `"${version}"` } });
  const renamed = await rename("  Work phone ", 1);
  assert.deepEqual(renamed.json, {
    ...{ ...added, name: "Work phone", version: 2 },
    lastUsedAt: new Date(app.clock.now()).toISOString(),
  });
  assert.equal(renamed.headers.get("etag"), '"2"');
  assert.deepEqual(rejection(await rename("Other", 1)), [412, "stale_version"]);
  const nameless = await app.call("PATCH", `${path}/${id}`, { cookie, body: { name: "  " } });
  assert.deepEqual(nameless.problem.issues?.map((issue) => issue.path), ["name"]);
  assert.equal((await app.call("DELETE", `${path}/${id}`, { cookie })).status, 204);
  assert.equal((await app.call("DELETE", `${path}/${id}`, { cookie })).status, 404);
  assert.equal((await app.call("PATCH", `${path}/${id}`, { cookie, body: { name: "x" } })).status, 404);
  assert.deepEqual(rejection(await logInByPasskey(app, { device })), rejected);
  assert.deepEqual(app.events.map(({ type }) => type), [
    ...["account:updated", "login:succeeded", "account:updated", "session:ended"],
    ...["account:updated", "login:failed"],
  ]);
});

Deno.test("passkeys: adding and removing end all other sessions, and the audit log lists both and renaming", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const ended = async (action: () => Promise<unknown>) => {
    const other = await app.logIn();
    await action();
    return [await isIn(app, cookie), await isIn(app, other)];
  };
  const seen: unknown[] = [];
  const audited = async () => seen.push(Object.values(await lastAudit(app)).slice(0, 3));
  let id = 0;
  assert.deepEqual(await ended(async () => ({ id } = await addPasskey(app, cookie))), [true, false]);
  await audited();
  const rename = () => app.call("PATCH", `${path}/${id}`, { cookie, body: { name: "Key" } });
  assert.deepEqual(await ended(rename), [true, true]);
  await audited();
  assert.deepEqual(await ended(() => app.call("DELETE", `${path}/${id}`, { cookie })), [true, false]);
  await audited();
  assert.deepEqual(seen, [
    ["account.passkeys", "mira", "Phone"],
    ["account.passkeys.update", "mira", "Key"],
    ["account.passkeys.remove", "mira", "Key"],
  ]);
});

Deno.test("passkeys: options are the same whether or not passkeys exist, and challenges are never reused", async () => {
  await using app = await TestApp.open();
  const questions = [(await askForPasskey(app)).question];
  const cookie = await app.setUp();
  questions.push((await askForPasskey(app)).question);
  await addPasskey(app, cookie);
  questions.push((await askForPasskey(app)).question, (await askForPasskey(app, { cookie })).question);
  assert.equal(new Set(questions.map(({ challenge }) => challenge)).size, 4);
  assert.ok(questions.every(({ challenge }) => /^[\w-]{43}$/.test(challenge)));
  const rest = questions.map(({ challenge: _, ...one }) => JSON.stringify(one));
  assert.deepEqual(new Set(rest), new Set([JSON.stringify({ host: "localhost", timeoutMs: 5 * MINUTE_MS })]));
});

Deno.test("passkeys: the challenge cookie is bound to the client and short-lived", async () => {
  await using app = await TestApp.open({ basePath: "/deep", publicUrl: "https://panel.example/deep" });
  const response = await app.call("POST", "https://panel.example/deep/api/auth/login", {
    body: { passkey: null },
  });
  const [cookie = ""] = response.headers.getSetCookie();
  assert.match(
    cookie,
    /^sundial_passkey=[\w-]{43}; Max-Age=300; Path=\/deep; HttpOnly; Secure; SameSite=Lax$/,
  );
  assert.equal(response.json.host, "panel.example");
});

for (const kind of ["ES256", "RS256"] as const) {
  Deno.test(`passkeys: one suffices to log in, and the logs name the method, ${kind}`, async () => {
    await using app = await TestApp.open();
    const cookie = await app.setUp();
    const { device } = await addPasskey(app, cookie, new PasskeyDevice(kind));
    app.clock.advance(MINUTE_MS);
    const response = await logInByPasskey(app, { device, peer: "198.51.100.7" });
    assert.equal(response.status, 200, response.text);
    assert.equal((response.json.account as { username: string }).username, username);
    assert.ok("earlierLogins" in response.json);
    assert.ok(response.cookie && await isIn(app, response.cookie));
    assert.equal(
      (await app.call("POST", `${path}/start`, { cookie: response.cookie })).status,
      200,
      "proven",
    );
    const { json } = await app.call("GET", "/api/login-logs", { cookie });
    const [entry] = json.items as { status: string; way: string; ip: string }[]; // the contract's type
    assert.deepEqual([entry?.status, entry?.way, entry?.ip], ["succeeded", "passkey", "198.51.100.7"]);
    const audited = await lastAudit(app);
    assert.deepEqual(audited, {
      act: "login.succeeded",
      actor: username,
      object: null,
      detail: { passkey: "Phone" },
    });
  });
}

Deno.test("passkeys: one counts as both factors, and does not change the second factor", async () => {
  await using app = await TestApp.open({ withDataDir: true });
  const cookie = await app.setUp();
  await turnFactorOn(app, cookie);
  const { device } = await addPasskey(app, cookie);
  const entered = await logInByPasskey(app, { device });
  assert.equal(entered.status, 200);
  const account = await app.call("GET", "/api/account", { cookie: entered.cookie });
  assert.equal((account.json.secondFactor as { enabled: boolean }).enabled, true);
});

Deno.test("passkeys: logging in ends the previous session of the client", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { device } = await addPasskey(app, cookie);
  assert.equal((await logInByPasskey(app, { device, cookie })).status, 200);
  assert.equal(await isIn(app, cookie), false);
});

Deno.test("passkeys: every failure has the same response, and the audit log has the reason", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { device } = await addPasskey(app, cookie);
  const unknownDevice = new PasskeyDevice();
  const passkey = "Phone";
  const cases = [
    [{ device: unknownDevice }, { fault: "unknown_key" }],
    [{ device, challenge: "b3RoZXI" }, { fault: "no_challenge" }],
    [{ device, flags: 1 }, { fault: "not_verified", passkey }],
    [{ device, host: "elsewhere.example" }, { fault: "not_verified", passkey }],
    [{ device, origin: "http://localhost:1" }, { fault: "not_verified", passkey }],
    [{ device, type: "webauthn.create" }, { fault: "not_verified", passkey }],
    [{ device, userHandle: "b3RoZXI" }, { fault: "not_verified", passkey }],
  ] as const;
  for (const [visit, detail] of cases) {
    app.clock.advance(60 * MINUTE_MS); // otherwise the network would be rate limited
    const response = await logInByPasskey(app, visit);
    assert.deepEqual(rejection(response), rejected);
    assert.equal(response.cookie, undefined);
    const entry = await lastAudit(app);
    assert.deepEqual(entry.detail, { reason: "wrong_passkey", ...detail });
    assert.equal(entry.act, "login.failed");
  }
  const failed = await app.db.selectFrom("login_log").selectAll().where("status", "=", "wrong_passkey")
    .execute();
  assert.deepEqual(failed.map(({ way }) => way), cases.map(() => "passkey"));
  app.clock.advance(60 * MINUTE_MS);
  assert.equal((await logInByPasskey(app, { device, userHandle: null })).status, 200);
});

Deno.test("passkeys: a signature is valid once, for the same browser, within five minutes", async () => {
  await using app = await TestApp.open();
  const { device } = await addPasskey(app, await app.setUp());
  const enter = (passkey: unknown, cookie?: string) =>
    app.call("POST", "/api/auth/login", { body: { passkey }, cookie });
  const used = await askForPasskey(app);
  const assertion = device.show(used.question);
  assert.equal((await enter(assertion, used.known)).status, 200);
  assert.deepEqual(rejection(await enter(assertion, used.known)), rejected, "again");
  const mine = await askForPasskey(app);
  const other = await askForPasskey(app);
  assert.deepEqual(rejection(await enter(device.show(mine.question))), rejected, "nobody's browser");
  assert.deepEqual(
    rejection(await enter(device.show(mine.question), other.known)),
    rejected,
    "another browser",
  );
  assert.equal((await enter(device.show(mine.question), mine.known)).status, 200);
  const tab = await askForPasskey(app, { cookie: other.known });
  assert.equal(tab.known, other.known);
  assert.equal((await enter(device.show(other.question), other.known)).status, 200, "the first of two tabs");
  assert.equal((await enter(device.show(tab.question), tab.known)).status, 200, "the second");
  const late = await askForPasskey(app);
  app.clock.advance(5 * MINUTE_MS);
  assert.deepEqual(rejection(await enter(device.show(late.question), late.known)), rejected, "too late");
  const failed = await askForPasskey(app);
  assert.deepEqual(
    rejection(await enter(device.show(failed.question, { flags: 1 }), failed.known)),
    rejected,
  );
  assert.deepEqual(
    rejection(await enter(device.show(failed.question), failed.known)),
    rejected,
    "a second attempt",
  );
});

Deno.test("passkeys: of fifty concurrent responses to one challenge, one opens a session", async () => {
  await using app = await TestApp.open();
  const { device } = await addPasskey(app, await app.setUp());
  const { question, known } = await askForPasskey(app);
  const before = (await app.sessions.list(1, 0)).length;
  const tries = Array.from({ length: 50 }, (_, n) => {
    const body = { passkey: device.show(question) };
    return app.call("POST", "/api/auth/login", { body, cookie: known, peer: `198.51.100.${n}` });
  });
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 1);
  assert.equal(statuses.filter((status) => status === 401).length, 49);
  assert.equal((await app.sessions.list(1, 0)).length, before + 1);
});

Deno.test("passkeys: a counter that does not increase is rejected, except when always 0", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { device } = await addPasskey(app, cookie);
  const enter = async (counter: number) => (await logInByPasskey(app, { device, counter })).status;
  assert.deepEqual([await enter(0), await enter(0), await enter(5)], [200, 200, 200]);
  assert.deepEqual([await enter(5), await enter(4), await enter(0)], [401, 401, 401]);
  assert.deepEqual((await lastAudit(app)).detail, {
    ...{ reason: "wrong_passkey", fault: "older_counter", passkey: "Phone" },
  });
  assert.equal(await enter(6), 200);
  const copies = Array.from(
    { length: 20 },
    (_, n) => logInByPasskey(app, { device, counter: 7, peer: `203.0.113.${n}` }),
  );
  const entered = (await Promise.all(copies)).filter(({ status }) => status === 200);
  assert.equal(entered.length, 1);
});

Deno.test("passkeys: one removed during its login opens no session", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const seen = new Set<number>();
  for (let round = 0; round < 20; round++) {
    const { device, id } = await addPasskey(app, cookie);
    const [entered] = await Promise.all([
      logInByPasskey(app, { device, peer: `198.51.100.${round}` }),
      (async () => {
        for (let turn = 0; turn < round; turn++) await Promise.resolve();
        await app.call("DELETE", `${path}/${id}`, { cookie });
      })(),
    ]);
    seen.add(entered.status);
    assert.equal(await isIn(app, entered.cookie), false);
    assert.deepEqual((await app.sessions.list(1, 0)).length, 1, `round ${round}`);
  }
  assert.ok(seen.size > 0);
});

Deno.test("passkeys: failures are rate-limited, and the owner can log in from another network", async () => {
  await using app = await TestApp.open();
  const { device } = await addPasskey(app, await app.setUp());
  const unknownDevice = new PasskeyDevice();
  const peer = "198.51.100.1";
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) {
    statuses.push((await logInByPasskey(app, { device: unknownDevice, peer })).status);
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
  assert.equal((await logInByPasskey(app, { device, peer })).status, 429);
  assert.equal(
    (await app.call("POST", "/api/auth/login", { peer, body: { username, password: "x" } })).status,
    429,
  );
  assert.equal((await logInByPasskey(app, { device, peer: "203.0.113.5" })).status, 200);
  const waits = await app.db.selectFrom("login_log").select("way").where("status", "=", "too_many").execute();
  assert.deepEqual(waits.map(({ way }) => way), ["passkey"]);
});

Deno.test("passkeys: endless requests for options store nothing, and the owner's challenge stays valid", async () => {
  await using app = await TestApp.open();
  const { device } = await addPasskey(app, await app.setUp());
  const owner = await askForPasskey(app, { peer: "203.0.113.5" });
  const rows = async () => {
    // In PostgreSQL, what writes nothing takes no transaction number.
    const changes = perEngine({
      sqlite: sql<number>`total_changes()`,
      postgres: sql<number>`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
    });
    const { total } = await app.db.selectNoFrom(changes.as("total")).executeTakeFirstOrThrow();
    return total;
  };
  const before = await rows();
  for (let n = 0; n < 600; n++) {
    const peer = `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`;
    const response = await app.send("POST", "/api/auth/login", { body: { passkey: null }, peer });
    await response.body?.cancel();
    if (response.status !== 202) assert.fail(`${response.status}`);
  }
  assert.equal(await rows(), before);
  const body = { passkey: device.show(owner.question) };
  assert.equal((await app.call("POST", "/api/auth/login", { body, cookie: owner.known })).status, 200);
});

Deno.test("passkeys: rejects a challenge that is foreign, incomplete or spelled another way", async () => {
  await using app = await TestApp.open();
  await using other = await TestApp.open();
  const { device } = await addPasskey(app, await app.setUp());
  const enter = async (challenge: string, question: PasskeyQuestion, known: string, peer: string) => {
    const body = { passkey: device.show({ ...question, challenge }) };
    return rejection(await app.call("POST", "/api/auth/login", { body, cookie: known, peer }));
  };
  const { question, known } = await askForPasskey(app);
  const bytes = Buffer.from(question.challenge, "base64url");
  for (const [n, at] of [0, 9, 10, 15, 16, 31].entries()) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    assert.deepEqual(await enter(changed.toString("base64url"), question, known, `203.0.113.${n}`), rejected);
  }
  const foreign = await askForPasskey(other, { cookie: known });
  assert.deepEqual(await enter(foreign.question.challenge, question, known, "203.0.113.50"), rejected);
  const twice = `${question.challenge}=`;
  assert.equal((await enter(question.challenge, question, known, "203.0.113.51"))[0], 200);
  assert.deepEqual(await enter(twice, question, known, "203.0.113.52"), rejected, "in another spelling");
});

Deno.test("passkeys: step-up accepts one instead of the password, but not one of another account", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { device } = await addPasskey(app, cookie);
  const start = async () => rejection(await app.call("POST", `${path}/start`, { cookie }));
  const stepUp = async (device: PasskeyDevice, deviations = {}) => {
    const { question, known } = await askForPasskey(app, { cookie });
    const body = { passkey: device.show(question, deviations) };
    return await app.call("POST", "/api/auth/step-up", { cookie: `${cookie}; ${known}`, body });
  };
  app.clock.advance(11 * MINUTE_MS);
  assert.deepEqual(await start(), [403, "step_up_required"]);
  const wrong = await stepUp(device, { flags: 1 });
  assert.deepEqual(wrong.problem.issues?.map(({ path, code }) => [path, code]), [[
    "passkey",
    "wrong_passkey",
  ]]);
  const { act, detail } = await lastAudit(app);
  assert.deepEqual([act, detail], ["account.proof_failed", { fault: "not_verified", passkey: "Phone" }]);
  assert.deepEqual(await start(), [403, "step_up_required"]);
  assert.equal((await stepUp(device)).status, 204);
  assert.equal((await start())[0], 200);
  app.clock.advance(11 * MINUTE_MS);
  const other = {
    username: "other",
    passwordHash: "",
    role: "viewer",
    labels: null,
    now: app.clock.now(),
  } as const;
  const otherId = await app.db.transaction().execute((tx) => addAccount(tx, other));
  await app.db.updateTable("passkey").set({ account_id: otherId }).execute();
  assert.equal((await stepUp(device, { userHandle: null })).status, 422);
  assert.deepEqual(await start(), [403, "step_up_required"]);
});

Deno.test("passkeys: a registration challenge adds one passkey, once, in the session that requested it", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { body } = await addPasskey(app, cookie);
  const add = async (given: unknown, from = cookie) => {
    const { status, problem } = await app.call("POST", path, { cookie: from, body: given });
    return [status, ...problem.issues?.map((issue) => issue.path) ?? [problem.code]];
  };
  const notVerified = [422, "passkey"];
  assert.deepEqual(await add(body), notVerified, "again");
  const offer = (await app.call("POST", `${path}/start`, { cookie })).json as never; // the contract's type
  const device = new PasskeyDevice();
  const other = await app.logIn();
  assert.deepEqual(
    await add({ name: "x", passkey: device.make(offer) }, other),
    notVerified,
    "another session",
  );
  const { question } = await askForPasskey(app, { cookie });
  const login = { ...Object(offer), challenge: question.challenge };
  assert.deepEqual(
    await add({ name: "x", passkey: device.make(login) }),
    notVerified,
    "requested to assert one",
  );
  assert.deepEqual(await add({ name: "x", passkey: device.make(offer, { flags: 1 | 64 }) }), notVerified);
  const again = (await app.call("POST", `${path}/start`, { cookie })).json as never;
  const copy = { ...device.make(again), ...body.passkey, id: body.passkey.id };
  const known = { ...body.passkey, clientData: device.make(again).clientData };
  assert.equal(copy.id, known.id);
  assert.deepEqual(await add({ name: "x", passkey: known }), [409, "passkey_known"]);
  assert.deepEqual(await add({ name: "", passkey: { ...body.passkey, algorithm: -8 } }), [
    ...[422, "name", "passkey.algorithm"],
  ]);
});

Deno.test("passkeys: registration options exclude existing ones, and an account has at most ten", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { device } = await addPasskey(app, cookie);
  const offer = () => app.call("POST", `${path}/start`, { cookie });
  const { json } = await offer();
  assert.deepEqual(json.known, [{ id: device.id, transports: ["internal"] }]);
  assert.deepEqual([json.title, (json.user as { name: string }).name], ["Sundial", username]);
  for (let n = 1; n < accountLimits.passkeys; n++) await addPasskey(app, cookie);
  assert.deepEqual(rejection(await offer()), [409, "too_many_passkeys"]);
});

Deno.test("passkeys: of twelve added concurrently, ten are stored", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const devices = Array.from({ length: 12 }, () => new PasskeyDevice());
  const offers: PasskeyOffer[] = [];
  for (const _ of devices) offers.push((await app.call("POST", `${path}/start`, { cookie })).json as never);
  const added = await Promise.all(devices.map((device, n) => {
    const body = { name: `Key ${n}`, passkey: device.make(offers[n]!) };
    return app.call("POST", path, { cookie, body });
  }));
  assert.equal(added.filter(({ status }) => status === 201).length, accountLimits.passkeys);
  assert.equal(added.filter(({ status }) => status === 409).length, 2);
});

Deno.test("passkeys: are unavailable at an IP address, and invalid under another host name", async () => {
  await using app = await TestApp.open({ loopbackOnly: false });
  const cookie = await app.setUp();
  const { device } = await addPasskey(app, cookie);
  const digits = "http://127.0.0.1:5780/api";
  const body = { passkey: null };
  const requested = await app.call("POST", `${digits}/auth/login`, { body });
  assert.deepEqual(rejection(requested), [409, "passkeys_unavailable"]);
  const start = await app.call("POST", `${digits}/account/passkeys/start`, { cookie });
  assert.deepEqual(rejection(start), [409, "passkeys_unavailable"]);
  const list = await app.call("GET", `${digits}/account/passkeys`, { cookie });
  assert.deepEqual((list.json.items as { usable: boolean }[]).map(({ usable }) => usable), [false]);
  const other = "http://panel.example/api/auth/login";
  const { headers, json } = await app.call("POST", other, { body });
  const assertion = device.show(json as never, { origin: "https://panel.example" });
  const known = headers.getSetCookie()[0]!.split(";")[0]!;
  const entered = await app.call("POST", other, { body: { passkey: assertion }, cookie: known });
  assert.deepEqual(rejection(entered), rejected);
  assert.equal((await lastAudit(app)).detail.fault, "other_host");
});

Deno.test("passkeys: a login without a password or passkey names the missing field", async () => {
  await using app = await TestApp.open();
  const missing = async (body: unknown) => {
    const { problem } = await app.call("POST", "/api/auth/login", { body });
    return problem.issues?.map(({ path, code }) => `${path} ${code}`);
  };
  assert.deepEqual(await missing({}), ["username required", "password required"]);
  assert.deepEqual(await missing({ username: "x" }), ["password required"]);
  assert.deepEqual(await missing({ username: "x", password: "x", other: 1 }), ["other unknown_field"]);
  assert.deepEqual(await missing({ passkey: 1 }), ["passkey invalid_type"]);
  const fields = ["id", "clientData", "authenticatorData", "signature", "userHandle"];
  assert.deepEqual(await missing({ passkey: {} }), fields.map((field) => `passkey.${field} required`));
  const assertion = { id: "a", clientData: "a=", authenticatorData: "a", signature: "a", userHandle: null };
  assert.deepEqual(await missing({ passkey: assertion }), ["passkey.clientData invalid_character"]);
});

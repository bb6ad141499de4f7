import { parse } from "../../server/contract/parsed.ts";
import { settingsPatch } from "../../server/contract/settings.ts";
import assert from "node:assert/strict";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { writeGeoFile } from "../support/geo_file.ts";
import { password, TestApp, username } from "../support/test_app.ts";

const DAY_MS = 24 * 3_600_000;

interface Entry {
  id: number;
  status: string;
  ip: string;
  address: string | null;
  local: boolean;
  device: string;
}

async function entries(app: TestApp, cookie: string, query = ""): Promise<Entry[]> {
  const { json } = await app.call("GET", `/api/login-logs${query}`, { cookie });
  return json.items as Entry[]; // the contract's type
}

function attempt(app: TestApp, given: Record<string, string>, peer = "127.0.0.1") {
  return app.call("POST", "/api/auth/login", { body: { username, password, ...given }, peer });
}

Deno.test("login log: lists every attempt newest first, never with the typed name", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  await attempt(app, { username: "my secret password" }, "198.51.100.7");
  await attempt(app, { password: "a guess" }, "192.168.1.20");
  await attempt(app, {}, "::1");
  const all = await entries(app, cookie);
  assert.deepEqual(all.map(({ status, ip, local }) => [status, ip, local]), [
    ["succeeded", "::1", true],
    ["wrong_credentials", "192.168.1.20", true],
    ["wrong_credentials", "198.51.100.7", false],
  ]);
  const stored = JSON.stringify(
    await Promise.all(
      ["login_log", "audit_entry", "login_attempt"].map((table) =>
        app.db.selectFrom(table as "login_log").selectAll().execute()
      ),
    ),
  );
  assert.ok(!stored.includes("my secret password"));
  const ids = all.map(({ id }) => id).reverse();
  assert.deepEqual(app.events.map(({ topic, type, id }) => [topic, type, id]), [
    ["logins", "login:failed", ids[0]],
    ["logins", "login:failed", ids[1]],
    ["logins", "login:succeeded", ids[2]],
  ]);
});

Deno.test("login log: is listed in pages and filtered by status", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  for (let n = 0; n < 3; n++) await attempt(app, { password: "a guess" }, `198.51.100.${n}`);
  await attempt(app, {});
  const { json } = await app.call("GET", "/api/login-logs?status=wrong_credentials&page=2&pageSize=2", {
    cookie,
  });
  assert.deepEqual([json.total, json.page, json.pageSize], [3, 2, 2]);
  assert.deepEqual((json.items as Entry[]).map(({ ip }) => ip), ["198.51.100.0"]);
});

Deno.test("login log: is filtered by several statuses, and an unknown one is rejected", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  await attempt(app, { password: "a guess" });
  await attempt(app, {});
  await app.loginLog.add("wrong_code", { ip: "127.0.0.1", userAgent: "" });
  const found = await entries(app, cookie, "?status=wrong_credentials,wrong_code");
  assert.deepEqual(found.map(({ status }) => status), ["wrong_code", "wrong_credentials"]);
  for (const status of ["lost", "wrong_code,lost", "", "wrong_code,"]) {
    const { status: code, problem } = await app.call("GET", `/api/login-logs?status=${status}`, { cookie });
    assert.equal(code, 422, status);
    assert.deepEqual(problem.issues?.map(({ path, code }) => [path, code]), [["status", "invalid_value"]]);
  }
});

Deno.test("login log: a rate-limited address is logged once per wait, so that a flood does not fill it", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  await Promise.all(Array.from({ length: 60 }, () => attempt(app, { password: "a guess" }, "198.51.100.1")));
  const counts = new Map<string, number>();
  for (const { status } of await entries(app, cookie, "?pageSize=100")) {
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  assert.deepEqual([...counts].sort(), [["too_many", 1], ["wrong_credentials", 5]]);
  const actions = await app.db.selectFrom("audit_entry").select("act").execute();
  assert.equal(actions.filter(({ act }) => act === "login.failed").length, 5);
  assert.equal(actions.filter(({ act }) => act === "login.locked_out").length, 1);
});

Deno.test("login log: removes entries after 180 days", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  await attempt(app, { password: "a guess" });
  app.clock.advance(180 * DAY_MS);
  await attempt(app, {});
  await app.loginLog.removeOld();
  assert.equal((await app.db.selectFrom("login_log").selectAll().execute()).length, 2);
  app.clock.advance(1);
  await app.loginLog.removeOld();
  const left = await app.db.selectFrom("login_log").select("status").execute();
  assert.deepEqual(left.map(({ status }) => status), ["succeeded"]);
});

Deno.test("login log: keeps the newest 10,000 entries", async () => {
  await using app = await TestApp.open();
  const row = {
    at: app.clock.now(),
    status: "succeeded",
    ip: "127.0.0.1",
    place: "",
    user_agent: "",
  } as const;
  for (let n = 0; n < 21; n++) {
    await app.db.insertInto("login_log").values(Array.from({ length: 500 }, () => row)).execute();
  }
  await app.loginLog.removeOld();
  const ids = (await app.db.selectFrom("login_log").select("id").execute()).map(({ id }) => id);
  assert.deepEqual([ids.length, Math.min(...ids)], [10_000, 501]);
});

Deno.test("login log: the operator's geo file locates an address, in the panel's language", async () => {
  await using dataDir = await temporaryFolder();
  const geoFile = `${dataDir.path}/places.mmdb`;
  await writeGeoFile(geoFile, "198.51.100.7", {
    city: { names: { "en": "Berlin", "zh-CN": "柏林" } },
    country: { names: { "en": "Germany", "zh-CN": "德国" } },
  });
  await using app = await TestApp.open({ geoFile });
  const cookie = await app.setUp();
  await attempt(app, {}, "198.51.100.7");
  await app.settings.update(parse(settingsPatch, { language: "zh" }));
  await attempt(app, {}, "198.51.100.7");
  await attempt(app, {}, "203.0.113.1");
  assert.deepEqual((await entries(app, cookie)).map(({ address }) => address), [
    null,
    "柏林, 德国",
    "Berlin, Germany",
  ]);
});

Deno.test("login log: an unreadable geo file blocks no login", async () => {
  await using app = await TestApp.open({ geoFile: "/nowhere/places.mmdb" });
  await app.setUp();
  assert.equal((await attempt(app, {}, "198.51.100.7")).status, 200);
  assert.equal((await attempt(app, {}, "198.51.100.7")).status, 200);
  assert.equal(app.logged.filter(({ message }) => message.includes("SUNDIAL_GEO_FILE")).length, 1);
});

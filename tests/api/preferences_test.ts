import assert from "node:assert/strict";
import { MAX_PREFERENCES_LENGTH } from "../../server/contract/preferences.ts";
import { TestApp } from "../support/test_app.ts";

const path = "/api/account/preferences";

async function stored(app: TestApp, cookie: string): Promise<unknown> {
  return (await app.call("GET", "/api/auth/session", { cookie })).json["preferences"];
}

Deno.test("preferences: those of an account are in each of its sessions", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  assert.deepEqual(await stored(app, cookie), {});
  const columns = { shown: ["name", "status"], widths: { name: 240.5 }, compact: true };
  const body = { language: "system", theme: "dark", timeZone: "Asia/Tokyo", taskColumns: columns };
  const { status, json } = await app.call("PATCH", path, { cookie, body });
  assert.deepEqual([status, json], [200, body]);
  const change = { theme: null, taskPageSize: "all", taskList: { view: "failing" } };
  assert.equal((await app.call("PATCH", path, { cookie, body: change })).status, 200);
  const seen = { until: "2026-01-01T00:00:00.000Z", version: "1.0.0" };
  const last = await app.call("PATCH", path, { cookie, body: { bellSeen: seen } });
  const all = {
    ...{ language: "system", timeZone: "Asia/Tokyo", taskColumns: columns, taskPageSize: "all" },
    ...{ taskList: { view: "failing" }, bellSeen: seen },
  };
  assert.deepEqual(last.json, all);
  const again = await app.logIn();
  assert.notEqual(again, cookie);
  assert.deepEqual(await stored(app, again), all);
});

const rejected: [string, Record<string, unknown>, string, string][] = [
  ["an unknown name", { color: "red" }, "color", "unknown_field"],
  [
    "an unknown part",
    { taskColumns: { shown: null, widths: {}, compact: true, more: 1 } },
    "taskColumns.more",
    "unknown_field",
  ],
  ["an unknown theme", { theme: "pink" }, "theme", "invalid_value"],
  ["an unknown language", { language: "fr" }, "language", "invalid_value"],
  ["an unknown time zone", { timeZone: "Mars/Phobos" }, "timeZone", "unknown_time_zone"],
];

Deno.test("preferences: what is not known is rejected, and nothing is stored", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  for (const [name, body, path_, code] of rejected) {
    const { status, problem } = await app.call("PATCH", path, {
      cookie,
      body: { taskPageSize: 50, ...body },
    });
    assert.equal(status, 422, name);
    assert.deepEqual(problem.issues?.map((issue) => [issue.path, issue.code]), [[path_, code]], name);
  }
  assert.deepEqual(await stored(app, cookie), {});
});

Deno.test("preferences: the total size is limited", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const widths = Object.fromEntries(
    Array.from({ length: MAX_PREFERENCES_LENGTH / 20 }, (_, n) => [`${n}`.padStart(20, "c"), 100]),
  );
  const body = { taskColumns: { shown: null, widths, compact: false } };
  const { status, problem } = await app.call("PATCH", path, { cookie, body });
  assert.deepEqual([status, problem.issues?.[0]?.code], [422, "too_long"]);
  assert.deepEqual(await stored(app, cookie), {});
});

Deno.test("preferences: what another version has stored is left out, the rest is kept", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  await app.db.updateTable("account").set({
    preferences_json: '{"theme":"sepia","taskPageSize":50,"next":1}',
  })
    .execute();
  assert.deepEqual(await stored(app, cookie), { taskPageSize: 50 });
  await app.db.updateTable("account").set({ preferences_json: "nonsense" }).execute();
  assert.deepEqual(await stored(app, cookie), {});
});

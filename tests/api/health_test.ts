import assert from "node:assert/strict";
import { version } from "../../server/platform/build_info.ts";
import { engineOf } from "../../server/platform/database_engine.ts";
import { TestApp } from "../support/test_app.ts";

Deno.test("health: anonymous clients get only the status; version, parts and counts require credentials", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const short = { status: "ok" };
  const { status, json } = await app.call("GET", "/api/health");
  assert.equal(status, 200);
  assert.deepEqual(json, short);
  const stale = await app.call("GET", "/api/health", { cookie: "sundial_session=garbage" });
  assert.deepEqual([stale.status, stale.json], [200, short]);
  const full = await app.call("GET", "/api/health", { cookie });
  assert.deepEqual(full.json, {
    ...{ ...short, version, parts: { database: "ok" }, database: engineOf(app.db) },
    ...{ counts: { tasks: 0 }, readOnly: null, disk: null },
  });
});

Deno.test("health: is degraded while the panel cannot write, and only authenticated clients get the reason", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  app.writes.begin("disk_full");
  const { status, json } = await app.call("GET", "/api/health");
  assert.deepEqual([status, json], [200, { status: "degraded" }]);
  const full = await app.call("GET", "/api/health", { cookie });
  assert.deepEqual(full.json["readOnly"], {
    reason: "disk_full",
    since: new Date(app.clock.now()).toISOString(),
  });
  app.writes.end("disk_full");
  assert.equal((await app.call("GET", "/api/health", { cookie })).json["status"], "ok");
});

Deno.test("health: HEAD responds like GET without a body", async () => {
  await using app = await TestApp.open();
  const { status, text } = await app.call("HEAD", "/api/health");
  assert.deepEqual([status, text], [200, ""]);
});

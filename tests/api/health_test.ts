import assert from "node:assert/strict";
import { TestApp, version } from "../support/test_app.ts";

Deno.test("health: everybody learns the status, only who is logged in learns more", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const short = { status: "ok", version };
  const { status, json } = await app.call("GET", "/api/health");
  assert.equal(status, 200);
  assert.deepEqual(json, short);
  const stale = await app.call("GET", "/api/health", { cookie: "sundial_session=garbage" });
  assert.deepEqual([stale.status, stale.json], [200, short]);
  const full = await app.call("GET", "/api/health", { cookie });
  assert.deepEqual(full.json, { ...short, parts: { database: "ok" }, counts: { tasks: 0 } });
});

Deno.test("health: HEAD answers like GET without a body", async () => {
  await using app = await TestApp.open();
  const { status, text } = await app.call("HEAD", "/api/health");
  assert.deepEqual([status, text], [200, ""]);
});

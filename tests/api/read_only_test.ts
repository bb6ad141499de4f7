// Read-only mode: what is rejected, and what is still served.
import assert from "node:assert/strict";
import { route } from "../../server/http/route.ts";
import { acceptWrites, rejectWrites } from "../support/reject_writes.ts";
import { until } from "../support/until.ts";
import { password, TestApp, username } from "../support/test_app.ts";

function countedRoutes(actions: string[]) {
  const action = (name: string) => () => {
    actions.push(name);
    return { status: 204 };
  };
  const shared = { access: "tasks:write", summary: "", results: { 204: { description: "" } } } as const;
  return [
    route("post", "/things", { ...shared, handle: action("change") }),
    route("post", "/things/ask", { ...shared, audit: false, handle: action("ask") }),
    route("post", "/things/stop", {
      ...shared,
      whileReadOnly: "allowed",
      handle: action("stop"),
    }),
    route("get", "/things", { ...shared, audit: true, handle: action("read") }),
  ];
}

Deno.test("read only: rejects changes up front, and serves reads and essential requests", async () => {
  const actions: string[] = [];
  await using app = await TestApp.open({ routes: countedRoutes(actions) });
  const cookie = await app.setUp();
  app.writes.begin("disk_full");
  const rejected = await app.call("POST", "/api/things", { cookie });
  assert.deepEqual([rejected.status, rejected.problem.code], [507, "storage_full"]);
  for (
    const [method, path] of [["POST", "things/ask"], ["POST", "things/stop"], ["GET", "things"]] as const
  ) {
    assert.equal((await app.call(method, `/api/${path}`, { cookie })).status, 204, path);
  }
  assert.deepEqual(actions, ["ask", "stop", "read"]);
  app.writes.end("disk_full");
  assert.equal((await app.call("POST", "/api/things", { cookie })).status, 204);
});

Deno.test("read only: a client without access is rejected first", async () => {
  await using app = await TestApp.open({ routes: countedRoutes([]) });
  await app.setUp();
  app.writes.begin("disk_full");
  assert.equal((await app.call("POST", "/api/things")).status, 401);
});

Deno.test("read only: logging in, logging out and ending sessions work", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  app.writes.begin("disk_full");
  const { status, cookie } = await app.call("POST", "/api/auth/login", { body: { username, password } });
  assert.equal(status, 200);
  assert.equal((await app.call("DELETE", "/api/auth/sessions", { cookie })).status, 204);
  assert.equal((await app.call("POST", "/api/auth/logout", { cookie })).status, 204);
});

type WrittenTable = "audit_entry" | "login_log" | "login_attempt" | "session";

function refusals(tables: readonly WrittenTable[]) {
  return tables.map((table) => ({
    table,
    actions: table === "session" ? ["insert", "update"] as const : ["insert"] as const,
  }));
}

Deno.test("read only: a completed change succeeds although its audit entry has to wait", async () => {
  const actions: string[] = [];
  await using app = await TestApp.open({ routes: countedRoutes(actions) });
  const cookie = await app.setUp();
  await rejectWrites(app.db, refusals(["audit_entry", "login_log"]));
  assert.equal((await app.call("POST", "/api/things", { cookie })).status, 204);
  const { status } = await app.call("POST", "/api/auth/login", { body: { username, password } });
  assert.equal(status, 200);
  await acceptWrites(app.db, refusals(["audit_entry", "login_log"]));
  app.clock.advance(60_000);
  assert.equal((await app.call("POST", "/api/things", { cookie })).status, 204);
  await until("the pending writes", () => app.clock.timers === 0);
  const { json } = await app.call("GET", "/api/audit-log", { cookie });
  const written = (json.items as { act: string }[]).map(({ act }) => act).sort();
  assert.deepEqual(written, ["initialization.done", "login.succeeded", "things.create", "things.create"]);
  assert.equal((await app.call("GET", "/api/audit-log/verify", { cookie })).json.intact, true);
});

Deno.test("read only: sessions can read although their last use cannot be stored", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  await rejectWrites(app.db, refusals(["session"]));
  app.clock.advance(120_000);
  assert.equal((await app.call("GET", "/api/auth/session", { cookie })).status, 200);
});

import assert from "node:assert/strict";
import type { AuditEntry } from "../../server/contract/audit_log.ts";
import { route } from "../../server/http/route.ts";
import * as z from "zod";
import { TestApp } from "../support/test_app.ts";

const anything = route("post", "/tasks/run", {
  access: "tasks:write",
  summary: "A stand-in",
  body: z.looseObject({}),
  results: {},
  handle: () => ({ status: 200, body: {} }),
});
const queryRoute = route("post", "/tasks/ask", {
  access: "tasks:read",
  audit: ({ really }) => really === true,
  summary: "A stand-in",
  body: z.looseObject({ really: z.boolean() }),
  results: {},
  handle: () => ({ status: 200, body: {} }),
});

async function entries(app: TestApp, cookie: string, query = ""): Promise<AuditEntry[]> {
  const { status, json } = await app.call("GET", `/api/audit-log${query}`, { cookie });
  assert.equal(status, 200);
  return json.items as AuditEntry[];
}

Deno.test("audit log: a change is one entry with time, actor, address and object, and a read is none", async () => {
  await using app = await TestApp.open({ routes: [anything, queryRoute] });
  const cookie = await app.setUp();
  const before = (await entries(app, cookie)).length;
  await app.call("POST", "/api/tasks/run", { cookie, body: { ids: [3, 4] }, peer: "203.0.113.7" });
  await app.call("POST", "/api/tasks/ask", { cookie, body: { really: false } });
  await app.call("POST", "/api/tasks/run", { body: { ids: [3] } });
  const all = await entries(app, cookie);
  assert.equal(all.length, before + 1);
  const [{ id: _, hash, ...entry }] = all as [AuditEntry];
  assert.deepEqual(entry, {
    at: new Date(app.clock.now()).toISOString(),
    actor: { kind: "person", id: 1, name: entry.actor.name },
    ip: "203.0.113.7",
    act: "tasks.run",
    object: "#3, #4",
    detail: { fields: ["ids"], count: 2, names: ["#3", "#4"] },
    changes: [],
    moreChanges: false,
  });
  assert.match(hash, /^[0-9a-f]{64}$/);
  await app.call("POST", "/api/tasks/ask", { cookie, body: { really: true } });
  assert.equal((await entries(app, cookie)).length, before + 2);
});

Deno.test("audit log: an action on several objects records their number and their names before it", async () => {
  const remove = route("delete", "/variables", {
    access: "variables:write",
    summary: "A stand-in",
    body: z.looseObject({}),
    results: {},
    handle: async () => {
      await app.db.deleteFrom("variable").execute();
      return { status: 200, body: {} };
    },
  });
  await using app = await TestApp.open({ routes: [remove] });
  const cookie = await app.setUp();
  const made = {
    value: "v",
    secret: 0,
    enabled: 1,
    remarks: "",
    labels_json: "[]",
    created_at: 0,
    updated_at: 0,
    version: 1,
  } as const;
  for (let number = 1; number <= 120; number++) {
    const name = number === 1 ? `LONG_${"X".repeat(200)}` : `NAME_${number}`;
    await app.db.insertInto("variable").values({ ...made, id: number, name, position: number }).execute();
  }
  const ids = Array.from({ length: 120 }, (_, index) => index + 1);
  await app.call("DELETE", "/api/variables", { cookie, body: { ids } });
  await app.call("DELETE", "/api/variables", { cookie, body: { ids: [2, 3] } });
  await app.call("DELETE", "/api/variables", { cookie, body: { paths: ["a/b.js", "c.js"] } });
  const [byPath, gone, removed] = await entries(app, cookie);
  const { count, names } = removed!.detail as { count: number; names: string[] };
  assert.deepEqual([count, names.length, names[0]!.length, names[1]], [120, 100, 80, "NAME_2"]);
  assert.deepEqual(gone!.detail, { fields: ["ids"], count: 2, names: ["#2", "#3"] });
  assert.deepEqual(byPath!.detail, { fields: ["paths"], count: 2, names: ["a/b.js", "c.js"] });
  assert.equal((await app.call("GET", "/api/audit-log/verify", { cookie })).json.intact, true);
});

Deno.test("audit log: names that together exceed the limit of an entry are left out, not cut off", async () => {
  await using app = await TestApp.open({ routes: [anything] });
  const cookie = await app.setUp();
  const paths = Array.from({ length: 1000 }, (_, index) => `${index}/${"\u202e文件".repeat(20)}`);
  await app.call("POST", "/api/tasks/run", { cookie, body: { paths } });
  const { count, names, cut } = (await entries(app, cookie))[0]!.detail as Record<string, unknown>;
  assert.deepEqual([count, cut], [1000, undefined]);
  assert.ok((names as string[]).length > 5);
});

Deno.test("audit log: input cannot start a new line or color a terminal", async () => {
  await using app = await TestApp.open({ routes: [anything] });
  const cookie = await app.setUp();
  const name = "x\r\n2026-01-01 admin logged in\u001b[2K\u202e";
  await app.call("POST", "/api/tasks/run", { cookie, body: { name, "a\nb": 1 } });
  const [entry] = await entries(app, cookie);
  assert.equal(entry!.object, "x\\r\\n2026-01-01 admin logged in\\x1b[2K\\u202e");
  assert.deepEqual(entry!.detail, { fields: ["name", "a\\nb"] });
  assert.equal((await app.call("GET", "/api/audit-log/verify", { cookie })).json.intact, true);
});

Deno.test("audit log: lists newest first in pages, filtered by action, actor, days and text", async () => {
  await using app = await TestApp.open({ routes: [anything] });
  const cookie = await app.setUp();
  await app.call("PATCH", "/api/settings", { cookie, body: { concurrency: 5 } });
  const noon = new Date(app.clock.now() + 1).toISOString();
  app.clock.advance(60_000);
  const body = { name: "Robot", scopes: ["tasks:read"] };
  await app.call("POST", "/api/applications", { cookie, body });
  await app.call("POST", "/api/tasks/run", { cookie, body: { name: "100% sure" } });
  const actions = async (query: string) => (await entries(app, cookie, query)).map(({ act }) => act);
  assert.deepEqual(await actions("?pageSize=2"), ["tasks.run", "applications.create"]);
  assert.deepEqual(await actions("?pageSize=1&page=2"), ["applications.create"]);
  assert.deepEqual(await actions("?act=tasks"), ["tasks.run"]);
  assert.deepEqual(await actions("?act=tasks.run"), ["tasks.run"]);
  assert.deepEqual(await actions("?act=task"), []);
  assert.deepEqual(await actions("?act=tasks,applications"), ["tasks.run", "applications.create"]);
  assert.deepEqual(await actions("?q=robot"), ["applications.create"]);
  assert.deepEqual(await actions("?q=100%25"), ["tasks.run"]);
  assert.deepEqual(await actions(`?from=${noon}`), ["tasks.run", "applications.create"]);
  assert.ok((await actions(`?to=${noon}`)).includes("settings.update"));
  assert.deepEqual(await actions("?actor=operator"), []);
});

Deno.test("audit log: entries cannot be changed or removed, and tampering is detected", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  await app.call("PATCH", "/api/settings", { cookie, body: { concurrency: 5 } });
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    for (const path of ["/api/audit-log", "/api/audit-log/verify", "/api/audit-log/1"]) {
      const { status } = await app.call(method, path, { cookie, body: {} });
      assert.ok(status === 405 || status === 404, `${method} ${path}: ${status}`);
    }
  }
  const verify = async () => (await app.call("GET", "/api/audit-log/verify", { cookie })).json;
  assert.equal((await verify()).intact, true);
  await app.db.updateTable("audit_entry").set({ ip: "198.51.100.1" }).execute();
  const { intact, broken } = await verify();
  assert.deepEqual([intact, (broken as { fault: string }).fault], [false, "changed"]);
});

Deno.test("audit log: issuing a token, rejecting one and each change by an application are entries", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const body = { name: "Robot", scopes: ["system:write"] };
  const { json: made } = await app.call("POST", "/api/applications", { cookie, body });
  const { clientId, clientSecret } = made;
  await app.call("POST", "/api/auth/token", {
    body: { clientId, clientSecret: "wrong" },
    peer: "203.0.113.7",
  });
  const { json } = await app.call("POST", "/api/auth/token", { body: { clientId, clientSecret } });
  const headers = { authorization: `Bearer ${json.token}` };
  await app.call("PATCH", "/api/settings", { headers, body: { concurrency: 7 } });
  await app.call("POST", "/api/applications/1/secret", { cookie });
  await app.call("DELETE", "/api/applications/1", { cookie });
  const lines = (await entries(app, cookie)).slice(0, 6).map(({ act, actor, object }) =>
    `${act} ${actor.kind} ${object}`
  );
  assert.deepEqual(lines, [
    "applications.remove person Robot",
    "applications.secret person Robot",
    "settings.update application null",
    "applications.token application Robot",
    "applications.token_refused nobody Robot",
    "applications.create person Robot",
  ]);
});

Deno.test("audit log: the language of a session is not a change", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const before = (await entries(app, cookie)).length;
  const { status } = await app.call("PATCH", "/api/auth/session", { cookie, body: { language: "zh" } });
  assert.equal(status, 200);
  assert.equal((await entries(app, cookie)).length, before);
});

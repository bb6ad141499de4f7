// Every endpoint requires credentials. The tests are generated from the registered routes, so that no new
// route can be forgotten.
import assert from "node:assert/strict";
import * as z from "zod";
import { idParams } from "../../server/contract/shapes.ts";
import { type Access, type Route, route } from "../../server/http/route.ts";
import { builtScript, writeBuiltPage } from "../support/built_page.ts";
import { spellPath } from "../support/path_spellings.ts";
import { type Call, TestApp } from "../support/test_app.ts";

const DAY_MS = 24 * 3_600_000;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];

// Returns paths of every shape that the features use, with a handler that records that it was reached.
function witnessRoutes(reached: string[]): Route[] {
  const witness = (method: Route["method"], path: string, access: Access): Route =>
    route(method, path, {
      access,
      audit: method !== "get",
      summary: "A witness",
      ...(path.includes("{id}") && { params: idParams }),
      ...(method === "get" ? {} : { body: z.looseObject({}) }),
      results: {},
      handle: () => {
        reached.push(`${method} ${path}`);
        return { status: 200, body: {} };
      },
    });
  return [
    witness("get", "/tasks", "tasks:read"),
    witness("post", "/tasks", "tasks:write"),
    witness("delete", "/tasks", "tasks:write"),
    witness("post", "/tasks/run", "tasks:write"),
    witness("get", "/tasks/{id}", "tasks:read"),
    witness("patch", "/tasks/{id}", "tasks:write"),
    witness("get", "/runs/{id}/log", "logs:read"),
    witness("get", "/runs/{id}/log/stream", "logs:read"),
    witness("put", "/views/order", "views:write"),
    witness("post", "/scripts/debug", "scripts:write"),
  ];
}

function pathOf({ path }: Route): string {
  return `/api${path.replace("{id}", "1")}`;
}

function callFor({ body }: Route): Call {
  return body ? { body: {} } : {};
}

const guarded = (app: TestApp) => app.routes.filter((route) => route.access !== "public");

Deno.test("endpoints: only the documented ones are public", async () => {
  await using app = await TestApp.open();
  const open = app.routes.filter((route) => route.access === "public").map((route) =>
    `${route.method} ${route.path}`
  );
  assert.deepEqual(open.sort(), [
    "get /health",
    "get /initialization",
    "post /auth/login",
    "post /auth/token",
    "post /initialization",
  ]);
});

Deno.test("endpoints: every other route rejects invalid credentials without effect", async () => {
  const reached: string[] = [];
  await using app = await TestApp.open({ routes: witnessRoutes(reached) });
  const expired = await app.setUp();
  app.clock.advance(31 * DAY_MS);
  const loggedOut = await app.logIn();
  await app.call("POST", "/api/auth/logout", { cookie: loggedOut });
  const bearer = (value: string): Call => ({ headers: { authorization: value } });
  const credentials: Record<string, Call> = {
    none: {},
    "a garbage cookie": { cookie: "sundial_session=garbage" },
    "an empty cookie": { cookie: "sundial_session=" },
    "an id as cookie": { cookie: "sundial_session=1" },
    "an expired cookie": { cookie: expired },
    "a logged-out cookie": { cookie: loggedOut },
    "another cookie": { cookie: expired.replace("sundial_session", "session") },
    "a bearer token": bearer("Bearer garbage"),
    "a session as bearer token": bearer(`Bearer ${expired.split("=")[1]}`),
    "an empty bearer token": bearer("Bearer "),
    "a password": bearer(`Basic ${btoa("mira:correct horse battery")}`),
  };
  const before = await app.everythingStored();
  const events = app.events.length;
  for (const one of guarded(app)) {
    for (const [name, credential] of Object.entries(credentials)) {
      const call = { ...callFor(one), ...credential };
      const { status } = await app.call(one.method.toUpperCase(), pathOf(one), call);
      assert.equal(status, 401, `${one.method} ${one.path} with ${name}`);
    }
  }
  assert.deepEqual(reached, []);
  assert.equal(await app.everythingStored(), before);
  assert.equal(app.events.length, events);
});

Deno.test("endpoints: the same requests succeed with a valid cookie, so the rejections above are meaningful", async () => {
  const reached: string[] = [];
  const routes = witnessRoutes(reached);
  const dataDir = await Deno.makeTempDir({ prefix: "sundial-doors-" });
  await using app = await TestApp.open({ routes, dataDir });
  const cookie = await app.setUp();
  for (const one of guarded(app).filter((one) => one.path !== "/auth/logout" && one.method !== "delete")) {
    const response = await app.send(one.method.toUpperCase(), pathOf(one), { ...callFor(one), cookie });
    await response.body?.cancel();
    // 404, 409 and 422 mean that data was accessed, which must not happen without credentials.
    const { status } = response;
    assert.ok([200, 404, 409, 415, 422].includes(status), `${one.method} ${one.path}: ${status}`);
  }
  assert.equal(reached.length, routes.filter((route) => route.method !== "delete").length);
  await Deno.remove(dataDir, { recursive: true });
});

Deno.test("endpoints: without credentials no method has an effect on any API path", async () => {
  const reached: string[] = [];
  await using app = await TestApp.open({ routes: witnessRoutes(reached) });
  await app.setUp();
  const paths = new Set([...app.routes.map(pathOf), "/api", "/api/", "/api/nothing", "/api/tasks/1/2/3"]);
  const open = new Set(
    app.routes.filter((route) => route.access === "public").map((route) =>
      `${route.method} ${pathOf(route)}`
    ),
  );
  for (const path of paths) {
    for (const method of methods) {
      const requested = method === "HEAD" ? "get" : method.toLowerCase();
      const { status } = await app.call(method, path);
      if (!open.has(`${requested} ${path}`)) assert.equal(status, 401, `${method} ${path}`);
    }
  }
  assert.deepEqual(reached, []);
});

for (const basePath of ["", "/deep/base"]) {
  Deno.test(`endpoints: no spelling of a path bypasses the guard, under ${basePath || "/"}`, async () => {
    const reached: string[] = [];
    const pageRoot = await writeBuiltPage();
    await using app = await TestApp.open({ basePath, pageRoot, routes: witnessRoutes(reached) });
    await app.setUp();
    const before = await app.everythingStored();
    for (const one of guarded(app)) {
      for (const { how, target } of spellPath(basePath, pathOf(one))) {
        const url = `http://localhost:5780${target}`;
        const { status } = await app.call(one.method.toUpperCase(), url, callFor(one));
        assert.ok(status === 401 || status === 404, `${one.method} ${target} (${how}): ${status}`);
      }
    }
    assert.deepEqual(reached, []);
    assert.equal(await app.everythingStored(), before);
    assert.equal((await app.call("GET", `/assets/${builtScript}`)).status, 200);
    await Deno.remove(pageRoot, { recursive: true });
  });
}

Deno.test("endpoints: HEAD reaches no handler that changes something or whose response is recorded", async () => {
  const reached: string[] = [];
  const query = z.looseObject({ on: z.string().optional() });
  const acting = (path: string, access: Access, audit: NonNullable<Route["audit"]>) =>
    route("get", path, {
      ...{ access, audit, query, summary: "A witness", results: {} },
      handle: () => {
        reached.push(path);
        return { status: 200, body: {} };
      },
    });
  await using app = await TestApp.open({
    routes: [
      acting("/acting/audited", "tasks:write", true),
      acting("/acting/unaudited", "tasks:write", false),
      acting("/acting/public", "public", false),
      acting("/acting/sometimes", "tasks:read", (_, { on }) => on === "1"),
    ],
  });
  const cookie = await app.setUp();
  const paths = ["/acting/audited", "/acting/unaudited", "/acting/public", "/acting/sometimes?on=1"];
  for (const path of paths) {
    assert.equal((await app.call("HEAD", `/api${path}`, { cookie })).status, 405, path);
  }
  assert.deepEqual(reached, []);
  for (const path of paths) {
    assert.equal((await app.call("GET", `/api${path}`, { cookie })).status, 200, path);
  }
  assert.equal((await app.call("HEAD", "/api/acting/sometimes", { cookie })).status, 200);
  assert.equal(reached.length, paths.length + 1);
});

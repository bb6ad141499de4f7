// What reaches no handler, whatever the routes are. `access_matrix_test.ts` and `real_endpoints_test.ts` ask
// every route of the panel with every kind of credential and in every spelling.
import assert from "node:assert/strict";
import * as z from "zod";
import { type Access, type Route, route } from "../../server/http/route.ts";
import { TestApp } from "../support/test_app.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];

// Returns paths of every shape that the features use, with a handler that records that it was reached.
function witnessRoutes(reached: string[]): Route[] {
  const witness = (method: Route["method"], path: string, access: Access): Route =>
    route(method, path, {
      access,
      audit: method !== "get",
      summary: "A witness",
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

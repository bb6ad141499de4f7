// While the panel cannot write: what is refused, and what is served all the same.
import assert from "node:assert/strict";
import { route } from "../../server/http/route.ts";
import { password, TestApp, username } from "../support/test_app.ts";

function countedRoutes(acts: string[]) {
  const act = (name: string) => () => {
    acts.push(name);
    return { status: 204 };
  };
  const shared = { access: "tasks:write", summary: "", answers: { 204: { description: "" } } } as const;
  return [
    route({ ...shared, method: "post", path: "/things", handle: act("change") }),
    route({ ...shared, method: "post", path: "/things/ask", audit: false, handle: act("ask") }),
    route({
      ...shared,
      method: "post",
      path: "/things/stop",
      whileReadOnly: "allowed",
      handle: act("stop"),
    }),
    route({ ...shared, method: "get", path: "/things", audit: true, handle: act("read") }),
  ];
}

Deno.test("read only: a change is refused before it begins, reading and what people need then are served", async () => {
  const acts: string[] = [];
  await using app = await TestApp.open({ routes: countedRoutes(acts) });
  const cookie = await app.setUp();
  app.writes.begin("disk_full");
  const refused = await app.call("POST", "/api/things", { cookie });
  assert.deepEqual([refused.status, refused.problem.code], [507, "storage_full"]);
  for (
    const [method, path] of [["POST", "things/ask"], ["POST", "things/stop"], ["GET", "things"]] as const
  ) {
    assert.equal((await app.call(method, `/api/${path}`, { cookie })).status, 204, path);
  }
  assert.deepEqual(acts, ["ask", "stop", "read"]);
  app.writes.end("disk_full");
  assert.equal((await app.call("POST", "/api/things", { cookie })).status, 204);
});

Deno.test("read only: who may not call a route learns that first", async () => {
  await using app = await TestApp.open({ routes: countedRoutes([]) });
  await app.setUp();
  app.writes.begin("disk_full");
  assert.equal((await app.call("POST", "/api/things")).status, 401);
});

Deno.test("read only: logging in and out and ending sessions are served", async () => {
  await using app = await TestApp.open();
  await app.setUp();
  app.writes.begin("disk_full");
  const { status, cookie } = await app.call("POST", "/api/auth/login", { body: { username, password } });
  assert.equal(status, 200);
  assert.equal((await app.call("DELETE", "/api/auth/sessions", { cookie })).status, 204);
  assert.equal((await app.call("POST", "/api/auth/logout", { cookie })).status, 204);
});

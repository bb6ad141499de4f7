import assert from "node:assert/strict";
import { route } from "../../http/route.ts";
import { actionOf } from "./audit_calls.ts";

const results = {};
const handle = () => ({ status: 204 });
const shared = { access: "tasks:write", summary: "", results, handle } as const;

Deno.test("audit calls: an action is named by the path, or by the method if the path names none", () => {
  const actions = [
    route({ ...shared, method: "post", path: "/tasks" }),
    route({ ...shared, method: "post", path: "/tasks/run" }),
    route({ ...shared, method: "patch", path: "/tasks/{id}" }),
    route({ ...shared, method: "put", path: "/views/order" }),
    route({ ...shared, method: "post", path: "/applications/{id}/secret" }),
    route({ ...shared, method: "delete", path: "/files/{area}/content" }),
  ].map((one) => actionOf({ route: one }));
  assert.deepEqual(actions, [
    "tasks.create",
    "tasks.run",
    "tasks.update",
    "views.order.replace",
    "applications.secret",
    "files.content.remove",
  ]);
});

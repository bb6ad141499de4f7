import assert from "node:assert/strict";
import { route } from "../../http/route.ts";
import { actionOf } from "./audit_calls.ts";

const results = {};
const handle = () => ({ status: 204 });
const shared = { access: "tasks:write", summary: "", results, handle } as const;

Deno.test("audit calls: an action is named by the path, or by the method if the path names none", () => {
  const actions = [
    route("post", "/tasks", shared),
    route("post", "/tasks/run", shared),
    route("patch", "/tasks/{id}", shared),
    route("put", "/views/order", shared),
    route("post", "/applications/{id}/secret", shared),
    route("delete", "/files/{area}/content", shared),
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

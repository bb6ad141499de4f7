import assert from "node:assert/strict";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { View } from "../../server/contract/views.ts";
import { TaskScene } from "../support/task_scene.ts";

const failing = {
  name: "Failing",
  conditions: [{ property: "lastOutcome", operator: "isOneOf", values: ["failed", "timed_out"] }],
};

async function add(scene: TaskScene, view: Record<string, unknown>): Promise<View> {
  const { status, text, json } = await scene.call("POST", "/views", { body: { ...failing, ...view } });
  assert.equal(status, 201, text);
  return json as unknown as View;
}

async function namesOf(scene: TaskScene, query = ""): Promise<string[]> {
  const { json, text } = await scene.call("GET", `/tasks?${query}`);
  assert.ok(json.items, text);
  return (json as unknown as List<Task>).items.map(({ name }) => name);
}

async function tabs(scene: TaskScene): Promise<string[]> {
  const { json } = await scene.call("GET", "/views");
  return (json as unknown as List<View>).items.map(({ name, position }) => `${position} ${name}`);
}

Deno.test("views: a new one gets defaults and the last position, and publishes an event", async () => {
  await using scene = await TaskScene.open();
  await add(scene, { name: "First" });
  const view = await add(scene, { name: "  Second " });
  const { id, createdAt, updatedAt, ...rest } = view;
  assert.ok(id > 0 && createdAt === updatedAt);
  assert.deepEqual(rest, {
    name: "Second",
    conditions: failing.conditions,
    relation: "and",
    sort: [],
    hidden: false,
    shared: false,
    owner: null, // the accounts of the scene are in another database
    editable: true,
    position: 1,
    version: 1,
  });
  const { headers, json } = await scene.call("GET", `/views/${id}`);
  assert.deepEqual([headers.get("etag"), json], ['"1"', view]);
  assert.deepEqual(scene.published, [`view:created ${id - 1}`, `view:created ${id}`]);
  assert.ok(scene.engine.events.every(({ topic }) => topic === "views"));
});

Deno.test("views: a condition accepts a value as long as a list search", async () => {
  await using scene = await TaskScene.open();
  const of = (length: number) => ({
    ...failing,
    conditions: [{ property: "command", operator: "contains", values: ["x".repeat(length)] }],
  });
  assert.equal((await scene.call("POST", "/views", { body: of(1000) })).status, 201);
  assert.equal((await scene.call("POST", "/views", { body: of(1001) })).status, 422);
});

Deno.test("views: an edit keeps omitted fields, in particular and/or", async () => {
  await using scene = await TaskScene.open();
  const sort = [{ field: "nextRunAt", descending: true }];
  const { id } = await add(scene, { relation: "or", sort, hidden: true });
  const patched = await scene.call("PATCH", `/views/${id}`, { body: { name: "Red" } });
  assert.equal(patched.status, 200);
  const { name, relation, hidden, version, conditions, sort: stored } = patched.json as unknown as View;
  assert.deepEqual([name, relation, hidden, version], ["Red", "or", true, 2]);
  assert.deepEqual([conditions, stored], [failing.conditions, sort]);
  const stale = await scene.call("PATCH", `/views/${id}`, {
    body: { hidden: false },
    headers: { "if-match": '"1"' },
  });
  assert.deepEqual([stale.status, stale.problem.code], [412, "stale_version"]);
  assert.deepEqual(scene.published, [`view:created ${id}`, `view:updated ${id}`]);
});

Deno.test("views: names are unique", async () => {
  await using scene = await TaskScene.open();
  const first = await add(scene, { name: "One" });
  const second = await add(scene, { name: "Two" });
  const duplicate = await scene.call("POST", "/views", { body: { ...failing, name: " One " } });
  assert.deepEqual([duplicate.status, duplicate.problem.issues?.map(({ path, code }) => [path, code])], [
    422,
    [[
      "name",
      "name_taken",
    ]],
  ]);
  const renamed = await scene.call("PATCH", `/views/${second.id}`, { body: { name: "One" } });
  assert.equal(renamed.problem.issues?.[0]?.code, "name_taken");
  assert.equal((await scene.call("PATCH", `/views/${first.id}`, { body: { name: "One" } })).status, 200);
  assert.deepEqual(await tabs(scene), ["0 One", "1 Two"]);
});

const rejected: [string, Record<string, unknown>, [string, string][]][] = [
  ["no name", { name: "  " }, [["name", "required"]]],
  ["an unknown property", { conditions: [{ property: "colour", operator: "contains", values: ["a"] }] }, [[
    "conditions.0.property",
    "invalid_value",
  ]]],
  ["no value", { conditions: [{ property: "name", operator: "contains", values: [] }] }, [[
    "conditions.0.values",
    "too_few",
  ]]],
  ["a partial status name", { conditions: [{ property: "status", operator: "contains", values: ["id"] }] }, [[
    "conditions.0.operator",
    "invalid_value",
  ]]],
  ["an unknown status", {
    conditions: [{ property: "status", operator: "isOneOf", values: ["idle", "x"] }],
  }, [[
    "conditions.0.values.1",
    "invalid_value",
  ]]],
  ["an unknown outcome", {
    conditions: [{ property: "lastOutcome", operator: "isNoneOf", values: ["running"] }],
  }, [["conditions.0.values.0", "invalid_value"]]],
  ["a subscription that is not an ID", {
    conditions: [{ property: "subscription", operator: "isOneOf", values: ["x"] }],
  }, [["conditions.0.values.0", "invalid"]]],
  ["an exit code that is not an integer", {
    conditions: [{ property: "lastExitCode", operator: "isOneOf", values: ["0", "0x10"] }],
  }, [["conditions.0.values.1", "invalid"]]],
  ["too many values", {
    conditions: [1, 2, 3].map(() => ({
      property: "name",
      operator: "contains",
      values: Array.from({ length: 40 }, (_, index) => `${index}`),
    })),
  }, [["conditions", "too_many"]]],
  ["an unknown field to sort by", { sort: [{ field: "colour", descending: false }] }, [[
    "sort.0.field",
    "invalid_value",
  ]]],
  ["an unknown field", { colour: 1 }, [["colour", "unknown_field"]]],
];
Deno.test("views: rejects invalid input with its field and stores nothing", async () => {
  await using scene = await TaskScene.open();
  for (const [what, view, issues] of rejected) {
    const { status, problem } = await scene.call("POST", "/views", { body: { ...failing, ...view } });
    assert.equal(status, 422, what);
    assert.deepEqual(problem.issues?.map(({ path, code }) => [path, code]), issues, what);
  }
  assert.deepEqual([await tabs(scene), scene.published], [[], []]);
});

Deno.test("views: reordering requires all views", async () => {
  await using scene = await TaskScene.open();
  const ids: number[] = [];
  for (const name of ["a", "b", "c"]) ids.push((await add(scene, { name })).id);
  const [a, b, c] = ids;
  for (const order of [[a, b], [a, b, b], [a, b, c, c], [a, b, 999], [a, b, c, 999]]) {
    const { status, problem } = await scene.call("PUT", "/views/order", { body: { ids: order } });
    assert.deepEqual([status, problem.issues?.[0]?.code], [422, "order_incomplete"], String(order));
  }
  assert.deepEqual(await tabs(scene), ["0 a", "1 b", "2 c"]);
  const { status, json } = await scene.call("PUT", "/views/order", { body: { ids: [c, a, b] } });
  assert.equal(status, 200);
  assert.deepEqual((json as unknown as List<View>).items.map(({ name }) => name), ["c", "a", "b"]);
  assert.deepEqual(await tabs(scene), ["0 c", "1 a", "2 b"]);
  assert.equal(scene.published.at(-1), "view:reordered 0");
  assert.equal((await scene.call("GET", `/views/${c}`)).headers.get("etag"), '"1"');
  await add(scene, { name: "d" });
  assert.deepEqual(await tabs(scene), ["0 c", "1 a", "2 b", "3 d"]);
});

Deno.test("views: a preview counts the same tasks as the list, before a view is saved", async () => {
  await using scene = await TaskScene.open();
  await scene.add({ name: "a", command: "task 100%.py", labels: ["db"] });
  await scene.add({ name: "b", command: "echo 1000", labels: ["db", "web"], enabled: false });
  await scene.add({ name: "c", command: "echo", labels: [] });
  const before = scene.published.length;
  const count = async (conditions: unknown[], more = {}) =>
    (await scene.call("POST", "/views/count", { body: { conditions, ...more } })).json.total;
  const labelled = { property: "label", operator: "isOneOf", values: ["db"] };
  const disabled = { property: "status", operator: "isOneOf", values: ["disabled"] };
  const echo = { property: "command", operator: "contains", values: ["ECHO"] };
  assert.equal(await count([]), 3);
  assert.equal(await count([labelled]), 2);
  assert.equal(await count([labelled, disabled]), 1);
  assert.equal(await count([labelled, echo], { relation: "or" }), 3);
  assert.equal(await count([{ property: "command", operator: "contains", values: ["0%"] }]), 1);
  assert.deepEqual([await tabs(scene), scene.published.slice(before)], [[], []]);
});

Deno.test("views: a preview rejects invalid conditions", async () => {
  await using scene = await TaskScene.open();
  const rejections = rejected.filter(([, { conditions }]) => conditions);
  assert.ok(rejections.length > 5);
  for (const [what, { conditions }, issues] of rejections) {
    const { status, problem } = await scene.call("POST", "/views/count", { body: { conditions } });
    assert.equal(status, 422, what);
    assert.deepEqual(problem.issues?.map(({ path, code }) => [path, code]), issues, what);
  }
  const unknown = await scene.call("POST", "/views/count", { body: { conditions: [], name: "x" } });
  assert.equal(unknown.problem.issues?.[0]?.code, "unknown_field");
});

Deno.test("views: deleting one keeps its tasks", async () => {
  await using scene = await TaskScene.open();
  await scene.add();
  const { id } = await add(scene, {});
  assert.equal((await scene.call("DELETE", `/views/${id}`)).status, 204);
  assert.equal((await scene.call("DELETE", `/views/${id}`)).status, 404);
  assert.equal((await scene.call("PATCH", `/views/${id}`, { body: {} })).status, 404);
  const { status, problem } = await scene.call("GET", `/tasks?viewId=${id}`);
  assert.deepEqual([status, problem.issues?.[0]?.code], [422, "unknown_view"]);
  assert.equal((await namesOf(scene)).length, 1);
  assert.deepEqual(scene.published.slice(-1), [`view:deleted ${id}`]);
});

Deno.test("views: a list contains the tasks of a view, in its order unless another is requested", async () => {
  await using scene = await TaskScene.open();
  await scene.add({ name: "b", command: "task 100%.py", labels: ["db"] });
  await scene.add({ name: "a", command: "task x.js", labels: ["db", "web"] });
  await scene.add({ name: "c", command: "echo 1000", labels: [], enabled: false });
  const view = async (conditions: unknown[], more = {}) =>
    `viewId=${(await add(scene, { name: crypto.randomUUID(), conditions, ...more })).id}`;
  const sort = [{ field: "name", descending: false }];
  const labelled = await view([{ property: "label", operator: "isOneOf", values: ["web", "db"] }], { sort });
  assert.deepEqual(await namesOf(scene, labelled), ["a", "b"]);
  assert.deepEqual(await namesOf(scene, `${labelled}&sort=-name`), ["b", "a"]);
  assert.deepEqual(await namesOf(scene, `${labelled}&q=command:100`), ["b"]);
  assert.deepEqual(await namesOf(scene, `${labelled}&type=javascript`), ["a"]);
  const percent = await view([{ property: "command", operator: "contains", values: ["0%"] }]);
  assert.deepEqual(await namesOf(scene, percent), ["b"]);
  const either = await view([
    { property: "status", operator: "isOneOf", values: ["disabled"] },
    { property: "label", operator: "contains", values: ["WE"] },
  ], { relation: "or", sort });
  assert.deepEqual(await namesOf(scene, either), ["a", "c"]);
  const never = await view([{ property: "lastOutcome", operator: "isNoneOf", values: ["failed"] }], { sort });
  assert.deepEqual(await namesOf(scene, never), ["a", "b", "c"]);
});

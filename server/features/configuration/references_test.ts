import assert from "node:assert/strict";
import * as z from "zod";
import { pathInFile, referenceFields, referencePaths, toIds, toNames } from "./references.ts";

const schema = z.strictObject({
  calendarId: z.int().nullable(),
  upstream: z.strictObject({ tasks: z.array(z.strictObject({ taskId: z.int() })).min(1) }).nullable(),
  triggers: z.array(z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("window"), windowId: z.int() }),
    z.strictObject({ type: z.literal("subscription"), subscriptionId: z.int() }),
  ])).default([]),
  scope: z.union([z.strictObject({ all: z.literal(true) }), z.strictObject({ taskIds: z.array(z.int()) })]),
  values: z.record(z.string(), z.string()),
  other: z.strictObject({ machineId: z.int() }).optional(),
}).partial();

const paths = referencePaths(schema);
const fields = {
  calendarId: 1,
  upstream: { tasks: [{ taskId: 2 }, { taskId: 3 }] },
  triggers: [{ type: "window", windowId: 4 }],
  scope: { taskIds: [5, 6] },
  values: { taskId: "7" },
};

Deno.test("references: are found in lists, choices and optional parts, and not among names of users", () => {
  assert.deepEqual(paths.map((path) => path.join(".")), [
    "calendarId",
    "upstream.tasks.*.taskId",
    "triggers.*.windowId",
    "triggers.*.subscriptionId",
    "scope.taskIds",
    "other.machineId",
  ]);
  assert.ok(!Object.hasOwn(referenceFields, "machineId"), "the test of completeness would find it");
});

Deno.test("references: become names at the same place, and IDs again", () => {
  const named = toNames(fields, paths, (id, kind) => `${kind}-${id}`);
  assert.deepEqual(named, {
    calendar: "calendar-1",
    upstream: { tasks: [{ task: "task-2" }, { task: "task-3" }] },
    triggers: [{ type: "window", window: "window-4" }],
    scope: { tasks: ["task-5", "task-6"] },
    values: { taskId: "7" },
  });
  assert.deepEqual(Object.keys(named), ["calendar", "upstream", "triggers", "scope", "values"]);
  const ways: string[] = [];
  const back = toIds(named, paths, (name, _kind, path) => {
    ways.push(path);
    return Number(String(name).split("-")[1]);
  });
  assert.deepEqual(back, fields);
  assert.deepEqual(ways, [
    "calendar",
    "upstream.tasks.0.task",
    "upstream.tasks.1.task",
    "triggers.0.window",
    "scope.tasks.0",
    "scope.tasks.1",
  ]);
});

Deno.test("references: the path of an issue is that of the file", () => {
  assert.equal(pathInFile("upstream.tasks.1.taskId", paths), "upstream.tasks.1.task");
  assert.equal(pathInFile("scope.taskIds.3", paths), "scope.tasks.3");
  assert.equal(pathInFile("values.taskId", paths), "values.taskId");
});

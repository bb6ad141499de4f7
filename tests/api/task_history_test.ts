// Who changed which fields of a task, and setting them back.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { AuditEntry } from "../../server/contract/audit_log.ts";
import type { List } from "../../server/contract/shapes.ts";
import { type TaskDetail, type TaskInput, taskInput } from "../../server/contract/tasks.ts";
import type { TaskChange } from "../../server/contract/task_changes.ts";
import { operatorToken, runToken } from "../../server/platform/access_folder.ts";
import { TaskScene } from "../support/task_scene.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

/** A value of each field, and another one. */
const values: { [Field in keyof Required<TaskInput>]: [TaskInput[Field], TaskInput[Field]] } = {
  name: ["Backup", "备份 😀"],
  command: ["task a.js", "echo 'two\nlines'"],
  schedules: [["@daily", { rule: "0 3 * * *", parameters: { mode: "night" } }], "startup"],
  parameters: [
    [{
      ...{ name: "mode", type: "text" as const, required: false, default: "day" },
      ...{ pattern: null, min: null, max: null, choices: null },
    }],
    [{
      ...{ name: "mode", type: "text" as const, required: false, default: null },
      ...{ pattern: null, min: null, max: null, choices: null },
    }],
  ],
  timeZone: [null, "Asia/Tokyo"],
  labels: [[], ["a", "很"]],
  enabled: [false, true],
  before: [null, "export A=1"],
  after: ["true", null],
  workingDirectory: [null, "sub"],
  logFolder: ["my/own", null],
  timeLimitMs: [60_000, null],
  overlap: [{ policy: "queue", limit: 3 }, { policy: "skip" }],
  missed: [null, { policy: "all", limit: 5 }],
  retry: [
    { times: 2, delayMs: 1_000, backoff: "exponential", onLost: true },
    { times: 0, delayMs: 60_000, backoff: "fixed", onLost: false },
  ],
  placement: [{ pool: "gpu", mode: "all" }, { pool: null, mode: "any" }],
  serialGroup: [null, "db"],
  randomDelayMs: [0, 5_000],
  calendarId: [null, 1],
  onDayOff: ["run", "next"],
  validFrom: [null, "2026-01-01T00:00:00.000Z"],
  validUntil: ["2099-01-01T00:00:00.000Z", null],
  variableLabels: [["x"], null],
  triggers: [[], [{ type: "file", path: "/in/a.csv", settleMs: 5_000 }]],
  requiresApproval: [false, true],
  approvalLapseMs: [86_400_000, 3_600_000],
  upstream: [null, { tasks: [{ taskId: 1, outcome: "any" }], rule: "all", within: "24h", waitMs: 0 }],
  forEach: [null, { parameter: "mode", values: ["a", "b"], limit: 2 }],
  logKeepRuns: [null, 50],
  logKeepDays: [7, null],
  notify: [{}, { onFailure: true, longerThanMs: 1_000 }],
};
const valueOf = (index: 0 | 1) =>
  Object.fromEntries(Object.entries(values).map(([field, pair]) => [field, pair[index]]));

async function historyOf(scene: TaskScene, id: number, query = ""): Promise<TaskChange[]> {
  const { json, status, text } = await scene.call("GET", `/tasks/${id}/changes${query}`);
  assert.equal(status, 200, text);
  return json.items as TaskChange[];
}

const linesOf = ({ changes }: Pick<TaskChange, "changes">) =>
  changes.map(({ field, from, to }) => `${field}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`);

Deno.test("task history: every field has its old and new value, and is set back to the old one", async () => {
  assert.deepEqual(Object.keys(values).sort(), Object.keys(taskInput.shape).sort());
  await using scene = await TaskScene.open();
  assert.equal(await scene.add(), 1);
  const id = await scene.add(valueOf(0));
  const original = (await scene.call("GET", `/tasks/${id}`)).json as unknown as TaskDetail;
  await scene.call("PATCH", `/tasks/${id}`, { body: valueOf(1) });
  const [change, creation] = await historyOf(scene, id);
  assert.equal(change!.type, "updated");
  assert.deepEqual(
    Object.fromEntries(change!.changes.map(({ field, from, to }) => [field, [from, to]])),
    values,
  );
  assert.equal(creation!.type, "created");
  const lines = linesOf(creation!).filter((line) => !line.startsWith("parameters: "));
  assert.deepEqual(lines.slice(0, 4), [
    'name: null → "Backup"',
    'command: null → "task a.js"',
    'schedules: null → ["@daily",{"rule":"0 3 * * *","parameters":{"mode":"night"}}]',
    "enabled: null → false",
  ]);

  const restored = await scene.call("POST", `/tasks/${id}/changes/${change!.id}/restore`);
  assert.equal(restored.status, 200, restored.text);
  assert.equal(restored.headers.get("etag"), '"3"');
  const { updatedAt: _, version: __, lastChange: ___, nextRunAt: ____, ...task } = restored
    .json as unknown as TaskDetail;
  for (const [field, value] of Object.entries(task)) {
    assert.deepEqual(value, original[field as keyof TaskDetail], field);
  }
  const [back] = await historyOf(scene, id);
  const swapped = change!.changes.map(({ field, from, to }) => ({ field, from: to, to: from }));
  assert.deepEqual(back!.changes.map(({ names: _, ...values }) => values), swapped);
});

Deno.test("task history: each way to change a task is an entry, and what changes nothing is none", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add({ name: "one", schedules: ["0 3 * * *"], labels: ["a"] });
  const post = (path: string, body: Record<string, unknown>) =>
    scene.call("POST", `/tasks/${path}`, { body });
  await post("disable", { ids: [id] });
  await post("disable", { ids: [id] });
  await post("enable", { ids: [id] });
  await post("pin", { ids: [id] });
  await post("mute", { ids: [id] });
  await post("labels", { ids: [id], add: ["b"], remove: ["a"] });
  await post("labels", { ids: [id], add: ["b"], remove: [] });
  await post("reschedule", { changes: [{ id, before: ["0 3 * * *"], after: ["5 3 * * *"] }] });
  await scene.call("PATCH", `/tasks/${id}`, { body: { name: "one", labels: ["b"] } });
  await scene.call("PATCH", `/tasks/${id}`, { body: { name: "" } });
  await scene.call("DELETE", `/tasks/${id}`);
  assert.equal((await scene.call("GET", `/tasks/${id}/changes`)).status, 404);
  await post("restore", { ids: [id] });
  const all = await historyOf(scene, id);
  assert.deepEqual(all.map((entry) => [entry.type, ...linesOf(entry)]), [
    ["restored"],
    ["updated", 'schedules: ["0 3 * * *"] → ["5 3 * * *"]'],
    ["updated", 'labels: ["a"] → ["b"]'],
    ["updated", "muted: false → true"],
    ["updated", "pinned: false → true"],
    ["updated", "enabled: false → true"],
    ["updated", "enabled: true → false"],
    [
      "created",
      'name: null → "one"',
      'command: null → "true"',
      'schedules: null → ["0 3 * * *"]',
      'labels: null → ["a"]',
    ],
  ]);
  assert.deepEqual(await historyOf(scene, id, "?page=2&pageSize=2"), all.slice(2, 4));
  await scene.call("DELETE", `/tasks/${id}`);
  await scene.call("DELETE", "/tasks/trash", { body: { ids: [id] } });
  await scene.engine.trash.settled();
  assert.deepEqual(await scene.engine.db.selectFrom("task_history").selectAll().execute(), []);
});

Deno.test("task history: marks are set back too, alone and with fields", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add();
  await scene.call("POST", "/tasks/pin", { body: { ids: [id] } });
  const [pinned] = await historyOf(scene, id);
  const { json } = await scene.call("POST", `/tasks/${id}/changes/${pinned!.id}/restore`);
  assert.equal(json.pinned, false);
  assert.deepEqual(linesOf((await historyOf(scene, id))[0]!), ["pinned: true → false"]);
});

Deno.test("task history: rejects a restore of an outdated version, of a creation, and of what is no longer valid", async () => {
  await using scene = await TaskScene.open();
  const [id, other] = [await scene.add(), await scene.add()];
  await scene.call("PATCH", `/tasks/${id}`, { body: { timeZone: "Asia/Tokyo", labels: ["x"] } });
  const [change, creation] = await historyOf(scene, id);
  const restore = (task: number, entry: number, headers = {}) =>
    scene.call("POST", `/tasks/${task}/changes/${entry}/restore`, { headers });
  const rejected = async (response: ReturnType<typeof restore>) => {
    const { status, problem } = await response;
    return [status, problem.code, ...(problem.issues ?? []).map(({ path, code }) => `${path} ${code}`)];
  };
  assert.deepEqual(await rejected(restore(id, change!.id, { "if-match": '"1"' })), [412, "stale_version"]);
  assert.deepEqual(await rejected(restore(id, creation!.id)), [409, "change_not_restorable"]);
  assert.deepEqual(await rejected(restore(other, change!.id)), [404, "not_found"]);
  assert.deepEqual(await rejected(restore(id, 999_999)), [404, "not_found"]);
  const outdated = async (field: string, from: unknown) => {
    const changes_json = JSON.stringify([{ field, from, to: null }, { field: "gone", from: 1, to: 2 }]);
    await scene.engine.db.updateTable("task_history").set({ changes_json }).where("id", "=", change!.id)
      .execute();
    return await rejected(restore(id, change!.id));
  };
  const invalid = "validation_failed";
  assert.deepEqual(await outdated("timeZone", "Europe/Atlantis"), [
    422,
    invalid,
    "timeZone unknown_time_zone",
  ]);
  assert.deepEqual(await outdated("logFolder", "../out"), [422, invalid, "logFolder outside_root"]);
  assert.deepEqual(await outdated("overlap", { policy: "gone" }), [
    422,
    invalid,
    "overlap.policy invalid_value",
  ]);
  assert.deepEqual(await outdated("before", "task a.js"), [422, invalid, "before contains_task_command"]);
  assert.deepEqual(await outdated("unknown", 1), [409, "change_not_restorable"]);
  await scene.engine.db.updateTable("task_history").set({ changes_json: "[null]" }).where(
    "id",
    "=",
    change!.id,
  )
    .execute();
  assert.deepEqual((await historyOf(scene, id))[0]!.changes, []);
  const task = (await scene.call("GET", `/tasks/${id}`)).json;
  assert.deepEqual([task.timeZone, task.labels, task.version], ["Asia/Tokyo", ["x"], 2]);
  assert.equal((await historyOf(scene, id)).length, 2);
});

/** A panel with a task, and requests in the name of whoever may change it. */
async function openPanel() {
  const panel = await TestPanel.open();
  const headers = await panel.logIn();
  const access = join(panel.dataDir, "access");
  const request = (method: string, path: string, body?: unknown, sent = {}) =>
    panel.request(method, path, { headers, ...(body !== undefined && { body }), ...sent });
  const authorize = async (name: string, scopes: string[]) => {
    const { clientId, clientSecret } = await request("POST", "/applications", { name, scopes });
    const { token } = await panel.request("POST", "/auth/token", { body: { clientId, clientSecret } });
    return { headers: { authorization: `Bearer ${token}` } };
  };
  const newestEntry = async (sent = {}): Promise<AuditEntry> =>
    (await request("GET", "/audit-log?pageSize=1", undefined, sent)).items[0];
  return { panel, headers, request, authorize, newestEntry, access };
}

Deno.test("task history: names the user, the application, the script and the command line", async () => {
  const { panel, request, authorize, access } = await openPanel();
  await using _ = panel;
  const gate = join(panel.dataDir, "gate");
  const command = `until [ -e ${gate} ]; do sleep 0.05; done`;
  const { id } = await request("POST", "/tasks", { name: "Watched", command, schedules: "manual" });
  const application = await authorize("Robot", ["tasks:write"]);
  await request("PATCH", `/tasks/${id}`, { labels: ["robot"] }, application);
  await request("PUT", "/open/crons", { id, name: "Renamed", command, schedule: "1 1 * * *" }, application);
  const operator = { headers: { authorization: `Bearer ${operatorToken(access)}` }, local: true };
  await request("POST", "/tasks/disable", { ids: [id] }, operator);
  const { results } = await request("POST", "/tasks/run", { ids: [id] });
  const runId: number = results[0].runId;
  await until("the run", async () => (await request("GET", `/runs/${runId}`)).state === "running");
  const script = { headers: { authorization: `Bearer ${runToken(access, runId)}` }, local: true };
  await request("PATCH", `/tasks/${id}`, { labels: [] }, script);
  await Deno.writeTextFile(gate, "");
  await until("the end", async () => (await request("GET", `/runs/${runId}`)).state === "succeeded");
  const { items }: List<TaskChange> = await request("GET", `/tasks/${id}/changes`);
  assert.deepEqual(items.map(({ by, changes }) => [by.kind, by.name, ...changes.map(({ field }) => field)]), [
    ["run", "Renamed", "labels"],
    ["operator", null, "enabled"],
    ["application", "Robot", "name", "schedules"],
    ["application", "Robot", "labels"],
    ["person", "mira", "name", "command", "schedules"],
  ]);
  assert.equal(items[0]!.by.id, runId);
  assert.deepEqual((await request("GET", `/tasks/${id}`)).lastChange, { at: items[0]!.at, by: items[0]!.by });
});

Deno.test("audit log: changes of tasks have old and new values and the name of the task", async () => {
  const { panel, request, authorize, newestEntry } = await openPanel();
  await using _ = panel;
  const task = { command: "true", schedules: ["0 3 * * *"] };
  const { id } = await request("POST", "/tasks", { name: "Backup", ...task });
  await request("PATCH", `/tasks/${id}`, { schedules: ["0 4 * * *"], command: "x".repeat(1_000) });
  const long = await newestEntry();
  const from = { kind: "task", name: "Backup" };
  assert.deepEqual(long.changes, [
    { ...from, field: "command", from: "true", to: `${"x".repeat(299)}…` },
    { ...from, field: "schedules", from: ["0 3 * * *"], to: ["0 4 * * *"] },
  ]);
  assert.deepEqual([long.detail.names, long.moreChanges], [["Backup"], false]);
  const { items }: List<TaskChange> = await request("GET", `/tasks/${id}/changes`);
  assert.equal(items[0]!.changes[0]!.to, "x".repeat(1_000), "the history has the whole value");

  await request("POST", `/tasks/${id}/changes/${items[0]!.id}/restore`);
  const restored = await newestEntry();
  assert.deepEqual([restored.act, restored.detail.names], ["tasks.changes.restore", ["Backup"]]);
  assert.deepEqual(restored.changes.map(({ field, to }) => [field, to]), [["command", "true"], [
    "schedules",
    ["0 3 * * *"],
  ]]);
  await request("DELETE", `/tasks/${id}`);
  assert.deepEqual((await newestEntry()).detail.names, ["Backup"]);
  await request("POST", "/tasks/restore", { ids: [id] });
  assert.deepEqual((await newestEntry()).detail.names, ["Backup"], "as it was called in the trash");

  await request("PATCH", `/tasks/${id}`, { enabled: false });
  const reader = await authorize("Reader", ["system:read"]);
  const taskReader = await authorize("Task reader", ["system:read", "tasks:read"]);
  const seenBy = async (sent: object) =>
    (await request("GET", "/audit-log?act=tasks.update&pageSize=1", undefined, sent)).items[0].changes.length;
  assert.deepEqual([await seenBy(reader), await seenBy(taskReader)], [0, 1]);
  assert.equal((await request("GET", "/audit-log/verify")).intact, true);
});

Deno.test("changes: a calendar, a task and a channel have their names, and null once they are deleted", async () => {
  const { panel, request, authorize, newestEntry } = await openPanel();
  await using _ = panel;
  const calendar = await request("POST", "/calendars", { name: "Bank holidays", timeZone: "UTC" });
  const task = { name: "Backup", command: "true", schedules: ["0 3 * * *"] };
  const { id } = await request("POST", "/tasks", { ...task, calendarId: calendar.id });
  await request("PATCH", `/tasks/${id}`, { calendarId: null });
  const namesInHistory = async () => {
    const { items }: List<TaskChange> = await request("GET", `/tasks/${id}/changes`);
    return items.map(({ changes }) => changes.find(({ field }) => field === "calendarId")?.names);
  };
  const known = { [calendar.id]: "Bank holidays" };
  assert.deepEqual(await namesInHistory(), [known, known]);
  const { id: other } = await request("POST", "/tasks", task);
  const gotify = {
    type: "gotify",
    fields: { gotifyUrl: "https://example.com", gotifyToken: "x" },
    name: "Team",
  };
  const channel = await request("POST", "/notifications", gotify);
  const { rules } = await request("GET", "/notifications/rules");
  const rule = (taskIds: number[]) => ({ ...rules[0], taskIds, channelIds: [channel.id] });
  await request("PUT", "/notifications/rules", { rules: [rule([other])] });
  await request("PUT", "/notifications/rules", { rules: [rule([id, other])] });
  await request("DELETE", `/tasks/${other}`);
  const path = "/audit-log?act=notifications.rules&pageSize=2";
  const namesInLog = async (sent = {}) => {
    const { items } = await request("GET", path, undefined, sent) as List<AuditEntry>;
    return items.map(({ changes }) => changes.map(({ field, names }) => [field, names]));
  };
  const reader = await authorize("Reader", ["system:read", "notifications:read"]);
  const channels = ["channelIds", { [channel.id]: "Team" }];
  assert.deepEqual(await namesInLog(), [[["taskIds", { [id]: "Backup", [other]: null }]], [
    ["taskIds", { [other]: null }],
    channels,
  ]]);
  assert.deepEqual(await namesInLog(reader), [[["taskIds", undefined]], [["taskIds", undefined], channels]]);
  await request("DELETE", `/calendars/${calendar.id}`);
  assert.deepEqual(await namesInHistory(), [{ [calendar.id]: null }, { [calendar.id]: null }]);
  const window = await request("POST", "/windows", {
    ...{ name: "Upgrade", from: "2099-01-01T00:00:00Z", to: "2099-01-01T01:00:00Z" },
  });
  await request("PATCH", `/windows/${window.id}`, { silent: false });
  assert.deepEqual((await newestEntry()).detail.names, ["Upgrade"]);
});

Deno.test("audit log: a batch has the changes of each task, and reports when not all have room", async () => {
  const { panel, request, newestEntry } = await openPanel();
  await using _ = panel;
  const add = async (name: string): Promise<number> =>
    (await request("POST", "/tasks", { name, command: "true", schedules: ["0 3 * * *"] })).id;
  const ids = [await add("first"), await add("last")];
  await request("POST", "/tasks/disable", { ids: [...ids, 999] });
  const { changes, moreChanges } = await newestEntry();
  const off = { kind: "task", field: "enabled", from: true, to: false };
  assert.deepEqual([changes, moreChanges], [["first", "last"].map((name) => ({ ...off, name })), false]);
  const many: number[] = [];
  for (let index = 0; index < 60; index++) many.push(await add(`many ${index} ${"x".repeat(150)}`));
  await request("POST", "/tasks/labels", { ids: many, add: ["night"] });
  const large = await newestEntry();
  assert.deepEqual([large.moreChanges, large.detail.count, large.detail.cut], [true, 60, undefined]);
  assert.ok(large.changes.length > 5 && large.changes.length < 60);
});

Deno.test("audit log: values of variables and secrets of subscriptions are masked", async () => {
  const { panel, request, newestEntry } = await openPanel();
  await using _ = panel;
  const variable = await request("POST", "/variables", { name: "TOKEN", value: "hush-1", secret: false });
  await request("PATCH", `/variables/${variable.id}`, { value: "hush-2", remarks: "hush-3", enabled: false });
  const masked = { from: null, to: null, masked: true };
  const of = { kind: "variable", name: "TOKEN" };
  assert.deepEqual((await newestEntry()).changes, [
    { ...of, field: "enabled", from: true, to: false },
    { ...of, field: "value", ...masked },
    { ...of, field: "remarks", ...masked },
  ]);
  const subscription = await request("POST", "/subscriptions", {
    ...{ name: "Scripts", url: "https://git.example/a/b.git", type: "private_repository" },
    ...{ pullMethod: "password", username: "me", password: "hush-4", schedule: { kind: "manual" } },
  });
  const path = `/subscriptions/${subscription.id}`;
  await request("PATCH", path, { branch: "main", password: "hush-5", proxy: "http://me:hush-6@192.0.2.1:1" });
  const about = { kind: "subscription", name: "Scripts" };
  assert.deepEqual((await newestEntry()).changes, [
    { ...about, field: "branch", from: "", to: "main" },
    { ...about, field: "password", ...masked },
    { ...about, field: "proxy", ...masked },
  ]);
  const rows = await panel.db.selectFrom("audit_entry").select("detail_json").execute();
  assert.ok(rows.length > 3 && !rows.some(({ detail_json }) => detail_json.includes("hush")));
});

Deno.test("audit log: a rule has its changed fields, and whether it is new or gone", async () => {
  const { panel, request, newestEntry } = await openPanel();
  await using _ = panel;
  const rule = {
    ...{ name: "Night", enabled: true, events: ["run_failed"], labels: null, taskIds: null, channelIds: [] },
    ...{ quietHours: null, groupMs: 0, oncePerState: false, title: null, content: null, language: null },
  };
  const replace = async (rules: object[]) => {
    const { rules: stored } = await request("PUT", "/notifications/rules", { rules });
    const { changes } = await newestEntry();
    return {
      stored,
      lines: changes.map(({ kind, name, ...change }) => [kind, name, ...linesOf({ changes: [change] })]),
    };
  };
  const { rules: defaults } = await request("GET", "/notifications/rules");
  const added = await replace([...defaults, rule]);
  assert.deepEqual(added.lines, [["notificationRule", "Night", "exists: false → true"]]);
  const changed = await replace(
    added.stored.map((one: typeof rule) => one.name === "Night" ? { ...one, enabled: false } : one),
  );
  assert.deepEqual(changed.lines, [["notificationRule", "Night", "enabled: true → false"]]);
  assert.deepEqual((await replace(defaults)).lines, [["notificationRule", "Night", "exists: true → false"]]);
});

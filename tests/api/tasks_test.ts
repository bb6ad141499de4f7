import assert from "node:assert/strict";
import { type Task, taskInput } from "../../server/contract/tasks.ts";
import { TaskScene } from "../support/task_scene.ts";

const minimal = { name: "Backup", command: "true", schedules: ["0 3 * * *"] };
const full = {
  name: "很好 😀",
  command: "task a/b.js now",
  schedules: ["0 3 * * *", { rule: "@hourly", parameters: { mode: "hour" } }, "*/5 * * * * *"],
  parameters: [{
    ...{ name: "mode", type: "text", label: { en: "Mode", zh: "模式" }, help: "How" },
    ...{ required: true, default: "a", pattern: ".+", min: null, max: null, choices: null },
  }],
  timeZone: "Europe/Berlin",
  labels: ["a", "很"],
  enabled: false,
  before: "export A=1",
  after: "echo done",
  workingDirectory: "sub",
  logFolder: "my/own",
  timeLimitMs: 60_000,
  overlap: { policy: "queue", limit: 3 },
  missed: { policy: "all", limit: 5, deadlineMs: 3_600_000 },
  retry: { times: 2, delayMs: 1_000, backoff: "exponential", onLost: true },
  placement: { pool: "gpu-1.a_b", mode: "all" },
  serialGroup: "db",
  randomDelayMs: 5_000,
  calendarId: 1,
  onDayOff: "skip",
  validFrom: "2026-01-01T00:00:00.000Z",
  validUntil: "2099-01-01T00:00:00.000Z",
  variableLabels: ["x"],
  triggers: [{ type: "file", path: "in/a.csv", settleMs: 3_600_000 }],
  upstream: { tasks: [{ taskId: 1, outcome: "any" }], rule: "any", within: "since 06:00", waitMs: 60_000 },
  ...{ requiresApproval: true, approvalLapseMs: 3_600_000 },
  forEach: null,
  logKeepRuns: 50,
  logKeepDays: 7,
  notify: { onFailure: true },
};

Deno.test("tasks: one created with the required fields has defaults and a next due time", async () => {
  await using scene = await TaskScene.open();
  const { status, json, headers } = await scene.call("POST", "/tasks", { body: minimal });
  assert.equal(status, 201);
  const task = json as unknown as Task;
  assert.deepEqual([task.name, task.enabled, task.pinned, task.status], ["Backup", true, false, "idle"]);
  assert.deepEqual([task.overlap, task.missed, task.retry], [
    { policy: "skip" },
    { policy: "last", limit: 100, deadlineMs: 86_400_000 },
    { times: 0, delayMs: 60_000, backoff: "fixed", onLost: false },
  ]);
  assert.deepEqual(task.placement, { pool: "default", mode: "any" });
  assert.match(task.nextRunAt!, /T03:00:00\.000Z$/);
  assert.equal(headers.get("etag"), '"1"');
  assert.deepEqual((await scene.call("GET", `/tasks/${task.id}`)).json, json);
  assert.deepEqual(scene.published, [`task:created ${task.id}`]);
});

Deno.test("tasks: every field is stored as sent", async () => {
  await using scene = await TaskScene.open();
  assert.equal(await scene.add(), 1);
  const { json } = await scene.call("POST", "/tasks", { body: full });
  assert.deepEqual(Object.keys(full).sort(), Object.keys(taskInput.shape).sort());
  for (const [field, value] of Object.entries(full)) assert.deepEqual(json[field], value, field);
  assert.deepEqual([json.status, json.nextRunAt], ["disabled", null]);
});

const wrong: [string, Record<string, unknown>, string, string, Record<string, unknown>?][] = [
  ["no name", { name: undefined }, "name", "required"],
  ["a blank name", { name: "  " }, "name", "required"],
  ["a name of 201 characters", { name: "x".repeat(201) }, "name", "too_long"],
  ["a name with a NUL byte", { name: "a\u0000b" }, "name", "invalid_character"],
  ["no command", { command: undefined }, "command", "required"],
  ["a command of 10,001 characters", { command: "x".repeat(10_001) }, "command", "too_long"],
  ["a command with a NUL byte", { command: "echo \u0000" }, "command", "invalid_character"],
  ["a command with half a character", { command: "echo \ud83d" }, "command", "invalid_character"],
  ["no schedule", { schedules: undefined }, "schedules", "required"],
  ["an empty list", { schedules: [] }, "schedules", "too_few"],
  ["too many rules", { schedules: Array(21).fill("@daily") }, "schedules", "too_many"],
  ["an unknown word", { schedules: "sometimes" }, "schedules", "invalid_type"],
  ["an invalid cron expression", { schedules: ["@daily", "0 25 * * *"] }, "schedules.1", "incorrect_cron", {
    field: "hour",
    start: 2,
    end: 4,
  }],
  ["four fields", { schedules: ["* * * *"] }, "schedules.0", "incorrect_cron"],
  ["a cron expression of 1 MB", { schedules: ["*".repeat(900_000)] }, "schedules.0", "too_long"],
  ["February 30", { schedules: ["0 0 30 2 *"] }, "schedules.0", "cron_never_fires"],
  ["an unknown time zone", { timeZone: "Mars/Olympus" }, "timeZone", "unknown_time_zone"],
  ["an offset as time zone", { timeZone: "+08:00" }, "timeZone", "unknown_time_zone"],
  ["an empty time zone", { timeZone: "" }, "timeZone", "unknown_time_zone"],
  ["task in before", { before: "task a.js" }, "before", "contains_task_command"],
  ["task in after", { after: "echo x; task a.js now" }, "after", "contains_task_command"],
  ["task on the second line", { before: "echo x\ntask" }, "before", "contains_task_command"],
  ["task in a substitution", { before: "x=$(task a.js)" }, "before", "contains_task_command"],
  ["a log folder above the root", { logFolder: "../x" }, "logFolder", "outside_root"],
  ["a log folder with .. in the middle", { logFolder: "a/../../x" }, "logFolder", "outside_root"],
  ["another device as log folder", { logFolder: "/dev/zero" }, "logFolder", "outside_root"],
  ["an absolute log folder", { logFolder: "/etc" }, "logFolder", "outside_root"],
  ["a log folder with a backslash", { logFolder: "a\\b" }, "logFolder", "invalid_character"],
  ["a hidden log folder", { logFolder: ".ssh" }, "logFolder", "invalid_character"],
  ["a log folder with too many bytes", { logFolder: "很".repeat(90) }, "logFolder", "too_long"],
  ["a path of 5,000 characters", { workingDirectory: "x".repeat(5_000) }, "workingDirectory", "too_long"],
  ["a negative limit", { timeLimitMs: -1 }, "timeLimitMs", "too_small"],
  ["a fractional number of milliseconds", { timeLimitMs: 0.5 }, "timeLimitMs", "invalid_type"],
  ["a limit of several years", { timeLimitMs: 1e15 }, "timeLimitMs", "too_big"],
  ["an unknown overlap", { overlap: { policy: "maybe" } }, "overlap.policy", "invalid_value"],
  ["an overlap limit of zero", { overlap: { policy: "allow", limit: 0 } }, "overlap.limit", "too_small"],
  ["too many missed runs", { missed: { policy: "all", limit: 101 } }, "missed.limit", "too_big"],
  ["an unknown nested field", { retry: { times: 1, often: true } }, "retry.often", "unknown_field"],
  ["an empty pool", { placement: { pool: "" } }, "placement.pool", "required"],
  ["a pool with a space", { placement: { pool: "gpu a" } }, "placement.pool", "bad_pool_name"],
  ["a pool of 51 characters", { placement: { pool: "x".repeat(51) } }, "placement.pool", "too_long"],
  ["an unknown mode", { placement: { mode: "some" } }, "placement.mode", "invalid_value"],
  ["a retry of lost runs in words", { retry: { times: 1, onLost: "yes" } }, "retry.onLost", "invalid_type"],
  ["a label of 51 characters", { labels: ["x".repeat(51)] }, "labels.0", "too_long"],
  ["a blank label", { labels: ["ok", "  "] }, "labels.1", "required"],
  ["an unknown field", { owner: "me" }, "owner", "unknown_field"],
  ["a read-only field", { cursor_at: 0 }, "cursor_at", "unknown_field"],
  ["a pinned flag", { pinned: true }, "pinned", "unknown_field"],
  ["text instead of a number", { randomDelayMs: "5" }, "randomDelayMs", "invalid_type"],
];
Deno.test("tasks: rejects invalid input with its field, on create and update", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add();
  for (const [name, fields, path, code, params] of wrong) {
    const created = await scene.call("POST", "/tasks", { body: { ...minimal, ...fields } });
    assert.equal(created.status, 422, `${name}: ${created.text.slice(0, 300)}`);
    assert.deepEqual(created.problem.issues?.map((issue) => [issue.path, issue.code]), [[path, code]], name);
    if (params) assert.deepEqual(created.problem.issues?.[0]?.params, params, name);
    if (Object.values(fields).includes(undefined)) continue;
    const edited = await scene.call("PATCH", `/tasks/${id}`, { body: fields });
    assert.deepEqual([edited.status, edited.problem.issues?.[0]?.path], [422, path], name);
  }
  assert.equal((await scene.call("GET", "/tasks")).json.total, 1);
  assert.equal((await scene.call("GET", `/tasks/${id}`)).json.version, 1);
});

Deno.test("tasks: a rule whose `H` may become a nonexistent day is rejected, never an internal error", async () => {
  await using scene = await TaskScene.open();
  const statuses = new Set<number>();
  for (let n = 0; n < 40; n++) {
    const { status } = await scene.call("POST", "/tasks", {
      body: { ...minimal, schedules: ["0 0 31 H *"] },
    });
    statuses.add(status);
  }
  assert.deepEqual([...statuses].sort(), [201, 422]);
});

Deno.test("tasks: rejects the second of two edits of one version, and publishes each accepted edit", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add();
  const edit = (name: string, ifMatch: string) =>
    scene.call("PATCH", `/tasks/${id}`, { body: { name }, headers: { "if-match": ifMatch } });
  const both = await Promise.all([edit("one", '"1"'), edit("two", '"1"')]);
  // On PostgreSQL, either may be the first.
  const [accepted, rejected] = both.toSorted((a, b) => a.status - b.status);
  assert.deepEqual([accepted!.status, rejected!.status], [200, 412]);
  assert.equal(rejected!.problem.code, "stale_version");
  assert.equal(accepted!.headers.get("etag"), '"2"');
  assert.equal((await edit("three", "*")).json.version, 3);
  assert.equal((await scene.call("PATCH", "/tasks/999", { body: { name: "x" } })).status, 404);
  assert.deepEqual(scene.published, [`task:created ${id}`, `task:updated ${id}`, `task:updated ${id}`]);
});

Deno.test("tasks: the pool may be null for any, and a missing part of the placement is the default", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add();
  const placed = async (placement: unknown) =>
    (await scene.call("PATCH", `/tasks/${id}`, { body: { placement } })).json.placement;
  assert.deepEqual(await placed({ pool: null, mode: "all" }), { pool: null, mode: "all" });
  assert.deepEqual(await placed({ pool: "gpu" }), { pool: "gpu", mode: "any" });
  assert.deepEqual(await placed({}), { pool: "default", mode: "any" });
});

Deno.test("tasks: null clears optional fields", async () => {
  await using scene = await TaskScene.open();
  assert.equal(await scene.add(), 1);
  const { json } = await scene.call("POST", "/tasks", { body: full });
  const nullable = [
    "timeZone",
    "before",
    "after",
    "workingDirectory",
    "logFolder",
    "timeLimitMs",
    "serialGroup",
    "variableLabels",
  ];
  const body = Object.fromEntries([...nullable, "missed"].map((field) => [field, null]));
  const edited = await scene.call("PATCH", `/tasks/${json.id}`, { body });
  assert.equal(edited.status, 200, edited.text);
  for (const field of nullable) assert.equal(edited.json[field], null, field);
  assert.equal((edited.json.missed as Task["missed"]).policy, "skip");
});

async function names(scene: TaskScene, query: string): Promise<string[]> {
  const { json, text } = await scene.call("GET", `/tasks?${query}`);
  return ((json.items ?? assert.fail(text)) as Task[]).map(({ name }) => name);
}

Deno.test("tasks: the list searches plain text, also in one field, without wildcards", async () => {
  await using scene = await TaskScene.open();
  await scene.add({ name: "100% sure", command: "echo a_b", labels: ["Nightly"] });
  await scene.add({ name: "1000 things", command: "echo aXb", labels: ["night"] });
  await scene.add({ name: "back\\slash", command: "backup", schedules: ["15 4 * * *"] });
  await scene.add({ name: "很好", command: "name: backup" });
  assert.deepEqual(await names(scene, "q=100%25"), ["100% sure"]);
  assert.deepEqual(await names(scene, "q=a_b"), ["100% sure"]);
  assert.deepEqual(await names(scene, "q=back%5Cs"), ["back\\slash"]);
  assert.deepEqual(await names(scene, "q=backup"), ["很好", "back\\slash"]);
  assert.deepEqual(await names(scene, "q=back"), ["back\\slash", "很好"]);
  assert.deepEqual(await names(scene, "q=name:back"), ["back\\slash"]);
  assert.deepEqual(await names(scene, "q=name:%20%E5%BE%88"), ["很好"]);
  assert.deepEqual(await names(scene, "q=command:name:"), ["很好"]);
  assert.deepEqual(await names(scene, "q=schedule:15%204"), ["back\\slash"]);
  assert.deepEqual(await names(scene, "q=label:night"), ["1000 things", "100% sure"]);
  assert.deepEqual(await names(scene, "label=night"), ["1000 things"]);
  assert.deepEqual(await names(scene, "q=%25"), ["100% sure"]);
  assert.deepEqual(await names(scene, "q=nothing"), []);
  assert.deepEqual(await names(scene, "q=%22"), []);
  assert.deepEqual((await names(scene, "q=%20%20")).length, 4);
});

Deno.test("tasks: a search matches all words, lists the best matches first and tolerates a typo", async () => {
  await using scene = await TaskScene.open();
  await scene.add({ name: "Nightly backup", command: "rsync -a /home" });
  await scene.add({ name: "Backup of the photos", command: "rsync -a /photos", labels: ["nightly"] });
  await scene.add({ name: "Photobackup", command: "true" });
  await scene.add({ name: "Clean up", command: "rm old-backup", labels: ["photos"] });
  const rows: [q: string, found: string[]][] = [
    ["backup", ["Backup of the photos", "Nightly backup", "Photobackup", "Clean up"]],
    ["backup&sort=name", ["Backup of the photos", "Clean up", "Nightly backup", "Photobackup"]],
    ["rsync NIGHTLY", ["Nightly backup", "Backup of the photos"]],
    ["photos backup", ["Backup of the photos", "Clean up"]],
    ["nightly missing", []],
    ["nigthly", ["Nightly backup", "Backup of the photos"]],
    ["nigthly rsync", ["Nightly backup", "Backup of the photos"]],
    ["bakcup", ["Backup of the photos", "Nightly backup"]],
    ["rsycn", []], // commands are compared exactly
    ["name:photos", ["Backup of the photos"]],
    ["name:phtos", ["Backup of the photos"]],
    ['"backup of"', ["Backup of the photos"]],
    ['"of backup"', []],
  ];
  for (const [q, found] of rows) assert.deepEqual(await names(scene, `q=${q}`), found, q);
  await scene.call("POST", "/tasks/pin", { body: { ids: [1] } });
  assert.equal((await names(scene, "q=backup"))[0], "Backup of the photos");
  assert.equal((await names(scene, "q=backup&sort=-name"))[0], "Nightly backup");
  assert.deepEqual(await names(scene, "q=backup&pageSize=2&page=2"), ["Photobackup", "Clean up"]);
});

Deno.test("tasks: built-in views list and count tasks, whatever else filters the list", async () => {
  await using scene = await TaskScene.open();
  await scene.add({ name: "fine" });
  const failed = await scene.add({ name: "failed", command: "exit 1" });
  const disabled = await scene.add({ name: "disabled" });
  const running = await scene.add({ name: "running", command: "sleep 1000" });
  await scene.add({ name: "failed, disabled", enabled: false });
  const { db } = scene.engine;
  await db.updateTable("task").set({ last_outcome: "succeeded" }).where("name", "=", "fine").execute();
  await db.updateTable("task").set({ last_outcome: "timed_out" }).where("name", "like", "failed%").execute();
  await scene.call("POST", "/tasks/disable", { body: { ids: [disabled] } });
  await scene.call("POST", "/tasks/run", { body: { ids: [running] } });
  await scene.engine.until(
    "it runs",
    async () => (await scene.engine.tasks.get(running)).status === "running",
  );
  assert.deepEqual((await scene.call("GET", "/tasks/counts")).json, {
    all: 5,
    failing: 1,
    running: 1,
    disabled: 2,
    neverRun: 2,
  });
  const rows: [query: string, found: string[]][] = [
    ["view=failing", ["failed"]],
    ["view=running", ["running"]],
    ["view=disabled", ["failed, disabled", "disabled"]],
    ["view=neverRun", ["running", "disabled"]],
    ["view=neverRun&status=disabled", ["disabled"]],
    ["view=disabled&q=failed", ["failed, disabled"]],
  ];
  for (const [query, found] of rows) assert.deepEqual(await names(scene, query), found, query);
  assert.equal((await scene.call("GET", "/tasks?view=other")).status, 422);
  await scene.call("POST", "/tasks/stop", { body: { ids: [running] } });
  await scene.call("DELETE", `/tasks/${failed}`);
  assert.equal((await scene.call("GET", "/tasks/counts")).json.failing, 0);
  await scene.engine.quiet();
});

Deno.test("tasks: sorted by label, those with the same first label follow each other, those without come last", async () => {
  await using scene = await TaskScene.open();
  const labels = {
    none: [],
    b: ["b"],
    "a z": ["a", "z"],
    "a-x": ["a-x"],
    a: ["a"],
    "ab": ["ab"],
    "a c": ["a", "c"],
  };
  for (const [name, list] of Object.entries(labels)) await scene.add({ name, labels: list });
  const sorted = await names(scene, "sort=label");
  const groups = sorted.map((name) => labels[name as keyof typeof labels][0] ?? "");
  assert.deepEqual(groups.filter((one, at) => one !== groups[at - 1]).toSorted(), [
    "",
    "a",
    "a-x",
    "ab",
    "b",
  ]);
  assert.equal(sorted.at(-1), "none");
});

Deno.test("tasks: the list is paged and sorted with pinned tasks first, and returns the total", async () => {
  await using scene = await TaskScene.open();
  for (const name of ["b", "d", "a", "c"]) await scene.add({ name });
  await scene.call("POST", "/tasks/pin", { body: { ids: [2] } });
  assert.deepEqual(await names(scene, ""), ["d", "c", "a", "b"]);
  assert.deepEqual(await names(scene, "sort=name"), ["d", "a", "b", "c"]);
  assert.deepEqual(await names(scene, "sort=-name"), ["d", "c", "b", "a"]);
  const { json } = await scene.call("GET", "/tasks?sort=name&pageSize=3&page=2");
  assert.deepEqual([json.total, json.page, json.pageSize, (json.items as Task[]).map(({ name }) => name)], [
    4,
    2,
    3,
    ["c"],
  ]);
  assert.deepEqual(await names(scene, "page=9"), []);
  for (
    const query of [
      "page=0",
      "pageSize=501",
      "pageSize=x",
      "sort=secret",
      "sort=name,",
      "status=busy",
      "status=idle,",
      ...["", "0", "0x10", "1e2", "1.5", "x", " 1", "1,2"].map((value) => `subscriptionId=${value}`),
      ...["", "0x10", "1e2", "1.5", "x", " 1", "-0", "00", "1,2"].map((value) => `lastExitCode=${value}`),
      "colour=red",
      "page=1&page=2",
    ]
  ) {
    assert.equal((await scene.call("GET", `/tasks?${query}`)).status, 422, query);
  }
  const { problem } = await scene.call("GET", "/tasks?status=busy&lastExitCode=x");
  assert.deepEqual(problem.issues?.map(({ path, code }) => [path, code]), [
    ["status", "invalid_value"],
    ["lastExitCode", "invalid"],
  ]);
});

Deno.test("tasks: the list is sorted and filtered by fields", async () => {
  await using scene = await TaskScene.open();
  const anywhere = { pool: null, mode: "any" };
  await scene.add({ name: "a", command: "echo 2", labels: ["x", "y"], placement: anywhere });
  const second = await scene.add({ name: "b", command: "echo 3", enabled: false });
  const gpu = { pool: "gpu", mode: "all" };
  const third = await scene.add({ name: "c", command: "echo 1", labels: ["x"], placement: gpu });
  for (const [id, last_exit_code] of [[second, 0], [third, 137]] as const) {
    await scene.engine.db.updateTable("task").set({ last_exit_code }).where("id", "=", id).execute();
  }
  const rows: [query: string, found: string[]][] = [
    ["sort=command", ["c", "a", "b"]],
    ["sort=-enabled,name", ["a", "c", "b"]],
    ["sort=-createdAt", ["c", "b", "a"]],
    ["label=x&sort=name", ["a", "c"]],
    ["label=", ["c", "b", "a"]],
    ["status=disabled", ["b"]],
    ["status=", ["c", "b", "a"]],
    ["kind=shell&sort=name", ["a", "b", "c"]],
    ["kind=python,typescript", []],
    ["subscriptionId=1", []],
    ["sort=lastExitCode", ["b", "c", "a"]],
    ["sort=-lastExitCode", ["c", "b", "a"]],
    ["lastExitCode=0", ["b"]],
    ["lastExitCode=137", ["c"]],
    ["sort=pool", ["b", "c", "a"]],
    ["sort=-pool", ["c", "b", "a"]],
    ["pool=gpu", ["c"]],
    ["pool=default", ["b"]],
  ];
  for (const [query, found] of rows) assert.deepEqual(await names(scene, query), found, query);
});

Deno.test("tasks: the list is filtered and sorted by status", async () => {
  await using scene = await TaskScene.open({ concurrency: 1 });
  const running = await scene.add({ name: "running", command: "sleep 1000" });
  const queued = await scene.add({ name: "queued" });
  await scene.add({ name: "idle" });
  await scene.add({ name: "disabled", enabled: false });
  await scene.call("POST", "/tasks/run", { body: { ids: [running] } });
  await scene.engine.until(
    "it to run",
    async () => (await scene.engine.tasks.get(running)).activeRun?.state === "running",
  );
  assert.deepEqual(await names(scene, "status=running"), ["running"]);
  await scene.call("POST", "/tasks/run", { body: { ids: [queued] } });
  assert.deepEqual(await names(scene, "status=queued"), ["queued"]);
  assert.deepEqual(await names(scene, "status=idle,disabled&sort=name"), ["disabled", "idle"]);
  assert.deepEqual(await names(scene, "sort=status"), ["disabled", "idle", "queued", "running"]);
  const { json } = await scene.call("GET", `/tasks/${running}`);
  assert.equal((json.activeRun as Task["activeRun"])?.state, "running");
  await scene.call("POST", "/tasks/stop", { body: { ids: [running, queued] } });
  await scene.engine.quiet();
});

Deno.test("tasks: batch actions have one result each, and a failure does not stop the others", async () => {
  await using scene = await TaskScene.open();
  const busy = await scene.add({ command: "sleep 1000" });
  const idle = await scene.add();
  await scene.call("POST", "/tasks/run", { body: { ids: [busy] } });
  const operation = async (action: string, ids: number[], method = "POST", path = `/tasks/${action}`) => {
    const { status, json } = await scene.call(method, path, { body: { ids } });
    assert.equal(status, 200);
    return (json.results as { id: number; ok: boolean; error?: { code: string; title: string } }[]).map((
      { id, ok, error },
    ) => ok ? `${id} ok` : `${id} ${error!.code}${error!.title ? "" : " without a title"}`);
  };
  assert.deepEqual(await operation("run", [busy, 999, idle]), [
    `${busy} task_already_active`,
    "999 not_found",
    `${idle} ok`,
  ]);
  await scene.engine.until(
    "the other task to end",
    async () => (await scene.engine.rows(idle))[0]?.state === "succeeded",
  );
  assert.deepEqual(await operation("stop", [idle, busy]), [`${idle} task_not_running`, `${busy} ok`]);
  for (const action of ["disable", "enable", "pin", "unpin"]) {
    assert.deepEqual(await operation(action, [idle, 999, idle]), [`${idle} ok`, "999 not_found"], action);
  }
  assert.deepEqual(await operation("", [idle, 999, busy], "DELETE", "/tasks"), [
    `${idle} ok`,
    "999 not_found",
    `${busy} ok`,
  ]);
  assert.equal((await scene.call("GET", "/tasks")).json.total, 0);
  for (const ids of [[], [0], ["1"], [1.5], Array(1001).fill(1)]) {
    assert.equal((await scene.call("POST", "/tasks/run", { body: { ids } })).status, 422);
  }
});

Deno.test("tasks: deleting one returns 204, and then it is not found", async () => {
  await using scene = await TaskScene.open();
  const id = await scene.add();
  assert.equal((await scene.call("DELETE", `/tasks/${id}`)).status, 204);
  for (const method of ["GET", "DELETE"]) {
    assert.equal((await scene.call(method, `/tasks/${id}`)).status, 404);
  }
  assert.deepEqual(scene.published, [`task:created ${id}`, `task:deleted ${id}`]);
});

import assert from "node:assert/strict";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { MaintenanceWindow, OpenWindows, WindowSpans } from "../../server/contract/windows.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const never = ["0 0 29 2 *"];

async function open() {
  const panel = await TestPanel.open();
  const headers = await panel.logIn();
  const call = async <T>(method: string, path: string, body?: unknown) =>
    await panel.request(method, path, { headers, ...body !== undefined && { body } }) as T;
  const status = async (method: string, path: string, body?: unknown) => {
    const response = await panel.send(method, path, { headers, ...body !== undefined && { body } });
    const text = await response.text();
    return { status: response.status, json: text === "" ? {} : JSON.parse(text) };
  };
  const runsOf = async (taskId: number) => (await call<List<Run>>("GET", `/runs?taskId=${taskId}`)).items;
  return { panel, headers, call, status, runsOf };
}

Deno.test("windows: hold what is due, and let it run when they end", async () => {
  const { panel, call, runsOf } = await open();
  await using _ = panel;
  const body = { name: "Work", from: inHours(0), to: inHours(2) };
  const window = await call<MaintenanceWindow>("POST", "/windows", body);
  assert.deepEqual([window.active, window.effect, window.silent, window.createdBy], [
    true,
    "hold",
    true,
    "mira",
  ]);
  const task = await call<{ id: number }>("POST", "/tasks", {
    ...{ name: "each second", command: "true", schedules: ["* * * * * *"] },
  });
  const rows = await until("three due times", async () => {
    const rows = await runsOf(task.id);
    return rows.length >= 3 && rows;
  });
  const [first] = rows.toReversed();
  assert.deepEqual([first?.state, first?.windowId, first?.heldUntil], ["queued", window.id, window.to]);
  assert.equal(first?.dueAt, window.to);
  const merged = rows.filter(({ id }) => id !== first?.id);
  assert.ok(
    merged.every((row) =>
      row.state === "skipped" && row.skipReason === "window" && row.mergedInto === first?.id
    ),
  );
  const { activeRun } = await call<Task>("GET", `/tasks/${task.id}`);
  assert.deepEqual([activeRun?.id, activeRun?.heldUntil], [first?.id, window.to]);
  // On demand it runs.
  const { runId } = (await call<{ results: { runId: number }[] }>("POST", "/tasks/run", { ids: [task.id] }))
    .results[0]!;
  await until(
    "a run on demand",
    async () => (await runsOf(task.id)).some(({ id, state }) => id === runId && state === "succeeded"),
  );
  assert.equal((await call<MaintenanceWindow>("GET", `/windows/${window.id}`)).held, 1);
  await call("PATCH", `/tasks/${task.id}`, { schedules: never });
  const ended = await call<MaintenanceWindow>("POST", `/windows/${window.id}/end`);
  assert.deepEqual([ended.active, ended.nextFrom, ended.held], [false, null, 0]);
  const run = await until("the held run", async () => {
    const found = (await runsOf(task.id)).find(({ id, state }) => id === first?.id && state === "succeeded");
    return found ?? null;
  });
  assert.equal(run.windowId, window.id);
});

Deno.test("windows: concern labels or single tasks, and deleting one lets go", async () => {
  const { panel, call, runsOf } = await open();
  await using _ = panel;
  const one = { command: "true", schedules: ["* * * * * *"], overlap: { policy: "allow" } };
  const held = await call<{ id: number }>("POST", "/tasks", {
    ...one,
    name: "held",
    labels: ["db"],
    enabled: false,
  });
  const free = await call<{ id: number }>("POST", "/tasks", { ...one, name: "free" });
  const window = await call<MaintenanceWindow>("POST", "/windows", {
    ...{ name: "Database", from: inHours(-1), to: inHours(1), scope: { labels: ["db"] } },
  });
  await call("PATCH", `/tasks/${held.id}`, { enabled: true });
  await until(
    "a run that is free",
    async () => (await runsOf(free.id)).some(({ state }) => state === "succeeded"),
  );
  await until("a held run", async () => (await runsOf(held.id)).length > 1);
  assert.ok((await runsOf(held.id)).every(({ state }) => state === "queued" || state === "skipped"));
  await call("DELETE", `/windows/${window.id}`);
  await until(
    "the end of the hold",
    async () => (await runsOf(held.id)).some(({ state }) => state === "succeeded"),
  );
  assert.deepEqual((await call<List<MaintenanceWindow>>("GET", "/windows")).items, []);
});

Deno.test("windows: stop what runs, and skip", async () => {
  const { panel, call, runsOf } = await open();
  await using _ = panel;
  const task = await call<{ id: number }>("POST", "/tasks", {
    name: "long",
    command: "sleep 60",
    schedules: never,
  });
  await call("POST", "/tasks/run", { ids: [task.id] });
  await until("the run", async () => (await runsOf(task.id)).some(({ state }) => state === "running"));
  await call("POST", "/windows", {
    ...{ name: "Now", from: inHours(0), to: inHours(1), effect: "skip", stopRunning: true },
  });
  await until("the stop", async () => (await runsOf(task.id)).some(({ state }) => state === "stopped"));
  await call("PATCH", `/tasks/${task.id}`, { schedules: ["* * * * * *"] });
  const rows = await until("two skipped due times", async () => {
    const rows = (await runsOf(task.id)).filter(({ state }) => state === "skipped");
    return (rows[0]?.dueCount ?? 0) > 1 && rows;
  });
  assert.deepEqual([rows.length, rows[0]?.skipReason], [1, "window"]);
});

Deno.test("windows: what cannot be is rejected at its field", async () => {
  const { panel, status } = await open();
  await using _ = panel;
  const issues = async (body: object) => {
    const { status: code, json } = await status("POST", "/windows", { name: "w", ...body });
    assert.equal(code, 422, JSON.stringify(json));
    return json.issues.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
  };
  assert.deepEqual(await issues({}), ["from required"]);
  assert.deepEqual(await issues({ from: inHours(1) }), ["to required"]);
  assert.deepEqual(await issues({ from: inHours(2), to: inHours(1) }), ["to ends_before_start"]);
  assert.deepEqual(await issues({ from: inHours(-2), to: inHours(-1) }), ["to window_over"]);
  assert.deepEqual(await issues({ schedule: "0 2 * * *" }), ["durationMs required"]);
  assert.deepEqual(await issues({ schedule: "0 25 * * *", durationMs: HOUR }), ["schedule incorrect_cron"]);
  assert.deepEqual(await issues({ schedule: "@after 5m", durationMs: HOUR }), ["schedule incorrect_cron"]);
  assert.deepEqual(await issues({ schedule: "0 * * * *", durationMs: HOUR }), ["durationMs window_too_long"]);
  assert.deepEqual(await issues({ schedule: "0 2 * * *", durationMs: HOUR, timeZone: "Mars" }), [
    "timeZone unknown_time_zone",
  ]);
  assert.deepEqual(await issues({ schedule: "0 2 * * *", durationMs: HOUR, from: inHours(1) }), [
    "from window_two_ways",
  ]);
  assert.deepEqual(await issues({ name: " ", from: inHours(0), to: inHours(1) }), ["name required"]);
});

Deno.test("windows: a changed one decides what comes, and its version is checked", async () => {
  const { panel, headers, call, status } = await open();
  await using _ = panel;
  const window = await call<MaintenanceWindow>("POST", "/windows", {
    ...{ name: "Weekly", schedule: "0 2 * * SUN", durationMs: HOUR, timeZone: "Asia/Shanghai" },
  });
  assert.equal(Date.parse(window.nextTo ?? "") - Date.parse(window.nextFrom ?? ""), HOUR);
  assert.equal((await status("POST", `/windows/${window.id}/end`)).json.code, "window_not_open");
  const changed = await call<MaintenanceWindow>("PATCH", `/windows/${window.id}`, {
    ...{ schedule: null, durationMs: null, timeZone: null, from: inHours(-1), to: inHours(1) },
  });
  assert.deepEqual([changed.active, changed.schedule], [true, null]);
  const stale = await panel.send("PATCH", `/windows/${window.id}`, {
    headers: { ...headers, "if-match": `"${window.version}"` },
    body: { name: "x" },
  });
  assert.equal(stale.status, 412);
  await stale.body?.cancel();
  assert.equal((await call<MaintenanceWindow>("POST", `/windows/${window.id}/end`)).active, false);
  assert.equal((await status("GET", "/windows/99")).status, 404);
});

Deno.test("windows: the times of a period are listed, past and coming", async () => {
  const { panel, call, status } = await open();
  await using _ = panel;
  const nightly = await call<MaintenanceWindow>("POST", "/windows", {
    ...{ name: "Nightly", schedule: "0 2 * * *", durationMs: 2 * HOUR, timeZone: "UTC" },
  });
  const once = await call<MaintenanceWindow>("POST", "/windows", {
    ...{ name: "Once", from: inHours(-1), to: inHours(1), scope: { labels: ["db"] }, effect: "skip" },
  });
  const day = 24 * HOUR;
  const midnight = Math.floor(Date.now() / day) * day + 3 * day;
  const iso = (at: number) => new Date(at).toISOString();
  const spans = async (from: number, to: number) =>
    (await call<WindowSpans>("GET", `/windows/spans?from=${iso(from)}&to=${iso(to)}`)).items;
  assert.deepEqual(
    await spans(midnight, midnight + 2 * day),
    [0, day].map((later) => ({
      ...{ id: nightly.id, name: "Nightly", effect: "hold" },
      ...{ from: iso(midnight + later + 2 * HOUR), to: iso(midnight + later + 4 * HOUR) },
    })),
  );
  // One that is open at the start belongs to the period, one that has ended then does not.
  assert.equal((await spans(midnight + 3 * HOUR, midnight + 3.5 * HOUR)).length, 1);
  assert.equal((await spans(midnight + 4 * HOUR, midnight + 5 * HOUR)).length, 0);
  // Before it was created, it was not open.
  assert.deepEqual(await spans(midnight - 30 * day, midnight - 10 * day), []);
  const now = Date.now();
  assert.ok(
    (await spans(now - 1000, now + 1000)).some(({ id, from }) => id === once.id && from === once.from),
  );
  await call("DELETE", `/windows/${once.id}`);
  assert.ok((await spans(now - HOUR / 2, now)).some(({ id }) => id === once.id));
  const long = await status("GET", `/windows/spans?from=${iso(0)}&to=${iso(63 * day)}`);
  assert.deepEqual([long.status, long.json.issues[0].code], [422, "too_big"]);
});

Deno.test("windows: say which of some tasks an open one concerns, and these run at once on request", async () => {
  const { panel, call, runsOf } = await open();
  await using _ = panel;
  const add = async (name: string, labels: string[] = []) =>
    (await call<{ id: number }>("POST", "/tasks", { name, command: "true", schedules: never, labels })).id;
  const [database, web, other] = [
    await add("database", ["db"]),
    await add("web", ["web"]),
    await add("other"),
  ];
  const ids = [database, web, other];
  const check = async () => (await call<OpenWindows>("POST", "/windows/check", { ids })).items;
  await call("POST", "/windows", { name: "Later", from: inHours(1), to: inHours(2) });
  await call("POST", "/windows", {
    name: "Elsewhere",
    from: inHours(-1),
    to: inHours(1),
    scope: { labels: ["x"] },
  });
  assert.deepEqual(await check(), []);
  const labelled = { name: "Labels", from: inHours(-1), to: inHours(1), scope: { labels: ["db", "web"] } };
  const named = {
    name: "Task",
    from: inHours(-1),
    to: inHours(3),
    scope: { taskIds: [web] },
    effect: "skip",
  };
  const windows = [labelled, named].map((body) => call<MaintenanceWindow>("POST", "/windows", body));
  const [first, second] = await Promise.all(windows);
  assert.deepEqual(await check(), [
    { id: second?.id, name: "Task", effect: "skip", to: named.to, taskIds: [web] },
    { id: first?.id, name: "Labels", effect: "hold", to: labelled.to, taskIds: [database, web] },
  ]);
  await call("POST", "/tasks/run", { ids });
  for (const id of ids) {
    const run = await until(
      "the run",
      async () => (await runsOf(id)).find(({ state }) => state === "succeeded") ?? null,
    );
    assert.deepEqual([run.cause, run.windowId, run.heldUntil], ["person", null, null]);
  }
});

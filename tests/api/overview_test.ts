import assert from "node:assert/strict";
import type { BusiestTasks, CrowdedMinutes, Overview, WeekLoad } from "../../server/contract/overview.ts";
import type { ListedRun, Run, RunFailures } from "../../server/contract/runs.ts";
import type { BatchResult, List } from "../../server/contract/shapes.ts";
import { makeApplication } from "../support/compatible_client.ts";
import { addLiveRun, addNode } from "../support/node_rows.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

Deno.test("overview: of an empty panel has no figures but the slots", async () => {
  await using panel = await TestPanel.open();
  const overview = await read(panel);
  const { slots, ...figures } = overview.figures;
  assert.deepEqual(figures, { running: 0, waiting: 0, failing: 0, successRate7d: null, nextRunAt: null });
  assert.ok(slots >= 4);
  assert.equal(overview.past.length, 24);
  assert.equal(overview.upcomingLoad.length, 24);
  assert.deepEqual([overview.failing, overview.running, overview.next], [[], [], []]);
  const { lastBackupAt, logsComplete, notifications, update } = overview.health;
  assert.deepEqual([lastBackupAt, notifications, update], [null, false, null]);
  assert.equal(typeof logsComplete, "boolean");
  assert.ok(Number(overview.health.diskFreeBytes) > 0);
  const { room } = (await panel.request("GET", "/health", { headers: await panel.logIn() })).disk;
  assert.equal(overview.health.diskRoom, room);
});

Deno.test("overview: reports what became of notifications, not only that there is a channel", async () => {
  await using panel = await TestPanel.open();
  const add = async (name: string, enabled: 0 | 1, ...states: ("delivered" | "failed" | "waiting")[]) => {
    const row = { ...{ name, type: "gotify", fields_json: "{}", secrets: null, proxy: null }, enabled };
    const { id } = await panel.db.insertInto("channel")
      .values({ ...row, is_default: 0, created_at: 1, updated_at: 1, version: 1 })
      .returning("id").executeTakeFirstOrThrow();
    for (const state of states) {
      const times = { created_at: 1_000, finished_at: state === "waiting" ? null : 2_000 + id * 1_000 };
      await panel.db.insertInto("delivery").values({
        ...{ channel_id: id, channel_name: name, rule_id: null, rule_name: null, source: "send" },
        ...{ events_json: "[]", items_json: null, title: "t", content: "c", link: null },
        ...{ key: crypto.randomUUID(), state, attempts: 1, next_attempt_at: null, answer: null },
        ...times,
      }).execute();
    }
  };
  const health = async () => {
    const { notifications, failingChannels, lastDeliveredAt } = (await read(panel)).health;
    return [notifications, failingChannels, lastDeliveredAt];
  };
  assert.deepEqual(await health(), [false, 0, null]);
  await add("off", 0, "failed");
  assert.deepEqual(await health(), [false, 0, null]);
  await add("new", 1);
  assert.deepEqual(await health(), [true, 0, null]);
  await add("well again", 1, "failed", "delivered", "waiting");
  assert.deepEqual(await health(), [true, 0, "1970-01-01T00:00:05.000Z"]);
  await add("broken", 1, "delivered", "failed", "waiting");
  assert.deepEqual(await health(), [true, 1, "1970-01-01T00:00:06.000Z"]);
});

Deno.test("overview: counts live runs that another panel started", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const task = await panel.request("POST", "/tasks", {
    headers,
    body: { name: "Elsewhere", command: "true", schedules: ["0 0 1 1 *"] },
  });
  const node = await addNode(panel.db, "worker-1");
  await addLiveRun(panel.db, { task: task.id, node });
  assert.equal((await read(panel)).figures.running, 1);
  const { counts } = await panel.request("GET", "/health", { headers });
  assert.deepEqual(counts, { plannedTasks: 1, liveRuns: 1 });
  const { live_runs, planned_tasks } = readGauges(await panel.request("GET", "/metrics", { headers }));
  assert.deepEqual([live_runs, planned_tasks], ["1", "1"]);
});

function readGauges(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^sundial_(\w+) (\S+)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
}

Deno.test("overview: lists what failed, how often in a row, with the last line of the log", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const add = (name: string, command: string) =>
    panel.request("POST", "/tasks", { headers, body: { name, command, schedules: "manual" } });
  const failing = await add("Sync", "echo connecting; echo 'no route to host'; exit 3");
  const disabled = await add("Old", "exit 1");
  const fine = await add("Fine", "true");
  for (const { id } of [failing, failing, disabled, fine]) await runToEnd(panel, headers, id);
  await panel.request("POST", "/tasks/disable", { headers, body: { ids: [disabled.id] } });
  const { figures, failing: listed, past } = await read(panel);
  assert.equal(figures.failing, 1);
  assert.equal(figures.successRate7d, 0.25);
  assert.deepEqual(
    listed.map(({ taskId, name, streak, lastLine }) => ({ taskId, name, streak, lastLine })),
    [{ taskId: failing.id, name: "Sync", streak: 2, lastLine: "no route to host" }],
  );
  const ended = past.reduce((sum, hour) => sum + hour.succeeded + hour.failed + hour.other, 0);
  assert.equal(ended, 4);
});

Deno.test("overview: lists what runs with its median, and what is due next", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const create = (body: Record<string, unknown>) => panel.request("POST", "/tasks", { headers, body });
  const slow = await create({ name: "Slow", command: "sleep 300", schedules: "manual" });
  await create({ name: "Yearly", command: "true", schedules: ["0 0 1 1 *"] });
  await create({ name: "Hourly", command: "true", schedules: ["0 * * * *"] });
  await create({ name: "Disabled", command: "true", schedules: ["* * * * *"], enabled: false });
  for (const [state, durationMs] of [["succeeded", 4_000], ["succeeded", 8_000], ["failed", 90]] as const) {
    await panel.db.insertInto("run").values({
      ...{
        task_id: slow.id,
        task_name: "Slow",
        kind: "task",
        cause: "person",
        state,
        duration_ms: durationMs,
      },
      ...{
        due_count: 1,
        queued_at: 1,
        start_after: 1,
        queue_rank: 0,
        queue_order: 1,
        attempt: 1,
        finished_at: 2,
      },
    }).execute();
  }
  await panel.request("POST", "/tasks/run", { headers, body: { ids: [slow.id] } });
  const { figures, running, next, upcomingLoad } = await until("the run to begin", async () => {
    const overview = await read(panel);
    return overview.figures.running > 0 && overview;
  });
  assert.equal(figures.running, 1);
  assert.deepEqual(running.map(({ taskId, medianMs }) => ({ taskId, medianMs })), [{
    taskId: slow.id,
    medianMs: 4_000,
  }]);
  assert.deepEqual(next.map(({ name }) => name), ["Hourly", "Yearly"]);
  assert.equal(figures.nextRunAt, next[0]?.at);
  assert.deepEqual(upcomingLoad.slice(1).map(({ runs }) => runs > 0), Array(23).fill(true));
  await panel.request("POST", "/tasks/stop", { headers, body: { ids: [slow.id] } });
});

Deno.test("overview: the longest streak comes first, and a run without output has its outcome as the reason", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const add = async (body: Record<string, unknown>) =>
    (await panel.request("POST", "/tasks", { headers, body: { schedules: "manual", ...body } })).id;
  const often = await add({ name: "Often", command: "exit 4" });
  const late = await add({ name: "Late", command: "sleep 60", timeLimitMs: 1000 });
  const lost = await add({ name: "Lost", command: "task nowhere.sh" });
  for (const id of [often, often, late, lost]) await runToEnd(panel, headers, id);
  const { failing } = await read(panel);
  assert.deepEqual(failing.map(({ name, streak, outcome }) => [name, streak, outcome]), [
    ["Often", 2, "failed"],
    ["Lost", 1, "failed"],
    ["Late", 1, "timed_out"],
  ]);
  const [first, second, third] = failing;
  assert.deepEqual([first?.exitCode, first?.lastLine, first?.hasLog], [4, null, true]);
  assert.deepEqual([second?.detail, second?.missingName], ["script_missing", "nowhere.sh"]);
  assert.equal(third?.timeLimitMs, 1000);
  assert.ok(Number(third?.durationMs) >= 1000);
});

Deno.test("overview, failures of runs: only applications that may read logs get their last line", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const body = { name: "Sync", command: "echo 'no route to host'; exit 3", schedules: "manual" };
  const { id } = await panel.request("POST", "/tasks", { headers, body });
  await runToEnd(panel, headers, id);
  const [{ runId }] = (await read(panel)).failing as [Overview["failing"][number]];
  for (
    const [scopes, lastLine] of [
      [["tasks:read"], null],
      [["tasks:write", "scripts:read"], null],
      [["tasks:read", "logs:read"], "no route to host"],
      [["tasks:read", "logs:write"], "no route to host"],
    ] as const
  ) {
    const { clientId, clientSecret } = await makeApplication(panel, scopes);
    const { token } = await panel.request("POST", "/auth/token", { body: { clientId, clientSecret } });
    const program = { headers: { authorization: `Bearer ${token}` } };
    const { failing: [task] } = await panel.request("GET", "/overview", program) as Overview;
    const { items: [run] } = await panel.request(
      "GET",
      `/runs/failures?ids=${runId}`,
      program,
    ) as RunFailures;
    for (const failure of [task, run]) {
      assert.deepEqual(
        [failure?.exitCode, failure?.hasLog, failure?.lastLine],
        [3, true, lastLine],
        `${scopes}`,
      );
    }
  }
});

Deno.test("overview: of tasks to run, says whether a run can or must be given values", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const name = { name: "target", type: "text" };
  const declared = {
    none: [],
    optional: [{ ...name }, { ...name, name: "level", required: true, default: "low" }],
    required: [{ ...name, required: true }],
  };
  const failing: number[] = [];
  const live: number[] = [];
  for (const [kind, parameters] of Object.entries(declared)) {
    const add = async (body: Record<string, unknown>) =>
      await panel.request("POST", "/tasks", { headers, body: { name: kind, parameters, ...body } });
    const { id } = await add({ command: "exit 1", schedules: "manual" });
    failing.push(id);
    const long = await add({ command: "sleep 60", schedules: "manual" });
    live.push(long.id);
    const body = { ids: [id, long.id], parameters: kind === "required" ? { target: "disk" } : {} };
    await panel.request("POST", "/tasks/run", { headers, body });
    const late = await add({ command: "true", schedules: "manual" });
    await panel.db.updateTable("task").set({ next_due_at: 1 }).where("id", "=", late.id).execute();
  }
  const overview = await until("all runs have failed or begun", async () => {
    const current = await read(panel);
    return current.failing.length === failing.length && current.running.length === live.length && current;
  });
  await panel.request("POST", "/tasks/stop", { headers, body: { ids: live } });
  const kinds = (tasks: readonly { name: string; parameters: string }[]) =>
    tasks.map(({ name, parameters }) => [name, parameters]).toSorted();
  const expected = Object.keys(declared).map((kind) => [kind, kind]);
  assert.deepEqual(kinds(overview.failing), expected);
  assert.deepEqual(kinds(overview.overdue), expected);
  assert.deepEqual(kinds(overview.running), expected);
});

Deno.test("overview: a muted task is listed last, and a success unmutes it", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const add = async (name: string, command: string) =>
    (await panel.request("POST", "/tasks", { headers, body: { name, command, schedules: "manual" } })).id;
  const first = await add("First", "exit 1");
  const second = await add("Second", "exit 1");
  for (const id of [first, second]) await runToEnd(panel, headers, id);
  const perform = (action: string) =>
    panel.request("POST", `/tasks/${action}`, { headers, body: { ids: [second] } });
  const listed = async () => (await read(panel)).failing.map(({ name, muted }) => [name, muted]);
  assert.deepEqual(await listed(), [["Second", false], ["First", false]]);
  await perform("mute");
  assert.deepEqual(await listed(), [["First", false], ["Second", true]]);
  await perform("unmute");
  assert.deepEqual(await listed(), [["Second", false], ["First", false]]);
  await perform("mute");
  await panel.request("PATCH", `/tasks/${second}`, { headers, body: { command: "true" } });
  await runToEnd(panel, headers, second);
  assert.equal((await panel.request("GET", `/tasks/${second}`, { headers })).muted, false);
});

Deno.test("overview: the week has both weeks by hour", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const add = async (rule: string) => {
    const body = { name: "Daily", command: "true", schedules: [rule] };
    await panel.request("POST", "/tasks", { headers, body });
  };
  for (const rule of ["0 7 * * *", "0 7 * * *", "H H * * *", "H H * * *"]) await add(rule);
  const { past, upcomingLoad } = await panel.request("GET", "/overview/week", { headers }) as WeekLoad;
  assert.deepEqual([past.length, upcomingLoad.length], [168, 168]);
  assert.equal(past.at(-1)?.at, upcomingLoad[0]?.at);
  // Each is due on seven days, or on six when one is over today.
  const planned = upcomingLoad.reduce((sum, hour) => sum + hour.runs, 0);
  assert.ok(planned >= 4 * 6 && planned <= 4 * 7, `${planned} runs`);
});

Deno.test("overview: suggests schedules for crowded minutes, which one request applies and another undoes", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const { slots } = (await read(panel)).figures;
  for (let task = 0; task < slots + 2; task++) {
    const body = { name: `Report ${task}`, command: "true", schedules: ["30 * * * *"] };
    await panel.request("POST", "/tasks", { headers, body });
  }
  await panel.db.updateTable("task").set({ last_duration_ms: 60_000 }).execute();
  const crowded = async () => await panel.request("GET", "/overview/crowded", { headers }) as CrowdedMinutes;
  const { minutes, changes, most } = await crowded();
  assert.equal(minutes.length, 24);
  assert.deepEqual(
    changes.map(({ after }) => after),
    [["31 * * * *"], ["29 * * * *"]],
  );
  assert.deepEqual(most, { before: slots + 2, after: slots });
  const reschedule = async (changes: { id: number; before: string[]; after: string[] }[]) => {
    const body = { changes };
    const { results } = await panel.request("POST", "/tasks/reschedule", { headers, body }) as BatchResult;
    return results.map(({ ok, error }) => error?.code ?? ok);
  };
  const applied = changes.map(({ taskId: id, before, after }) => ({ id, before, after }));
  assert.deepEqual(await reschedule(applied), [true, true]);
  assert.deepEqual((await crowded()).minutes, []);
  assert.deepEqual(await reschedule(applied), ["stale_version", "stale_version"]);
  const undone = applied.map(({ id, before, after }) => ({ id, before: after, after: before }));
  assert.deepEqual(await reschedule([...undone, { ...undone[0]!, id: 999 }]), [true, true, "not_found"]);
  assert.equal((await crowded()).minutes.length, 24);
  const { items } = await panel.request("GET", "/audit-log", { headers });
  assert.equal(items[0].act, "tasks.reschedule");
  assert.deepEqual(items[0].detail.names.slice(0, 2), changes.map(({ name }) => name));
  const invalid = { id: applied[0]!.id, before: ["30 * * * *"], after: ["61 * * * *"] };
  assert.deepEqual(await reschedule([invalid]), ["validation_failed"]);
});

Deno.test("overview: lists tasks that have become slow and those that are overdue, as each task says; runs are filtered alike", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const add = (name: string) =>
    panel.request("POST", "/tasks", { headers, body: { name, command: "true", schedules: ["0 0 1 1 *"] } });
  const [dump, sync] = [await add("Dump"), await add("Sync")];
  assert.deepEqual([(await read(panel)).slower, (await read(panel)).overdue], [[], []]);
  const start = Date.now() - 600_000;
  for (const [index, duration_ms] of [5000, 5000, 5000, 5000, 17_000].entries()) {
    const started_at = start + index * 60_000;
    const { id } = await panel.db.insertInto("run").values({
      ...{
        task_id: dump.id,
        task_name: "Dump",
        cause: "schedule",
        state: "succeeded",
        due_count: 1,
        attempt: 1,
      },
      ...{ queued_at: started_at, start_after: started_at, queue_rank: 0, queue_order: 0 },
      ...{ started_at, finished_at: started_at + duration_ms, duration_ms },
    }).returning("id").executeTakeFirstOrThrow();
    const last = { last_run_id: id, last_started_at: started_at, last_duration_ms: duration_ms };
    await panel.db.updateTable("task").set({ ...last, last_outcome: "succeeded" }).where("id", "=", dump.id)
      .execute();
  }
  const dueAt = Date.now() + 1000; // the schedule was set a moment ago
  await panel.db.insertInto("run").values({
    ...{ task_id: sync.id, task_name: "Sync", cause: "schedule", state: "skipped", skip_reason: "no_node" },
    ...{ due_at: dueAt - 90_000, finished_at: dueAt, queued_at: dueAt, start_after: dueAt, attempt: 1 },
    ...{ queue_rank: 0, queue_order: 0, due_count: 1 },
  }).execute();
  await panel.db.updateTable("task").set({ planned_at: 0 }).where("id", "=", sync.id).execute();
  const { slower, overdue } = await read(panel);
  const since = new Date(start + 240_000).toISOString();
  assert.deepEqual(slower.map(({ runId: _, ...task }) => task), [
    { taskId: dump.id, name: "Dump", since, medianMs: 5000, lastMs: 17_000 },
  ]);
  assert.deepEqual(overdue, [
    {
      taskId: sync.id,
      name: "Sync",
      parameters: "none",
      dueAt: new Date(dueAt - 90_000).toISOString(),
      reason: "skipped_no_node",
    },
  ]);
  const detail = async (id: number) => {
    const { slower, overdue } = await panel.request("GET", `/tasks/${id}`, { headers });
    return { slower, overdue };
  };
  assert.deepEqual(await detail(dump.id), {
    slower: { since, lastMs: 17_000, usualMs: 5000 },
    overdue: null,
  });
  assert.deepEqual(await detail(sync.id), {
    slower: null,
    overdue: { dueAt: new Date(dueAt - 90_000).toISOString(), reason: "skipped_no_node" },
  });
  const slow = await panel.request("GET", "/runs?slower=true", { headers }) as List<ListedRun>;
  assert.deepEqual(slow.items.map(({ id, usualMs }) => [id, usualMs]), [[slower[0]?.runId, 5000]]);
  const all = await panel.request("GET", "/runs?slower=false", { headers }) as List<ListedRun>;
  assert.equal(all.total, 6);
});

Deno.test("overview: needs permission to read tasks", async () => {
  await using panel = await TestPanel.open();
  const response = await panel.send("GET", "/overview");
  await response.body?.cancel();
  assert.equal(response.status, 401);
});

async function read(panel: TestPanel): Promise<Overview> {
  return await panel.request("GET", "/overview", { headers: await panel.logIn() });
}

async function runToEnd(panel: TestPanel, headers: Record<string, string>, taskId: number): Promise<void> {
  await panel.request("POST", "/tasks/run", { headers, body: { ids: [taskId] } });
  await until("the end of the run", async () => {
    const { items } = await panel.request("GET", `/tasks/${taskId}/runs`, { headers }) as List<Run>;
    return items.every(({ finishedAt }) => finishedAt !== null);
  });
}

Deno.test("overview: names the tasks of a period, those with failures first, with what is still due", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const add = (name: string, command: string, schedules: unknown = "manual") =>
    panel.request("POST", "/tasks", { headers, body: { name, command, schedules } });
  const failing = await add("Failing", "exit 3");
  const fine = await add("Fine", "true");
  const often = await add("Often", "true", ["* * * * *"]);
  for (const { id } of [fine, fine, failing]) await runToEnd(panel, headers, id);
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
  const read = (query: string): Promise<BusiestTasks> =>
    panel.request("GET", `/overview/tasks?${query}`, { headers });
  const { items, total } = await read(`from=${hour}&hours=2`);
  assert.equal(total, 3);
  const [first, ...others] = items.map((
    { taskId, succeeded, failed, planned },
  ) => [taskId, succeeded, failed, planned > 0]);
  assert.deepEqual(first, [failing.id, 0, 1, false]);
  assert.deepEqual(others.map(([id]) => id).sort(), [fine.id, often.id].sort());
  assert.deepEqual(items.find(({ taskId }) => taskId === fine.id)?.succeeded, 2);
  const tomorrow = new Date(Date.parse(hour) + 24 * 3_600_000).toISOString();
  assert.deepEqual(await read(`from=${tomorrow}`), {
    items: [{ taskId: often.id, name: "Often", succeeded: 0, failed: 0, other: 0, planned: 60 }],
    total: 1,
  });
});

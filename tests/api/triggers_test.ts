// Tasks that files, heartbeats and maintenance windows start, on the panel with real files and processes.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Run } from "../../server/contract/runs.ts";
import { sha256 } from "../../server/platform/tokens.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

const HOUR = 3_600_000;

class Scene implements AsyncDisposable {
  private constructor(readonly panel: TestPanel, readonly admin: Record<string, string>) {}

  static async open(): Promise<Scene> {
    const panel = await TestPanel.open();
    return new Scene(panel, await panel.logIn());
  }

  // deno-lint-ignore no-explicit-any -- any response of the API
  async call(method: string, path: string, body?: unknown, headers = this.admin): Promise<any> {
    return await this.panel.request(method, path, { headers, ...body !== undefined && { body } });
  }

  async issues(
    method: string,
    path: string,
    body: unknown,
    headers = this.admin,
  ): Promise<[number, string, string] | null> {
    const response = await this.panel.send(method, path, { headers, body });
    const { issues: [issue] = [{}] } = await response.json();
    return response.ok ? null : [response.status, issue.path, issue.code];
  }

  async task(triggers: unknown[], more: Record<string, unknown> = {}): Promise<number> {
    const command = 'echo "$SUNDIAL_CAUSE $SUNDIAL_TRIGGER ${SUNDIAL_TRIGGER_PATH-none}"';
    return (await this.call("POST", "/tasks", { name: "t", command, schedules: "manual", triggers, ...more }))
      .id;
  }

  async runs(taskId: number): Promise<Run[]> {
    return (await this.call("GET", `/runs?taskId=${taskId}&sort=id`)).items;
  }

  async ended(taskId: number, count = 1): Promise<Run[]> {
    return await until(`${count} runs to end`, async () => {
      const runs = await this.runs(taskId);
      return runs.length >= count && runs.every(({ finishedAt }) => finishedAt !== null) && runs;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel[Symbol.asyncDispose]();
  }
}

const manual = (name: string) => ({ name, command: "true", schedules: "manual" });

Deno.test("triggers: a file that appears, changes and appears again starts the task each time, with its path", async () => {
  await using scene = await Scene.open();
  const { scripts, file } = { scripts: join(scene.panel.dataDir, "scripts"), file: "in/a b.csv" };
  await Deno.mkdir(join(scripts, "in"));
  const path = join(scripts, file);
  const id = await scene.task([{ type: "file", path: file, settleMs: 500 }]);
  // Right after the response: what was there before is known.
  await Deno.writeTextFile(path, "1");
  const [first] = await scene.ended(id);
  assert.deepEqual([first?.cause, first?.dueAt, first?.trigger], [
    "trigger",
    null,
    { type: "file", name: null, path, on: null },
  ]);
  const log = await scene.call("GET", `/runs/${first!.id}/log`);
  assert.ok(JSON.stringify(log).includes(`trigger file ${path}`), JSON.stringify(log));
  await Deno.writeTextFile(path, "22");
  await scene.ended(id, 2);
  await Deno.remove(path);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await Deno.writeTextFile(path, "22");
  await scene.ended(id, 3);
  assert.equal((await scene.call("GET", `/tasks/${id}`)).triggers[0].settleMs, 500);
  assert.equal((await scene.call("GET", `/runs?cause=trigger`)).total, 3);
});

Deno.test("triggers: an existing file starts no task, nor does a saved task that was not changed", async () => {
  await using scene = await Scene.open();
  const path = join(scene.panel.dataDir, "scripts", "a");
  await Deno.writeTextFile(path, "1");
  const triggers = [{ type: "file", path, settleMs: 500 }];
  const id = await scene.task(triggers);
  const probe = await scene.task([{ type: "file", path: "probe", settleMs: 1_000 }]);
  await scene.call("PATCH", `/tasks/${id}`, { name: "renamed", triggers });
  await Deno.writeTextFile(join(scene.panel.dataDir, "scripts", "probe"), "1");
  await scene.ended(probe);
  assert.deepEqual(await scene.runs(id), []);
  // Of a client that does not know them, they stay.
  await scene.call("PATCH", `/tasks/${id}`, { name: "again" });
  assert.deepEqual((await scene.call("GET", `/tasks/${id}`)).triggers, triggers);
});

Deno.test("triggers: what a disabled task has not started is listed and explained, and not made up for", async () => {
  await using scene = await Scene.open();
  const heartbeat = await scene.call("POST", "/heartbeats", { name: "Backup", periodMs: HOUR });
  const id = await scene.task([{ type: "heartbeat", heartbeatId: heartbeat.id, on: "down" }], {
    enabled: false,
  });
  await (await scene.panel.send("POST", heartbeat.path)).body?.cancel();
  await (await scene.panel.send("POST", `${heartbeat.path}/fail`)).body?.cancel();
  const [run] = await scene.ended(id);
  const trigger = { type: "heartbeat", name: "Backup", path: null, on: "down" };
  assert.deepEqual([run?.state, run?.skipReason, run?.cause, run?.trigger], [
    ...["skipped", "disabled", "trigger"],
    trigger,
  ]);
  const why = async () => {
    const { answer, at, run } = await scene.call("GET", `/tasks/${id}/why`);
    return [answer, at, run?.id];
  };
  assert.deepEqual(await why(), ["skipped_disabled", run!.queuedAt, run!.id]);
  await scene.call("POST", "/tasks/enable", { ids: [id] });
  // A trigger that fires later starts it; the one before is not made up for.
  await (await scene.panel.send("POST", heartbeat.path)).body?.cancel();
  await until(
    "it is up",
    async () => (await scene.call("GET", `/heartbeats/${heartbeat.id}`)).state === "up",
  );
  await (await scene.panel.send("POST", `${heartbeat.path}/fail`)).body?.cancel();
  const runs = await scene.ended(id, 2);
  assert.deepEqual(runs.map(({ state }) => state), ["skipped", "succeeded"]);
  assert.deepEqual(await why(), ["skipped_disabled", run!.queuedAt, run!.id]);
});

Deno.test("triggers: a heartbeat starts tasks when it goes down and when it comes back", async () => {
  await using scene = await Scene.open();
  const heartbeat = await scene.call("POST", "/heartbeats", { name: "Backup", periodMs: HOUR });
  const heartbeatId = heartbeat.id;
  const down = await scene.task([{ type: "heartbeat", heartbeatId, on: "down" }]);
  const up = await scene.task([{ type: "heartbeat", heartbeatId, on: "up" }]);
  const ping = async (action: string) => {
    await (await scene.panel.send("POST", `${heartbeat.path}${action}`)).body?.cancel();
  };
  await ping("");
  await ping("/fail");
  const [run] = await scene.ended(down);
  assert.deepEqual(run?.trigger, { type: "heartbeat", name: "Backup", path: null, on: "down" });
  await ping("/fail");
  assert.deepEqual(await scene.runs(up), []);
  await ping("");
  await scene.ended(up);
  assert.equal((await scene.runs(down)).length, 1);
  assert.deepEqual((await scene.call("GET", `/tasks/started-by?type=heartbeat&id=${heartbeatId}`)).tasks, [
    { id: down, name: "t", enabled: true },
    { id: up, name: "t", enabled: true },
  ]);
  // The trigger stays, and starts nothing.
  await scene.call("DELETE", `/heartbeats/${heartbeatId}`);
  const { triggers } = await scene.call("GET", `/tasks/${down}`);
  assert.deepEqual(triggers, [{ type: "heartbeat", heartbeatId, on: "down" }]);
  assert.equal(await scene.issues("PATCH", `/tasks/${down}`, { triggers }), null);
  assert.deepEqual(await scene.issues("POST", "/tasks", { ...manual("new"), triggers }), [
    422,
    "triggers.0.heartbeatId",
    "unknown_trigger_source",
  ]);
});

Deno.test("triggers: a maintenance window starts tasks; one that it holds runs when it ends", async () => {
  await using scene = await Scene.open();
  const now = Date.now();
  const at = (ms: number) => new Date(now + ms).toISOString();
  const window = async (scope: unknown, from: number) =>
    (await scene.call("POST", "/windows", {
      ...{ name: `Window ${from}`, from: at(from), to: at(HOUR), scope, effect: "hold" },
    })).id;
  const held = await scene.task([]);
  const windowId = await window({ taskIds: [held] }, 2_000);
  await scene.call("PATCH", `/tasks/${held}`, { triggers: [{ type: "window", windowId, on: "start" }] });
  const started = await scene.task([{ type: "window", windowId, on: "start" }]);
  const ended = await scene.task([{ type: "window", windowId, on: "end" }]);
  await scene.ended(started);
  const [waiting] = await until("the held run", async () => {
    const runs = await scene.runs(held);
    return runs.length > 0 && runs;
  });
  assert.deepEqual([waiting?.state, waiting?.windowId, waiting?.cause], ["queued", windowId, "trigger"]);
  assert.deepEqual(await scene.runs(ended), []);
  await scene.call("POST", `/windows/${windowId}/end`);
  await scene.ended(ended);
  await scene.ended(held);
  assert.equal((await scene.runs(started)).length, 1);
});

Deno.test("triggers: begins a flow run, and is not limited by what was there before the task was in the trash", async () => {
  await using scene = await Scene.open();
  const scripts = join(scene.panel.dataDir, "scripts");
  const id = await scene.task([{ type: "file", path: "a", settleMs: 500 }]);
  const after =
    (await scene.call("POST", "/tasks", { ...manual("after"), upstream: { tasks: [{ taskId: id }] } })).id;
  await Deno.writeTextFile(join(scripts, "a"), "1");
  await scene.ended(after);
  await scene.call("DELETE", `/tasks/${id}`);
  await Deno.writeTextFile(join(scripts, "a"), "22");
  await scene.call("POST", "/tasks/restore", { ids: [id] });
  const probe = await scene.task([{ type: "file", path: "probe", settleMs: 1_000 }]);
  await Deno.writeTextFile(join(scripts, "probe"), "1");
  await scene.ended(probe);
  assert.equal((await scene.runs(id)).length, 1);
  await Deno.writeTextFile(join(scripts, "a"), "333");
  await scene.ended(id, 2);
});

Deno.test("triggers: wrong ones are rejected at their place", async () => {
  await using scene = await Scene.open();
  const id = await scene.task([]);
  const root = scene.panel.dataDir;
  const rejected = async (...triggers: unknown[]) => {
    const created = await scene.issues("POST", "/tasks", { ...manual("wrong"), triggers });
    assert.deepEqual(await scene.issues("PATCH", `/tasks/${id}`, { triggers }), created);
    return created?.slice(1).join(" ") ?? null;
  };
  const file = (path: string, more: object = {}) => ({ type: "file", path, ...more });
  assert.equal(await rejected(file("../sundial.sqlite")), "triggers.0.path trigger_path");
  assert.equal(await rejected(file("/in/a"), file("/in/*/../b")), "triggers.1.path trigger_path");
  assert.equal(await rejected(file(join(root, "sundial.sqlite"))), "triggers.0.path trigger_path_of_panel");
  assert.equal(await rejected(file("")), "triggers.0.path required");
  assert.equal(await rejected(file("a\nb")), "triggers.0.path invalid_character");
  assert.equal(await rejected(file("a".repeat(1_000))), null);
  assert.equal(await rejected(file("a".repeat(1_001))), "triggers.0.path too_long");
  assert.equal(await rejected(file("a", { settleMs: 500 })), null);
  assert.equal(await rejected(file("a", { settleMs: 3_600_000 })), null);
  assert.match(await rejected(file("a", { settleMs: 499 })) ?? "", /^triggers.0.settleMs /);
  assert.match(await rejected(file("a", { settleMs: 3_600_001 })) ?? "", /^triggers.0.settleMs /);
  assert.equal(await rejected(file("a"), file("a", { settleMs: 900 })), "triggers.1.path same_trigger");
  assert.equal(await rejected(...Array.from({ length: 20 }, (_, n) => file(`f${n}`))), null);
  assert.equal(await rejected(...Array.from({ length: 21 }, (_, n) => file(`f${n}`))), "triggers too_many");
  const unknown = { subscription: {}, heartbeat: { on: "up" }, window: { on: "end" } };
  for (const [type, more] of Object.entries(unknown)) {
    const trigger = { type, [`${type}Id`]: 99, ...more };
    assert.equal(await rejected(trigger), `triggers.0.${type}Id unknown_trigger_source`);
  }
  assert.match(await rejected({ type: "heartbeat", heartbeatId: 1, on: "start" }) ?? "", /^triggers.0.on /);
  assert.match(await rejected({ type: "clock" }) ?? "", /^triggers.0/);
  const parameters = [{ name: "TARGET", type: "text", required: true }];
  assert.deepEqual(
    await scene.issues("POST", "/tasks", { ...manual("wrong"), parameters, triggers: [file("a")] }),
    [422, "triggers", "parameter_required"],
  );
});

Deno.test("triggers: who sees only some labels names only what has them", async () => {
  await using scene = await Scene.open();
  const { db } = scene.panel;
  const { id: account_id } = await db.insertInto("account").values({
    ...{ username: "shopper", password_hash: "", role: "editor", labels_json: '["shop"]' },
    ...{ created_at: 1, updated_at: 1, version: 1 },
  }).returning("id").executeTakeFirstOrThrow();
  const seen = Date.now();
  await db.insertInto("session").values({
    ...{ account_id, token_hash: sha256("shopper"), language: null, ip: "::1", user_agent: "" },
    ...{ created_at: seen, last_seen_at: seen, expires_at: seen + 24 * HOUR, proven_at: seen },
  }).execute();
  const heartbeat = async (name: string, labels: string[]) =>
    (await scene.call("POST", "/heartbeats", { name, periodMs: HOUR, labels })).id;
  const [own, foreign] = [await heartbeat("own", ["shop"]), await heartbeat("foreign", ["other"])];
  const elsewhere = await scene.task([], { labels: ["other"] });
  const window = async (taskIds: number[]) =>
    (await scene.call("POST", "/windows", {
      ...{
        name: "w",
        from: new Date(seen + HOUR).toISOString(),
        to: new Date(seen + 2 * HOUR).toISOString(),
      },
      ...{ scope: { taskIds }, effect: "hold" },
    })).id;
  const hidden = await window([elsewhere]);
  const cookie = scene.admin["cookie"]!.replace(/=.*/, "=shopper");
  const save = (trigger: unknown) =>
    scene.issues("POST", "/tasks", { ...manual("mine"), labels: ["shop"], triggers: [trigger] }, { cookie });
  assert.equal(await save({ type: "heartbeat", heartbeatId: own, on: "up" }), null);
  assert.equal(
    (await save({ type: "heartbeat", heartbeatId: foreign, on: "up" }))?.[2],
    "unknown_trigger_source",
  );
  assert.equal((await save({ type: "window", windowId: hidden, on: "end" }))?.[2], "unknown_trigger_source");
  const listed = await scene.panel.request("GET", `/tasks/started-by?type=heartbeat&id=${own}`, {
    headers: { cookie },
  });
  assert.equal(listed.tasks.length, 1);
});

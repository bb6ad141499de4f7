// Runs that a person has to approve, on the panel with real processes.
import assert from "node:assert/strict";
import { cronStatus } from "../../server/contract/compatible/crons.ts";
import type { FlowRun } from "../../server/contract/flows.ts";
import type { Run } from "../../server/contract/runs.ts";
import type { Role } from "../../server/contract/roles.ts";
import { accessFolderOf, operatorToken, runToken } from "../../server/platform/access_folder.ts";
import { sha256 } from "../../server/platform/tokens.ts";
import { bearer, makeApplication, tokenOf } from "../support/applications.ts";
import { username } from "../support/test_app.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

type Headers = Record<string, string>;

class Scene implements AsyncDisposable {
  private constructor(readonly panel: TestPanel, readonly admin: Headers) {}

  static async open(): Promise<Scene> {
    const panel = await TestPanel.open();
    return new Scene(panel, await panel.logIn());
  }

  // deno-lint-ignore no-explicit-any -- any response of the API
  async call(method: string, path: string, body?: unknown): Promise<any> {
    return await this.panel.request(method, path, { headers: this.admin, ...body !== undefined && { body } });
  }

  /** Returns the status of a request, and the code of its error. */
  async status(path: string, { headers = this.admin, body = {}, local = false }: {
    headers?: Headers;
    body?: unknown;
    local?: boolean;
  } = {}): Promise<string> {
    const response = await this.panel.send("POST", path, { headers, body, local });
    const { code, issues } = await response.json();
    return [response.status, code, issues?.[0]?.path].filter(Boolean).join(" ");
  }

  async task(more: Record<string, unknown> = {}): Promise<number> {
    const body = { name: "upload", command: "true", schedules: "manual", requiresApproval: true, ...more };
    return (await this.call("POST", "/tasks", body)).id;
  }

  /** Starts a task. Returns its run. */
  async start(id: number): Promise<number> {
    const { results: [{ runId }] } = await this.call("POST", "/tasks/run", { ids: [id] });
    return runId;
  }

  async run(id: number): Promise<Run> {
    return await this.call("GET", `/runs/${id}`);
  }

  async ended(id: number): Promise<Run> {
    return await until("the run to end", async () => {
      const run = await this.run(id);
      return run.finishedAt !== null && run;
    });
  }

  /** Adds a person with a session. Returns its headers. */
  async person(role: Role, labels: string[] | null = null): Promise<Headers> {
    const name = `${role}-${labels?.join("-") ?? "all"}`;
    const now = Date.now();
    const { id } = await this.panel.db.insertInto("account").values({
      ...{ username: name, password_hash: "", role, labels_json: labels && JSON.stringify(labels) },
      ...{ created_at: now, updated_at: now, version: 1 },
    }).returning("id").executeTakeFirstOrThrow();
    await this.panel.db.insertInto("session").values({
      ...{ account_id: id, token_hash: sha256(name), language: null, ip: "::1", user_agent: "" },
      ...{ created_at: now, last_seen_at: now, expires_at: now + 86_400_000, proven_at: now },
    }).execute();
    return { cookie: `sundial_session=${name}` };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel[Symbol.asyncDispose]();
  }
}

Deno.test("approvals: an approved run runs; who decided stands in the run and the audit log", async () => {
  await using scene = await Scene.open();
  const task = await scene.task();
  const id = await scene.start(task);
  const before = await scene.run(id);
  assert.deepEqual([before.state, before.startedAt, before.approval?.decision], [
    "waiting_for_approval",
    null,
    null,
  ]);
  const lapse = Date.parse(before.approval!.until) - Date.parse(before.queuedAt);
  assert.equal(lapse, 24 * 3_600_000);
  const { status, activeRun, runCounts } = await scene.call("GET", `/tasks/${task}`);
  assert.deepEqual([status, activeRun.id, activeRun.state, runCounts], [
    "queued",
    id,
    "waiting_for_approval",
    { queued: 1, live: 0 },
  ]);
  assert.equal((await scene.call("GET", "/runs?state=waiting_for_approval")).total, 1);
  assert.equal((await scene.call("GET", "/queue")).waitingTotal, 0);
  const approved: Run = await scene.call("POST", `/runs/${id}/approve`, { remark: " checked \n" });
  assert.equal(approved.approval?.decision, "approved");
  const after = await scene.ended(id);
  assert.equal(after.state, "succeeded");
  const { decision, decidedAt, deciderKind, decidedBy, remark } = after.approval!;
  assert.deepEqual([decision, deciderKind, decidedBy, remark], ["approved", "person", username, "checked"]);
  assert.ok(Date.parse(decidedAt!) >= Date.parse(after.queuedAt));
  assert.ok((after.lagMs ?? Infinity) < 60_000);
  const { items: [entry] } = await scene.call("GET", "/audit-log?pageSize=1");
  assert.deepEqual([entry.act, entry.actor.name, entry.object], [
    "runs.approve",
    username,
    `#${id} upload: checked`,
  ]);
  assert.deepEqual(await scene.status(`/runs/${id}/approve`), "409 run_not_waiting");
  assert.deepEqual(await scene.status(`/runs/${id}/reject`), "409 run_not_waiting");
});

Deno.test("approvals: clients of the compatible API see a task whose run waits as queued, and do not undo the switch", async () => {
  await using scene = await Scene.open();
  const { panel, admin } = scene;
  const task = await scene.task();
  await scene.start(task);
  const headers = bearer(
    await tokenOf(panel, await makeApplication(panel, admin, "old client", ["tasks:write"])),
  );
  const { data } = await panel.request("GET", `/open/crons/${task}`, { headers });
  assert.equal(data.status, cronStatus.queued);
  const body = { id: task, name: "renamed", command: "true", schedule: "0 0 * * *" };
  await panel.request("PUT", "/open/crons", { headers, body });
  const { name, requiresApproval } = await scene.call("GET", `/tasks/${task}`);
  assert.deepEqual([name, requiresApproval], ["renamed", true]);
});

Deno.test("approvals: a rejected run is skipped, a stopped one is stopped; others do not wait", async () => {
  await using scene = await Scene.open();
  const id = await scene.start(await scene.task());
  await scene.call("POST", `/runs/${id}/reject`, { remark: "not today" });
  const run = await scene.run(id);
  assert.deepEqual([run.state, run.skipReason, run.startedAt], ["skipped", "rejected", null]);
  assert.deepEqual([run.approval?.decision, run.approval?.decidedBy, run.approval?.remark], [
    ...["rejected", username, "not today"],
  ]);
  const stopped = await scene.start(await scene.task({ name: "other" }));
  await scene.call("POST", `/runs/${stopped}/stop`);
  const { state, approval, stoppedBy } = await scene.run(stopped);
  assert.deepEqual([state, approval?.decision, stoppedBy], ["stopped", null, username]);
  const free = await scene.ended(await scene.start(await scene.task({ requiresApproval: false })));
  assert.deepEqual([free.state, free.approval], ["succeeded", null]);
  assert.deepEqual(await scene.status(`/runs/${free.id}/approve`), "409 run_not_waiting");
  assert.deepEqual(await scene.status("/runs/9999/approve"), "404 not_found");
});

Deno.test("approvals: of many decisions at once exactly one counts", async () => {
  await using scene = await Scene.open();
  const id = await scene.start(await scene.task());
  const decide = (action: string) => scene.status(`/runs/${id}/${action}`);
  const statuses = await Promise.all(
    ["approve", "reject", "approve", "reject", "approve"].map(decide),
  );
  assert.deepEqual(statuses.toSorted(), ["200", ...Array(4).fill("409 run_not_waiting")]);
  const winner = statuses.indexOf("200") % 2 === 0 ? "approved" : "rejected";
  assert.equal((await scene.ended(id)).approval?.decision, winner);
});

Deno.test("approvals: only people and the command line decide, never an application, a script or MCP", async () => {
  await using scene = await Scene.open();
  const { panel, admin } = scene;
  const gate = `${panel.dataDir}/gate`;
  const script = await scene.task({
    name: "script",
    command: `while ! test -e ${gate}; do sleep 0.1; done`,
    requiresApproval: false,
  });
  const live = await scene.start(script);
  await until("the script to run", async () => (await scene.run(live)).state === "running");
  const id = await scene.start(await scene.task());
  const application = await makeApplication(panel, admin, "robot", ["tasks:write", "tasks:run"]);
  const token = bearer(await tokenOf(panel, application));
  const access = accessFolderOf(panel.dataDir);
  for (const action of ["approve", "reject"]) {
    const path = `/runs/${id}/${action}`;
    assert.equal(await scene.status(path, { headers: token }), "403 person_required");
    const headers = { authorization: `Bearer ${runToken(access, live)}` };
    assert.equal(await scene.status(path, { headers, local: true }), "403 person_required");
    assert.equal(await scene.status(path, { headers: {} }), "401 not_authenticated");
    const got = await panel.send("GET", path, { headers: admin });
    assert.notEqual(got.status, 200);
    await got.body?.cancel();
  }
  assert.equal((await scene.run(id)).state, "waiting_for_approval");
  const headers = { authorization: `Bearer ${operatorToken(access)}` };
  assert.equal(await scene.status(`/runs/${id}/approve`, { headers, local: true }), "200");
  const { approval } = await scene.ended(id);
  assert.deepEqual([approval?.deciderKind, approval?.decidedBy], ["operator", null]);
  await Deno.writeTextFile(gate, "");
  await scene.ended(live);
});

Deno.test("approvals: the role decides, within its labels", async () => {
  await using scene = await Scene.open();
  const shop = await scene.start(await scene.task({ labels: ["shop"] }));
  const other = await scene.start(await scene.task({ name: "other", labels: ["stock"] }));
  const viewer = await scene.person("viewer");
  const operator = await scene.person("operator", ["shop"]);
  assert.equal(await scene.status(`/runs/${shop}/approve`, { headers: viewer }), "403 permission_missing");
  assert.equal(await scene.status(`/runs/${other}/approve`, { headers: operator }), "404 not_found");
  assert.equal(await scene.status(`/runs/${other}/reject`, { headers: operator }), "404 not_found");
  assert.equal(await scene.status(`/runs/${shop}/approve`, { headers: operator }), "200");
  assert.equal((await scene.ended(shop)).approval?.decidedBy, "operator-shop");
  assert.equal((await scene.run(other)).state, "waiting_for_approval");
});

Deno.test("approvals: the limits of remark and lapse", async () => {
  await using scene = await Scene.open();
  const id = await scene.start(await scene.task());
  assert.equal(
    await scene.status(`/runs/${id}/reject`, { body: { remark: "x".repeat(301) } }),
    "422 validation_failed remark",
  );
  assert.equal(await scene.status(`/runs/${id}/reject`, { body: { remark: "x".repeat(300) } }), "200");
  const max = 90 * 24 * 3_600_000;
  for (const approvalLapseMs of [59_999, max + 1]) {
    const body = { name: "n", command: "true", schedules: "manual", approvalLapseMs };
    assert.equal(await scene.status("/tasks", { body }), "422 validation_failed approvalLapseMs");
  }
  for (const approvalLapseMs of [60_000, max]) {
    const lapsing = await scene.start(await scene.task({ approvalLapseMs }));
    const { approval, queuedAt } = await scene.run(lapsing);
    assert.equal(Date.parse(approval!.until) - Date.parse(queuedAt), approvalLapseMs);
  }
});

Deno.test("approvals: a due time waits, later ones do not replace it, and a disabled task asks for nothing", async () => {
  await using scene = await Scene.open();
  const task = await scene.task({ schedules: ["* * * * * *"] });
  const runsOf = async (): Promise<Run[]> => (await scene.call("GET", `/tasks/${task}/runs?sort=id`)).items;
  const runs = await until("three due times", async () => {
    const runs = await runsOf();
    return runs.length >= 3 && runs;
  });
  assert.deepEqual(runs.slice(0, 3).map(({ state, skipReason }) => skipReason ?? state), [
    ...["waiting_for_approval", "overlap", "overlap"],
  ]);
  assert.equal(runs[1]?.blockedBy, runs[0]?.id);
  const why = await scene.call("GET", `/tasks/${task}/why?at=${encodeURIComponent(runs[0]!.dueAt!)}`);
  assert.equal(why.answer, "waiting_for_approval");
  await scene.call("POST", "/tasks/disable", { ids: [task] });
  const [first] = await runsOf();
  assert.deepEqual([first?.state, first?.skipReason], ["skipped", "disabled"]);
});

Deno.test("approvals: deleting the task removes the request", async () => {
  await using scene = await Scene.open();
  const task = await scene.task();
  const id = await scene.start(task);
  await scene.call("DELETE", "/tasks", { ids: [task] });
  assert.equal(await scene.status(`/runs/${id}/approve`), "409 run_not_waiting");
  const { state, skipReason } = await scene.run(id);
  assert.deepEqual([state, skipReason], ["skipped", "deleted"]);
});

Deno.test("approvals: a run that is approved in a maintenance window waits for its end", async () => {
  await using scene = await Scene.open();
  const task = await scene.task({ schedules: ["0 0 29 2 *"] });
  await scene.call("PATCH", `/tasks/${task}`, {
    schedules: [`@once ${new Date(Date.now() + 1_500).toISOString().slice(0, 19).replace("T", " ")}`],
    timeZone: "UTC",
  });
  const run = await until("the due time", async () => {
    const { items: [run] } = await scene.call("GET", `/tasks/${task}/runs`);
    return (run ?? false) as Run | false;
  });
  const window = await scene.call("POST", "/windows", {
    ...{ name: "Work", from: new Date().toISOString() },
    to: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const approved: Run = await scene.call("POST", `/runs/${run.id}/approve`, {});
  assert.deepEqual([approved.state, approved.windowId, approved.heldUntil], ["queued", window.id, window.to]);
  await scene.call("POST", `/windows/${window.id}/end`);
  assert.equal((await scene.ended(run.id)).state, "succeeded");
});

Deno.test("approvals: a retry of an approved run starts without asking, running again asks", async () => {
  await using scene = await Scene.open();
  const task = await scene.task({ command: "exit 1", retry: { times: 1, delayMs: 0 } });
  await scene.call("POST", `/runs/${await scene.start(task)}/approve`, {});
  const runs = await until("the retry", async () => {
    const items: Run[] = (await scene.call("GET", `/tasks/${task}/runs?sort=id`)).items;
    return items.length === 2 && items.every(({ finishedAt }) => finishedAt !== null) && items;
  });
  assert.deepEqual(runs.map(({ attempt, state, approval }) => [attempt, state, approval?.decision]), [
    [1, "failed", "approved"],
    [2, "failed", undefined],
  ]);
  assert.equal((await scene.run(await scene.start(task))).state, "waiting_for_approval");
});

Deno.test("approvals: in a flow run, what was rejected or has lapsed counts as failed, and continuing asks again", async () => {
  await using scene = await Scene.open();
  const { panel } = scene;
  const exported = await scene.task({ name: "export", requiresApproval: false });
  const after = (taskId: number, outcome = "succeeded") => ({ upstream: { tasks: [{ taskId, outcome }] } });
  const upload = await scene.task({ name: "upload", ...after(exported) });
  await scene.task({ name: "alarm", requiresApproval: false, ...after(upload, "failed") });
  await scene.task({ name: "clean", requiresApproval: false, ...after(upload) });
  const { flowRunId } = await scene.run(await scene.start(exported));
  const flow = async (): Promise<FlowRun> => await scene.call("GET", `/flow-runs/${flowRunId}`);
  const states = ({ state, tasks }: FlowRun) => [state, ...tasks.map((task) => `${task.name} ${task.state}`)];
  const waiting = async () =>
    await until("the upload to wait", async () => {
      const run = (await flow()).tasks.find(({ name }) => name === "upload")!;
      return run.state === "waiting_for_approval" && run.runId;
    });
  const first = await waiting();
  assert.deepEqual(states(await flow()), [
    ...["running", "export succeeded", "upload waiting_for_approval", "alarm waiting", "clean waiting"],
  ]);
  await scene.call("POST", `/runs/${first}/reject`, {});
  const rejected = ["failed", "export succeeded", "upload skipped", "alarm succeeded", "clean not_run"];
  await until("the flow run to end", async () => (await flow()).state !== "running");
  assert.deepEqual(states(await flow()), rejected);
  await scene.call("POST", `/flow-runs/${flowRunId}/continue`);
  const second = await waiting();
  assert.notEqual(second, first);
  await panel.db.updateTable("run").set({ approval_until: Date.now() - 1 }).where("id", "=", second)
    .execute();
  // The duty looks when it was to lapse, or when any run ends.
  await scene.ended(await scene.start(await scene.task({ name: "tick", requiresApproval: false })));
  await until("the flow run to end", async () => (await flow()).state !== "running");
  assert.deepEqual(states(await flow()), rejected);
  const { skipReason, approval } = await scene.run(second);
  const { decision, deciderKind, decidedBy } = approval!;
  assert.deepEqual([skipReason, decision, deciderKind, decidedBy], ["approval_lapsed", "lapsed", null, null]);
  await scene.call("POST", `/flow-runs/${flowRunId}/continue`);
  await scene.call("POST", `/runs/${await waiting()}/approve`, {});
  await until("the flow run to end", async () => (await flow()).state !== "running");
  assert.deepEqual(states(await flow()).filter((state) => state.startsWith("upload")), ["upload succeeded"]);
});

Deno.test("approvals: stopping a flow run removes the request", async () => {
  await using scene = await Scene.open();
  const first = await scene.task({ name: "first" });
  await scene.task({ name: "second", upstream: { tasks: [{ taskId: first }] } });
  const id = await scene.start(first);
  const { flowRunId } = await scene.run(id);
  await scene.call("POST", `/flow-runs/${flowRunId}/stop`);
  assert.equal((await scene.run(id)).state, "stopped");
  assert.equal((await scene.call("GET", `/flow-runs/${flowRunId}`)).state, "stopped");
});

Deno.test("approvals: a due time that waits for another task asks once that has ended", async () => {
  await using scene = await Scene.open();
  const first = await scene.task({ name: "export", requiresApproval: false });
  const soon = new Date(Date.now() + 1_500).toISOString().slice(0, 19).replace("T", " ");
  const timed = await scene.task({
    ...{ name: "timed", schedules: [`@once ${soon}`], timeZone: "UTC" },
    upstream: { tasks: [{ taskId: first }], within: "since 00:00", waitMs: 600_000 },
  });
  const newest = async (): Promise<Run | undefined> =>
    (await scene.call("GET", `/tasks/${timed}/runs`)).items[0];
  await until("the due time to wait", async () => (await newest())?.state === "queued");
  const events = scene.call("GET", "/runs?state=waiting_for_approval");
  assert.equal((await events).total, 0);
  await scene.start(first);
  await until("it to ask", async () => (await newest())?.state === "waiting_for_approval");
  const { approval } = (await newest())!;
  assert.ok(Date.parse(approval!.until) > Date.now() + 23 * 3_600_000);
  await scene.call("POST", `/runs/${(await newest())!.id}/approve`, {});
  await until("it to run", async () => (await newest())?.state === "succeeded");
});

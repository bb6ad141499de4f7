import assert from "node:assert/strict";
import { LedgerScene } from "../../../../tests/support/ledger_scene.ts";
import { byLength } from "../../../../tests/support/suite_length.ts";
import { seededRandom } from "../../../../tests/support/seeded_random.ts";
import type { Upstream } from "../../../contract/flows.ts";
import { linkOutcomes } from "../../../contract/limits/flows.ts";
import type { RunState } from "../../../contract/runs.ts";
import { enqueue } from "../../../engine/enqueue.ts";
import { enqueueRetry } from "../../../engine/run_recorder.ts";
import { isFinal } from "../../../engine/states.ts";
import type { RunRow } from "../../../engine/store.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { retryRule } from "../run_type.ts";
import type { StartLimits } from "../start_limits.ts";
import { taskSource } from "../task_source.ts";
import { writeLinks } from "./flow_graph.ts";
import { followFlow, followRun } from "./follow_run.ts";

const noLimits: StartLimits = { heldAt: () => null, droppedAt: () => null };
const singleMachine = { listOpenNodes: () => Promise.resolve(null) };

class FlowScene implements AsyncDisposable {
  now = 1_000_000;
  limits = noLimits;
  panelZone = "UTC";
  nodes: number[] | null = null;

  private constructor(readonly scene: LedgerScene) {}

  static async open(): Promise<FlowScene> {
    return new FlowScene(await LedgerScene.open());
  }

  get to() {
    const openNodes = { listOpenNodes: () => Promise.resolve(this.nodes) };
    return { limits: this.limits, openNodes, now: this.now, panelZone: this.panelZone };
  }

  async task(
    name: string,
    upstream: Partial<Upstream> & Pick<Upstream, "tasks"> | null = null,
    columns: Partial<TaskRow> = {},
  ): Promise<TaskRow> {
    const { id } = await this.scene.addTask();
    const full: Upstream | null = upstream && { rule: "all", within: "24h", waitMs: 0, ...upstream };
    await this.scene.inTransaction((tx) => writeLinks(tx, id, full));
    const upstream_json = full && JSON.stringify(full);
    await this.scene.db.updateTable("task").set({ name, upstream_json, ...columns }).where("id", "=", id)
      .execute();
    return await this.scene.task(id);
  }

  /** Runs a task as a user does. Returns the ID of the run. */
  async run(task: TaskRow): Promise<number> {
    const { queued } = await this.scene.inTransaction((tx) =>
      enqueue(tx, singleMachine, { source: taskSource(task), cause: "person", now: ++this.now })
    );
    return queued[0]!;
  }

  async end(id: number, state: RunState): Promise<number[]> {
    const { db } = this.scene;
    return await this.scene.inTransaction(async (tx) => {
      await tx.updateTable("run").set({ state, started_at: this.now, finished_at: ++this.now }).where(
        "id",
        "=",
        id,
      )
        .execute();
      const run = await tx.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      const type = { retryRule: (_: unknown, row: RunRow) => retryRule(tx, row, this) };
      const retry = await enqueueRetry(tx, run, { type, state: state as "failed", now: this.now });
      assert.ok(db);
      if (retry !== null) return [retry];
      return (await followRun(tx, { run, options: this.to })).flatMap(({ result }) => result.queued);
    });
  }

  async runs(): Promise<{ id: number; task: string; state: RunState; flow: number | null }[]> {
    const rows = await this.scene.db.selectFrom("run").innerJoin("task", "task.id", "run.task_id")
      .select(["run.id", "task.name", "run.state", "run.flow_run_id"]).orderBy("run.id").execute();
    return rows.map(({ id, name, state, flow_run_id }) => ({ id, task: name, state, flow: flow_run_id }));
  }

  async states(): Promise<string[]> {
    return (await this.runs()).map(({ task, state }) => `${task} ${state}`);
  }

  async active(): Promise<number[]> {
    return (await this.runs()).filter(({ state }) => !isFinal(state)).map(({ id }) => id);
  }

  async links(): Promise<string[]> {
    const rows = await this.scene.db.selectFrom("flow_link as link")
      .innerJoin("task as one", "one.id", "link.upstream_id").innerJoin(
        "task as other",
        "other.id",
        "link.task_id",
      )
      .select(["one.name as from", "other.name as to", "decision", "reason", "attempt"])
      .orderBy("link.flow_run_id").orderBy("attempt").orderBy("link.task_id").orderBy("link.upstream_id")
      .execute();
    return rows.map(({ from, to, decision, reason }) => `${from} → ${to} ${reason ?? decision}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.scene[Symbol.asyncDispose]();
  }
}

const after = (...tasks: readonly TaskRow[]) => ({
  tasks: tasks.map(({ id }) => ({ taskId: id, outcome: "succeeded" as const })),
});

Deno.test("flow: a task starts after the other has succeeded, and not after it failed", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("export");
  await scene.task("check", after(first));
  await scene.end(await scene.run(first), "succeeded");
  assert.deepEqual(await scene.states(), ["export succeeded", "check queued"]);
  assert.deepEqual(await scene.links(), ["export → check followed"]);
  await scene.end((await scene.active())[0]!, "succeeded");
  await scene.end(await scene.run(first), "failed");
  assert.deepEqual((await scene.states()).slice(2), ["export failed"]);
  assert.deepEqual((await scene.links())[1], "export → check upstream_failed");
  assert.deepEqual((await scene.runs()).map(({ flow }) => flow), [1, 1, 2]);
});

Deno.test("flow: the retries of a task before count as one outcome", async () => {
  await using scene = await FlowScene.open();
  const retry_json = JSON.stringify({ times: 1, delayMs: 0, backoff: "fixed", onLost: false });
  const first = await scene.task("export", null, { retry_json });
  await scene.task("check", after(first));
  await scene.task("alarm", { tasks: [{ taskId: first.id, outcome: "failed" }] });
  const [retry] = await scene.end(await scene.run(first), "failed");
  assert.deepEqual(await scene.links(), []);
  await scene.end(retry!, "succeeded");
  assert.deepEqual(await scene.states(), ["export failed", "export succeeded", "check queued"]);
  assert.deepEqual(await scene.links(), ["export → check followed", "export → alarm upstream_succeeded"]);
});

Deno.test("flow: what ends in a flow run that is stopped is not tried again, and starts nothing", async () => {
  await using scene = await FlowScene.open();
  const retry_json = JSON.stringify({ times: 9, delayMs: 0, backoff: "fixed", onLost: true });
  const first = await scene.task("export", null, { retry_json });
  await scene.task("alarm", { tasks: [{ taskId: first.id, outcome: "any" }] });
  for (const state of ["failed", "timed_out", "interrupted", "lost"] as const) {
    const [retry] = await scene.end(await scene.run(first), state);
    assert.ok(retry, state);
    await scene.scene.db.updateTable("flow_run").set({ stopped_at: 1 }).execute();
    assert.deepEqual(await scene.end(retry, state), [], state);
  }
  assert.deepEqual(await scene.links(), []);
});

Deno.test("flow: a task in the middle that cannot start is said, and nothing waits for it", async () => {
  for (const reason of ["disabled", "deleted", "calendar", "window"] as const) {
    await using scene = await FlowScene.open();
    const first = await scene.task("export");
    const middle = await scene.task("check", after(first));
    await scene.task("upload", after(middle));
    await scene.task("report", { tasks: [{ taskId: middle.id, outcome: "any" }] });
    const run = await scene.run(first);
    const { db } = scene.scene;
    if (reason === "disabled") {
      await db.updateTable("task").set({ enabled: 0 }).where("id", "=", middle.id).execute();
    } else if (reason === "deleted") await db.deleteFrom("task").where("id", "=", middle.id).execute();
    else {scene.limits = {
        ...noLimits,
        droppedAt: ({ id }) => id === middle.id ? { reason, windowId: 1 } : null,
      };}
    await scene.end(run, "succeeded");
    assert.deepEqual((await scene.states()).slice(-1), ["report queued"], reason);
    const links = await db.selectFrom("flow_link").select(["reason"]).orderBy("task_id").execute();
    assert.deepEqual(links.map((link) => link.reason), [reason, "upstream_not_run", null], reason);
  }
});

Deno.test("flow: a task before that is not in the flow run counts by its last run, if that is recent enough", async () => {
  await using scene = await FlowScene.open();
  const [one, other] = [await scene.task("one"), await scene.task("other")];
  await scene.task("both", { ...after(one, other), within: "1h" });
  await scene.end(await scene.run(one), "succeeded");
  assert.deepEqual(await scene.links(), ["one → both other_link", "other → both not_recent"]);
  await scene.end(await scene.run(other), "succeeded");
  assert.deepEqual((await scene.states()).at(-1), "both queued");
  await scene.end((await scene.active())[0]!, "succeeded");
  scene.now += 2 * 3_600_000;
  await scene.end(await scene.run(one), "succeeded");
  assert.deepEqual(await scene.active(), []);
});

Deno.test("flow: a time of day is read in the zone of the task that starts, as it was when the flow run began", async () => {
  // 10:00 UTC is yesterday in Tokyo, where midnight is at 15:00 UTC.
  for (
    const [zone, panelZone, isMet] of [["Asia/Tokyo", "UTC", false], ["UTC", "Asia/Tokyo", true]] as const
  ) {
    await using scene = await FlowScene.open();
    scene.panelZone = panelZone;
    const [one, other] = [await scene.task("one"), await scene.task("other")];
    const both = await scene.task("both", { ...after(one, other), within: "since 00:00" }, {
      time_zone: zone,
    });
    scene.now = Date.parse("2026-11-29T10:00Z");
    await scene.end(await scene.run(other), "succeeded");
    scene.now = Date.parse("2026-11-29T16:00Z");
    const run = await scene.run(one);
    await scene.scene.db.updateTable("task").set({ time_zone: panelZone }).where("id", "=", both.id)
      .execute();
    await scene.end(run, "succeeded");
    assert.equal((await scene.active()).length, isMet ? 1 : 0, zone);
  }
});

Deno.test("flow: a start that is skipped says why at its links, also of two flow runs at the same moment", async () => {
  const held = { windowId: 7, until: 9e9, startAt: 9e9 };
  const cases: [string, Partial<TaskRow>, StartLimits, { nodes?: number[]; isBusy?: boolean }][] = [
    ["overlap", {}, noLimits, { isBusy: true }],
    ["overlap", { overlap_json: JSON.stringify({ policy: "queue" }) }, noLimits, { isBusy: true }],
    ["merged", {}, { ...noLimits, heldAt: () => held }, { isBusy: true }],
    ["list", { for_each_json: JSON.stringify({ parameter: "DAY", output: "days", limit: 1 }) }, noLimits, {}],
    ["no_node", { placement_mode: "all" }, noLimits, { nodes: [] }],
  ];
  for (const [reason, columns, limits, { nodes, isBusy = false }] of cases) {
    await using scene = await FlowScene.open();
    const parameters_json = JSON.stringify([{ name: "DAY", type: "text" }]);
    const first = await scene.task("export", null, { overlap_json: JSON.stringify({ policy: "allow" }) });
    const middle = await scene.task("check", after(first), { ...columns, parameters_json });
    await scene.task("upload", after(middle));
    scene.limits = limits;
    // One that is live, and one in the queue, so that no rule has room for another.
    for (const _ of isBusy ? [1, 2] : []) await scene.end(await scene.run(first), "succeeded");
    scene.nodes = nodes ?? null;
    const runs = [await scene.run(first), await scene.run(first)];
    const { now } = scene;
    for (const run of runs) {
      scene.now = now;
      await scene.end(run, "succeeded");
    }
    assert.deepEqual(
      (await scene.links()).slice(-4),
      [
        ...[`export → check ${reason}`, "check → upload upstream_not_run"],
        ...[`export → check ${reason}`, "check → upload upstream_not_run"],
      ],
      reason,
    );
  }
});

Deno.test("flow: what was defined at the start counts, not what was changed since", async () => {
  await using scene = await FlowScene.open();
  const first = await scene.task("export");
  const check = await scene.task("check", after(first));
  const run = await scene.run(first);
  await scene.task("late", after(first));
  await scene.scene.db.updateTable("task").set({ upstream_json: null }).where("id", "=", check.id).execute();
  await scene.end(run, "succeeded");
  assert.deepEqual((await scene.states()).slice(1), ["check queued"]);
});

Deno.test("flow: runs that end in one transaction, one some statements later, start what follows once", async () => {
  await using scene = await FlowScene.open();
  const root = await scene.task("root");
  const [one, other] = [await scene.task("one", after(root)), await scene.task("other", after(root))];
  const join = await scene.task("join", after(one, other));
  await scene.task("last", { tasks: [{ taskId: join.id, outcome: "any" }] });
  await scene.end(await scene.run(root), "succeeded");
  const ids = await scene.active();
  const queued = await scene.scene.inTransaction(async (tx) => {
    await tx.updateTable("run").set({ state: "succeeded", finished_at: ++scene.now }).where("id", "in", ids)
      .execute();
    const runs = await tx.selectFrom("run").selectAll().where("id", "in", ids).execute();
    const following = await Promise.all(runs.map(async (run, index) => {
      for (let n = 0; n < index; n++) await tx.selectFrom("task").select("id").execute();
      return await followRun(tx, { run, options: scene.to });
    }));
    return following.flat().flatMap(({ result }) => result.queued);
  });
  assert.equal(queued.length, 1);
  assert.deepEqual((await scene.states()).slice(3), ["join queued"]);
  assert.deepEqual((await scene.links()).slice(2), ["one → join followed", "other → join followed"]);
  await scene.end(queued[0]!, "succeeded");
  assert.deepEqual((await scene.states()).slice(3), ["join succeeded", "last queued"]);
});

Deno.test("flow: a task that is already active is skipped in each of several flow runs at the same moment", async () => {
  await using scene = await FlowScene.open();
  const overlap_json = JSON.stringify({ policy: "allow", limit: 10 });
  const first = await scene.task("first", null, { overlap_json });
  const second = await scene.task("second", after(first));
  await scene.task("third", { tasks: [{ taskId: second.id, outcome: "any" }] }, { overlap_json });
  const ids = [await scene.run(first), await scene.run(first), await scene.run(first)];
  await scene.scene.inTransaction(async (tx) => {
    await tx.updateTable("run").set({ state: "succeeded", finished_at: ++scene.now }).where("id", "in", ids)
      .execute();
    const runs = await tx.selectFrom("run").selectAll().where("id", "in", ids).orderBy("id").execute();
    await Promise.all(runs.map((run) => followRun(tx, { run, options: scene.to })));
  });
  const busy = ["first → second overlap", "second → third followed"];
  assert.deepEqual(await scene.links(), ["first → second followed", ...busy, ...busy]);
  const skipped = await scene.scene.db.selectFrom("run").select(["skip_reason", "due_at", "flow_run_id"])
    .where("state", "=", "skipped").orderBy("id").execute();
  // No rule has started them.
  assert.deepEqual(
    skipped,
    [2, 3].map((flow) => ({ skip_reason: "overlap", due_at: null, flow_run_id: flow })),
  );
});

/** How each task ends if each that starts ends as given; found from the whole, after everything. */
function reference(upstreams: readonly (Upstream | null)[], ends: readonly ("succeeded" | "failed")[]) {
  const outcomes: string[] = [];
  for (const [index, upstream] of upstreams.entries()) {
    const met = (upstream?.tasks ?? []).map(({ taskId, outcome }) =>
      outcome === "any" || outcomes[taskId] === outcome
    );
    const starts = upstream === null || (upstream.rule === "all" ? !met.includes(false) : met.includes(true));
    outcomes.push(starts ? ends[index]! : "not_run");
  }
  return outcomes;
}

/** All graphs of so many tasks of which the first starts the others: the tasks before each one. */
function* graphs(count: number): Generator<number[][]> {
  if (count === 1) return yield [[]];
  for (const smaller of graphs(count - 1)) {
    for (let chosen = 1; chosen < 2 ** (count - 1); chosen++) {
      yield [...smaller, smaller.map((_, index) => index).filter((index) => chosen & 2 ** index)];
    }
  }
}

Deno.test("flow: graphs of up to 5 tasks, outcomes and orders equal the reference, also when each end is recorded twice", async () => {
  const random = seededRandom(20261129);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!;
  const all = [2, 3, 4, 5].flatMap((count) => [...graphs(count)]);
  assert.equal(all.length, 1 + 3 + 21 + 315);
  // The long form runs each of them with several rules, wanted outcomes and ends; how one task decides is proved for all of these.
  const rounds = byLength(60, 6 * all.length);
  for (let round = 0; round < rounds; round++) {
    const graph = rounds < all.length ? pick(all) : all[round % all.length]!;
    await using scene = await FlowScene.open();
    const upstreams: (Upstream | null)[] = [null];
    const tasks = [await scene.task("task 0")];
    for (const [index, from] of graph.entries()) {
      if (index === 0) continue;
      const upstream = {
        ...{ rule: pick(["all", "any"] as const), within: "24h", waitMs: 0 },
        tasks: from.map((taskId) => ({ taskId, outcome: pick(linkOutcomes) })),
      };
      upstreams.push(upstream);
      const stored = upstream.tasks.map((link) => ({ ...link, taskId: tasks[link.taskId]!.id }));
      tasks.push(await scene.task(`task ${index}`, { ...upstream, tasks: stored }));
    }
    const ends = tasks.map(() => pick(["succeeded", "failed"] as const));
    const root = await scene.run(tasks[0]!);
    const flow = (await scene.runs())[0]!.flow!;
    for (let active = [root]; active.length > 0; active = await scene.active()) {
      const chosen = pick(active);
      const run = (await scene.runs()).find(({ id }) => id === chosen)!;
      await scene.end(run.id, ends[Number(run.task.slice(5))]!);
      // Another panel that thinks it has to follow it too.
      const again = await scene.scene.inTransaction((tx) => followFlow(tx, flow, scene.to));
      assert.deepEqual(again, []);
    }
    const found = await scene.runs();
    const outcomes = tasks.map(({ name }) => found.find(({ task }) => task === name)?.state ?? "not_run");
    const message = JSON.stringify({ round, upstreams, ends });
    assert.deepEqual(outcomes, reference(upstreams, ends), message);
    assert.equal(new Set(found.map(({ task }) => task)).size, found.length, message);
    const decided = await scene.scene.db.selectFrom("flow_link").select(["task_id", "upstream_id"]).execute();
    assert.equal(decided.length, upstreams.reduce((sum, one) => sum + (one?.tasks.length ?? 0), 0), message);
  }
});

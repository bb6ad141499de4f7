// A start on every node of a pool, or for a list, is several runs: what comes after waits for all of them, and counts a failure.
import assert from "node:assert/strict";
import { DueScene } from "../../../../tests/support/due_scene.ts";
import { enqueueRetry } from "../../../engine/run_recorder.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { taskSource } from "../task_source.ts";
import { lastOutcomes } from "./last_outcomes.ts";

const after = (...tasks: readonly TaskRow[]) => ({
  tasks: tasks.map(({ id }) => ({ taskId: id, outcome: "succeeded" as const })),
});
const everywhere = { placement_mode: "all" } as const;

async function open(): Promise<DueScene> {
  const scene = await DueScene.open("2026-11-30T05:00Z");
  scene.nodes = [3, 5];
  return scene;
}

async function outcomeOf({ db }: DueScene, { id }: TaskRow, span = { since: 0, until: Infinity }) {
  const until = Math.min(span.until, Number.MAX_SAFE_INTEGER);
  return (await lastOutcomes(db, [id], span.since, until)).get(id) ?? null;
}

Deno.test("last outcomes: a due time waits for the runs on all nodes, and a failure on one counts", async () => {
  await using scene = await open();
  const first = await scene.task("export", null, everywhere);
  const due = await scene.dueTask(after(first));
  const [one, other] = await scene.start(first);
  await scene.end(other!, "succeeded");
  const run = await scene.at("2026-11-30T06:00Z").due(due);
  assert.equal(await scene.state(run), "waiting");
  assert.deepEqual(await scene.end(one!, "failed"), []);
  assert.equal(await outcomeOf(scene, first), "failed");
  assert.equal(await scene.state(run), "waiting");
  const [again, last] = await scene.at("2026-11-30T06:10Z").start(first);
  assert.deepEqual(await scene.end(last!, "succeeded"), []);
  assert.equal(await scene.state(run), "waiting");
  assert.deepEqual(await scene.end(again!, "succeeded"), [run]);
  assert.equal(await outcomeOf(scene, first), "succeeded");
});

Deno.test("last outcomes: a retry on one node belongs to the start on all", async () => {
  await using scene = await open();
  const first = await scene.task("export", null, everywhere);
  const [one, other] = await scene.start(first);
  scene.now += 1;
  await scene.db.updateTable("run").set({ state: "failed", finished_at: scene.now }).where("id", "=", one!)
    .execute();
  const retry = await scene.inTransaction(async (tx) => {
    const run = await tx.selectFrom("run").selectAll().where("id", "=", one!).executeTakeFirstOrThrow();
    const rule = {
      source: taskSource(first),
      retry: { times: 1, delayMs: 0, backoff: "fixed", onLost: false },
    };
    const type = { retryRule: () => Promise.resolve(rule as never) };
    return await enqueueRetry(tx, run, { type, state: "failed", now: scene.now });
  });
  assert.equal(await outcomeOf(scene, first), null);
  await scene.end(retry!, "succeeded");
  assert.equal(await outcomeOf(scene, first), null);
  await scene.end(other!, "succeeded");
  assert.equal(await outcomeOf(scene, first), "succeeded");
});

Deno.test("last outcomes: what was skipped on a node says nothing, and another start is not of the same", async () => {
  await using scene = await open();
  const first = await scene.task("export", null, everywhere);
  const [one, other] = await scene.start(first);
  await scene.end(one!, "failed");
  await scene.end(other!, "succeeded");
  scene.now += 1;
  const [next, blocked] = await scene.start(first);
  await scene.end(next!, "succeeded");
  await scene.db.updateTable("run").set({ state: "skipped", skip_reason: "overlap", finished_at: scene.now })
    .where("id", "=", blocked!).execute();
  assert.equal(await outcomeOf(scene, first), "succeeded");
});

Deno.test("last outcomes: a list counts as one in its flow run, recent by its last end", async () => {
  await using scene = await DueScene.open("2026-11-30T05:00Z");
  const first = await scene.task("export", null, {
    parameters_json: JSON.stringify([{ name: "DAY", type: "text" }]),
    for_each_json: JSON.stringify({ parameter: "DAY", values: ["a", "b"], limit: 2 }),
  });
  const due = await scene.dueTask(after(first));
  const [one, other] = await scene.start(first);
  await scene.at("2026-11-30T05:10Z").end(other!, "succeeded");
  const run = await scene.at("2026-11-30T06:00Z").due(due);
  assert.equal(await scene.state(run), "waiting");
  assert.deepEqual(await scene.end(one!, "succeeded"), [run]);
  const since = Date.parse("2026-11-30T05:30Z");
  assert.equal(await outcomeOf(scene, first, { since, until: Infinity }), "succeeded");
  assert.equal(await outcomeOf(scene, first, { since: scene.now + 1, until: Infinity }), null);
});

Deno.test("last outcomes: what ended later than asked about had not ended", async () => {
  await using scene = await DueScene.open("2026-11-30T05:00Z");
  const first = await scene.task("export");
  const [run] = await scene.start(first);
  await scene.at("2026-11-30T06:00Z").end(run!, "succeeded");
  const until = Date.parse("2026-11-30T05:30Z");
  assert.equal(await outcomeOf(scene, first, { since: 0, until }), null);
  assert.equal(await outcomeOf(scene, first, { since: 0, until: scene.now }), "succeeded");
});

Deno.test("last outcomes: a start on all nodes is one flow run, and what is next starts once, after all", async () => {
  await using scene = await open();
  const first = await scene.task("export", null, everywhere);
  const next = await scene.task("check", after(first), everywhere);
  await scene.task("upload", after(next));
  const runs = await scene.start(first);
  const flows = await scene.db.selectFrom("run").select("flow_run_id").where("id", "in", runs).execute();
  assert.deepEqual(flows.map(({ flow_run_id }) => flow_run_id), [1, 1]);
  assert.deepEqual(await scene.end(runs[0]!, "succeeded"), []);
  const middle = await scene.end(runs[1]!, "succeeded");
  assert.equal(middle.length, 2);
  assert.deepEqual(await scene.end(middle[1]!, "succeeded"), []);
  assert.equal((await scene.end(middle[0]!, "succeeded")).length, 1);
  assert.equal(await outcomeOf(scene, next), "succeeded");
  // By hand, too, and a failure on one node is one of the start.
  const again = await scene.start(first);
  await scene.end(again[0]!, "failed");
  assert.deepEqual(await scene.end(again[1]!, "succeeded"), []);
  assert.deepEqual(await scene.links(next, again[1]!), ["not_followed upstream_failed"]);
});

Deno.test("last outcomes: a task in the middle that runs everywhere is one outcome for a join of another flow run", async () => {
  await using scene = await open();
  const [first, other] = [await scene.task("export"), await scene.task("other")];
  const middle = await scene.task("check", after(first), everywhere);
  const join = await scene.task("join", after(other, middle));
  const [one, two] = await scene.run(first, "succeeded");
  await scene.end(two!, "succeeded");
  assert.deepEqual(await scene.run(other, "succeeded"), []);
  await scene.end(one!, "failed");
  assert.deepEqual(await scene.run(other, "succeeded"), []);
  const last = await scene.db.selectFrom("flow_link").select("reason").where("task_id", "=", join.id)
    .orderBy("flow_run_id", "desc").orderBy("upstream_id", "desc").execute();
  assert.equal(last[0]!.reason, "upstream_failed");
});

import assert from "node:assert/strict";
import { DueScene } from "../../../../tests/support/due_scene.ts";
import type { Upstream } from "../../../contract/flows.ts";
import type { RunState } from "../../../contract/runs.ts";
import { withinLabels } from "../../../engine/labelled_database.ts";
import type { Database } from "../../../engine/store.ts";
import { TestClock } from "../../../../tests/support/test_clock.ts";
import { causesInFlow } from "./causes.ts";
import { FlowRuns } from "./flow_runs.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";

type Wanted = Upstream["tasks"][number]["outcome"];

const after = (outcome: Wanted, ...tasks: readonly TaskRow[]) => ({
  tasks: tasks.map(({ id }) => ({ taskId: id, outcome })),
});

Deno.test("due after others: it starts at once if they have ended as required, and its links were followed", async () => {
  await using scene = await DueScene.open("2026-11-30T05:00Z");
  const first = await scene.task("export");
  const due = await scene.dueTask(after("succeeded", first));
  await scene.run(first, "succeeded");
  const run = await scene.at("2026-11-30T06:00Z").due(due);
  assert.equal(await scene.state(run), "queued");
  assert.deepEqual(await scene.links(due, run), ["followed"]);
});

Deno.test("due after others: yesterday's success does not count; today's releases it", async () => {
  await using scene = await DueScene.open("2026-11-29T23:59Z");
  const first = await scene.task("export");
  const due = await scene.dueTask(after("succeeded", first));
  await scene.run(first, "succeeded");
  const run = await scene.at("2026-11-30T06:00Z").due(due);
  assert.equal(await scene.state(run), "waiting");
  assert.deepEqual(await scene.links(due, run), ["waiting"]);
  assert.deepEqual(await scene.causes(due, run), [`${first.id} not_recent`]);
  assert.deepEqual(await scene.at("2026-11-30T06:30Z").run(first, "succeeded"), [run]);
  assert.deepEqual([await scene.state(run), await scene.links(due, run)], ["queued", ["followed"]]);
});

Deno.test("due after others: what has waited long enough is skipped, and its links say what lapsed and why", async () => {
  await using scene = await DueScene.open("2026-11-30T05:00Z");
  const [met, failed, absent] = [
    await scene.task("met"),
    await scene.task("failed"),
    await scene.task("absent"),
  ];
  const due = await scene.dueTask(after("succeeded", met, failed, absent));
  await scene.run(met, "succeeded");
  await scene.run(failed, "failed");
  const run = await scene.at("2026-11-30T06:00Z").due(due);
  await scene.at("2026-11-30T06:59:59Z").lapse();
  assert.equal(await scene.state(run), "waiting");
  await scene.at("2026-11-30T07:00Z").lapse();
  assert.equal(await scene.state(run), "upstream");
  assert.deepEqual(await scene.links(due, run), [
    ...["not_followed other_link", "lapsed upstream_failed", "lapsed not_recent"],
  ]);
  // What ends later, or is required since, changes nothing of what was decided.
  await scene.at("2026-11-30T08:00Z").run(failed, "succeeded");
  assert.deepEqual(await scene.causes(due, run), [`${failed.id} upstream_failed`]);
  await scene.require(due.id, null);
  assert.deepEqual(await scene.causes(due, run), [`${failed.id} upstream_failed`]);
});

Deno.test("due after others: without time to wait, its links were not followed, and nothing after it starts", async () => {
  await using scene = await DueScene.open("2026-11-30T05:00Z");
  const first = await scene.task("export");
  const due = await scene.dueTask({ ...after("succeeded", first), waitMs: 0 });
  const last = await scene.task("last", after("any", due));
  await scene.run(first, "failed");
  const run = await scene.at("2026-11-30T06:00Z").due(due);
  assert.equal(await scene.state(run), "upstream");
  assert.deepEqual(await scene.links(due, run), ["not_followed upstream_failed"]);
  await scene.inTransaction((tx) => scene.follow(tx, [run]));
  assert.deepEqual(await scene.start(last), [run + 1]);
});

Deno.test("due after others: why a task did not start after one that lapsed leads to what that waited for", async () => {
  await using scene = await DueScene.open("2026-11-30T05:00Z");
  const first = await scene.task("export");
  const due = await scene.dueTask(after("succeeded", first));
  const next = await scene.task("next", after("succeeded", due));
  const [failed] = await scene.start(first);
  await scene.end(failed!, "failed");
  const run = await scene.at("2026-11-30T06:00Z").due(due);
  await scene.at("2026-11-30T07:00Z").lapse();
  await scene.inTransaction((tx) => scene.follow(tx, [run]));
  const { flow_run_id: flow } = await scene.ledger.run(run);
  const causes = await causesInFlow(scene.db, flow!, next.id);
  assert.deepEqual(causes.map(({ taskId, reason, run }) => [taskId, reason, run?.id]), [
    [due.id, "upstream_not_run", run],
    [first.id, "upstream_failed", failed],
  ]);
});

Deno.test("due after others: a flow run names the tasks that it waits for only to those who may see them", async () => {
  await using scene = await DueScene.open("2026-11-30T05:00Z");
  const [seen, hidden] = [await scene.task("seen"), await scene.task("hidden")];
  const due = await scene.dueTask(after("succeeded", seen, hidden));
  for (const { id } of [seen, due]) {
    await scene.db.updateTable("task").set({ labels_json: JSON.stringify(["ops"]) }).where("id", "=", id)
      .execute();
  }
  const run = await scene.at("2026-11-30T06:00Z").due(due);
  const { flow_run_id: flow } = await scene.ledger.run(run);
  const get = async (db: Database) => {
    const options = { db, whole: scene.db, clock: new TestClock(scene.now), zone: () => "UTC" };
    const engine = null as never; // nothing is changed
    const found = await new FlowRuns({ ...options, engine, limits: scene.limits }).get(flow!);
    return [found.outside, found.tasks[0]!.links.map(({ from, decision }) => [from, decision])];
  };
  const all = [{ taskId: seen.id, name: "seen" }, { taskId: hidden.id, name: "hidden" }];
  assert.deepEqual(await get(scene.db), [all, [[seen.id, "waiting"], [hidden.id, "waiting"]]]);
  const limited = withinLabels(scene.db, ["ops"]);
  assert.deepEqual(await get(limited), [all.slice(0, 1), [[seen.id, "waiting"]]]);
});

const zones: [string, { taskZone: string | null; panelZone: string; isMet: boolean }][] = [
  ["in the zone of the task, yesterday's", { taskZone: "Asia/Tokyo", panelZone: "UTC", isMet: false }],
  ["in the zone of the task, today's", { taskZone: "UTC", panelZone: "Asia/Tokyo", isMet: true }],
  ["in the panel's, yesterday's", { taskZone: null, panelZone: "Asia/Tokyo", isMet: false }],
  ["in the panel's, today's", { taskZone: null, panelZone: "UTC", isMet: true }],
];

// 10:00 UTC is yesterday in Tokyo, where it is 06:00 at 21:00 UTC.
for (const [what, { taskZone, panelZone, isMet }] of zones) {
  Deno.test(`due after others: a success counts as that of a day, ${what}`, async () => {
    await using scene = await DueScene.open("2026-11-29T10:00Z");
    scene.panelZone = panelZone;
    const first = await scene.task("export");
    const due = await scene.dueTask(after("succeeded", first), { time_zone: taskZone });
    const start = async () => {
      const run = await scene.due(due);
      await scene.db.updateTable("run").set({ awaits_until: scene.now + 3_600_000 }).where("id", "=", run)
        .execute();
      return run;
    };
    await scene.run(first, "succeeded");
    scene.at("2026-11-29T21:00Z");
    const run = await scene.due(due);
    assert.equal(await scene.state(run), isMet ? "queued" : "waiting");
    assert.deepEqual(await scene.causes(due, run), isMet ? [] : [`${first.id} not_recent`]);
    // As if the first look had found it waiting.
    await scene.db.deleteFrom("run").where("id", "=", run).execute();
    const again = await start();
    assert.deepEqual(await scene.releaseAll(), isMet ? [again] : []);
    if (isMet) return;
    assert.deepEqual(await scene.at("2026-11-29T22:00Z").lapse(), []);
    assert.equal(await scene.state(again), "upstream");
  });
}

const rules: [Upstream["rule"], Wanted, ends: RunState[], isMet: boolean][] = [
  ["all", "failed", ["failed", "failed"], true],
  ["all", "failed", ["failed", "succeeded"], false],
  ["all", "any", ["failed", "succeeded"], true],
  ["any", "succeeded", ["failed", "succeeded"], true],
  ["any", "succeeded", ["failed", "failed"], false],
  ["any", "failed", ["timed_out", "succeeded"], true],
  ["any", "any", ["stopped"], true],
  ["all", "any", ["stopped"], false],
];

for (const [rule, wanted, ends, isMet] of rules) {
  Deno.test(`due after ${rule} of two, ${wanted}: ${ends.join(" and ")}`, async () => {
    await using scene = await DueScene.open("2026-11-30T05:00Z");
    const firsts = [await scene.task("one"), await scene.task("other")];
    const due = await scene.dueTask({ ...after(wanted, ...firsts), rule });
    const waiting = await scene.at("2026-11-30T06:00Z").due(due);
    assert.equal(await scene.state(waiting), "waiting");
    for (const [index, end] of ends.entries()) await scene.run(firsts[index]!, end);
    assert.equal(await scene.state(waiting), isMet ? "queued" : "waiting");
    // The same for what has ended before.
    await scene.remove(waiting, "stopped");
    const later = await scene.at("2026-11-30T07:00Z").due(due);
    assert.equal(await scene.state(later), isMet ? "queued" : "waiting");
    const decided = (await scene.links(due, later)).map((link) => link.split(" ")[0]);
    if (!isMet) assert.deepEqual(decided, ["waiting", "waiting"]);
    else assert.ok(decided.includes("followed") && !decided.includes("waiting"), decided.join());
  });
}

Deno.test("due after others: a requirement that is removed is waited for no longer", async () => {
  await using scene = await DueScene.open("2026-11-30T05:00Z");
  const [one, other] = [await scene.task("one"), await scene.task("other")];
  const due = await scene.dueTask(after("succeeded", one, other));
  const run = await scene.at("2026-11-30T06:00Z").due(due);
  await scene.run(one, "succeeded");
  await scene.require(due.id, { ...after("succeeded", one), within: "since 00:00" });
  assert.deepEqual(await scene.releaseAll(), [run]);
  assert.deepEqual(await scene.links(due, run), ["followed", "not_followed removed"]);
  const next = await scene.at("2026-11-30T07:00Z").due(
    await scene.require(due.id, {
      ...{ ...after("succeeded", other), waitMs: 3_600_000 },
    }),
  );
  assert.equal(await scene.state(next), "waiting");
  await scene.require(due.id, null);
  assert.deepEqual(await scene.releaseAll(), [next]);
  assert.deepEqual(await scene.links(due, next), ["not_followed removed"]);
});

for (const reason of ["deleted", "disabled"] as const) {
  Deno.test(`due after others: one that is ${reason} is waited for only as long as it may, and it is said why`, async () => {
    await using scene = await DueScene.open("2026-11-30T05:00Z");
    const first = await scene.task("export");
    const due = await scene.dueTask(after("any", first));
    const run = await scene.at("2026-11-30T06:00Z").due(due);
    if (reason === "deleted") await scene.db.deleteFrom("task").where("id", "=", first.id).execute();
    else await scene.db.updateTable("task").set({ enabled: 0 }).where("id", "=", first.id).execute();
    const why = [`${first.id} not_recent`, `${first.id} ${reason}`];
    assert.deepEqual([await scene.state(run), await scene.causes(due, run)], ["waiting", why]);
    await scene.at("2026-11-30T07:00Z").lapse();
    assert.deepEqual([await scene.state(run), await scene.causes(due, run)], ["upstream", why]);
    assert.deepEqual(await scene.links(due, run), ["lapsed not_recent"]);
  });
}

for (
  const [how, reason] of [
    ...[["stopped", "stopped"], ["disabled", "disabled"]] as const,
    ...[["deleted", "deleted"], ["limit", "replaced"]] as const,
  ]
) {
  Deno.test(`due after others: of one that is removed from the queue (${how}), no link waits any more`, async () => {
    await using scene = await DueScene.open("2026-11-30T05:00Z");
    const first = await scene.task("export");
    const due = await scene.dueTask(after("succeeded", first));
    const run = await scene.at("2026-11-30T06:00Z").due(due);
    await scene.remove(run, how);
    assert.deepEqual(await scene.links(due, run), [`not_followed ${reason}`]);
    await scene.run(first, "succeeded");
    assert.equal(await scene.state(run), how === "stopped" ? "stopped" : how);
    assert.deepEqual(await scene.links(due, run), [`not_followed ${reason}`]);
  });
}

import assert from "node:assert/strict";
import { LedgerScene } from "../../tests/support/ledger_scene.ts";
import { runStates } from "../contract/runs.ts";
import { approve, askForApproval, reject } from "./approvals.ts";
import { taskSource } from "../features/tasks/task_source.ts";
import {
  begin,
  cancelQueued,
  claim,
  end,
  insertQueued,
  insertSkipped,
  lose,
  noteStop,
  requeue,
  skipQueued,
} from "./ledger.ts";
import { runActions } from "./states.ts";
import type { RunRow, Tx } from "./store.ts";

const startedRun = {
  ...{ pid: 7, pid_start: "8", boot_id: "b", started_at: 5, lag_ms: 1, log_path: "a.log" },
  ...{ script_path: "a.sh", script_version_id: 2 },
};
const ending = {
  state: "failed" as const,
  exitCode: 3,
  signal: null,
  finishedAt: 9,
  durationMs: 4,
  detail: null,
};

const decision = { now: 9, by: "ada", remark: null };

const steps: [keyof typeof runActions, (tx: Tx, run: RunRow) => Promise<unknown>][] = [
  ["claim", (tx, run) => claim(tx, [run], "b")],
  ["requeue", requeue],
  ["begin", (tx, run) => begin(tx, run, startedRun)],
  ["end", (tx, run) => end(tx, run, ending)],
  ["lose", (tx, run) => lose(tx, run, 9)],
  ["cancel", (tx, { id }) => cancelQueued(tx, [id], { now: 9, by: "ada" })],
  ["skip", (tx, { id }) => skipQueued(tx, [id], { reason: "limit", now: 9 })],
  ["ask", (tx, { id }) => askForApproval(tx, id, 20)],
  ["approve", (tx, run) => approve(tx, run, { ...decision, heldAt: () => null })],
  ["reject", (tx, { id }) => reject(tx, id, decision)],
];

for (const [action, step] of steps) {
  const { from, to } = runActions[action];
  Deno.test(`ledger: ${action} changes a run that is ${from.join(" or ")}, and no other`, async () => {
    await using scene = await LedgerScene.open();
    const task = await scene.addTask();
    for (const state of runStates) {
      const run = await scene.addRun(task, state, { approval_until: 10 });
      await scene.inTransaction((tx) => step(tx, run));
      const after = await scene.run(run.id);
      if (from.some((one) => one === state)) {
        assert.ok(to.some((one) => one === after.state), `${state} became ${after.state}`);
      } else assert.deepEqual(after, run);
    }
  });
}

Deno.test("ledger: a due time has one row, however often it is inserted", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  const other = await scene.addTask();
  const queued = (of: typeof task, dueAt: number) =>
    scene.inTransaction((tx) =>
      insertQueued(tx, { source: taskSource(of), cause: "schedule", now: 0, dueAt })
    );
  const skipped = (dueAt: number) =>
    scene.inTransaction((tx) =>
      insertSkipped(tx, { source: taskSource(task), cause: "schedule", reason: "missed", now: 0, dueAt })
    );
  const written = [await queued(task, 5), await queued(task, 5), await skipped(5), await queued(other, 5)];
  assert.deepEqual(written.map((id) => id !== null), [true, false, false, true]);
  assert.deepEqual([await skipped(6), await queued(task, 6)].map((id) => id !== null), [true, false]);
  const byHand = () =>
    scene.inTransaction((tx) => insertQueued(tx, { source: taskSource(task), cause: "person", now: 0 }));
  assert.notEqual(await byHand(), await byHand());
});

Deno.test("ledger: catch-up runs come after runs that are due now, in the order of due times", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  for (const [cause, dueAt] of [["missed", 1], ["schedule", 9], ["schedule", 8], ["missed", 2]] as const) {
    await scene.inTransaction((tx) => insertQueued(tx, { source: taskSource(task), cause, now: 10, dueAt }));
  }
  const rows = await scene.db.selectFrom("run").select("due_at").orderBy("queue_rank").orderBy("queue_order")
    .execute();
  assert.deepEqual(rows.map(({ due_at }) => due_at), [8, 9, 1, 2]);
});

Deno.test("ledger: no run ends before it began, even when the clock was set back", async () => {
  await using scene = await LedgerScene.open();
  const run = await scene.addRun(await scene.addTask(), "running", { started_at: 20 });
  await scene.inTransaction((tx) => end(tx, run, ending));
  assert.equal((await scene.run(run.id)).finished_at, 20);
});

Deno.test("ledger: the first stop reason wins", async () => {
  await using scene = await LedgerScene.open();
  const run = await scene.addRun(await scene.addTask(), "running");
  const note = (outcome: "stopped" | "timed_out", now: number) =>
    scene.inTransaction((tx) => noteStop(tx, [run.id], { now, outcome }));
  assert.deepEqual([await note("timed_out", 5), await note("stopped", 6)], [[run.id], []]);
  const { stop_outcome, stop_requested_at } = await scene.run(run.id);
  assert.deepEqual([stop_outcome, stop_requested_at], ["timed_out", 5]);
});

Deno.test("ledger: a run that its node has taken since it was read is not assigned again", async () => {
  await using scene = await LedgerScene.open();
  const run = await scene.addRun(await scene.addTask(), "queued");
  const { id } = run;
  await scene.inTransaction((tx) => claim(tx, [{ ...run, node_id: 2 }], null));
  const untaken = await scene.run(id);
  await scene.db.updateTable("run").set({ boot_id: "b" }).where("id", "=", id).execute();
  assert.equal(await scene.inTransaction((tx) => requeue(tx, untaken)), false);
  const { state, node_id, epoch } = await scene.run(id);
  assert.deepEqual({ state, node_id, epoch }, { state: "starting", node_id: 2, epoch: untaken.epoch });
});

Deno.test("ledger: a run that was taken away from its node cannot be written by it", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  const run = await scene.addRun(task, "starting");
  assert.equal(await scene.inTransaction((tx) => requeue(tx, run)), true);
  await scene.inTransaction((tx) => claim(tx, [{ ...run, node_id: 2 }], null));
  assert.equal(await scene.inTransaction((tx) => begin(tx, run, startedRun)), false);
  assert.equal(await scene.inTransaction((tx) => end(tx, run, ending)), false);
  assert.equal(await scene.inTransaction((tx) => requeue(tx, run)), false);
  const { state, node_id, epoch } = await scene.run(run.id);
  assert.deepEqual({ state, node_id, epoch }, { state: "starting", node_id: 2, epoch: run.epoch + 1 });
});

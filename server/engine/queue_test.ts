import assert from "node:assert/strict";
import { addTasksAfter, assertFollowedAtOnce, followEndedTasks } from "../../tests/support/dropped_run.ts";
import { FakeLocalRuns, unstartedType } from "../../tests/support/fake_local_runs.ts";
import { freshSqlite } from "../../tests/support/fresh_database.ts";
import { LedgerScene } from "../../tests/support/ledger_scene.ts";
import { TestClock } from "../../tests/support/test_clock.ts";
import { until } from "../../tests/support/until.ts";
import { BatchedWrites } from "./batched_writes.ts";
import { taskSource } from "../features/tasks/task_source.ts";
import { enqueue } from "./enqueue.ts";
import { insertQueued } from "./ledger.ts";
import { Queue } from "./queue.ts";
import { type RunType, RunTypes } from "./run_type.ts";
import { SingleMachine } from "./single_machine.ts";

const type = unstartedType({ maxAtOnce: 9 });
const exempt: RunType = { ...type, exempt: true };
const runTypes = new RunTypes({ task: type, debug: exempt, dependency: exempt, subscription: type });

Deno.test("queue: with all slots taken, an exempt run starts at its time, and is not asked for in vain", async () => {
  await using db = await freshSqlite();
  const clock = new TestClock();
  await using local = new FakeLocalRuns({ db, bootId: "b" });
  const placer = new SingleMachine({ writes: new BatchedWrites(db), bootId: "b" }).placer(local);
  let rounds = 0;
  const queue = new Queue({
    ...{ db, clock, runTypes, placer, limit: 1, logger: { debug() {}, info() {}, warn() {}, error() {} } },
    ...{ hasRoom: () => true, logPath: () => null, publisher: { publish() {} } as never },
    followEnded: () => Promise.resolve([]),
    openings: () => Promise.resolve(null).finally(() => rounds++),
  });
  const add = async (kind: "task" | "dependency", waitMs = 0) =>
    await db.transaction().execute((tx) =>
      insertQueued(tx, {
        source: { kind, name: "r" },
        cause: "person",
        now: clock.now(),
        startAfter: clock.now() + waitMs,
      })
    ) ?? 0;
  const started = (id: number) => until(`run ${id} to start`, () => local.started.includes(id), 5);
  try {
    const tasks = [await add("task"), await add("task"), await add("task"), await add("task")];
    const later = await add("dependency", 60_000);
    queue.open();
    await started(tasks[0]!);
    // Each end makes room for the next task, so that the slots are always taken.
    await local.end(tasks[0]!);
    await started(tasks[1]!);
    const now = await add("dependency");
    queue.wake();
    await started(now);
    clock.advance(59_999);
    assert.ok(!local.started.includes(later));
    clock.advance(1);
    await started(later);
    await local.end(tasks[1]!);
    await started(tasks[2]!);
    const settled = rounds;
    await local.end(tasks[2]!);
    await started(tasks[3]!);
    await queue.close();
    assert.equal(rounds, settled + 1, "the end of a task asks once");
    assert.deepEqual(local.live, [now, later, tasks[3]!]);
  } finally {
    await queue.close();
  }
});

Deno.test("queue: what follows a run whose source is gone is decided where it is removed", async () => {
  await using scene = await LedgerScene.open();
  const { db } = scene;
  const task = await scene.addTask();
  const after = await addTasksAfter(db, task.id);
  const source = taskSource(task);
  const { queued: [runId] } = await scene.inTransaction((tx) =>
    enqueue(tx, { listOpenNodes: () => Promise.resolve(null) }, { source, cause: "schedule", now: 1 })
  );
  await db.deleteFrom("task").where("id", "=", task.id).execute();
  const published: string[] = [];
  const gone: RunType = { prepare: () => Promise.resolve(new Map()) };
  const queue = new Queue({
    ...{ db, clock: new TestClock(), limit: 1, logger: { debug() {}, info() {}, warn() {}, error() {} } },
    runTypes: new RunTypes({ task: gone, debug: gone, dependency: gone, subscription: gone }),
    placer: new SingleMachine({ writes: new BatchedWrites(db), bootId: "b" }).placer(
      new FakeLocalRuns({ db, bootId: "b" }),
    ),
    ...{ hasRoom: () => true, logPath: () => null, openings: () => Promise.resolve(null) },
    publisher: { publish: (type: string, id: number) => void published.push(`${type} ${id}`) } as never,
    followEnded: followEndedTasks,
  });
  // It closes after one round.
  const start = async () => {
    queue.open();
    await queue.close();
  };
  const following = await assertFollowedAtOnce(db, { runId: runId!, after, reason: "deleted", start });
  assert.deepEqual(published, [`run:skipped ${runId}`, `run:queued ${following}`]);
});

Deno.test("queue: finds exempt runs by an index while all slots are taken", async () => {
  await using db = await freshSqlite();
  const query = db.selectFrom("run").selectAll()
    .where("task_id", "is", null).where("finished_at", "is", null).where("kind", "in", ["dependency"])
    .compile();
  const plan = await db.executeQuery<{ detail: string }>({
    ...query,
    sql: `explain query plan ${query.sql}`,
  });
  const lines = plan.rows.map(({ detail }) => detail).join("\n");
  assert.match(lines, /USING INDEX run_active_task /, lines);
});

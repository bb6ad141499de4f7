// What follows runs that leave the queue without having run is decided with it, whatever takes them from it. Nothing runs here, and
// no duty decides it a moment later.
import assert from "node:assert/strict";
import { addTasksAfter, assertFollowedAtOnce } from "../../tests/support/dropped_run.ts";
import { TestEngine } from "../../tests/support/test_engine.ts";
import type { SkipReason } from "../contract/runs.ts";
import type { Overlap, TaskSchedules } from "../contract/tasks.ts";
import { taskKey } from "../features/tasks/task_source.ts";
import { enqueueAtStart } from "./start_runs.ts";
import type { RunRow } from "./store.ts";

interface Row {
  name: string;
  overlap?: Overlap;
  schedules?: TaskSchedules;
  run?: Partial<RunRow>;
  reason: SkipReason;
  take(scene: TestEngine, taskId: number): Promise<unknown>;
}

const NODE = 7;
const rows: Row[] = [
  {
    name: "a start by a user",
    overlap: { policy: "replace" },
    reason: "overlap",
    take: (scene, taskId) => scene.tasks.run(taskId, "person"),
  },
  {
    name: "a start with the panel",
    overlap: { policy: "replace" },
    schedules: "startup",
    reason: "overlap",
    take: ({ db, engine, runTypes, clock }) =>
      enqueueAtStart(db, { distribution: engine.openNodes, runTypes, now: clock.now(), bootId: "" }),
  },
  {
    name: "a task that is disabled",
    run: { cause: "schedule" },
    reason: "disabled",
    take: ({ engine }, taskId) => engine.dropScheduled(taskKey(taskId)),
  },
  {
    name: "a node that is removed",
    run: { target_node: NODE },
    reason: "no_node",
    take: ({ engine }) => engine.loseRuns(NODE, () => Promise.resolve()),
  },
];

for (const { name, overlap, schedules = "manual", run, reason, take } of rows) {
  Deno.test(`follow ended: ${name}`, async () => {
    await using scene = await TestEngine.open();
    const { db } = scene;
    const taskId = await scene.add({ command: "true", schedules, ...overlap && { overlap } });
    const after = await addTasksAfter(db, taskId);
    const runId = await scene.tasks.run(taskId, "person");
    if (run) await db.updateTable("run").set(run).where("id", "=", runId).execute();
    const start = () => take(scene, taskId);
    const following = await assertFollowedAtOnce(db, { runId, after, reason, start });
    // The caller of the start of the panel publishes what follows.
    const published = scene.events.some(({ type, id }) => type === "run:queued" && id === following);
    assert.equal(published, schedules === "manual");
  });
}

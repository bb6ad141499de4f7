// A start by a trigger that takes a queued run of its task from the queue.
import assert from "node:assert/strict";
import {
  addTasksAfter,
  assertFollowedAtOnce,
  linksOf,
  type TasksAfter,
} from "../../../../tests/support/dropped_run.ts";
import { HOUR, START, TriggerScene, windowOf } from "../../../../tests/support/trigger_scene.ts";
import type { SkipReason } from "../../../contract/runs.ts";
import type { Overlap } from "../../../contract/tasks.ts";
import type { Trigger } from "../../../contract/triggers.ts";
import { enqueue } from "../../../engine/enqueue.ts";
import type { RunRow } from "../../../engine/store.ts";
import { taskSource } from "../task_source.ts";
import { noteTriggerEvent } from "./trigger_events.ts";

const openNodes = { listOpenNodes: () => Promise.resolve(null) };

/** A task with a trigger and a queued run, and tasks that start after it. */
async function addQueued(
  scene: TriggerScene,
  trigger: Trigger,
  { overlap, ...columns }: { overlap: Overlap } & Partial<Pick<RunRow, "cause" | "start_after">>,
): Promise<{ taskId: number; runId: number; after: TasksAfter }> {
  const { db } = scene.scene;
  const taskId = await scene.add(trigger);
  await db.updateTable("task").set({ overlap_json: JSON.stringify(overlap) }).where("id", "=", taskId)
    .execute();
  const after = await addTasksAfter(db, taskId);
  const source = taskSource(await scene.scene.task(taskId));
  const { queued: [runId] } = await scene.scene.inTransaction((tx) =>
    enqueue(tx, openNodes, { source, cause: "schedule", now: START })
  );
  await db.updateTable("run").set({ cause: "schedule", ...columns }).where("id", "=", runId!).execute();
  return { taskId, runId: runId!, after };
}

async function note(scene: TriggerScene, type: "heartbeat" | "subscription", event: "down" | "pulled") {
  const at = scene.clock.now();
  await scene.scene.inTransaction((tx) => noteTriggerEvent(tx, { type, id: 1, event, name: "s", at }));
}

interface Row {
  trigger: Trigger;
  run: { overlap: Overlap } & Partial<Pick<RunRow, "cause" | "start_after">>;
  reason: SkipReason;
  /** What happens before the trigger fires. */
  before?(scene: TriggerScene): Promise<unknown> | void;
  fire(scene: TriggerScene): Promise<unknown>;
}

const rows: Row[] = [
  {
    trigger: { type: "file", path: "/a", settleMs: 2_000 },
    run: { overlap: { policy: "replace" } },
    reason: "overlap",
    before: async (scene) => {
      await scene.pass(1);
      scene.files.set("/a", "1 1");
    },
    fire: (scene) => scene.pass(3),
  },
  {
    trigger: { type: "subscription", subscriptionId: 1 },
    run: { overlap: { policy: "queue" }, cause: "retry", start_after: START + HOUR },
    reason: "overlap",
    before: (scene) => note(scene, "subscription", "pulled"),
    fire: (scene) => scene.sources.run(),
  },
  {
    trigger: { type: "heartbeat", heartbeatId: 1, on: "down" },
    run: { overlap: { policy: "skip" } },
    reason: "limit",
    before: (scene) => note(scene, "heartbeat", "down"),
    fire: (scene) => scene.sources.run(),
  },
  ...(["start", "end"] as const).map((on): Row => ({
    trigger: { type: "window", windowId: 1, on },
    run: { overlap: { policy: "replace" } },
    reason: "overlap",
    before: async (scene) => {
      scene.windows = [windowOf()];
      scene.clock.advance(HOUR - 1);
      await scene.sources.run();
      scene.clock.advance(1);
      if (on === "end") await scene.sources.run();
      if (on === "end") scene.clock.advance(HOUR);
    },
    fire: (scene) => scene.sources.run(),
  })),
];

for (const { trigger, run, reason, before, fire } of rows) {
  const name = "on" in trigger ? `${trigger.type} ${trigger.on}` : trigger.type;
  Deno.test(`triggers: what follows the run that a start takes from the queue is decided with it: ${name}`, async () => {
    await using scene = await TriggerScene.open();
    const { taskId, runId, after } = await addQueued(scene, trigger, run);
    await before?.(scene);
    const { db } = scene.scene;
    const following = await assertFollowedAtOnce(db, { runId, after, reason, start: () => fire(scene) });
    const [, started] = await scene.runs(taskId);
    assert.deepEqual([started?.cause, started?.state], ["trigger", "queued"]);
    assert.deepEqual(await linksOf(db, started!.id), []);
    // Both are published after the commit.
    assert.deepEqual(scene.followed.flatMap(({ result }) => result.queued), [started!.id, following]);
  });
}

Deno.test("triggers: a start that a window holds takes nothing from the queue, and decides nothing", async () => {
  await using scene = await TriggerScene.open();
  const trigger: Trigger = { type: "heartbeat", heartbeatId: 1, on: "down" };
  const { taskId, runId } = await addQueued(scene, trigger, { overlap: { policy: "replace" } });
  scene.held = { windowId: 7, until: START + HOUR, startAt: START + HOUR };
  for (let fired = 0; fired < 2; fired++) {
    await note(scene, "heartbeat", "down");
    await scene.sources.run();
  }
  assert.deepEqual(await scene.states(taskId), ["queued", "queued", "window"]);
  assert.deepEqual(await linksOf(scene.scene.db, runId), []);
});

// Applying files with `prune` deletes tasks that may have runs.
import assert from "node:assert/strict";
import type { Run } from "../../server/contract/runs.ts";
import { ConfigurationScene as Scene, fileOfTask as task } from "../support/configuration_scene.ts";
import { acceptWrites, type Refusal, rejectWrites } from "../support/reject_writes.ts";
import { until } from "../support/until.ts";

const noTrash: Refusal[] = [{ table: "trashed_task", actions: ["insert"] }];

/** Applies the tasks `a` and `b`. Returns a live and a queued run of `b`. */
async function startRuns(scene: Scene) {
  await scene.apply([task("a"), task("b")]);
  const { items } = await scene.call("GET", "/tasks?sort=name");
  const id = items[1].id;
  await scene.call("PATCH", `/tasks/${id}`, { command: "sleep 60", overlap: { policy: "queue" } });
  const run = async (): Promise<number> => {
    const { results: [result] } = await scene.call("POST", "/tasks/run", { ids: [id] });
    assert.ok(result.ok, JSON.stringify(result));
    return result.runId;
  };
  const stateOf = async (run: number): Promise<Run> => await scene.call("GET", `/runs/${run}`);
  const live = await run();
  await until("the run to be live", async () => (await stateOf(live)).state === "running");
  const queued = await run(); // only one may wait
  assert.equal((await stateOf(queued)).state, "queued");
  return { live, queued, stateOf };
}

Deno.test("configuration: prune ends no run if it cannot be applied", async () => {
  await using scene = await Scene.open();
  const { live, queued, stateOf } = await startRuns(scene);
  await rejectWrites(scene.panel.db, noTrash);
  const response = await scene.panel.send("POST", "/configuration/apply", {
    headers: scene.headers,
    body: { files: [task("a")], folder: "/srv/panel", prune: true },
  });
  assert.ok(!response.ok, await response.text());
  await acceptWrites(scene.panel.db, noTrash);
  assert.equal((await scene.call("GET", "/tasks")).total, 2);
  assert.deepEqual([(await stateOf(live)).state, (await stateOf(queued)).state], ["running", "queued"]);
});

Deno.test("configuration: prune ends the runs of the tasks that it deletes, and a plan does not", async () => {
  await using scene = await Scene.open();
  const { live, queued, stateOf } = await startRuns(scene);
  const changes = await scene.plan([task("a")], { prune: true });
  assert.deepEqual(changes.map(({ action }) => action), ["unchanged", "delete"]);
  assert.deepEqual([(await stateOf(live)).state, (await stateOf(queued)).state], ["running", "queued"]);
  await scene.apply([task("a")], { prune: true });
  assert.equal((await stateOf(live)).state, "stopped");
  const skipped = await stateOf(queued);
  assert.deepEqual([skipped.state, skipped.skipReason], ["skipped", "deleted"]);
  assert.deepEqual(
    (await scene.call("GET", "/tasks")).items.map(({ name }: { name: string }) => name),
    [
      "a",
    ],
  );
});

// Kills the panel before one of the calls that change the disk, while a flow run is decided: each task runs once, and each link
// is decided once.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { FlowRun } from "../../server/contract/flows.ts";
import type { List } from "../../server/contract/shapes.ts";
import { killAtDiskCalls } from "../support/disk_call_kills.ts";
import { FailingCalls, hasCompiler } from "../support/failing_calls.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength } from "../support/suite_length.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const ignore = !await hasCompiler("a flow run during which the panel is killed");
const POINTS = byLength(8, 100);

Deno.test(
  `flow runs: a kill at ${POINTS} disk calls loses no start and repeats none`,
  { ignore },
  async () => {
    await using folder = await temporaryFolder();
    const dataDir = join(folder.path, "data");
    await Deno.mkdir(dataDir);
    const calls = (await FailingCalls.build(folder.path, dataDir))!; // a compiler is available
    await using scene = await PanelScene.open({ dataDir, environment: calls.environment });
    const witness = join(folder.path, "witness");
    const first = await addTasks(scene, witness);

    let flows = 0;
    await killAtDiskCalls({
      ...{ scene, calls, points: POINTS },
      act: async () => void await scene.run(first),
      isDone: async () => (await listFlows(scene)).every(({ state }) => state !== "running"),
      check: () => {
        const before = flows;
        flows = scene.query<{ count: number }>("select count(*) as count from flow_run")[0]!.count;
        assert.ok(flows - before <= 1, `${flows - before} flow runs of one start`);
        return assertEnded(scene, flows, witness);
      },
    });
  },
);

/** Adds a flow of six tasks, one of which fails; each writes a line when it runs. Returns the first. */
async function addTasks(scene: PanelScene, witness: string): Promise<number> {
  const line = `echo "$SUNDIAL_RUN_ID" >> ${witness}`;
  const after = (...tasks: [number, string][]) => ({
    upstream: { tasks: tasks.map(([taskId, outcome]) => ({ taskId, outcome })) },
  });
  const first = await scene.task(line, { name: "export" });
  const check = await scene.task(`${line}; exit 3`, { name: "check", ...after([first, "succeeded"]) });
  const count = await scene.task(line, { name: "count", ...after([first, "succeeded"]) });
  await scene.task(line, { name: "alarm", ...after([check, "failed"]) });
  await scene.task(line, { name: "upload", ...after([check, "succeeded"], [count, "succeeded"]) });
  await scene.task(line, { name: "report", ...after([check, "any"], [count, "any"]) });
  return first;
}

/** Lists the newest flow runs. */
async function listFlows(scene: PanelScene): Promise<FlowRun[]> {
  return (await scene.panel.json<List<FlowRun>>("/api/flow-runs?pageSize=100")).items;
}

/** Asserts that every task ran once in each flow run, or not at all, and every link was decided. */
async function assertEnded(scene: PanelScene, count: number, witness: string): Promise<void> {
  const rows = scene.query<{ flow: number; name: string; state: string }>(
    "select flow_run_id as flow, task_name as name, state from run order by flow_run_id, id",
  );
  const byFlow = Map.groupBy(rows, ({ flow }) => flow);
  assert.equal(byFlow.size, count);
  for (const runs of byFlow.values()) {
    assert.deepEqual(runs.map(({ name, state }) => `${name} ${state}`).sort(), [
      ...["alarm succeeded", "check failed", "count succeeded", "export succeeded", "report succeeded"],
    ]);
  }
  const links = scene.query<{ decided: number }>(
    "select count(*) as decided from flow_link group by flow_run_id",
  );
  assert.deepEqual(links.map(({ decided }) => decided), Array(count).fill(7));
  const ran = (await Deno.readTextFile(witness)).trim().split("\n").map(Number);
  assert.deepEqual(ran.sort((a, b) => a - b), scene.rows().map(({ id }) => id));
}

// Kills the panel before one of the calls that change the disk, while a flow run is decided: each task runs once, and each link
// is decided once. And while one is stopped: nothing of it continues.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { FlowRun } from "../../server/contract/flows.ts";
import type { List } from "../../server/contract/shapes.ts";
import { markedPids } from "../support/marked_pids.ts";
import { killAtDiskCalls } from "../support/disk_call_kills.ts";
import { FailingCalls, hasCompiler } from "../support/failing_calls.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength } from "../support/suite_length.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";

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

const STOP_POINTS = byLength(6, 60);

Deno.test(
  `flow runs: a kill at ${STOP_POINTS} disk calls while one is stopped leaves nothing that starts or continues`,
  { ignore },
  async () => {
    await using folder = await temporaryFolder();
    const dataDir = join(folder.path, "data");
    await Deno.mkdir(dataDir);
    const calls = (await FailingCalls.build(folder.path, dataDir))!; // a compiler is available
    await using scene = await PanelScene.open({ dataDir, environment: calls.environment });
    const first = await scene.task("true", { name: "export" });
    const upstream = { tasks: [{ taskId: first }] };
    const slow = await scene.task("sleep 600", { name: "slow", upstream });
    const retry = { times: 10, delayMs: 0 };
    const again = await scene.task("sleep 0.1; exit 1", { name: "again", upstream, retry });
    const last = await scene.task("true", {
      name: "last",
      upstream: { rule: "any", tasks: [slow, again].map((taskId) => ({ taskId, outcome: "any" })) },
    });
    const begin = async () => {
      await scene.run(first);
      await until(
        "both to run",
        () => [slow, again].every((task) => scene.rows(task).at(-1)?.state === "running"),
      );
    };
    const stop = async () => {
      const [flow] = await listFlows(scene);
      await scene.panel.request("POST", `/flow-runs/${flow!.id}/stop`);
    };
    await begin();
    await killAtDiskCalls({
      ...{ scene, calls, points: STOP_POINTS },
      act: stop,
      async isDone() {
        const { id, stopped_at } = newestFlow(scene);
        // It was killed before that was written.
        if (stopped_at === null) await stop();
        return (await listFlows(scene)).find((flow) => flow.id === id)?.state === "stopped";
      },
      async check() {
        assert.deepEqual(scene.rows(last), []);
        assert.deepEqual(
          scene.query(`select run.id from run join flow_run on flow_run.id = flow_run_id
            where finished_at is null or queued_at > stopped_at`),
          [],
        );
        assert.equal(scene.rows(slow).at(-1)!.state, "stopped");
        assert.deepEqual(await markedPids(dataDir), []);
        await begin();
      },
    });
    await stop();
  },
);

/** Returns the newest flow run. */
function newestFlow(scene: PanelScene): { id: number; stopped_at: number | null } {
  const [flow] = scene.query<{ id: number; stopped_at: number | null }>(
    "select id, stopped_at from flow_run order by id desc limit 1",
  );
  assert.ok(flow);
  return flow;
}

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

// Kills the panel before calls that change the disk, while a task runs for each value of a list: none is lost, and none runs twice.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { RunState } from "../../server/contract/runs.ts";
import { killAtDiskCalls } from "../support/disk_call_kills.ts";
import { FailingCalls, hasCompiler } from "../support/failing_calls.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength } from "../support/suite_length.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";

const ignore = !await hasCompiler("runs for each value during which the panel is killed");
const POINTS = byLength(6, 100);
const VALUES = ["a", "b c", "d", "$(e)", "f"];

interface Crash {
  scene: PanelScene;
  calls: FailingCalls;
  /** A file outside of the data folder, to which runs write lines. */
  witness: string;
}

async function inScene(test: (crash: Crash) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder();
  const dataDir = join(folder.path, "data");
  await Deno.mkdir(dataDir);
  const calls = (await FailingCalls.build(folder.path, dataDir))!; // a compiler is available
  await using scene = await PanelScene.open({ dataDir, environment: calls.environment });
  const witness = join(folder.path, "witness");
  await Deno.writeTextFile(witness, "");
  await test({ scene, calls, witness });
}

interface ItemRun {
  id: number;
  flow: number;
  name: string;
  item: number | null;
  value: string | null;
  state: RunState;
}

function runsOf(scene: PanelScene): ItemRun[] {
  return scene.query(`select id, flow_run_id as flow, task_name as name, item, item_value as value, state
    from run order by flow_run_id, item, id`);
}

function countFlows(scene: PanelScene): number {
  return scene.query<{ count: number }>("select count(*) as count from flow_run")[0]!.count;
}

/** Adds a task that writes a line for each value, and one after all of them. */
async function addTasks(scene: PanelScene, witness: string, more: object = {}): Promise<number> {
  const each = await scene.task(`echo "$SUNDIAL_RUN_ID $VALUE" >> ${witness}`, {
    ...{ name: "each", parameters: [{ name: "VALUE", type: "text" }], ...more },
    forEach: { parameter: "VALUE", values: VALUES, limit: 2 },
  });
  const upstream = { tasks: [{ taskId: each, outcome: "any" }] };
  await scene.task("true", { name: "join", upstream });
  return each;
}

/** Asserts that each flow run has a run for each value and one after them, and that those that succeeded ran once. */
async function assertWhole(
  scene: PanelScene,
  { witness, stateOf }: { witness: string; stateOf: (item: number) => RunState },
): Promise<void> {
  const runs = runsOf(scene);
  for (const [flow, ofFlow] of Map.groupBy(runs, ({ flow }) => flow)) {
    const items = ofFlow.filter(({ name }) => name === "each");
    assert.deepEqual(
      items.map(({ item, value, state }) => [item, value, state]),
      VALUES.map((value, item) => [item, value, stateOf(item)]),
      `flow run ${flow}`,
    );
    const joins = ofFlow.filter(({ name }) => name === "join").map(({ state }) => state);
    assert.deepEqual(joins, ["succeeded"], `flow run ${flow}`);
  }
  const lines = (await Deno.readTextFile(witness)).split("\n").filter((line) => line !== "").sort();
  const ran = runs.filter(({ name, state }) => name === "each" && state === "succeeded");
  assert.deepEqual(lines, ran.map(({ id, value }) => `${id} ${value}`).sort());
}

Deno.test(
  `runs for each value: a kill at ${POINTS} disk calls loses none and repeats none`,
  { ignore },
  () =>
    inScene(async ({ scene, calls, witness }) => {
      const each = await addTasks(scene, witness);
      let flows = 0;
      await killAtDiskCalls({
        ...{ scene, calls, points: POINTS },
        act: async () => void await scene.run(each),
        isDone: async () => {
          const { items } = await scene.panel.request("GET", "/flow-runs?pageSize=100");
          return items.every(({ state }: { state: string }) => state !== "running");
        },
        check: async () => {
          const before = flows;
          flows = countFlows(scene);
          assert.ok(flows - before <= 1, `${flows - before} flow runs of one start`);
          await assertWhole(scene, { witness, stateOf: () => "succeeded" });
        },
      });
      assert.ok(flows > 1);
    }),
);

Deno.test(
  `runs for each value: a kill at ${POINTS} disk calls while they are approved lets each be decided once`,
  { ignore },
  () =>
    inScene(async ({ scene, calls, witness }) => {
      const each = await addTasks(scene, witness, { requiresApproval: true });
      const listWaiting = () => runsOf(scene).filter(({ state }) => state === "waiting_for_approval");
      // Every second value is rejected.
      const decide = async ({ id, item }: ItemRun): Promise<number> => {
        const response = await scene.panel.send(
          "POST",
          `/runs/${id}/${item! % 2 === 0 ? "approve" : "reject"}`,
          {},
        );
        await response.body?.cancel();
        return response.status;
      };
      let flows = 0;
      await killAtDiskCalls({
        ...{ scene, calls, points: POINTS },
        act: async () => {
          await scene.run(each);
          for (const run of listWaiting()) await decide(run);
        },
        isDone: async () => await scene.countActive() === 0,
        check: async () => {
          await until("all to be decided", async () => {
            for (const run of listWaiting()) assert.equal(await decide(run), 200);
            const { items } = await scene.panel.request("GET", "/flow-runs?pageSize=100");
            return items.every(({ state }: { state: string }) => state !== "running");
          });
          const before = flows;
          flows = countFlows(scene);
          assert.ok(flows - before <= 1, `${flows - before} flow runs of one start`);
          await assertWhole(scene, {
            witness,
            stateOf: (item) => item % 2 === 0 ? "succeeded" : "skipped",
          });
          for (const run of runsOf(scene)) {
            if (run.name === "each") assert.equal(await decide(run), 409, "none can be decided again");
          }
        },
      });
      assert.ok(flows > 1);
    }),
);

// What large flows cost: to save and to read one of 1,000 tasks, to decide its 10,000 links, and how late other tasks start meanwhile.
import type { FlowDefinition } from "../../server/contract/flow_definitions.ts";
import type { CountedFlowRun } from "../../server/contract/flows.ts";
import type { ListedRun } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { flowLimits } from "../../server/contract/limits/flows.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import { BenchPanel } from "./bench_panel.ts";
import type { Measurement } from "./report.ts";
import { percentile, timeEach } from "./statistics.ts";

const LAYERS = 10;
const WIDTH = 100;
const MAX_MS = 600_000;
const LINKS = Math.min(11, flowLimits.upstream);

/** Measures a flow of 1,000 tasks in layers, each of which starts after several tasks of the layer before. */
export async function measureFlows(): Promise<Measurement[]> {
  await using bench = await BenchPanel.open({ settings: { concurrency: 20 } });
  const { panel } = bench;
  const save = async (name: string, before: readonly number[]) => {
    const upstream = before.length === 0
      ? null
      : { tasks: before.map((taskId) => ({ taskId, outcome: "any" })) };
    const json = { name, command: "true", schedules: "manual", upstream };
    return (await panel.json<Task>("/api/tasks", { json })).id;
  };
  const saves: number[] = [];
  const first = await save("first", []);
  let [layer, links]: [number[], number] = [[first], 0];
  for (let depth = 0; depth < LAYERS; depth++) {
    const next: number[] = [];
    for (let n = 0; n < WIDTH - (depth === 0 ? 1 : 0); n++) {
      const before = Array.from(
        { length: Math.min(LINKS, layer.length) },
        (_, at) => layer[(n + at) % layer.length]!,
      );
      links += before.length;
      const startedAt = performance.now();
      next.push(await save(`task ${depth} ${n}`, before));
      saves.push(performance.now() - startedAt);
    }
    layer = next;
  }
  const reads = await timeEach(10, 1, async () => {
    const { tasks } = await panel.json<FlowDefinition>(`/api/flows/${first}`);
    if (tasks.length !== LAYERS * WIDTH) throw new Error(`${tasks.length} tasks`);
  });
  const pulse = await panel.json<Task>("/api/tasks", {
    json: { name: "each second", command: "true", schedules: ["* * * * * *"] },
  });
  const startedAt = performance.now();
  await panel.json("/api/tasks/run", { json: { ids: [first] } });
  let flow = await newestFlow(panel);
  while (flow?.state !== "succeeded") {
    if (performance.now() - startedAt > MAX_MS) throw new Error(`the flow run is ${flow?.state}`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    flow = await newestFlow(panel);
  }
  const took = performance.now() - startedAt;
  const { items } = await panel.json<List<ListedRun>>(`/api/tasks/${pulse.id}/runs?pageSize=500`);
  const lags = items.flatMap(({ lagMs }) => lagMs ?? []);
  const decided = items.flatMap(({ dueAt, queuedAt }) =>
    dueAt === null ? [] : Date.parse(queuedAt) - Date.parse(dueAt)
  );
  return [
    { what: "saving the last task of a flow of 1,000", unit: "ms", panel: saves.slice(-20) },
    { what: `reading a flow of 1,000 tasks and ${links} links`, unit: "ms", panel: reads },
    {
      what: "reading its flow run",
      unit: "ms",
      panel: await timeEach(10, 1, () => panel.json(`/api/flow-runs/${flow.id}`)),
    },
    { what: "the flow run from start to end", unit: "s", panel: [took / 1_000] },
    {
      what: "a due time of each second was decided late meanwhile, at most",
      unit: "ms",
      panel: [percentile(decided, 1)],
    },
    {
      // Of 20 runs at once, it waits for its turn.
      what: "a task of each second started late meanwhile, at most",
      unit: "ms",
      panel: [percentile(lags, 1)],
    },
  ];
}

async function newestFlow(panel: PanelProcess): Promise<CountedFlowRun | undefined> {
  return (await panel.json<List<CountedFlowRun>>("/api/flow-runs?pageSize=1&tasks=counts")).items[0];
}

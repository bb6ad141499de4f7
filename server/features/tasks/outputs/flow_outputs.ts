import type { FlowRun } from "../../../contract/flows.ts";
import type { Database } from "../../../engine/store.ts";
import { outputsOf, shortOutputs } from "../../runs/run_outputs.ts";

/** Returns a flow run with what its runs have left for the tasks after theirs. */
export async function withOutputs(db: Database, flow: FlowRun): Promise<FlowRun> {
  const runs = flow.tasks.flatMap(({ runId, items }) => runId === null || items ? [] : { id: runId });
  const found = await outputsOf(db, runs);
  if (found.size === 0) return flow;
  const tasks = flow.tasks.map((task) => ({
    ...task,
    outputs: shortOutputs(task.runId === null ? null : found.get(task.runId)?.outputs ?? null),
  }));
  return { ...flow, tasks };
}

import type { Tx } from "../../../engine/store.ts";
import { type FlowTask, hasDownstream, readGraph } from "./flow_graph.ts";

/** Begins a flow run with a run of a task, if others start after it or it is one of a list. What can start is what is defined now. */
export async function beginFlow(
  tx: Tx,
  { taskId, runId, now, isList = false }: { taskId: number; runId: number; now: number; isList?: boolean },
): Promise<void> {
  if (!isList && !await hasDownstream(tx, taskId)) return;
  const graph = await readGraph(tx, taskId);
  if (graph.length < (isList ? 1 : 2)) return;
  await insertFlow(tx, { runId, now, graph });
}

/** Inserts a flow run that begins with a run of the first task of its graph. Returns its ID. */
export async function insertFlow(
  tx: Tx,
  { runId, now, graph }: { runId: number; now: number; graph: readonly FlowTask[] },
): Promise<number> {
  const { id } = await tx.insertInto("flow_run")
    .values({
      ...{ task_id: graph[0]!.id, run_id: runId }, // it has at least the task of the run
      ...{ started_at: now, graph_json: JSON.stringify(graph) },
    })
    .returning("id").executeTakeFirstOrThrow();
  await tx.updateTable("run").set({ flow_run_id: id, flow_attempt: 1 }).where("id", "=", runId).execute();
  return id;
}

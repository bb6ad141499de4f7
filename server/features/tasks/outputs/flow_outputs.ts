import { sql } from "kysely";
import type { FlowRun } from "../../../contract/flows.ts";
import { taskLimits } from "../../../contract/limits/tasks.ts";
import type { RunParameters } from "../../../contract/parameters.ts";
import type { Database } from "../../../engine/store.ts";
import { outputsOf, shortOutputs } from "../../runs/run_outputs.ts";
import { readRunParameters, shortened } from "../../runs/run_parameters.ts";

/** Returns a flow run with what its runs were given, and what they have left for the tasks after theirs. */
export async function withOutputs(db: Database, flow: FlowRun): Promise<FlowRun> {
  const runs = flow.tasks.flatMap(({ runId, items }) => runId === null || items ? [] : { id: runId });
  const [left, given] = [await outputsOf(db, runs), await parametersOf(db, runs.map(({ id }) => id))];
  if (left.size + given.size === 0) return flow;
  const tasks = flow.tasks.map((task) => ({
    ...task,
    parameters: task.runId === null ? null : given.get(task.runId) ?? null,
    outputs: shortOutputs(task.runId === null ? null : left.get(task.runId)?.outputs ?? null),
  }));
  return { ...flow, tasks };
}

/** Returns the values that runs were given, without those of a run that are too long for a list of a thousand. */
async function parametersOf(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RunParameters>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("run").select(["id", "request_json"]).where("id", "in", ids)
    .where("request_json", "is not", null)
    .where(sql`length(request_json)`, "<=", taskLimits.listedRequest).execute();
  return new Map(rows.map(({ id, request_json }) => [id, shortened(readRunParameters(request_json))]));
}

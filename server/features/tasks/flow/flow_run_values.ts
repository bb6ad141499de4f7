import { sql } from "kysely";
import type { FlowRun } from "../../../contract/flows.ts";
import { flowLimits } from "../../../contract/limits/flows.ts";
import { isFinal } from "../../../engine/states.ts";
import { taskLimits } from "../../../contract/limits/tasks.ts";
import type { RunParameters } from "../../../contract/parameters.ts";
import type { Database } from "../../../engine/store.ts";
import { storedJson } from "../../../platform/stored_json.ts";
import { outputsOf, shortOutputs } from "../../runs/run_outputs.ts";
import { readRunParameters, shortened } from "../../runs/run_parameters.ts";

/** How many rows one query asks for. */
const AT_ONCE = 500;

/** Returns a flow run with what its runs were given, and what they have left for the tasks after theirs. */
export async function withRunValues(db: Database, flow: FlowRun): Promise<FlowRun> {
  const runs = flow.tasks.flatMap(({ runId, items }) => runId === null || items ? [] : { id: runId });
  const [left, given] = [await outputsOf(db, runs), await parametersOf(db, runs.map(({ id }) => id))];
  const sizes = await sizesOf(db, flow.tasks.flatMap(runsForList));
  if (left.size + given.size + sizes.size === 0) return flow;
  const tasks = flow.tasks.map((task) => ({
    ...task,
    parameters: task.runId === null ? null : given.get(task.runId) ?? null,
    outputs: shortOutputs(task.runId === null ? null : left.get(task.runId)?.outputs ?? null),
    omittedOutputs: tooLarge(runsForList(task).map((id) => sizes.get(id) ?? {})),
  }));
  return { ...flow, tasks };
}

function runsForList({ items }: FlowRun["tasks"][number]): number[] {
  return (items ?? []).flatMap(({ runId, state }) => isFinal(state) && state !== "skipped" ? [runId] : []);
}

type Sizes = Readonly<Record<string, number>>;

async function sizesOf(db: Database, ids: readonly number[]): Promise<Map<number, Sizes>> {
  const found = new Map<number, Sizes>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await db.selectFrom("run_output").select(["run_id", "sizes_json"])
      .where("run_id", "in", ids.slice(at, at + AT_ONCE)).where("sizes_json", "is not", null).execute();
    for (const { run_id, sizes_json } of rows) found.set(run_id, storedJson<Sizes>(sizes_json, {}));
  }
  return found;
}

/** Returns the outputs that are not passed on: between those of two runs is the end of a line. */
function tooLarge(all: readonly Sizes[]): string[] {
  const sums = new Map<string, number>();
  for (const [key, bytes] of all.flatMap((sizes) => Object.entries(sizes))) {
    const before = sums.get(key);
    sums.set(key, before === undefined ? bytes : before + 1 + bytes);
  }
  return [...sums].filter(([, bytes]) => bytes > flowLimits.outputBytes).map(([key]) => key);
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

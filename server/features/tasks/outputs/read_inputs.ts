// What a run gets of the tasks before its own: the outputs of their runs in its flow run, or else of their last runs.
import { sinceWhen } from "../../../contract/within.ts";
import type { Upstream } from "../../../contract/flows.ts";
import type { VariablesOfRun } from "../../../engine/run_type.ts";
import { isFinal } from "../../../engine/states.ts";
import type { Database, RunRow } from "../../../engine/store.ts";
import type { RunOutputTable } from "../../../migrations/flow_tables.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { type Sealer, SealError } from "../../../platform/seal.ts";
import { storedJson } from "../../../platform/stored_json.ts";
import { commandError } from "../command/refusal_messages.ts";
import { readUpstream } from "../flow/flow_graph.ts";
import { readFlow, type StoredFlow, tasksOf } from "../flow/flow_rows.ts";
import type { OutputsWithSecrets } from "./collect_outputs.ts";
import { inputVariables, taskNames } from "./input_names.ts";

interface Before {
  taskId: number;
  taskName: string;
  runId: number;
}

/**
 * Returns the variables, secrets and files that a run gets of the tasks before its own; null if its task starts after no other. Throws
 * `RunSpecError` when a secret among them cannot be decrypted.
 */
export async function readInputs(
  db: Database,
  task: Pick<TaskRow, "id" | "upstream_json">,
  run: RunRow,
  { sealer, zone }: { sealer: Sealer; zone: string },
): Promise<Pick<VariablesOfRun, "values" | "secrets"> & Required<Pick<VariablesOfRun, "inputs">> | null> {
  const flow = run.flow_run_id === null ? null : await readFlow(db, run.flow_run_id);
  const inFlow = flow?.graph.find(({ id }) => id === task.id)?.upstream ?? null;
  const upstream = inFlow ?? readUpstream(task);
  if (upstream === null) return null;
  const before = await listBefore(db, run, { upstream, flow: inFlow && flow, zone });
  const rows = new Map((await readOutputs(db, before)).map((row) => [row.run_id, row]));
  const names = taskNames(before);
  const opened = before.flatMap((one) => {
    const row = rows.get(one.runId);
    return row ? [{ ...one, files: row.files, ...open(row, sealer) }] : [];
  });
  return {
    values: inputVariables(opened),
    secrets: opened.flatMap(({ secrets }) => secrets),
    inputs: opened.filter(({ files }) => files > 0)
      .map(({ taskId, runId }) => ({ name: (names.get(taskId) ?? "").toLowerCase(), runId })),
  };
}

async function listBefore(
  db: Database,
  run: RunRow,
  { upstream, flow, zone }: {
    upstream: Pick<Upstream, "tasks" | "within">;
    flow: StoredFlow | null;
    zone: string;
  },
): Promise<Before[]> {
  const known = flow && tasksOf(flow);
  const since = sinceWhen(upstream.within, flow?.startedAt ?? run.due_at ?? run.queued_at, zone);
  const before: Before[] = [];
  for (const { taskId } of upstream.tasks) {
    const ofFlow = known?.get(taskId);
    const runId = ofFlow
      // Of several nodes, the last one counts.
      ? ofFlow.runs.findLast(({ state }) => isFinal(state) && state !== "skipped")?.id
      : await lastRun(db, taskId, since);
    if (runId === undefined) continue;
    const { task_name: taskName } = await db.selectFrom("run").select("task_name").where("id", "=", runId)
      .executeTakeFirst() ?? { task_name: "" };
    before.push({ taskId, taskName, runId });
  }
  return before;
}

async function lastRun(db: Database, taskId: number, since: number): Promise<number | undefined> {
  const row = await db.selectFrom("run").select("id").where("task_id", "=", taskId)
    .where("finished_at", ">=", since).where("state", "<>", "skipped").orderBy("id", "desc").limit(1)
    .executeTakeFirst();
  return row?.id;
}

async function readOutputs(db: Database, before: readonly Before[]) {
  if (before.length === 0) return [];
  return await db.selectFrom("run_output").selectAll()
    .where("run_id", "in", before.map(({ runId }) => runId)).execute();
}

function open({ values_json, sealed }: RunOutputTable, sealer: Sealer): OutputsWithSecrets {
  if (sealed === null) return { values: storedJson<Record<string, string>>(values_json, {}), secrets: [] };
  try {
    return JSON.parse(sealer.open(sealed, "run")) as OutputsWithSecrets; // serialized by `collectOutputs`
  } catch (error) {
    if (error instanceof SealError) throw commandError({ code: "secret_locked" });
    throw error;
  }
}

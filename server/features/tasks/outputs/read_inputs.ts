// What a run gets of the tasks before its own: the outputs of their runs in its flow run, or else of their last runs.
import type { Upstream } from "../../../contract/flows.ts";
import { flowLimits } from "../../../contract/limits/flows.ts";
import type { VariablesOfRun } from "../../../engine/run_type.ts";
import { isFinal } from "../../../engine/states.ts";
import type { Database, RunRow } from "../../../engine/store.ts";
import type { RunOutputTable } from "../../../migrations/flow_tables.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { type Sealer, SealError } from "../../../platform/seal.ts";
import { storedJson } from "../../../platform/stored_json.ts";
import { commandError } from "../command/refusal_messages.ts";
import { type FlowTask, readUpstream } from "../flow/flow_graph.ts";
import { type FlowMemberRow, lastOfEach, readFlow, type StoredFlow, tasksOf } from "../flow/flow_rows.ts";
import { recentSince } from "../flow/recent_since.ts";
import { bytesOf } from "../parameters/parameter_values.ts";
import { maskedName, type OutputsWithSecrets } from "./collect_outputs.ts";
import { inputVariables, taskNames } from "./input_names.ts";
import { outputsOmitted } from "./output_messages.ts";

/** How many rows one query asks for. */
const AT_ONCE = 500;

/** A task before another one, and its runs that count: several if it ran for each value of a list. */
interface Before {
  taskId: number;
  taskName: string;
  runs: readonly { id: number; item: number | null }[];
}

type UpstreamTask = Pick<TaskRow, "id" | "upstream_json">;
type Inputs = Pick<VariablesOfRun, "values" | "secrets"> & Required<Pick<VariablesOfRun, "inputs" | "notes">>;

/**
 * Returns the variables, secrets and files that a run gets of the tasks before its own; null if its task starts after no other. Throws
 * `RunSpecError` when a secret among them cannot be decrypted.
 */
export async function readInputs(
  db: Database,
  task: UpstreamTask & Pick<TaskRow, "time_zone">,
  run: Pick<RunRow, "flow_run_id" | "due_at" | "queued_at">,
  { sealer, panelZone }: { sealer: Sealer; panelZone: string },
): Promise<Inputs | null> {
  const found = await findUpstream(db, task, run.flow_run_id);
  if (found === null) return null;
  const at = found.flow?.startedAt ?? run.due_at ?? run.queued_at;
  const timeZone = found.member ? found.member.timeZone : task.time_zone;
  const since = recentSince(found.upstream, at, { timeZone, panelZone });
  const before = await listBefore(db, found, since);
  const rows = await readOutputs(db, before);
  const names = taskNames(before);
  const secrets: string[] = [];
  const upstreams = before.map((one) => {
    const opened = one.runs.flatMap(({ id }) => rows.get(id) ?? []).map((row) => open(row, sealer));
    for (const outputs of opened) secrets.push(...outputs.secrets);
    return { ...one, ...together(opened.map(({ values }) => values)) };
  });
  const notes = upstreams.flatMap(({ taskName, omitted }) =>
    omitted.length === 0
      ? []
      : [outputsOmitted(taskName, [...new Set(omitted.map((key) => maskedName(key, secrets)))])]
  );
  const inputs = before.flatMap(({ taskId, runs }) =>
    runs.filter(({ id }) => (rows.get(id)?.files ?? 0) > 0).map(({ id, item }) => {
      const name = (names.get(taskId) ?? "").toLowerCase();
      return { name: item === null ? name : `${name}/${item + 1}`, runId: id };
    })
  );
  return { values: inputVariables(upstreams), secrets, inputs, notes };
}

/** Returns what is shown of the outputs of the tasks before one, in their order: those of its flow run, or of their last runs. */
export async function readVisibleInputs(
  db: Database,
  task: UpstreamTask,
  flowRunId: number | null,
): Promise<{ values: Record<string, string>; omitted: string[]; isMasked: boolean }[]> {
  const found = await findUpstream(db, task, flowRunId);
  const before = found ? await listBefore(db, found, 0) : [];
  const rows = await readOutputs(db, before);
  return before.map(({ runs }) => {
    const ofTask = runs.flatMap(({ id }) => rows.get(id) ?? []);
    return {
      ...together(ofTask.map(({ values_json }) => storedJson<Record<string, string>>(values_json, {}))),
      isMasked: ofTask.some(({ sealed }) => sealed !== null),
    };
  });
}

interface FoundUpstream {
  upstream: Pick<Upstream, "tasks" | "within">;
  /** The task as it was when its flow run started. */
  member: FlowTask | null;
  /** Null for a task that did not start by its links. */
  flow: StoredFlow | null;
}

async function findUpstream(
  db: Database,
  task: UpstreamTask,
  flowRunId: number | null,
): Promise<FoundUpstream | null> {
  const flow = flowRunId === null ? null : await readFlow(db, flowRunId, task.id);
  const inFlow = flow?.graph.find(({ id }) => id === task.id);
  if (inFlow?.upstream) return { upstream: inFlow.upstream, member: inFlow, flow };
  const upstream = readUpstream(task);
  return upstream && { upstream, member: null, flow: null };
}

async function listBefore(
  db: Database,
  { upstream, flow }: FoundUpstream,
  since: number,
): Promise<Before[]> {
  const known = flow && tasksOf(flow);
  const before: Before[] = [];
  for (const { taskId } of upstream.tasks) {
    const ofFlow = known?.get(taskId);
    const runs = ofFlow ? countingRuns(ofFlow.runs) : await lastRuns(db, taskId, since);
    const [first] = runs;
    if (!first) continue;
    const { task_name: taskName } = await db.selectFrom("run").select("task_name").where("id", "=", first.id)
      .executeTakeFirst() ?? { task_name: "" };
    before.push({ taskId, taskName, runs });
  }
  return before;
}

/** Of several nodes, the last run counts; of a list, that of each value, in its order. */
function countingRuns(runs: readonly FlowMemberRow[]): Before["runs"] {
  const ended = lastOfEach(runs).filter(({ state }) => isFinal(state) && state !== "skipped");
  const items = ended.filter(({ item }) => item !== null);
  if (items.length > 0) return items.toSorted((a, b) => (a.item ?? 0) - (b.item ?? 0));
  const last = ended.toSorted((a, b) => a.id - b.id).at(-1);
  return last ? [last] : [];
}

async function lastRuns(db: Database, taskId: number, since: number): Promise<Before["runs"]> {
  const last = await db.selectFrom("run").select(["id", "item", "flow_run_id"]).where("task_id", "=", taskId)
    .where("finished_at", ">=", since).where("state", "<>", "skipped").orderBy("id", "desc").limit(1)
    .executeTakeFirst();
  if (!last) return [];
  if (last.item === null || last.flow_run_id === null) return [last];
  const flow = await readFlow(db, last.flow_run_id);
  return countingRuns(flow && tasksOf(flow).get(taskId)?.runs || []);
}

/** Returns the outputs of several runs of a task as one, each value on lines of its own, and those that are too long then. */
function together(
  all: readonly Readonly<Record<string, string>>[],
): { values: Record<string, string>; omitted: string[] } {
  const [only] = all;
  if (only && all.length === 1) return { values: only, omitted: [] };
  const found = new Map<string, string>();
  for (const values of all) {
    for (const [key, text] of Object.entries(values)) {
      const before = found.get(key);
      found.set(key, before === undefined ? text : `${before}\n${text}`);
    }
  }
  const omitted = [...found].filter(([, text]) => bytesOf(text) > flowLimits.outputBytes).map(([key]) => key);
  for (const key of omitted) found.delete(key);
  return { values: Object.fromEntries(found), omitted };
}

async function readOutputs(db: Database, before: readonly Before[]): Promise<Map<number, RunOutputTable>> {
  const ids = before.flatMap(({ runs }) => runs.map(({ id }) => id));
  const found = new Map<number, RunOutputTable>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await db.selectFrom("run_output").selectAll()
      .where("run_id", "in", ids.slice(at, at + AT_ONCE)).execute();
    for (const row of rows) found.set(row.run_id, row);
  }
  return found;
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

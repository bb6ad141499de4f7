// A flow run as it is stored: its graph, its runs and what was decided of its links.
import { type Outcome } from "./decide_links.ts";
import { rejectedReasons } from "../../../contract/runs.ts";
import { isFinal } from "../../../engine/states.ts";
import type { Database, RunRow, Tx } from "../../../engine/store.ts";
import type { FlowLinkTable } from "../../../migrations/flow_tables.ts";
import { storedJson } from "../../../platform/stored_json.ts";
import type { FlowTask } from "./flow_graph.ts";

/** The columns that tell how the runs of a task count. */
export const runColumns = [
  ...["id", "task_id", "state", "attempt", "flow_attempt", "target_node", "skip_reason"] as const,
  ...["item", "item_value"] as const,
] as const;
export type FlowMemberRow = Pick<RunRow, (typeof runColumns)[number]>;

export interface StoredFlow {
  id: number;
  taskId: number;
  startedAt: number;
  attempt: number;
  stoppedAt: number | null;
  endedAt: number | null;
  /** How its tasks have ended, by their IDs: the runs of some may have been removed since. */
  outcomes: Readonly<Record<string, RecordedOutcome>>;
  graph: readonly FlowTask[];
  runs: readonly FlowMemberRow[];
  /**
   * The links of the current attempt, and of the due time that it began with, that were not followed or wait. Those of a task that has
   * run were followed, if they are not among these.
   */
  unfollowed: readonly Pick<
    FlowLinkTable,
    "task_id" | "upstream_id" | "decision" | "reason" | "decided_at"
  >[];
}

/** `failed_before` is that of an attempt before the current one, in which the task has not ended yet. */
export type RecordedOutcome = Outcome | "failed_before";

/** Reads a flow run; with the ID of a task, only that task and those before it. Null if there is none. */
export async function readFlow(
  db: Database | Tx,
  id: number,
  taskId?: number,
): Promise<StoredFlow | null> {
  const row = await db.selectFrom("flow_run").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  const whole = readStoredGraph(id, row.graph_json);
  const graph = taskId === undefined ? whole : withThoseBefore(whole, taskId);
  let ofFlow = db.selectFrom("run").select(runColumns).where("flow_run_id", "=", id);
  let links = db.selectFrom("flow_link").select([
    ...["task_id", "upstream_id", "decision", "reason", "decided_at"] as const,
  ]).where("flow_run_id", "=", id).where("decision", "<>", "followed")
    .where((link) => link.or([link("attempt", "=", row.attempt), link("task_id", "=", row.task_id)]));
  if (taskId !== undefined) {
    const ids = [taskId, ...graph.map((task) => task.id)];
    ofFlow = ofFlow.where("task_id", "in", ids);
    links = links.where("task_id", "in", ids);
  }
  const runs = await ofFlow.orderBy("id").execute();
  const unfollowed = await links.execute();
  return {
    ...{
      id,
      taskId: row.task_id,
      startedAt: row.started_at,
      attempt: row.attempt,
      stoppedAt: row.stopped_at,
      endedAt: row.ended_at,
      outcomes: row.outcomes_json === null ? {} : storedJson<StoredFlow["outcomes"]>(row.outcomes_json, {}),
    },
    graph,
    runs,
    unfollowed,
  };
}

/** The graphs that were read last, by the IDs of their flow runs: a large one is read at each end of its 1,000 runs. */
const readGraphs = new Map<number, { text: string; graph: readonly FlowTask[] }>();
const MAX_READ_GRAPHS = 8;

function readStoredGraph(id: number, text: string): readonly FlowTask[] {
  const known = readGraphs.get(id);
  const graph = known?.text === text ? known.graph : storedJson<FlowTask[]>(text, []);
  readGraphs.delete(id);
  readGraphs.set(id, { text, graph });
  for (const oldest of readGraphs.keys()) if (readGraphs.size > MAX_READ_GRAPHS) readGraphs.delete(oldest);
  return graph;
}

function withThoseBefore(graph: readonly FlowTask[], taskId: number): FlowTask[] {
  const task = graph.find(({ id }) => id === taskId);
  const ids = new Set([taskId, ...task?.upstream?.tasks.map(({ taskId }) => taskId) ?? []]);
  return graph.filter(({ id }) => ids.has(id));
}

/** Returns whether something of a flow run has not ended. */
export function isActive({ runs }: Pick<StoredFlow, "runs">): boolean {
  return runs.some(({ state }) => !isFinal(state));
}

/** What is known of a task in a flow run. */
export interface TaskInFlow {
  /** Its runs that count: those of the current attempt, or of the one in which it succeeded. */
  runs: readonly FlowMemberRow[];
  /** Undefined while it has not ended. */
  outcome: Outcome | undefined;
}

/** Finds out how the tasks of a flow run ended. */
export function tasksOf(flow: Omit<StoredFlow, "id">): Map<number, TaskInFlow> {
  const byTask = Map.groupBy(flow.runs, (run) => run.task_id);
  const undone = new Set(flow.unfollowed.map(({ task_id }) => task_id));
  return new Map(flow.graph.map(({ id }) => {
    const found = taskIn(flow, byTask.get(id) ?? [], undone.has(id));
    return [id, withRecorded(found, flow, { recorded: flow.outcomes[id], isUndone: undone.has(id) })];
  }));
}

/** Adds what was recorded of a task to what its runs say, of which some may be missing. */
function withRecorded(
  found: TaskInFlow,
  { endedAt, attempt }: Pick<StoredFlow, "endedAt" | "attempt">,
  { recorded, isUndone }: { recorded: RecordedOutcome | undefined; isUndone: boolean },
): TaskInFlow {
  if (recorded === undefined) return found;
  if (recorded !== "failed_before") {
    return endedAt !== null || found.runs.length === 0 ? { ...found, outcome: recorded } : found;
  }
  // A list of which only the runs that succeeded are left has failed all the same.
  const isCurrent = found.runs.some(({ flow_attempt }) => flow_attempt === attempt);
  if (isCurrent || found.outcome === "failed") return found;
  return { runs: [], outcome: isUndone ? "failed" : undefined };
}

function taskIn(
  { attempt }: Pick<StoredFlow, "attempt">,
  all: readonly FlowMemberRow[],
  isUndone: boolean,
): TaskInFlow {
  const current = all.filter(({ flow_attempt }) => flow_attempt === attempt);
  if (current.length > 0) {
    const counting = [...succeededBefore(all, current), ...current];
    return { runs: counting, outcome: outcomeOf(counting) };
  }
  const before = Math.max(0, ...all.map(({ flow_attempt }) => flow_attempt ?? 0));
  const newest = all.filter(({ flow_attempt }) => flow_attempt === before);
  const last = [...succeededBefore(all, newest), ...newest];
  const outcome = last.length === 0 ? undefined : outcomeOf(last);
  // What has failed and could not start again has still failed.
  if (outcome === "succeeded" || outcome === "failed" && isUndone) return { runs: last, outcome };
  return { runs: [], outcome: isUndone ? "not_run" : undefined };
}

/** Returns whether a run was skipped because nobody approved it. That is an outcome: what should have run was not allowed to. */
export function isRejected({ skip_reason }: Pick<RunRow, "skip_reason">): boolean {
  return rejectedReasons.some((reason) => reason === skip_reason);
}

// A flow run that continues does not run again for the values that have succeeded.
function succeededBefore(all: readonly FlowMemberRow[], current: readonly FlowMemberRow[]): FlowMemberRow[] {
  if (current[0]?.item == null) return [];
  const again = new Set(current.map(({ item }) => item));
  return all.filter(({ item, state }) => item !== null && state === "succeeded" && !again.has(item));
}

/** Returns the runs that count. A retry replaces the run that failed; each node and each value of a list has a run of its own. */
export function lastOfEach(runs: readonly FlowMemberRow[]): FlowMemberRow[] {
  return [...Map.groupBy(runs, (run) => `${run.target_node} ${run.item}`).values()]
    .flatMap((there) => there.toSorted((a, b) => b.attempt - a.attempt || b.id - a.id)[0] ?? []);
}

/** Returns how runs of one task ended together; undefined while one of them has not ended. */
export function outcomeOf(runs: readonly FlowMemberRow[]): Outcome | undefined {
  const last = lastOfEach(runs);
  if (last.some(({ state }) => !isFinal(state))) return undefined;
  if (last.every(({ state }) => state === "succeeded")) return "succeeded";
  return last.every((run) => run.state === "skipped" && !isRejected(run)) ? "not_run" : "failed";
}

// What a caller gets of a flow run: its state, and what was decided of its tasks and their links.
import {
  type CountedFlowRun,
  type FlowRun,
  type FlowRunState,
  isOwnLinkReason,
} from "../../../contract/flows.ts";
import type { RunState } from "../../../contract/runs.ts";
import { isFinal } from "../../../engine/states.ts";
import { storedInstant } from "../../../platform/stored_json.ts";
import type { FlowTask } from "./flow_graph.ts";
import {
  type FlowMemberRow,
  isActive,
  lastOfEach,
  type StoredFlow,
  type TaskInFlow,
  tasksOf,
} from "./flow_rows.ts";

/** Returns the tasks before one in a flow run; of the first one, those that it required then, and when it started. */
export function linksOf({ unfollowed }: StoredFlow, { id, upstream, awaited }: FlowTask): number[] {
  const ids = (upstream ?? awaited)?.tasks.map(({ taskId }) => taskId) ?? [];
  if (upstream !== null) return ids;
  const since = unfollowed.filter(({ task_id }) => task_id === id).map(({ upstream_id }) => upstream_id);
  return [...new Set([...ids, ...since])];
}

/** Returns a flow run as the caller gets it; values and outputs of its runs are added later. */
export function toFlowRun(
  flow: StoredFlow,
  { visible, outside }: { visible: ReadonlySet<number>; outside: FlowRun["outside"] },
): FlowRun {
  const linked = new Set([...visible, ...outside.map(({ taskId }) => taskId)]);
  const known = tasksOf(flow);
  const unfollowed = Map.groupBy(flow.unfollowed, ({ task_id }) => task_id);
  return {
    ...headOf(flow, known, visible),
    tasks: flow.graph.filter(({ id }) => visible.has(id)).map((task) => {
      const { id, name } = task;
      const { runs, outcome } = known.get(id)!; // it is of the graph
      const last = runs.at(-1);
      return {
        ...{ taskId: id, name, runId: last?.id ?? null, parameters: null, outputs: null, omittedOutputs: [] },
        ...listOf(runs),
        state: stateOfTask(flow, { runs, outcome }),
        links: linksOf(flow, task).filter((from) => linked.has(from)).map((from) => {
          const link = unfollowed.get(id)?.find(({ upstream_id }) => upstream_id === from);
          if (link) return { from, decision: link.decision, reason: link.reason };
          // Its runs may have been removed since.
          const hasRun = last !== undefined || outcome === "succeeded" || outcome === "failed";
          if (hasRun) return { from, decision: "followed" as const, reason: null };
          return flow.stoppedAt === null
            ? { from, decision: "waiting" as const, reason: null }
            : { from, decision: "not_followed" as const, reason: "stopped" as const };
        }),
      };
    }),
    outside,
  };
}

/** Returns a flow run with the number of tasks in each state in place of the tasks. */
export function toCountedFlowRun(flow: StoredFlow, visible: ReadonlySet<number>): CountedFlowRun {
  const known = tasksOf(flow);
  const taskCounts: CountedFlowRun["taskCounts"] = {};
  for (const task of flow.graph) {
    if (!visible.has(task.id)) continue;
    const state = stateOfTask(flow, known.get(task.id)!); // it is of the graph
    taskCounts[state] = (taskCounts[state] ?? 0) + 1;
  }
  return { ...headOf(flow, known, visible), taskCounts };
}

/** What a flow run is without its tasks. */
function headOf(
  flow: StoredFlow,
  known: ReadonlyMap<number, TaskInFlow>,
  visible: ReadonlySet<number>,
): Omit<CountedFlowRun, "taskCounts"> {
  const isWhole = flow.graph.every((task) => visible.has(task.id));
  return {
    id: flow.id,
    taskId: flow.taskId,
    taskName: flow.graph[0]?.name ?? "",
    startedAt: storedInstant(flow.startedAt),
    attempt: flow.attempt,
    state: stateOf(flow, [...known.values()]),
    // Whoever may not see all of its tasks may not change it.
    canContinue: isWhole && mayContinue(flow, [...known.values()]),
  };
}

function stateOfTask(
  { endedAt, stoppedAt }: StoredFlow,
  { runs, outcome }: TaskInFlow,
): FlowRun["tasks"][number]["state"] {
  const ofRuns = stateOfRuns(runs, outcome);
  if (ofRuns !== undefined) return ofRuns;
  // Its runs may have been removed since.
  if (outcome !== undefined) return outcome;
  return endedAt === null && stoppedAt === null ? "waiting" : "not_run";
}

/** The runs for a list, and their state together. */
function listOf(runs: readonly FlowMemberRow[]): Pick<FlowRun["tasks"][number], "items"> {
  if (runs[0]?.item == null) return { items: null };
  const items = lastOfEach(runs).map(({ id, item, item_value, state }) => ({
    ...{ item: item ?? 0, value: item_value ?? "", runId: id, state },
  }));
  return { items: items.toSorted((a, b) => a.item - b.item) };
}

function stateOfRuns(runs: readonly FlowMemberRow[], outcome: TaskInFlow["outcome"]): RunState | undefined {
  if (runs[0]?.item == null) return runs.at(-1)?.state;
  if (outcome === "not_run") return "skipped";
  if (outcome !== undefined) return outcome;
  const open = lastOfEach(runs).flatMap(({ state }) => isFinal(state) ? [] : [state]);
  if (open.every((state) => state === "waiting_for_approval")) return "waiting_for_approval";
  return runs.every(({ state }) => state === "queued") ? "queued" : "running";
}

export function stateOf(flow: StoredFlow, tasks: readonly TaskInFlow[]): FlowRunState {
  if (isActive(flow)) return "running";
  if (flow.stoppedAt !== null) return "stopped";
  if (flow.endedAt === null && tasks.some(({ outcome }) => outcome === undefined)) return "running";
  if (tasks.some(({ outcome }) => outcome === "failed")) return "failed";
  return tasks.some(({ outcome }) => outcome === "succeeded") ? "succeeded" : "skipped";
}

/**
 * Returns whether a flow run has ended with something that should have run and did not succeed. What was only there for another outcome,
 * such as an alarm after a failure, is not missing.
 */
export function mayContinue(flow: StoredFlow, tasks: readonly TaskInFlow[]): boolean {
  const state = stateOf(flow, tasks);
  const [first] = tasks;
  // What it was given was removed with its runs.
  if (first?.outcome !== "succeeded" && first?.runs.length === 0) return false;
  if (state !== "succeeded") return state !== "running";
  const isSkipped = ({ runs, outcome }: TaskInFlow) => outcome === "not_run" && runs.length > 0;
  return tasks.some(isSkipped) ||
    flow.unfollowed.some(({ task_id, reason }) => task_id !== flow.taskId && isOwnLinkReason(reason));
}

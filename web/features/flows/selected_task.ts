// The task of a flow run whose log is open beside the graph.
import { useRef } from "react";
import { hasFailed } from "../../../server/contract/failed_states.ts";
import type { FlowRun } from "../../../server/contract/flows.ts";
import { flowRunPath, useFlowRunState } from "./url_state.ts";

type TaskInFlow = FlowRun["tasks"][number];

export interface Selected {
  task: TaskInFlow;
  /** Counted from 1; null for a task that runs once. */
  item: number | null;
  /** Null as long as it has none. */
  runId: number | null;
}

/** Returns the selected task, how links select one, and what steps to another or closes it. */
export function useSelectedTask(flow: FlowRun) {
  const { state, change } = useFlowRunState();
  const opened = useRef<HTMLElement>(null);
  const all = flow.tasks.flatMap(runsOf);
  const at = all.findIndex(({ task, item }) => task.taskId === state.task && item === state.item);
  return {
    current: all[at] ?? null,
    /** Returns the URL that selects a task; of one that runs for each value of a list, the first run that failed. */
    hrefOf: (task: TaskInFlow, item?: number) => {
      const runs = runsOf(task);
      const failed = task.items?.findIndex(({ state }) => hasFailed(state)) ?? -1;
      const run = runs.find((one) => one.item === item) ?? runs[Math.max(0, failed)];
      return flowRunPath(flow.id, { task: task.taskId, item: run?.item ?? undefined });
    },
    isCurrent: ({ taskId }: TaskInFlow, item?: number) =>
      at >= 0 && taskId === state.task && (item === undefined || item === state.item),
    /** Whether Back leaves the page: one entry of the history is enough for all that is selected in turn. */
    replace: at >= 0,
    onOpen: (link: HTMLElement) => {
      opened.current = link;
    },
    close: () => {
      const link = opened.current?.isConnected
        ? opened.current
        : document.querySelector<HTMLElement>("li a[aria-current=true]");
      change({ task: null, item: null }, { replace: true });
      link?.focus();
    },
    step: (by: 1 | -1) => {
      const next = all[at + by];
      if (!next) return;
      opened.current = null;
      change({ task: next.task.taskId, item: next.item }, { replace: true });
    },
    neighbors: { above: at > 0, below: at >= 0 && at + 1 < all.length },
  };
}

function runsOf(task: TaskInFlow): Selected[] {
  return task.items === null || task.items.length === 0
    ? [{ task, item: null, runId: task.runId }]
    : task.items.map(({ item, runId }) => ({ task, item: item + 1, runId }));
}

export type Selection = ReturnType<typeof useSelectedTask>;

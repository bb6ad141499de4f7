// The task of a flow run whose log is open beside the graph.
import { useEffect, useRef } from "react";
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
  const at = findSelected(all, state);
  const current = all[at] ?? null;
  const follow = useFollowSelected(current);
  return {
    current,
    /** Returns the URL that selects a task; of one that runs for each value of a list, the first run that failed. */
    hrefOf: (task: TaskInFlow, item = usualItem(task)) => flowRunPath(flow.id, { task: task.taskId, item }),
    isCurrent: ({ taskId }: TaskInFlow, item?: number) =>
      current?.task.taskId === taskId && (item === undefined || item === current.item),
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
      follow();
      change({ task: next.task.taskId, item: next.item }, { replace: true });
    },
    neighbors: { above: at > 0, below: at >= 0 && at + 1 < all.length },
  };
}

/**
 * Returns the position of what a URL selects; -1 for none. A task that waits has no runs for a list yet, and one that is continued
 * has others: then it is the first of the task.
 */
export function findSelected(
  all: readonly Selected[],
  selected: { task: number | null; item: number | null },
): number {
  const isOfTask = ({ task }: Selected) => task.taskId === selected.task;
  const at = all.findIndex((one) => isOfTask(one) && one.item === selected.item);
  return at >= 0 ? at : all.findIndex(isOfTask);
}

/** Returns what can be selected of a task: each of its runs for a list, or else itself. */
export function runsOf(task: TaskInFlow): Selected[] {
  return task.items === null || task.items.length === 0
    ? [{ task, item: null, runId: task.runId }]
    : task.items.map(({ item, runId }) => ({ task, item: item + 1, runId }));
}

function usualItem({ items }: TaskInFlow): number | undefined {
  const item = items?.find(({ state }) => hasFailed(state)) ?? items?.[0];
  return item && item.item + 1;
}

/** The links to what is selected: in the graph, and in the list below it. */
const places = ["div > a[aria-current=true]:not(li a)", "li a[aria-current=true]"];

/**
 * Returns a function to call before another task is selected: the graph and the list scroll to it, each only if what was selected
 * before was in sight there, so that the page does not leave the one that is looked at for the other.
 */
function useFollowSelected(current: Selected | null): () => void {
  const followed = useRef<string[]>([]);
  useEffect(() => {
    for (const place of followed.current) {
      find(place)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    followed.current = [];
  }, [current?.task.taskId, current?.item]);
  return () => {
    followed.current = places.filter(isInSight);
  };
}

const find = (place: string) => document.querySelector(place);

function isInSight(place: string): boolean {
  const box = find(place)?.getBoundingClientRect();
  return box !== undefined && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
}

export type Selection = ReturnType<typeof useSelectedTask>;

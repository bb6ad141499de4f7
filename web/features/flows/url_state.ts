// Which flow runs the address names.
import { paths, withQuery } from "../../paths.ts";
import { id, oneOf, page, queryState } from "../../shared/page/query_state.ts";
import { useListState } from "../../ui/data/use_list_state.ts";

/** The flow of a page; null without one. */
export const subject = queryState({ id: id() });

const flowRun = queryState({
  id: id(),
  /** The task whose log is open beside the graph. */
  task: id(),
  /** Which of its runs, counted from 1, if it runs for each value of a list. */
  item: id(),
}).at(({ id = 0, ...selected }) => flowRunPath(id, selected));

/** Returns the URL of a flow run with the task that is selected in it. */
export function flowRunPath(id: number, selected: { task?: number; item?: number | undefined }): string {
  return withQuery(paths.flowRun(id), selected);
}

export function useFlowRunState() {
  return useListState(flowRun);
}

const address = queryState({ task: id() }, { show: oneOf(["flows"]), page: page() }).at(paths.flowRuns);

export function useFlowRunListState() {
  return useListState(address);
}

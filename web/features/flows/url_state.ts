// Which flow runs the address names.
import { paths } from "../../paths.ts";
import { id, oneOf, page, queryState } from "../../shared/page/query_state.ts";
import { useListState } from "../../ui/data/use_list_state.ts";

/** The flow run of a page; null without one. */
export const subject = queryState({ id: id() });

const address = queryState({ task: id() }, { show: oneOf(["flows"]), page: page() }).at(paths.flowRuns);

export function useFlowRunListState() {
  return useListState(address);
}

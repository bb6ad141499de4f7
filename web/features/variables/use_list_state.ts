import { paths } from "../../paths.ts";
import { useListState } from "../../ui/data/use_list_state.ts";
import { type ListState, readListState, writeListState } from "./url_state.ts";

const address = {
  read: readListState,
  write: (state: ListState) => paths.variables(writeListState(state)),
};

/** Returns the state of the list in the URL, and a function that changes it. */
export function useVariableListState() {
  return useListState(address);
}

export type ListStateHandle = ReturnType<typeof useVariableListState>;

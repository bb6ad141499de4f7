// The URL state of the page: the open dialog, and the filters of the list below it.
import type { VariableSortField } from "../../../server/contract/variables.ts";
import { trimEnd } from "../../../server/contract/trim_end.ts";
import { paths } from "../../paths.ts";
import { id, listOf, oneOf, queryState, sort, type StateOf, text } from "../../shared/page/query_state.ts";
import { useListState } from "../../ui/data/use_list_state.ts";

export type Dialog = "form" | "rename" | "import";

const subject = queryState({
  /** The variable to edit; null for a new one. */
  id: id(),
  /** The variables to rename. */
  ids: listOf(id()),
});

export interface UrlState extends StateOf<typeof subject> {
  dialog: Dialog | null;
}

export function readUrlState(address: string, search: string): UrlState {
  const path = trimEnd(address, "/");
  const imports = path === "/env" && new URLSearchParams(search).has("import");
  return { dialog: dialogs[path] ?? (imports ? "import" : null), ...subject.read(search) };
}

const dialogs: Partial<Record<string, Dialog>> = { "/env/modal": "form", "/env/editNameModal": "rename" };

const sortFields = ["name", "updatedAt"] as const satisfies readonly VariableSortField[];
export type SortField = typeof sortFields[number];

const list = queryState(
  { q: text(), label: text(), state: oneOf(["enabled", "disabled"]) },
  { sort: sort(sortFields) },
);
export const { noFilters, isFiltered, read: readListState, write: writeListState } = list;

export type ListState = StateOf<typeof list>;

/** Returns the query parameters of the API request. */
export function queryOf(listState: ListState) {
  const { state, ...rest } = list.write(listState);
  return { ...rest, enabled: state && String(state === "enabled") };
}

const address = list.at(paths.variables);

export function useVariableListState() {
  return useListState(address);
}

export type ListStateHandle = ReturnType<typeof useVariableListState>;

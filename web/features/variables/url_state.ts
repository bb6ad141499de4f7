// The URL state of the page: the open dialog, and the filters of the list below it.
import type { VariableSortField } from "../../../server/contract/variables.ts";
import { paths, type VariableListAddress } from "../../paths.ts";
import { type ListSort, readListSort, useListState, writeListSort } from "../../ui/data/use_list_state.ts";
import { trimEnd } from "../../../server/contract/trim_end.ts";

export type Dialog = "form" | "rename" | "import";

export interface UrlState {
  dialog: Dialog | null;
  /** The variable to edit; null for a new one. */
  id: number | null;
  /** The variables to rename. */
  ids: readonly number[];
}

export function readUrlState(address: string, search: string): UrlState {
  const query = new URLSearchParams(search);
  const path = trimEnd(address, "/");
  return {
    dialog: dialogs[path] ?? (path === "/env" && query.has("import") ? "import" : null),
    id: readId(query.get("id")),
    ids: (query.get("ids") ?? "").split(",").flatMap((one) => readId(one) ?? []),
  };
}

const dialogs: Partial<Record<string, Dialog>> = { "/env/modal": "form", "/env/editNameModal": "rename" };

function readId(text: string | null): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

export interface ListState {
  q: string;
  label: string;
  /** Null for both. */
  state: "enabled" | "disabled" | null;
  /** Null for the order in which variables are joined. */
  sort: ListSort<SortField> | null;
}

export type SortField = typeof sortFields[number];

export const noFilters = { q: "", label: "", state: null } as const;

/** Parses the state of the list from the query of a URL; invalid values are ignored. */
export function readListState(search: string): ListState {
  const query = new URLSearchParams(search);
  const state = query.get("state");
  return {
    q: query.get("q") ?? "",
    label: query.get("label") ?? "",
    state: state === "enabled" || state === "disabled" ? state : null,
    sort: readListSort(query.get("sort") ?? "", sortFields),
  };
}

/** Converts the state of the list to query parameters. */
export function writeListState({ q, label, state, sort }: ListState): VariableListAddress {
  return {
    q: q || undefined,
    label: label || undefined,
    state: state ?? undefined,
    sort: writeListSort(sort),
  };
}

/** Returns the query parameters of the API request. */
export function queryOf({ q, label, state, sort }: ListState) {
  return {
    q: q || undefined,
    label: label || undefined,
    enabled: state === null ? undefined : String(state === "enabled"),
    sort: writeListSort(sort),
  };
}

export function isFiltered({ q, label, state }: ListState): boolean {
  return q !== "" || label !== "" || state !== null;
}

const sortFields = ["name", "updatedAt"] as const satisfies readonly VariableSortField[];

const address = {
  read: readListState,
  write: (state: ListState) => paths.variables(writeListState(state)),
};

export function useVariableListState() {
  return useListState(address);
}

export type ListStateHandle = ReturnType<typeof useVariableListState>;

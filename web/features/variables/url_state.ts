// What the address of the page says: which dialog lies over the list, and what the list shows beneath it.
import type { VariableSortField } from "../../../server/contract/variables.ts";
import type { VariableListAddress } from "../../paths.ts";

export type Dialog = "form" | "rename" | "import";

export interface UrlState {
  dialog: Dialog | null;
  /** The variable that the form is of; null for a new one. */
  id: number | null;
  /** The variables that get another name. */
  ids: readonly number[];
}

/** Reads which dialog an address names. */
export function readUrlState(address: string, search: string): UrlState {
  const query = new URLSearchParams(search);
  const path = address.replace(/\/+$/, "");
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
  /** Null: both. */
  state: "enabled" | "disabled" | null;
  /** Null: the order that variables are joined in. */
  sort: ListSort | null;
}

export interface ListSort {
  field: Extract<VariableSortField, "name" | "updatedAt">;
  descending: boolean;
}

/** The filters of a list that shows everything. */
export const noFilters = { q: "", label: "", state: null } as const;

/** Reads what the list shows from the query of an address; what makes no sense is left out. */
export function readListState(search: string): ListState {
  const query = new URLSearchParams(search);
  const state = query.get("state");
  return {
    q: query.get("q") ?? "",
    label: query.get("label") ?? "",
    state: state === "enabled" || state === "disabled" ? state : null,
    sort: readSort(query.get("sort") ?? ""),
  };
}

/** Writes what the list shows as the values of an address. */
export function writeListState({ q, label, state, sort }: ListState): VariableListAddress {
  return {
    q: q || undefined,
    label: label || undefined,
    state: state ?? undefined,
    sort: sort ? writeSort(sort) : undefined,
  };
}

/** Writes what the list asks the panel for. */
export function queryOf({ q, label, state, sort }: ListState) {
  return {
    q: q || undefined,
    label: label || undefined,
    enabled: state === null ? undefined : String(state === "enabled"),
    sort: sort ? writeSort(sort) : undefined,
  };
}

/** Tells whether the list shows less than there is. */
export function isFiltered({ q, label, state }: ListState): boolean {
  return q !== "" || label !== "" || state !== null;
}

/** Gives the order after a click on a column: its natural direction, then the other one, then none. */
export function nextSort(sort: ListSort | null, field: ListSort["field"]): ListSort | null {
  const natural = field === "updatedAt";
  if (sort?.field !== field) return { field, descending: natural };
  return sort.descending === natural ? { field, descending: !natural } : null;
}

function writeSort({ field, descending }: ListSort): string {
  return descending ? `-${field}` : field;
}

function readSort(text: string): ListSort | null {
  const field = text.replace(/^-/, "");
  if (field !== "name" && field !== "updatedAt") return null;
  return { field, descending: text.startsWith("-") };
}

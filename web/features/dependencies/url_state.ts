// The state of the page in the URL: type, filters, and open dialog.
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { type DependencyState, type DependencyType } from "../../../server/contract/dependencies.ts";
import { paths, withQuery } from "../../paths.ts";
import { type ListSort, readListSort, writeListSort } from "../../ui/data/use_list_state.ts";
import { trimEnd } from "../../../server/contract/trim_end.ts";

export const visibleTypes: readonly DependencyType[] = ["node", "python", "linux", "deno"];
const visibleStates: readonly DependencyState[] = [
  "queued",
  "installing",
  "installed",
  "install_failed",
  "deleting",
  "deleted",
  "delete_failed",
  "cancelled",
];

export type DependencySortField = "name" | "state" | "updatedAt" | "createdAt";
const sortFields: readonly DependencySortField[] = ["name", "state", "updatedAt", "createdAt"];

export interface UrlState {
  type: DependencyType;
  q: string;
  state: DependencyState | null;
  sort: ListSort<DependencySortField> | null;
  page: number;
  dialog: "form" | "log" | null;
  /** The package that is edited or whose log is open; null for a new one. */
  id: number | null;
  /** Initial names of a new form. */
  name: string;
  /** The subscription that a new form installs for; null for all scripts. */
  subscription: number | null;
}

export function readUrlState(address: string, search: string): UrlState {
  const query = new URLSearchParams(search);
  const path = trimEnd(address, "/");
  const page = Number(query.get("page"));
  return {
    type: visibleTypes.find((type) => type === query.get("type")) ?? "node",
    q: query.get("q") ?? "",
    state: visibleStates.find((state) => state === query.get("state")) ?? null,
    sort: readListSort(query.get("sort") ?? "", sortFields),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
    dialog: path === "/dependence/modal" ? "form" : path === "/dependence/logModal" ? "log" : null,
    id: readId(query.get("id")),
    name: query.get("name") ?? "",
    subscription: readId(query.get("subscription")),
  };
}

function readId(text: string | null): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

export type UrlStateChange = Partial<Pick<UrlState, "type" | "q" | "state" | "sort" | "page">>;

export function useUrlState() {
  const [address, navigate] = useLocation();
  const search = useSearch();
  return useMemo(() => {
    const urlState = readUrlState(address, search);
    const list = (change: UrlStateChange = {}) => listAddress({ ...urlState, page: 1, ...change });
    const over = (path: string) =>
      navigate(withQuery(path, stored(urlState)), { state: { background: "list" } });
    return {
      urlState,
      /** Changes the filters or the page. */
      change: (change: UrlStateChange) => navigate(list(change), { replace: change.type === undefined }),
      create: () => over(paths.dependencyForm(urlState.type)),
      edit: (id: number) => over(paths.editDependency(id, urlState.type)),
      log: (id: number) => over(paths.dependencyLog(id, urlState.type)),
      /** Closes the dialog: goes back to where it was opened, or to the list. */
      close() {
        if (history.state?.background) return history.back();
        navigate(listAddress(urlState), { replace: true });
      },
      /** Replaces the dialog by the list of a type. */
      show: (type: DependencyType) => navigate(paths.dependencies(type), { replace: true }),
    };
  }, [address, search, navigate]);
}

export type UrlStateHandle = ReturnType<typeof useUrlState>;

function listAddress(urlState: UrlState): string {
  return withQuery(paths.dependencies(urlState.type), stored(urlState));
}

// Returns the values of the list that the URL stores besides the type.
function stored({ q, state, sort, page }: UrlState) {
  return { q, state, sort: writeListSort(sort), page: page > 1 ? page : null };
}

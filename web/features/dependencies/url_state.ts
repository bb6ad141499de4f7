// The state of the page in the URL: type, filters, and open dialog.
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { type DependencyState, type DependencyType } from "../../../server/contract/dependencies.ts";
import { trimEnd } from "../../../server/contract/trim_end.ts";
import { paths, withQuery } from "../../paths.ts";
import { asDialog, closeDialog } from "../../shared/page/dialog_history.ts";
import { id, oneOf, page, queryState, sort, type StateOf, text } from "../../shared/page/query_state.ts";

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

/** What the URL stores about the list besides the type. */
const list = queryState({ q: text(), state: oneOf(visibleStates) }, { sort: sort(sortFields), page: page() });
const rest = queryState({
  type: oneOf(visibleTypes),
  /** The package that is edited or whose log is open; null for a new one. */
  id: id(),
  /** Initial names of a new form. */
  name: text(),
  /** The subscription that a new form installs for; null for all scripts. */
  subscription: id(),
});

export type UrlState = ReturnType<typeof readUrlState>;

export function readUrlState(address: string, search: string) {
  const path = trimEnd(address, "/");
  const { type, ...named } = rest.read(search);
  const dialog = path === "/dependence/modal" ? "form" : path === "/dependence/logModal" ? "log" : null;
  return { ...list.read(search), ...named, type: type ?? "node", dialog } as const;
}

export type UrlStateChange = Partial<StateOf<typeof list> & Pick<UrlState, "type">>;

export function useUrlState() {
  const [address, navigate] = useLocation();
  const search = useSearch();
  return useMemo(() => {
    const urlState = readUrlState(address, search);
    const over = (path: string) => navigate(withQuery(path, list.write(urlState)), asDialog);
    return {
      urlState,
      change: (change: UrlStateChange) =>
        navigate(listAddress({ ...urlState, page: 1, ...change }), { replace: change.type === undefined }),
      create: () => over(paths.dependencyForm(urlState.type)),
      edit: (id: number) => over(paths.editDependency(id, urlState.type)),
      log: (id: number) => over(paths.dependencyLog(id, urlState.type)),
      /** Closes the dialog: goes back to where it was opened, or to the list. */
      close: () => closeDialog(navigate, listAddress(urlState)),
      /** Replaces the dialog by the list of a type. */
      show: (type: DependencyType) => navigate(paths.dependencies(type), { replace: true }),
    };
  }, [address, search, navigate]);
}

export type UrlStateHandle = ReturnType<typeof useUrlState>;

function listAddress(urlState: UrlState): string {
  return withQuery(paths.dependencies(urlState.type), list.write(urlState));
}

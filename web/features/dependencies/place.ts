// What the page shows, as its address says it: the type, what the list is narrowed to, and the dialog that lies over it.
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { type DependencyState, type DependencyType } from "../../../server/contract/dependencies.ts";
import { paths, withQuery } from "../../paths.ts";
import { type ListSort, readListSort, writeListSort } from "../../ui/list_sort.ts";

export const shownTypes: readonly DependencyType[] = ["node", "python", "linux", "deno"];
const shownStates: readonly DependencyState[] = [
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

export interface Place {
  type: DependencyType;
  q: string;
  state: DependencyState | null;
  sort: ListSort<DependencySortField> | null;
  page: number;
  dialog: "form" | "log" | null;
  /** The package whose log is shown. */
  id: number | null;
  /** Names a new form starts with. */
  name: string;
}

/** Reads the place from an address. */
export function readPlace(address: string, search: string): Place {
  const query = new URLSearchParams(search);
  const path = address.replace(/\/+$/, "");
  const page = Number(query.get("page"));
  const id = Number(query.get("id"));
  return {
    type: shownTypes.find((type) => type === query.get("type")) ?? "node",
    q: query.get("q") ?? "",
    state: shownStates.find((state) => state === query.get("state")) ?? null,
    sort: readListSort(query.get("sort") ?? "", sortFields),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
    dialog: path === "/dependence/modal" ? "form" : path === "/dependence/logModal" ? "log" : null,
    id: Number.isSafeInteger(id) && id > 0 ? id : null,
    name: query.get("name") ?? "",
  };
}

export type PlaceChange = Partial<Pick<Place, "type" | "q" | "state" | "sort" | "page">>;

/** Gives the place, and the ways from it. */
export function usePlace() {
  const [address, navigate] = useLocation();
  const search = useSearch();
  return useMemo(() => {
    const place = readPlace(address, search);
    const list = (change: PlaceChange = {}) => listAddress({ ...place, page: 1, ...change });
    const over = (path: string) => navigate(withQuery(path, kept(place)), { state: { beneath: "list" } });
    return {
      place,
      /** Narrows the list, or turns its page. */
      change: (change: PlaceChange) => navigate(list(change), { replace: change.type === undefined }),
      create: () => over(paths.dependencyForm(place.type)),
      log: (id: number) => over(paths.dependencyLog(id, place.type)),
      /** Closes the dialog: back to where it was opened, or to the list it lies over. */
      close() {
        if (history.state?.beneath) return history.back();
        navigate(listAddress(place), { replace: true });
      },
      /** Shows the list of a type instead of the dialog. */
      show: (type: DependencyType) => navigate(paths.dependencies(type), { replace: true }),
    };
  }, [address, search, navigate]);
}

export type PlaceHandle = ReturnType<typeof usePlace>;

function listAddress(place: Place): string {
  return withQuery(paths.dependencies(place.type), kept(place));
}

// What an address keeps of the list besides its type.
function kept({ q, state, sort, page }: Place) {
  return { q, state, sort: writeListSort(sort), page: page > 1 ? page : null };
}

// What the page shows, as its address says it: the type, what the list is narrowed to, and the dialog that lies over it.
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { type DependencyState, type DependencyType } from "../../../server/contract/dependencies.ts";
import { paths, withQuery } from "../../paths.ts";

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

export interface Place {
  type: DependencyType;
  q: string;
  state: DependencyState | null;
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
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
    dialog: path === "/dependence/modal" ? "form" : path === "/dependence/logModal" ? "log" : null,
    id: Number.isSafeInteger(id) && id > 0 ? id : null,
    name: query.get("name") ?? "",
  };
}

export type PlaceChange = Partial<Pick<Place, "type" | "q" | "state" | "page">>;

/** Gives the place, and the ways from it. */
export function usePlace() {
  const [address, navigate] = useLocation();
  const search = useSearch();
  return useMemo(() => {
    const place = readPlace(address, search);
    const list = (change: PlaceChange = {}) => listAddress({ ...place, page: 1, ...change });
    const over = (path: string) =>
      navigate(
        withQuery(path, { q: place.q, state: place.state, page: place.page > 1 ? place.page : null }),
        {
          state: { beneath: "list" },
        },
      );
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

function listAddress({ type, q, state, page }: Pick<Place, "type" | "q" | "state" | "page">): string {
  return withQuery(paths.dependencies(type), { q, state, page: page > 1 ? page : null });
}

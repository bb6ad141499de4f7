import { useQuery } from "@tanstack/react-query";
import type { Dependency, DependencyTool } from "../../../server/contract/dependencies.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { writeListSort } from "../../ui/data/list_sort.ts";
import type { UrlState } from "./url_state.ts";

export const pageSize = 50;

/** Asks for the packages that the list shows. */
export function useDependencies({ type, q, state, sort, page }: UrlState) {
  const api = useApi();
  const query = { type, page, pageSize, q: q.trim(), state, sort: writeListSort(sort) };
  return useQuery({
    queryKey: queryKeys.dependencies("list", query),
    queryFn: ({ signal }) => api.get<List<Dependency>>("/dependencies", { query, signal }),
    // Of another type, nothing is better than what does not belong there.
    placeholderData: (before) => before?.items.every((one) => one.type === type) ? before : undefined,
  });
}

/** Asks for one package; null asks for nothing. */
export function useDependency(id: number | null) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.dependencies("one", id),
    queryFn: ({ signal }) => api.get<Dependency>(`/dependencies/${id}`, { signal }),
    enabled: id !== null,
  });
}

/** Asks what installs packages here. */
export function useTools() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.dependencies("tools"),
    queryFn: async ({ signal }) =>
      (await api.get<{ items: DependencyTool[] }>("/dependencies/tools", { signal })).items,
  });
}

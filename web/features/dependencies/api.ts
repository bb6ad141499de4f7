import { useQuery } from "@tanstack/react-query";
import type { Dependency, DependencyTool, DependencyType } from "../../../server/contract/dependencies.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useChange } from "../../shared/actions/use_action.ts";
import { writeListSort } from "../../ui/data/use_list_state.ts";
import type { UrlState } from "./url_state.ts";

export const pageSize = 50;

/** Queries the packages of the list. */
export function useDependencies({ type, q, state, sort, page }: UrlState) {
  const api = useApi();
  const query = { type, page, pageSize, q: q.trim(), state, sort: writeListSort(sort) };
  return useQuery({
    queryKey: queryKeys.dependencies("list", query),
    queryFn: ({ signal }) => api.get<List<Dependency>>("/dependencies", { query, signal }),
    // While another type loads, the packages of the previous one are not displayed.
    placeholderData: (before) => before?.items.every((one) => one.type === type) ? before : undefined,
  });
}

/** Queries one package; null queries nothing. */
export function useDependency(id: number | null) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.dependencies("one", id),
    queryFn: ({ signal }) => api.get<Dependency>(`/dependencies/${id}`, { signal }),
    enabled: id !== null,
  });
}

/** Queries the package managers of the host. */
export function useTools() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.dependencies("tools"),
    queryFn: async ({ signal }) =>
      (await api.get<{ items: DependencyTool[] }>("/dependencies/tools", { signal })).items,
  });
}

interface DependencyInput {
  type: DependencyType;
  name: string;
  remarks: string;
}

/** Returns a mutation that installs packages. */
export function useAddDependencies() {
  const api = useApi();
  const { t } = useMessages();
  return useChange({
    send: (inputs: readonly DependencyInput[]) => api.post<{ items: Dependency[] }>("/dependencies", inputs),
    invalidates: [queryKeys.dependencies()],
    done: ({ items }) => t("dependencies.added", { count: items.length, name: items[0]?.name ?? "" }),
  });
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { List } from "../../../server/contract/shapes.ts";
import type { Variable, VariableLabels, VariableTask } from "../../../server/contract/variables.ts";
import { queryKeys } from "../../api/query_keys.ts";
import type { Api } from "../../api/request.ts";
import { useApi } from "../../api/use_api.tsx";
import { type ListState, queryOf } from "./url_state.ts";

const pageSize = 500;
const noLabels: VariableLabels["items"] = [];

/** Asks for all variables that the list shows; what was shown stays until they are there. */
export function useVariables(state: ListState) {
  const api = useApi();
  const query = queryOf(state);
  return useQuery({
    queryKey: queryKeys.variables("list", query),
    queryFn: ({ signal }) => loadAll(api, query, signal),
    placeholderData: keepPreviousData,
    staleTime: 0, // who uses each changes with the tasks, also while no list is there to hear of it
  });
}

// One long list: its order can be changed from any place to any other.
async function loadAll(
  api: Api,
  query: ReturnType<typeof queryOf>,
  signal: AbortSignal,
): Promise<Variable[]> {
  const all: Variable[] = [];
  for (let page = 1;; page++) {
    const { items, total } = await api.get<List<Variable>>("/variables", {
      query: { ...query, page, pageSize },
      signal,
    });
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

/** Asks for one variable; null asks for none. */
export function useVariable(id: number | null) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.variables("one", id),
    queryFn: ({ signal }) => api.get<Variable>(`/variables/${id}`, { signal }),
    enabled: id !== null,
  });
}

/** Asks how many variables have a name, and what becomes of several; an empty name asks for nothing. */
export function useNamesakes(name: string) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.variables("named", name),
    queryFn: ({ signal }) => api.get<List<Variable>>("/variables", { query: { name, pageSize: 1 }, signal }),
    enabled: name !== "",
  });
  return data;
}

/** Asks for all labels in use and how many variables have each. */
export function useVariableLabels(): VariableLabels["items"] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.variables("labels"),
    queryFn: ({ signal }) => api.get<VariableLabels>("/variables/labels", { signal }),
  });
  return data?.items ?? noLabels;
}

const visibleTasks = 50;

/** Asks for the tasks that get a variable, the first few of them. */
export function useVariableTasks(id: number) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.variables("tasks", id),
    queryFn: ({ signal }) =>
      api.get<List<VariableTask>>(`/variables/${id}/tasks`, { query: { pageSize: visibleTasks }, signal }),
    staleTime: 0, // tasks change without a word to the variables
  });
}

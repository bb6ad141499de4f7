import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { VariableMentions } from "../../../server/contract/references.ts";
import type { List } from "../../../server/contract/shapes.ts";
import type {
  Variable,
  VariableLabels,
  VariableOrder,
  VariableTask,
} from "../../../server/contract/variables.ts";
import { queryKeys } from "../../api/query_keys.ts";
import type { Api } from "../../api/request.ts";
import { useApi, useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useAction, useChange } from "../../shared/actions/use_action.ts";
import { useBatchAction } from "../../shared/actions/use_batch_action.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import type { Submission } from "../../ui/form/use_server_form.ts";
import { inputsOf, patchOf, valuesOf, type VariableValues } from "./form/variable_values.ts";
import { movesTo, recreatable, recreate } from "./actions/recreate_deleted.ts";
import { type ListState, noFilters, queryOf } from "./url_state.ts";

const pageSize = 500;
const noLabels: VariableLabels["items"] = [];

/** Queries all variables of the list; the previous ones stay visible until they are loaded. */
export function useVariables(state: ListState) {
  const api = useApi();
  const query = queryOf(state);
  return useQuery({
    queryKey: queryKeys.variables("list", query),
    queryFn: ({ signal }) => loadAll(api, query, signal),
    placeholderData: keepPreviousData,
    staleTime: 0, // the tasks that use each change with the tasks, even while no list listens for events
  });
}

// One long list, because any variable can be moved to any position.
async function loadAll(
  api: Api,
  query: ReturnType<typeof queryOf>,
  signal?: AbortSignal,
): Promise<Variable[]> {
  const all: Variable[] = [];
  for (let page = 1;; page++) {
    const { items, total } = await api.get<List<Variable>>("/variables", {
      query: { ...query, page, pageSize },
      ...(signal && { signal }),
    });
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

/** Queries one variable; null queries nothing. */
export function useVariable(id: number | null) {
  return useApiQuery<Variable>(queryKeys.variables("one", id), `/variables/${id}`, { enabled: id !== null });
}

/** Queries how many variables have a name, and how they are combined; an empty name queries nothing. */
export function useNamesakes(name: string) {
  const { data } = useApiQuery<List<Variable>>(queryKeys.variables("named", name), "/variables", {
    query: { name, pageSize: 1 },
    enabled: name !== "",
  });
  return data;
}

export function useVariableLabels(): VariableLabels["items"] {
  const { data } = useApiQuery<VariableLabels>(queryKeys.variables("labels"), "/variables/labels");
  return data?.items ?? noLabels;
}

const visibleTasks = 50;

/** Queries the first few tasks that get a variable. */
export function useVariableTasks(id: number) {
  return useApiQuery<List<VariableTask>>(queryKeys.variables("tasks", id), `/variables/${id}/tasks`, {
    query: { pageSize: visibleTasks },
    staleTime: 0, // changed tasks publish no event about variables
  });
}

/** Queries which tasks and scripts mention a variable; the server searches for some seconds. */
export function useVariableMentions(id: number) {
  return useApiQuery<VariableMentions>(queryKeys.variables("mentions", id), `/variables/${id}/mentions`, {
    staleTime: 0, // changed tasks and scripts publish no event about variables
    retry: false,
  });
}

/** Returns a mutation that creates one or several variables, or changes one. */
export function useSaveVariable(variable: Variable | null) {
  const { t } = useMessages();
  return useChange({
    send: async (api, { values, base }: Submission<VariableValues, Variable>) => {
      const inputs = inputsOf(values);
      const name = values.name.trim();
      const rule = { name, join: values.join };
      // First, so that values that fit only individually are not rejected because they are too long when
      // joined.
      if (values.join === "last") await api.put("/variables/rule", rule);
      if (variable) {
        const patch = patchOf(valuesOf(variable), values);
        await api.patch(`/variables/${variable.id}`, patch, { version: base?.version });
      } else await api.post("/variables", inputs.length === 1 ? inputs[0] : inputs);
      if (values.join === "join") await api.put("/variables/rule", rule);
      return { name, count: variable ? 1 : inputs.length };
    },
    invalidates: [queryKeys.variables()],
    waits: true,
    done: (saved) => t(variable ? "variables.saved" : "variables.created", saved),
  });
}

function useRecreate() {
  const { t } = useMessages();
  return useAction({
    send: (api, variables: readonly Variable[]) =>
      recreate(api, variables, () => loadAll(api, queryOf({ ...noFilters, sort: null }))),
    invalidates: [queryKeys.variables()],
    done: (_result, { length: count }) => t("variables.doneRecreate", { count }),
  });
}

async function reorder(api: Api, moves: readonly VariableOrder[]): Promise<void> {
  for (const move of moves) await api.put("/variables/order", move);
}

/** Returns a function that moves variables to the top of the list in their order, and offers to undo it. */
export function useMoveToTop(): (variables: readonly Variable[]) => Promise<void> {
  const api = useApi();
  const toast = useToast();
  const { t } = useMessages();
  const { mutate: restore } = useAction({
    send: reorder,
    invalidates: [queryKeys.variables()],
    done: "variables.doneMovedBack",
  });
  const { mutate: move } = useAction({
    send: (api, { moves }: { moves: readonly VariableOrder[]; back: readonly VariableOrder[] }) =>
      reorder(api, moves),
    invalidates: [queryKeys.variables()],
    waits: true,
    done: (_result, { moves }) => t("variables.doneToTop", { count: moves[0]?.ids.length ?? 0 }),
    undo: ({ back }) => restore(back),
  });
  return useCallback(async (variables) => {
    try {
      const chosen = new Set(variables.map(({ id }) => id));
      const all = await loadAll(api, queryOf({ ...noFilters, sort: null }));
      const items = all.filter(({ id }) => chosen.has(id));
      if (items.length === 0) return;
      const back = movesTo(items, all.filter(({ id }) => !chosen.has(id)));
      move({ moves: [{ ids: items.map(({ id }) => id) }], back });
    } catch (error) {
      toast.problem(error);
    }
  }, [api, move, toast]);
}

/** Returns functions that change or delete several variables. */
export function useVariableBatch() {
  const { mutate: restore } = useRecreate();
  return useBatchAction<"enable" | "disable" | "rename" | "labels" | "delete", Variable>({
    path: "/variables",
    done: {
      enable: "variables.doneEnable",
      disable: "variables.doneDisable",
      rename: "variables.doneRename",
      labels: "variables.doneLabels",
      delete: "variables.doneDelete",
    },
    undo: {
      delete: (deleted) => {
        const variables = recreatable(deleted);
        return variables.length === 0 ? null : () => restore(variables);
      },
    },
    topics: ["variables"],
    waits: true,
  });
}

import { useMemo } from "react";
import type {
  Dependency,
  DependencyInput,
  DependencyPatch,
  DependencyTool,
  DependencyType,
} from "../../../server/contract/dependencies.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi, useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useChange } from "../../shared/actions/use_action.ts";
import type { Submission } from "../../ui/form/use_server_form.ts";
import { writeListSort } from "../../ui/data/use_list_state.ts";
import type { UrlState } from "./url_state.ts";

export const pageSize = 50;

export function useDependencies({ type, q, state, sort, page }: UrlState) {
  const query = { type, page, pageSize, q: q.trim(), state, sort: writeListSort(sort) };
  return useApiQuery<List<Dependency>>(queryKeys.dependencies("list", query), "/dependencies", {
    query,
    // While another type loads, the packages of the previous one are not displayed.
    placeholderData: (before) => before?.items.every((one) => one.type === type) ? before : undefined,
  });
}

/** Queries the packages of all types that could not be installed or removed, by type. */
export function useFailedByType(): ReadonlyMap<DependencyType, readonly Dependency[]> {
  const query = { state: "install_failed,delete_failed", page: 1, pageSize: 200 };
  const { data } = useApiQuery<List<Dependency>>(queryKeys.dependencies("failed", query), "/dependencies", {
    query,
  });
  return useMemo(() => Map.groupBy(data?.items ?? [], ({ type }) => type), [data]);
}

/** Queries one package; null queries nothing. */
export function useDependency(id: number | null) {
  return useApiQuery<Dependency>(queryKeys.dependencies("one", id), `/dependencies/${id}`, {
    enabled: id !== null,
  });
}

/** Queries the package managers of the host. */
export function useTools() {
  return useApiQuery<{ items: DependencyTool[] }, DependencyTool[]>(
    queryKeys.dependencies("tools"),
    "/dependencies/tools",
    { select: ({ items }) => items },
  );
}

export function useLoadDependency(id: number): () => Promise<Dependency> {
  const api = useApi();
  return () => api.get<Dependency>(`/dependencies/${id}`);
}

/** Returns a mutation that changes the version or the remarks of a package. */
export function useSaveDependency(before: Dependency) {
  const { t } = useMessages();
  return useChange({
    send: (api, { values, base }: Submission<{ name: string; remarks: string }, Dependency>) => {
      const [name, remarks] = [values.name.trim(), values.remarks.trim()];
      const patch: DependencyPatch = {
        ...(name !== before.name && { name }),
        ...(remarks !== before.remarks && { remarks }),
      };
      return api.patch<Dependency>(`/dependencies/${before.id}`, patch, { version: base?.version });
    },
    invalidates: [queryKeys.dependencies()],
    done: ({ name }) =>
      t(name === before.name ? "dependencies.saved" : "dependencies.reinstalling", { name }),
  });
}

/** Returns a mutation that installs packages. */
export function useAddDependencies() {
  const { t } = useMessages();
  return useChange({
    send: (api, inputs: readonly Partial<DependencyInput>[]) =>
      api.post<{ items: Dependency[] }>("/dependencies", inputs),
    // Subscriptions list which of their packages are missing.
    invalidates: [queryKeys.dependencies(), queryKeys.subscriptions()],
    done: ({ items }) => t("dependencies.added", { count: items.length, name: items[0]?.name ?? "" }),
  });
}

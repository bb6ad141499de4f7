import { type QueryKey, useQuery, type UseQueryOptions, type UseQueryResult } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type { QueryValues } from "../paths.ts";
import type { Api } from "./request.ts";

const ApiContext = createContext<Api | null>(null);

export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** Returns the typed requests of the page: `const api = useApi(); await api.get<Task>("/tasks/1")`. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error("useApi outside of ApiProvider");
  return api;
}

type ApiQueryOptions<T, D> = Omit<UseQueryOptions<T, Error, D>, "queryKey" | "queryFn"> & {
  query?: QueryValues;
};

/** Queries a GET route of the API: `useApiQuery<Task>(queryKeys.task(id), `/tasks/${id}`)`. */
export function useApiQuery<T, D = T>(
  queryKey: QueryKey,
  path: string,
  { query, ...options }: ApiQueryOptions<T, D> = {},
): UseQueryResult<D> {
  const api = useApi();
  return useQuery({
    ...options,
    queryKey,
    queryFn: ({ signal }) => api.get<T>(path, { signal, ...(query && { query }) }),
  });
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Application, ScopeTable } from "../../../server/contract/applications.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";

/** Asks for the applications that a text is found in; there are at most two hundred, so they are one list. */
export function useApplications(q: string) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.applications("list", q),
    queryFn: ({ signal }) =>
      api.get<List<Application>>("/applications", { query: { q, pageSize: 500 }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Asks for one application; null asks for none. */
export function useApplication(id: number | null) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.applications("one", id),
    queryFn: ({ signal }) => api.get<Application>(`/applications/${id}`, { signal }),
    enabled: id !== null,
  });
}

/** Asks what each permission opens. */
export function useScopeTable() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.applications("scopes"),
    queryFn: ({ signal }) => api.get<ScopeTable>("/applications/scopes", { signal }),
    staleTime: Infinity,
  });
}

import { useQuery } from "@tanstack/react-query";
import type { FileContent, FileVersionContent } from "../../../../server/contract/files.ts";
import { fileRequests } from "../../../api/file_requests.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";

/** Queries the current text of a script; null queries nothing. */
export function useScriptNow(path: string | null) {
  const api = useApi();
  return useQuery<FileContent>({
    queryKey: queryKeys.files("scripts", "content", path ?? ""),
    queryFn: ({ signal }) => fileRequests(api, { area: "scripts", path: path ?? "" }).read({ signal }),
    enabled: path !== null,
    retry: false,
  });
}

/** Queries whether a script exists. */
export function useScriptFound(path: string) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.files("scripts", "stat", path),
    queryFn: () => fileRequests(api, { area: "scripts", path }).stat(),
    retry: false,
  });
}

/** Queries a script as a run executed it. */
export function useScriptVersion(path: string, versionId: number) {
  const api = useApi();
  return useQuery<FileVersionContent>({
    queryKey: queryKeys.files("scripts", "version", versionId),
    queryFn: () => fileRequests(api, { area: "scripts", path }).version(versionId),
    staleTime: Infinity, // a version never changes
    retry: false,
  });
}

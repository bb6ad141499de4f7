import { useQuery } from "@tanstack/react-query";
import type { FileVersionContent } from "../../../../server/contract/files.ts";
import { fileRequests } from "../../../api/file_requests.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";

export function useScriptVersion(path: string, versionId: number) {
  const api = useApi();
  return useQuery<FileVersionContent>({
    queryKey: queryKeys.files("scripts", "version", versionId),
    queryFn: () => fileRequests(api, { area: "scripts", path }).version(versionId),
    staleTime: Infinity, // a version never changes
    retry: false,
  });
}

import { useQuery } from "@tanstack/react-query";
import type { LaidOutFile } from "../../../../server/contract/subscriptions.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";

/** The source of changed files, and the pull that fetched them. */
export interface ChangesSource {
  /** URL below which `/file` is. */
  address: string;
  runId: number;
}

/** Queries one file before and after the pull. */
export function useLaidOutFile({ address, runId }: ChangesSource, path: string) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.subscriptions("laidOutFile", address, runId, path),
    queryFn: ({ signal }) =>
      api.get<LaidOutFile>(`${address}/file?path=${encodeURIComponent(path)}`, { signal }),
    retry: false,
    // Not cached: the current file may change meanwhile.
    gcTime: 0,
  });
}

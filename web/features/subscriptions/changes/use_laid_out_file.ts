import { useQuery } from "@tanstack/react-query";
import type { LaidOutFile } from "../../../../server/contract/subscriptions.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";

/** Where the files of some changes can be read, and the pull that fetched them. */
export interface ChangesSource {
  /** Address below which `/file` is. */
  address: string;
  runId: number;
}

/** Asks for one file as it is and as it would be. */
export function useLaidOutFile({ address, runId }: ChangesSource, path: string) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.subscriptions("laidOutFile", address, runId, path),
    queryFn: ({ signal }) =>
      api.get<LaidOutFile>(`${address}/file?path=${encodeURIComponent(path)}`, { signal }),
    retry: false,
    // What is in place may be written meanwhile: each look is a new one.
    gcTime: 0,
  });
}

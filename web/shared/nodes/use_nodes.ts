import type { UseQueryResult } from "@tanstack/react-query";
import type { NodeList } from "../../../server/contract/nodes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMay } from "../../api/use_permissions.ts";

/** Queries the nodes; with `refetchMs` also again and again, because time alone makes a node unreachable. */
export function useNodes({ refetchMs }: { refetchMs?: number } = {}): UseQueryResult<NodeList> {
  return useApiQuery<NodeList>(queryKeys.nodes(), "/nodes", {
    enabled: useMay("system:read"),
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  });
}

/** Returns whether there is more than one node, so that it matters which of them a run ran on; false until loaded. */
export function useHasSeveralNodes(): boolean {
  return (useNodes().data?.items.length ?? 0) > 1;
}

/** Returns whether a task can be placed: there is more than one node or pool; false until loaded. */
export function useCanPlace(): boolean {
  const { data } = useNodes();
  return data !== undefined && (data.items.length > 1 || data.pools.length > 1);
}

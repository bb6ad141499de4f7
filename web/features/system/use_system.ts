import { useQuery } from "@tanstack/react-query";
import type { SystemDetails } from "../../../server/contract/system.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";

/** Asks what the panel says of itself. */
export function useSystem() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.system(),
    queryFn: ({ signal }) => api.get<SystemDetails>("/system", { signal }),
  });
}

/** Says that a newer version is known; nothing while nobody can tell. */
export function useUpdateNews(): MessageKey | undefined {
  return useSystem().data?.update.lastCheck?.state === "available" ? "about.isAvailable" : undefined;
}

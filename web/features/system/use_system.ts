import { useQuery } from "@tanstack/react-query";
import type { SystemDetails } from "../../../server/contract/system.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";

export function useSystem() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.system(),
    queryFn: ({ signal }) => api.get<SystemDetails>("/system", { signal }),
  });
}

/** Returns the message for the mark on the tab when a newer version is known. */
export function useUpdateNews(): MessageKey | undefined {
  return useSystem().data?.update.lastCheck?.state === "available" ? "about.isAvailable" : undefined;
}

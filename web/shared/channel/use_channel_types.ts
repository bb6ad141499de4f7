import { useQuery } from "@tanstack/react-query";
import type { ChannelTypeEntry } from "../../../server/contract/notifications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";

/** Queries the services a channel can use and their fields. They change only with the panel's version. */
export function useChannelTypes() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.notifications("types"),
    queryFn: async ({ signal }) =>
      (await api.get<{ items: ChannelTypeEntry[] }>("/notifications/channel-types", { signal })).items,
    staleTime: Infinity,
  });
}

import type { ChannelTypeEntry } from "../../../server/contract/notifications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";

/** Queries the services a channel can use and their fields. They change only with the panel's version. */
export function useChannelTypes() {
  return useApiQuery<{ items: ChannelTypeEntry[] }, ChannelTypeEntry[]>(
    queryKeys.notifications("types"),
    "/notifications/channel-types",
    { select: ({ items }) => items, staleTime: Infinity },
  );
}

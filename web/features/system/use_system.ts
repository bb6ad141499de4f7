import type { SystemDetails } from "../../../server/contract/system.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";

export function useSystem() {
  return useApiQuery<SystemDetails>(queryKeys.system(), "/system");
}

/** Returns the message for the mark on the tab when a newer version is known. */
export function useUpdateNews(): MessageKey | undefined {
  return useSystem().data?.update.lastCheck?.state === "available" ? "about.isAvailable" : undefined;
}

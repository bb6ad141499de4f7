import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Delivery, DeliveryState } from "../../../server/contract/notifications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

export interface Retry {
  /** The delivery that is being sent again. */
  busy: number | null;
  send(delivery: Delivery): Promise<void>;
}

/** Tells whether a delivery that ended so may be sent again. */
export function mayRetry(state: DeliveryState): boolean {
  return state === "failed" || state === "dropped";
}

/** Gives the way to send once more what failed or was dropped. */
export function useRetry(): Retry {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<number | null>(null);
  return {
    busy,
    async send({ id }) {
      setBusy(id);
      try {
        await api.post(`/notifications/deliveries/${id}/retry`);
        toast.message("success", t("notifications.retried"));
      } catch (error) {
        toast.problem(error);
      } finally {
        setBusy(null);
        void queries.invalidateQueries({ queryKey: queryKeys.notifications() });
      }
    },
  };
}

import type { Delivery, DeliveryState } from "../../../server/contract/notifications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useAction } from "../../shared/actions/use_action.ts";

export interface Retry {
  /** The delivery that is being sent again. */
  busy: number | null;
  send(delivery: Delivery): void;
}

/** Returns whether a delivery in a state can be sent again. */
export function mayRetry(state: DeliveryState): boolean {
  return state === "failed" || state === "dropped";
}

/** Returns a function that sends a failed or dropped delivery again. */
export function useRetry(): Retry {
  const { mutate, isPending, variables } = useAction({
    send: (api, { id }: Delivery) => api.post(`/notifications/deliveries/${id}/retry`),
    invalidates: [queryKeys.notifications()],
    done: "notifications.retried",
  });
  return { busy: isPending ? variables.id : null, send: mutate };
}

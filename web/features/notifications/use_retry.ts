import type { Delivery, DeliveryState } from "../../../server/contract/notifications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useMay } from "../../api/use_permissions.ts";
import { useAction } from "../../shared/actions/use_action.ts";

/** Where the API has the messages to the channels of the panel, and to those of one's own. */
export type DeliveriesPath = "/notifications/deliveries" | "/account/deliveries";

export interface Retry {
  /** Whether the person may send a message again. */
  isAllowed: boolean;
  /** The delivery that is being sent again. */
  busy: number | null;
  send(delivery: Delivery): void;
}

/** Returns whether a delivery in a state can be sent again. */
export function mayRetry(state: DeliveryState): boolean {
  return state === "failed" || state === "dropped";
}

/** Returns a function that sends a failed or dropped delivery again. */
export function useRetry(path: DeliveriesPath): Retry {
  const { mutate, isPending, variables } = useAction({
    send: (api, { id }: Delivery) => api.post(`${path}/${id}/retry`),
    invalidates: [queryKeys.notifications()],
    done: "notifications.retried",
  });
  const maySend = useMay("notifications:write");
  const isAllowed = path === "/account/deliveries" || maySend;
  return { isAllowed, busy: isPending ? variables.id : null, send: mutate };
}

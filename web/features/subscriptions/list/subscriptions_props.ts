import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import type { ListStateHandle } from "./use_list_state.ts";

/** What the table and the cards are drawn from. */
export interface SubscriptionsProps {
  handle: ListStateHandle;
  subscriptions: readonly Subscription[];
  loading: boolean;
  chosen: ReadonlyMap<number, Subscription>;
  onToggle: (subscription: Subscription, range: boolean) => void;
  onToggleAll: () => void;
}

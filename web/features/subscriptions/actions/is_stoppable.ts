import type { Subscription } from "../../../../server/contract/subscriptions.ts";

/** Tells whether there is a pull to stop. */
export function isStoppable({ activeRun }: Pick<Subscription, "activeRun">): boolean {
  return activeRun !== null;
}

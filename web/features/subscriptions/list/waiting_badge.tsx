import { ClipboardCheck } from "lucide-react";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";

/** Says that something was pulled and waits for approval, and leads to it; nothing when there is none. */
export function WaitingBadge(
  { subscription: { id, name, waiting }, tabIndex }: { subscription: Subscription; tabIndex?: number },
) {
  const { t } = useMessages();
  const { links } = useSubscriptionActions();
  if (!waiting) return null;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={`${t("subscriptions.waiting")}: ${name}`}
      title={t("subscriptions.reviewChanges")}
      onClick={() => links.waiting(id)}
      className="inline-flex shrink-0 items-center gap-1 rounded-sm bg-warning-soft px-1.5 py-px text-xs text-warning-text hover:underline icon-stroke touch:min-h-9 touch:px-2.5"
    >
      <ClipboardCheck size={12} aria-hidden />
      {t("subscriptions.waiting")}
    </button>
  );
}

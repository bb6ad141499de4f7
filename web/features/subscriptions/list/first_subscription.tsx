import { GitBranch, Plus } from "lucide-react";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { Button } from "../../../ui/inputs/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";

/** Stands in place of the list while there is no subscription at all. */
export function FirstSubscription() {
  const { t } = useMessages();
  const { links } = useSubscriptionActions();
  useShortcuts({ n: () => links.create() });
  return (
    <div className="flex flex-1 flex-col justify-center rounded-md border border-dashed border-line-strong bg-surface">
      <EmptyState
        icon={<GitBranch size={22} />}
        title={t("subscriptions.none")}
        text={t("subscriptions.noneHelp")}
        action={
          <Button
            variant="primary"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => links.create()}
          >
            {t("subscriptions.createFirst")}
          </Button>
        }
      />
    </div>
  );
}

import { GitBranch, Plus } from "lucide-react";
import { useShortcuts } from "../../../shell/use_shortcuts.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty_state.tsx";
import { useMessages } from "../../../words/use_words.tsx";
import { useSubscriptionActions } from "../acts/subscription_acts.tsx";

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

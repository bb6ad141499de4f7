import { useState } from "react";
import { Play } from "../../../ui/icons/icons.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";
import { isStoppable } from "../actions/subscription_entries.tsx";
import { useRequireHeader, useSubscription } from "../api.ts";
import { PreviewBody } from "./preview_body.tsx";

/** Renders what a pull would change now, with a button to pull. */
export default function PreviewDialog(
  { id, run, onClose }: { id: number | null; run: number; onClose: () => void },
) {
  const { t } = useMessages();
  const { perform, mayWrite } = useSubscriptionActions();
  const { data: subscription } = useSubscription(id);
  const [isRequired, setRequired] = useState(false);
  const requireHeader = useRequireHeader();
  const pull = async () => {
    if (!subscription) return;
    if (isRequired) await requireHeader.mutateAsync(subscription.id);
    await perform("run", [subscription]);
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      flush
      title={t("subscriptions.previewOf", { name: subscription?.name ?? `#${run}` })}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.close")}</Button>
          {mayWrite && subscription && !isStoppable(subscription) && (
            <Button
              variant="primary"
              icon={<Play />}
              loading={requireHeader.isPending}
              onClick={() => void pull().catch(() => {})}
            >
              {t("subscriptions.pullNow")}
            </Button>
          )}
        </>
      }
    >
      <PreviewBody run={run} header={{ isRequired, onRequired: setRequired }} alias={subscription?.alias} />
    </Dialog>
  );
}

import { Play, Power, PowerOff, Square, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Subscription, SubscriptionAction } from "../../../../server/contract/subscriptions.ts";
import { BatchBar, type BatchDeed } from "../../../ui/data/batch_bar.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";

const buttons: readonly {
  action: SubscriptionAction;
  word: MessageKey;
  icon: ReactNode;
  onPhone?: boolean;
}[] = [
  { action: "run", word: "subscriptions.run", icon: <Play size={16} aria-hidden />, onPhone: true },
  { action: "stop", word: "subscriptions.stop", icon: <Square size={16} aria-hidden />, onPhone: true },
  { action: "enable", word: "subscriptions.enable", icon: <Power size={16} aria-hidden /> },
  { action: "disable", word: "subscriptions.disable", icon: <PowerOff size={16} aria-hidden /> },
];

/** What can be done to the chosen subscriptions. */
export default function SubscriptionBatchBar(
  { subscriptions, onClear }: { subscriptions: readonly Subscription[]; onClear: () => void },
) {
  const { t } = useMessages();
  const { act: operation, askDelete } = useSubscriptionActions();
  const deeds = buttons.map(({ action, word, ...style }): BatchDeed => ({
    ...style,
    label: t(word),
    act: () => operation(action, subscriptions),
  }));
  const remove: BatchDeed = {
    label: t("ui.delete"),
    icon: <Trash2 size={16} aria-hidden />,
    danger: true,
    onPhone: true,
    act: () => askDelete(subscriptions),
  };
  return (
    <BatchBar
      label={t("subscriptions.batch")}
      selected={t("tasks.selected", { count: subscriptions.length })}
      clearLabel={t("tasks.clearSelection")}
      deeds={[...deeds, remove]}
      onClear={onClear}
    />
  );
}

import { Chip } from "../../../ui/data/badge.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSubscriptionNames } from "../show/subscription_link.tsx";

/** Says that the list has only the tasks of one subscription, by its name. */
export default function SubscriptionChip({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { t } = useMessages();
  const name = useSubscriptionNames().find((one) => one.id === id)?.name ?? `#${id}`;
  return <Chip label={t("subscriptions.filterTasks", { name })} onRemove={onRemove} />;
}

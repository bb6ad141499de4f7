import { useState } from "react";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { FormWaiting } from "../../../ui/inputs/form_waiting.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSubscription } from "../show/use_subscriptions.ts";
import { draftOf, emptyDraft } from "./draft.ts";
import { SubscriptionForm } from "./subscription_form.tsx";

/** Creates or edits a subscription over the list; opens when the one it starts from is there. */
export default function FormDialog({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { t } = useMessages();
  const { data, error, refetch } = useSubscription(id);
  // What came first is what is edited: changes by others meanwhile are told when it is saved.
  const [base, setBase] = useState<Subscription | null>(null);
  const [round, setRound] = useState(0);
  if (!base && data) setBase(data);
  if (id !== null && !base) {
    return (
      <FormWaiting
        title={t("subscriptions.editTitle")}
        gone={{ title: t("subscriptions.notFound"), text: t("subscriptions.notFoundHelp") }}
        error={error}
        onRetry={() => void refetch()}
        onClose={onClose}
      />
    );
  }
  return (
    <SubscriptionForm
      key={round}
      subscription={base}
      start={base ? draftOf(base) : emptyDraft}
      onClose={onClose}
      onReload={(subscription) => {
        setBase(subscription);
        setRound(round + 1);
      }}
    />
  );
}

import { useState } from "react";
import type { Channel, ChannelTypeEntry } from "../../../server/contract/notifications.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { ChannelFields, ServiceField } from "../../shared/channel/channel_fields.tsx";
import { TestButton } from "../../shared/channel/test_button.tsx";
import { TestOutcome } from "../../shared/channel/test_outcome.tsx";
import { useChannelForm } from "../../shared/channel/use_channel_form.ts";
import { useChannelTypes } from "../../shared/channel/use_channel_types.ts";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

interface NotificationStepProps {
  /** Goes on; null when nothing was set up. */
  onNext: (channel: Channel | null) => void;
}

/** The first channel, which may be left out. */
export function NotificationStep({ onNext }: NotificationStepProps) {
  const { t } = useMessages();
  const { data, error, refetch } = useChannelTypes();
  const [first, ...rest] = data ?? [];
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-muted">{t("notifications.wizardLead")}</p>
      {first ? <FirstChannel types={[first, ...rest]} onNext={onNext} /> : (
        <>
          {error
            ? <ErrorState error={error} onRetry={() => void refetch()} />
            : <Skeleton className="h-40" />}
          <Button onClick={() => onNext(null)}>{t("notifications.wizardSkip")}</Button>
        </>
      )}
    </div>
  );
}

function FirstChannel(
  { types, onNext }: NotificationStepProps & { types: [ChannelTypeEntry, ...ChannelTypeEntry[]] },
) {
  const { t } = useMessages();
  const [nobody] = useState<string[]>([]);
  const form = useChannelForm({ types, channel: null, taken: nobody });
  const submit = async () => {
    form.setTried();
    if (form.busy !== null || !form.complete) return;
    const saved = await form.save();
    if (saved) onNext(saved);
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ServiceField form={form} autoFocus />
      <ChannelFields form={form} />
      <TestOutcome outcome={form.outcome} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onNext(null)} disabled={form.busy === "save"}>
          {t("notifications.wizardSkip")}
        </Button>
        <TestButton form={form} />
        <Button type="submit" variant="primary" loading={form.busy === "save"} className="flex-1">
          {t("notifications.wizardSave")}
        </Button>
      </div>
    </form>
  );
}

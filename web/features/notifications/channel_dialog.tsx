import { useState } from "react";
import type { Channel, ChannelTypeEntry } from "../../../server/contract/notifications.ts";
import { useLeaveGuard } from "../../ui/leave/leave_guard.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { ChannelFields, ServiceField } from "../../shared/channel/channel_fields.tsx";
import { TestButton } from "../../shared/channel/test_button.tsx";
import { TestOutcome } from "../../shared/channel/test_outcome.tsx";
import {
  type ChannelForm as ChannelFormState,
  useChannelForm,
} from "../../shared/channel/use_channel_form.ts";
import { useChannelTypes } from "../../shared/channel/use_channel_types.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { FoldedSection } from "../../ui/inputs/folded_section.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useChannels } from "./use_notifications.ts";
import { notificationLimits } from "../../../server/contract/limits/notifications.ts";

/** Adds a channel or edits one over the list. */
export default function ChannelDialog({ of, onClose }: { of: number | "new"; onClose: () => void }) {
  const { t } = useMessages();
  const [first, ...rest] = useChannelTypes().data ?? [];
  const channels = useChannels().data;
  const found = channels?.find(({ id }) => id === of);
  // What came first is what is edited: changes by others meanwhile are told when it is saved.
  const [base, setBase] = useState<Channel | null>(null);
  if (!base && found) setBase(found);
  if (!first || !channels) return null;
  if (of === "new" || base) {
    return <ChannelForm channel={base} {...{ channels, onClose }} types={[first, ...rest]} />;
  }
  return (
    <Dialog open onClose={onClose} title={t("notifications.editChannel")}>
      <EmptyState
        title={t("notifications.channelGone")}
        text={t("notifications.channelGoneHelp")}
        action={<Button onClick={onClose}>{t("ui.close")}</Button>}
      />
    </Dialog>
  );
}

function ChannelForm(
  { channel, channels, types, onClose }: {
    channel: Channel | null;
    channels: readonly Channel[];
    types: [ChannelTypeEntry, ...ChannelTypeEntry[]];
    onClose: () => void;
  },
) {
  const { t } = useMessages();
  const toast = useToast();
  const taken = channels.filter(({ id }) => id !== channel?.id).map(({ name }) => name);
  const form = useChannelForm({ types, channel, taken });
  const { draft, set, errorOf, busy } = form;
  const release = useLeaveGuard(form.changed);
  const submit = async () => {
    form.setTried();
    if (busy !== null || !form.complete) return;
    const saved = await form.save();
    if (!saved) return;
    const key = channel ? "notifications.channelSaved" : "notifications.channelAdded";
    toast.message("success", t(key, { name: saved.name }));
    release();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void submit()}
      title={t(channel ? "notifications.editChannel" : "notifications.addChannel")}
      footer={
        <>
          <TestOutcome outcome={form.outcome} />
          <TestButton form={form} className="me-auto" />
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy === "save"}>
            {t(channel ? "ui.save" : "ui.create")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {form.stale && <Callout tone="warning">{t("notifications.channelStale")}</Callout>}
        <ServiceField form={form} />
        <TextField
          label={t("notifications.name")}
          help={t("notifications.nameHelp")}
          maxLength={notificationLimits.channelName}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
          error={errorOf("name")}
        />
        <ChannelFields form={form} />
        {channels.length > 0 && (
          <Switch
            label={t("notifications.useDefault")}
            help={t("notifications.useDefaultHelp")}
            checked={draft.isDefault}
            onChecked={(isDefault) => set({ isDefault })}
          />
        )}
        <Advanced form={form} />
      </div>
    </Dialog>
  );
}

function Advanced({ form: { draft, set, errorOf } }: { form: ChannelFormState }) {
  const { t } = useMessages();
  const error = errorOf("proxy");
  return (
    <FoldedSection
      name="sundial-channel-advanced"
      title={t("notifications.advanced")}
      hint={t("notifications.advancedHint")}
      forced={error !== undefined}
    >
      <div className="p-4">
        <TextField
          mono
          optional
          label={t("notifications.proxy")}
          help={t("notifications.proxyHelp")}
          maxLength={notificationLimits.proxy}
          value={draft.proxy}
          onChange={(event) => set({ proxy: event.target.value })}
          error={error}
        />
      </div>
    </FoldedSection>
  );
}

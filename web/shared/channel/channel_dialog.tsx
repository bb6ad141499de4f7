import { ManagedNotice } from "../managed/managed_notice.tsx";
import { notificationLimits } from "../../../server/contract/limits/notifications.ts";
import type { Channel, ChannelTypeEntry } from "../../../server/contract/notifications.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { ChannelFields, ServiceField } from "./channel_fields.tsx";
import { TestButton, TestResult } from "./test_channel.tsx";
import { useChannelForm } from "./use_channel_form.ts";
import { useChannelTypes } from "./use_channel_types.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { Switch, TextField } from "../../ui/form/fields.tsx";
import { FormDialog } from "../../ui/form/form_dialog.tsx";
import { LoadedForm } from "../../ui/form/loaded_form.tsx";
import { FoldedSection } from "../../ui/inputs/folded_section.tsx";
import { useChannels } from "./use_channels.ts";

/** Adds a channel or edits one over the list. */
export default function ChannelDialog({ of, onClose }: { of: number | "new"; onClose: () => void }) {
  const { t } = useMessages();
  const [first, ...rest] = useChannelTypes().data ?? [];
  const { data: channels, error, refetch } = useChannels();
  if (!first || !channels) return null;
  return (
    <LoadedForm
      isNew={of === "new"}
      query={{ data: channels.find(({ id }) => id === of) ?? null, error, refetch }}
      title={t("notifications.editChannel")}
      gone={{ title: t("notifications.channelGone"), text: t("notifications.channelGoneHelp") }}
      onClose={onClose}
    >
      {(channel) => <ChannelForm {...{ channel, channels, onClose }} types={[first, ...rest]} />}
    </LoadedForm>
  );
}

interface ChannelFormProps {
  channel: Channel | null;
  channels: readonly Channel[];
  types: [ChannelTypeEntry, ...ChannelTypeEntry[]];
  onClose: () => void;
}

function ChannelForm({ channel, channels, types, onClose }: ChannelFormProps) {
  const { t } = useMessages();
  const toast = useToast();
  const taken = channels.filter(({ id }) => id !== channel?.id).map(({ name }) => name);
  const channelForm = useChannelForm({
    ...{ types, channel, taken },
    onSaved({ name }) {
      const key = channel
        ? "notifications.channelSaved"
        : channels.length === 0
        ? "notifications.firstChannelAdded"
        : "notifications.channelAdded";
      toast.message("success", t(key, { name }));
      onClose();
    },
  });
  return (
    <FormDialog
      form={channelForm.form}
      title={t(channel ? "notifications.editChannel" : "notifications.addChannel")}
      submitLabel={t(channel ? "ui.save" : "ui.create")}
      stale={{ text: t("notifications.channelStale") }}
      footer={
        <>
          <TestResult channelForm={channelForm} />
          <TestButton channelForm={channelForm} className="me-auto" />
        </>
      }
      onClose={onClose}
    >
      <ManagedNotice kind="channel" id={channel?.id} />
      <ServiceField channelForm={channelForm} />
      <TextField
        name="name"
        label={t("notifications.name")}
        help={t("notifications.nameHelp")}
        maxLength={notificationLimits.channelName}
      />
      <ChannelFields channelForm={channelForm} />
      {channels.length > 0 && (
        <Switch
          name="isDefault"
          label={t("notifications.useDefault")}
          help={t("notifications.useDefaultHelp")}
        />
      )}
      <FoldedSection
        name="sundial-channel-advanced"
        title={t("notifications.advanced")}
        hint={t("notifications.advancedHint")}
      >
        <div className="p-4">
          <TextField
            name="proxy"
            mono
            optional
            label={t("notifications.proxy")}
            help={t("notifications.proxyHelp")}
            maxLength={notificationLimits.proxy}
          />
        </div>
      </FoldedSection>
    </FormDialog>
  );
}

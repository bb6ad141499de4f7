import { notificationLimits } from "../../../../server/contract/limits/notifications.ts";
import type { ChannelTypeEntry, OwnChannel } from "../../../../server/contract/notifications.ts";
import { initialEvents, permittedEvents } from "../../../../server/contract/own_channels.ts";
import { useSession } from "../../../api/use_session.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { ChannelFields, ServiceField } from "../../../shared/channel/channel_fields.tsx";
import { TestButton, TestResult } from "../../../shared/channel/test_channel.tsx";
import { useChannelForm } from "../../../shared/channel/use_channel_form.ts";
import { useChannelTypes } from "../../../shared/channel/use_channel_types.ts";
import { useOwnChannels } from "../../../shared/channel/use_channels.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { TextField } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { LoadedForm } from "../../../ui/form/loaded_form.tsx";
import { FoldedSection } from "../../../ui/inputs/folded_section.tsx";
import { EventFields } from "../rule_fields.tsx";

/** Adds a channel of one's own or edits one over the list. */
export default function OwnChannelDialog({ of, onClose }: { of: number | "new"; onClose: () => void }) {
  const { t } = useMessages();
  const [first, ...rest] = useChannelTypes().data ?? [];
  const { data, error, refetch } = useOwnChannels();
  if (!first || !data) return null;
  const channels = data.items;
  return (
    <LoadedForm
      isNew={of === "new"}
      query={{ data: channels.find(({ id }) => id === of) ?? null, error, refetch }}
      title={t("notifications.editOwnChannel")}
      gone={{ title: t("notifications.channelGone"), text: t("notifications.channelGoneHelp") }}
      onClose={onClose}
    >
      {(channel) => <OwnChannelForm {...{ channel, channels, onClose }} types={[first, ...rest]} />}
    </LoadedForm>
  );
}

interface FormProps {
  channel: OwnChannel | null;
  channels: readonly OwnChannel[];
  types: [ChannelTypeEntry, ...ChannelTypeEntry[]];
  onClose: () => void;
}

function OwnChannelForm({ channel, channels, types, onClose }: FormProps) {
  const { t } = useMessages();
  const { role, labels } = useSession();
  const toast = useToast();
  const channelForm = useChannelForm({
    ...{ path: "/account/channels", types, channel, events: initialEvents(role, labels) },
    taken: channels.filter(({ id }) => id !== channel?.id).map(({ name }) => name),
    onSaved({ name }) {
      toast.message(
        "success",
        t(channel ? "notifications.channelSaved" : "notifications.channelAdded", { name }),
      );
      onClose();
    },
  });
  return (
    <FormDialog
      form={channelForm.form}
      title={t(channel ? "notifications.editOwnChannel" : "notifications.addOwnChannel")}
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
      <ServiceField channelForm={channelForm} />
      <TextField
        name="name"
        label={t("notifications.name")}
        help={t("notifications.nameHelp")}
        maxLength={notificationLimits.channelName}
      />
      <ChannelFields channelForm={channelForm} />
      <EventFields permitted={permittedEvents(role, labels)} />
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

import type { CreatedInvitation } from "../../../server/contract/accounts.ts";
import { accountLimits } from "../../../server/contract/limits/account.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Select, TextField } from "../../ui/form/fields.tsx";
import { useChannels } from "../../shared/channel/use_channels.ts";
import { FormDialog } from "../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../ui/form/use_server_form.ts";
import { useInvite } from "./api.ts";
import { RoleFields } from "./role_fields.tsx";
import { emptyInvite } from "./role_values.ts";

/** Creates an invitation over the list. */
export default function InviteDialog(
  { onClose, onCreated }: { onClose: () => void; onCreated: (created: CreatedInvitation) => void },
) {
  const { t } = useMessages();
  const { data: channels = [] } = useChannels();
  const form = useServerForm({
    values: emptyInvite,
    save: useInvite().mutateAsync,
    fieldOf: (path) => path.replace(/^channelId$/, "channel"),
    onSaved: (created) => {
      onClose();
      onCreated(created);
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("accounts.inviteTitle")}
      submitLabel={t("accounts.inviteSubmit")}
      onClose={onClose}
    >
      <RoleFields />
      <TextField
        name="username"
        optional
        label={t("accounts.inviteName")}
        help={t("accounts.inviteNameHelp")}
        maxLength={accountLimits.username}
        autoComplete="off"
        autoCapitalize="off"
      />
      {channels.length > 0 && (
        <Select
          name="channel"
          label={t("accounts.inviteChannel")}
          help={t("accounts.inviteChannelHelp")}
          options={[
            { value: "", label: t("accounts.inviteCopy") },
            ...channels.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
    </FormDialog>
  );
}

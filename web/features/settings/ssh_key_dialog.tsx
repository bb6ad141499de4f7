import { useQueryClient } from "@tanstack/react-query";
import { settingLimits } from "../../../server/contract/limits/settings.ts";
import type { Settings } from "../../../server/contract/settings.ts";
import { useApi } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useChange } from "../../shared/actions/use_action.ts";
import { rememberSettings } from "../../shared/page/use_save_theme.ts";
import { PasswordField, TextArea } from "../../ui/form/fields.tsx";
import { FormDialog } from "../../ui/form/form_dialog.tsx";
import { type Submission, useServerForm } from "../../ui/form/use_server_form.ts";

interface KeyValues {
  privateKey: string;
  passphrase: string;
}

/** Stores a private key on the server, which never returns it. */
export function SshKeyDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const { t } = useMessages();
  const queries = useQueryClient();
  const form = useServerForm({
    values: { privateKey: "", passphrase: "" },
    save: useSaveKey(version).mutateAsync,
    onSaved: (settings) => {
      rememberSettings(queries, settings);
      onClose();
    },
    fieldOf: (path) => path.replace(/^sshKey\./, ""),
  });
  return (
    <FormDialog
      form={form}
      title={t("settings.sshKey")}
      description={t("settings.sshKeyDialogHelp")}
      submitLabel={t("ui.save")}
      canSubmit={form.methods.watch("privateKey").trim() !== ""}
      onClose={onClose}
    >
      <TextArea
        name="privateKey"
        mono
        rows={8}
        autoComplete="off"
        label={t("settings.privateKey")}
        placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
        maxLength={settingLimits.privateKey}
      />
      <PasswordField
        name="passphrase"
        label={t("settings.passphrase")}
        help={t("settings.passphraseHelp")}
        autoComplete="off"
        maxLength={settingLimits.passphrase}
      />
    </FormDialog>
  );
}

function useSaveKey(version: number) {
  const api = useApi();
  const { t } = useMessages();
  return useChange({
    send: ({ values: { privateKey, passphrase } }: Submission<KeyValues>) => {
      const sshKey = { privateKey, passphrase: passphrase === "" ? null : passphrase };
      return api.patch<Settings>("/settings", { sshKey }, { version });
    },
    invalidates: [],
    done: () => t("settings.saved"),
  });
}

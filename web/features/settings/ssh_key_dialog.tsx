import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Settings, SettingsPatch } from "../../../server/contract/settings.ts";
import { ApiProblem, issueAt } from "../../api/api_problem.ts";
import { useApi } from "../../api/use_api.tsx";
import { useGuardedClose } from "../../shared/leave/use_guarded_close.ts";
import { rememberSettings } from "../../shared/page/use_save_theme.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { PasswordField } from "../../ui/inputs/password_field.tsx";
import { TextArea } from "../../ui/inputs/text_area.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { settingLimits } from "../../../server/contract/limits/settings.ts";

/** Takes a private key; it goes to the panel and never comes back. */
export function SshKeyDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const { t } = useMessages();
  const [privateKey, setPrivateKey] = useState("");
  const [passphrase, setPassphrase] = useState("");
  const [askClose, close] = useGuardedClose(privateKey !== "" || passphrase !== "", onClose);
  const { mutate, isPending, error } = useSaveKey(version, close);
  const missing = privateKey.trim() === "";
  const submit = () => {
    if (!missing) mutate({ sshKey: { privateKey, passphrase: passphrase === "" ? null : passphrase } });
  };
  return (
    <Dialog
      open
      onClose={askClose}
      onSubmit={submit}
      title={t("outside.sshKey")}
      description={t("outside.dialogHelp")}
      footer={
        <>
          <Button onClick={askClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={missing} loading={isPending}>
            {t("ui.save")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextArea
          mono
          rows={8}
          autoComplete="off"
          label={t("outside.privateKey")}
          placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
          value={privateKey}
          maxLength={settingLimits.privateKey}
          onChange={(event) => setPrivateKey(event.target.value)}
          error={issueAt(error, "sshKey.privateKey")}
        />
        <PasswordField
          label={t("outside.passphrase")}
          help={t("outside.passphraseHelp")}
          autoComplete="off"
          value={passphrase}
          maxLength={settingLimits.passphrase}
          onChange={(event) => setPassphrase(event.target.value)}
          error={issueAt(error, "sshKey.passphrase")}
        />
      </div>
    </Dialog>
  );
}

function useSaveKey(version: number, onSaved: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  return useMutation({
    mutationFn: (patch: SettingsPatch) => api.patch<Settings>("/settings", patch, { version }),
    onSuccess(settings) {
      rememberSettings(queries, settings);
      toast.message("success", t("settings.saved"));
      onSaved();
    },
    // What is wrong with a field stands below it.
    onError: (error) =>
      error instanceof ApiProblem && error.issues.length > 0 ? undefined : toast.problem(error),
  });
}

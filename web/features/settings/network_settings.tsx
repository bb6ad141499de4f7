import { useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "../../ui/icons/icons.ts";
import { useState } from "react";
import { settingLimits } from "../../../server/contract/limits/settings.ts";
import type { Settings } from "../../../server/contract/settings.ts";
import { issueAt } from "../../api/api_problem.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useChange } from "../../shared/actions/use_action.ts";
import { rememberSettings } from "../../shared/page/use_save_theme.ts";
import { AddressRow } from "../../shared/settings/address_row.tsx";
import { DraftRow, useDraft } from "../../shared/settings/draft_rows.tsx";
import { bindSettings, type SettingCardProps, SettingRow } from "../../shared/settings/setting_row.tsx";
import { Card } from "../../ui/data/card.tsx";
import { PasswordField, TextArea } from "../../ui/form/fields.tsx";
import { FormDialog } from "../../ui/form/form_dialog.tsx";
import { type Submission, useServerForm } from "../../ui/form/use_server_form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { type LoadedCardProps, LoadedSettings } from "./loaded_settings.tsx";
import { PulseStatus } from "./pulse_status.tsx";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";

/** Renders the proxy for outgoing connections, the address of the pulse, and the SSH key for subscriptions. */
export default function NetworkSettings() {
  const { t } = useMessages();
  return (
    <LoadedSettings>
      {(props) => (
        <Card title={t("settings.outgoing")} help={t("settings.outgoingHelp")} flush>
          <ProxyRow {...props} />
          <AddressRow {...bindSettings(props)("pulseUrl")} hasQuery placeholder="https://">
            {props.settings.pulseUrl !== null && <PulseStatus />}
          </AddressRow>
          <SshKeyRow {...props} />
        </Card>
      )}
    </LoadedSettings>
  );
}

function ProxyRow({ settings, busy, onSave, error }: LoadedCardProps) {
  const { t } = useMessages();
  const { draft, setDraft, row } = useDraft(settings.proxy ?? "");
  const issue = issueAt(error, "proxy");
  return (
    <DraftRow
      id="proxy"
      {...row}
      busy={busy}
      onSave={() => void onSave({ proxy: draft.trim() === "" ? null : draft.trim() })}
    >
      <TextField
        hideLabel
        mono
        label={t("settings.outgoingProxy")}
        inputMode="url"
        placeholder="socks5://"
        value={draft}
        maxLength={settingLimits.proxy}
        onChange={(event) => setDraft(event.target.value)}
        error={row.changed ? issue : undefined}
      />
    </DraftRow>
  );
}

function SshKeyRow({ settings, busy, onSave }: SettingCardProps) {
  const { t } = useMessages();
  const [edits, setEdits] = useState(false);
  const { ask, question } = useConfirm();
  const { sshKey } = settings;
  const askRemove = () =>
    ask({
      danger: true,
      title: t("settings.sshKeyRemoveTitle"),
      text: t("settings.sshKeyRemoveText"),
      confirmLabel: t("settings.sshKeyRemove"),
      async onConfirm() {
        if (!await onSave({ sshKey: null })) throw new Error("not removed");
      },
    });
  return (
    <SettingRow id="sshKey">
      <div className="flex flex-col gap-2">
        {sshKey && <KeySummary sshKey={sshKey} />}
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setEdits(true)}>
            {t(sshKey ? "settings.sshKeyReplace" : "settings.sshKeyEnter")}
          </Button>
          {sshKey && (
            <Button variant="ghost" disabled={busy} onClick={askRemove}>
              {t("settings.sshKeyRemove")}
            </Button>
          )}
        </div>
      </div>
      {edits && <SshKeyDialog version={settings.version} onClose={() => setEdits(false)} />}
      {question}
    </SettingRow>
  );
}

function KeySummary({ sshKey }: { sshKey: NonNullable<Settings["sshKey"]> }) {
  return (
    <div className="flex items-start gap-2 text-sm icon-stroke">
      <KeyRound className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0">
        <div>{sshKey.type}</div>
        <div className="font-mono text-xs break-all text-muted">{sshKey.fingerprint}</div>
      </div>
    </div>
  );
}

interface KeyValues {
  privateKey: string;
  passphrase: string;
}

/** Stores a private key on the server, which never returns it. */
function SshKeyDialog({ version, onClose }: { version: number; onClose: () => void }) {
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
        optional
        label={t("settings.passphrase")}
        help={t("settings.passphraseHelp")}
        autoComplete="off"
        maxLength={settingLimits.passphrase}
      />
    </FormDialog>
  );
}

function useSaveKey(version: number) {
  return useChange({
    send: (api, { values: { privateKey, passphrase } }: Submission<KeyValues>) => {
      const sshKey = { privateKey, passphrase: passphrase === "" ? null : passphrase };
      return api.patch<Settings>("/settings", { sshKey }, { version });
    },
    invalidates: [],
    done: "settings.saved",
  });
}

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { issueAt } from "../../api/api_problem.ts";
import type { Settings } from "../../../server/contract/settings.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm_dialog.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { DraftRow, useDraft } from "../../shared/settings/draft_rows.tsx";
import type { SettingCardProps } from "../../shared/settings/setting_row.tsx";
import { SettingRow } from "../../shared/settings/setting_row.tsx";
import { SshKeyDialog } from "./ssh_key_dialog.tsx";
import { settingLimits } from "../../../server/contract/limits/settings.ts";

/** Renders the proxy for outgoing connections, and the SSH key for subscriptions. */
export function OutsideCard({ settings, busy, onSave, error }: SettingCardProps & { error: unknown }) {
  const { t } = useMessages();
  return (
    <Card title={t("settings.outgoing")} help={t("settings.outgoingHelp")} flush>
      <ProxyRow {...{ settings, busy, onSave, error }} />
      <SshKeyRow {...{ settings, busy, onSave }} />
    </Card>
  );
}

function ProxyRow({ settings, busy, onSave, error }: SettingCardProps & { error: unknown }) {
  const { t } = useMessages();
  const { draft, setDraft, row } = useDraft(settings.proxy ?? "");
  const rejected = issueAt(error, "proxy");
  return (
    <DraftRow
      title={t("settings.outgoingProxy")}
      help={t("settings.outgoingProxyHelp")}
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
        error={row.changed ? rejected : undefined}
      />
    </DraftRow>
  );
}

function SshKeyRow({ settings, busy, onSave }: SettingCardProps) {
  const { t } = useMessages();
  const [edits, setEdits] = useState(false);
  const [removes, setRemoves] = useState(false);
  const { sshKey } = settings;
  const remove = async () => {
    if (!await onSave({ sshKey: null })) throw new Error("not removed");
  };
  return (
    <SettingRow title={t("settings.sshKey")} help={t("settings.sshKeyHelp")}>
      <div className="flex flex-col gap-2">
        {sshKey && <KeySummary sshKey={sshKey} />}
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setEdits(true)}>
            {t(sshKey ? "settings.sshKeyReplace" : "settings.sshKeyEnter")}
          </Button>
          {sshKey && (
            <Button variant="ghost" disabled={busy} onClick={() => setRemoves(true)}>
              {t("settings.sshKeyRemove")}
            </Button>
          )}
        </div>
      </div>
      {edits && <SshKeyDialog version={settings.version} onClose={() => setEdits(false)} />}
      <ConfirmDialog
        open={removes}
        danger
        title={t("settings.sshKeyRemoveTitle")}
        text={t("settings.sshKeyRemoveText")}
        confirmLabel={t("settings.sshKeyRemove")}
        onConfirm={remove}
        onClose={() => setRemoves(false)}
      />
    </SettingRow>
  );
}

function KeySummary({ sshKey }: { sshKey: NonNullable<Settings["sshKey"]> }) {
  return (
    <div className="flex items-start gap-2 text-sm icon-stroke">
      <KeyRound size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0">
        <div>{sshKey.type}</div>
        <div className="font-mono text-xs break-all text-muted">{sshKey.fingerprint}</div>
      </div>
    </div>
  );
}

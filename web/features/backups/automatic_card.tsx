import { useState } from "react";
import type { AutomaticBackups } from "../../../server/contract/automatic_backups.ts";
import { useGuardedClose } from "../../ui/leave/leave_guard.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { DraftRow, NumberRow, useDraft } from "../../shared/settings/draft_rows.tsx";
import type { SettingCardProps } from "../../shared/settings/setting_row.tsx";
import { SettingRow } from "../../shared/settings/setting_row.tsx";
import { allParts, isPassphrase, NewPassphrase, PartsField } from "./backup_fields.tsx";
import { useAutomaticPassphrase, useBackups } from "./use_backups.ts";
import { backupLimits } from "../../../server/contract/limits/backups.ts";

/** Renders schedule, parts and retention of automatic backups. */
export function AutomaticCard({ settings, busy, onSave }: SettingCardProps) {
  const { t } = useMessages();
  const { backups } = settings;
  const set = (change: Partial<AutomaticBackups>) => void onSave({ backups: { ...backups, ...change } });
  return (
    <Card title={t("backup.automaticTitle")} help={t("backup.automaticHelp")} flush>
      <EnabledRow enabled={backups.enabled} busy={busy} onEnabled={(enabled) => set({ enabled })} />
      <NumberRow
        id="backupEveryDays"
        value={backups.everyDays}
        busy={busy}
        onSave={(everyDays) => set({ everyDays })}
        max={backupLimits.everyDays}
        unit={t("backup.days")}
      />
      <TimeRow value={backups.at} busy={busy} onSave={(at) => set({ at })} />
      <NumberRow
        id="backupKeep"
        value={backups.keep}
        busy={busy}
        onSave={(keep) => set({ keep })}
        max={backupLimits.keep}
        unit={t("backup.keepUnit")}
      />
      <SettingRow id="backupParts">
        <PartsField
          parts={allParts}
          chosen={backups.parts}
          disabled={busy}
          onChosen={(parts) => parts.length > 0 && set({ parts })}
        />
      </SettingRow>
      <PassphraseRow />
    </Card>
  );
}

function EnabledRow(
  { enabled, busy, onEnabled }: { enabled: boolean; busy: boolean; onEnabled: (enabled: boolean) => void },
) {
  const { t, format } = useMessages();
  const { data } = useBackups();
  const next = enabled && data?.nextAutomaticAt;
  return (
    <SettingRow
      id="backupEnabled"
      help={next ? t("backup.next", { time: format.dateTime(next) }) : undefined}
    >
      {(label) => <Switch label={label} hideLabel checked={enabled} disabled={busy} onChecked={onEnabled} />}
    </SettingRow>
  );
}

function TimeRow({ value, busy, onSave }: { value: string; busy: boolean; onSave: (at: string) => void }) {
  const { t } = useMessages();
  const { draft, setDraft, row } = useDraft(value);
  const wrong = !/^([01]\d|2[0-3]):[0-5]\d$/.test(draft);
  return (
    <DraftRow id="backupAt" {...row} busy={busy} onSave={() => !wrong && onSave(draft)}>
      <TextField
        label={t("backup.at")}
        hideLabel
        placeholder="03:30"
        dir="ltr"
        maxLength={5}
        value={draft}
        error={wrong ? t("backup.atWrong") : undefined}
        onChange={(event) => setDraft(event.target.value)}
      />
    </DraftRow>
  );
}

function PassphraseRow() {
  const { t } = useMessages();
  const { data } = useBackups();
  const { mutate: save, isPending } = useAutomaticPassphrase();
  const [open, setOpen] = useState(false);
  const isSet = data?.passphraseSet === true;
  return (
    <SettingRow id="backupPassphrase">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <span className="me-auto text-muted">
          {t(isSet ? "backup.passphraseSet" : "backup.passphraseNone")}
        </span>
        {isSet && <Button onClick={() => save(null)}>{t("backup.removePassphrase")}</Button>}
        <Button onClick={() => setOpen(true)}>
          {t(isSet ? "backup.changePassphrase" : "backup.setPassphrase")}
        </Button>
      </div>
      {open && <PassphraseDialog busy={isPending} onSave={save} onClose={() => setOpen(false)} />}
    </SettingRow>
  );
}

function PassphraseDialog(
  { busy, onSave, onClose }: {
    busy: boolean;
    onSave: ReturnType<typeof useAutomaticPassphrase>["mutate"];
    onClose: () => void;
  },
) {
  const { t } = useMessages();
  const [typed, setTyped] = useState({ first: "", again: "" });
  const [tried, setTried] = useState(false);
  const [askClose, close] = useGuardedClose(typed.first !== "" || typed.again !== "", onClose);
  const submit = () => {
    setTried(true);
    if (isPassphrase(typed)) onSave(typed.first, { onSuccess: close });
  };
  return (
    <Dialog
      onClose={askClose}
      onSubmit={submit}
      title={t("backup.automaticPassphrase")}
      footer={
        <>
          <Button onClick={askClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy}>{t("ui.save")}</Button>
        </>
      }
    >
      <NewPassphrase value={typed} tried={tried} onValue={setTyped} />
    </Dialog>
  );
}

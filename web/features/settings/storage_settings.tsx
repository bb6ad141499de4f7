import { settingLimits } from "../../../server/contract/limits/settings.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { OptionalNumberRow, SizeRow } from "../../shared/settings/draft_rows.tsx";
import type { SettingCardProps } from "../../shared/settings/setting_row.tsx";
import { Card } from "../../ui/data/card.tsx";
import { LoadedSettings } from "./loaded_settings.tsx";

/** Renders the retention of runs and logs, and the limits of logs and uploads. */
export default function StorageSettings() {
  return (
    <LoadedSettings>
      {(props) => (
        <>
          <LogsCard {...props} />
          <UploadsCard {...props} />
        </>
      )}
    </LoadedSettings>
  );
}

/** Renders the maximum size of logs, and how long and how many are retained. */
function LogsCard({ settings, busy, onSave }: SettingCardProps) {
  const { t } = useMessages();
  return (
    <Card title={t("settings.logs")} help={t("settings.logsHelp")} flush>
      <OptionalNumberRow
        id="logRetentionDays"
        title={t("settings.logRetention")}
        help={t("settings.logRetentionHelp")}
        value={settings.logRetentionDays}
        busy={busy}
        onSave={(logRetentionDays) => void onSave({ logRetentionDays })}
        min={1}
        max={settingLimits.logRetentionDays}
        unit={t("settings.days")}
      />
      <OptionalNumberRow
        id="logKeepRuns"
        title={t("settings.logKeepRuns")}
        help={t("settings.logKeepRunsHelp")}
        value={settings.logKeepRuns}
        busy={busy}
        onSave={(logKeepRuns) => void onSave({ logKeepRuns })}
        min={1}
        max={settingLimits.logKeepRuns}
        unit={t("settings.runsUnit")}
      />
      <SizeRow
        id="logMaxBytes"
        title={t("settings.logMaxBytes")}
        help={t("settings.logMaxBytesHelp")}
        value={settings.logMaxBytes}
        busy={busy}
        onSave={(logMaxBytes) => void onSave({ logMaxBytes })}
        min={64 * 1024}
        max={settingLimits.sizeBytes}
      />
    </Card>
  );
}

function UploadsCard({ settings, busy, onSave }: SettingCardProps) {
  const { t } = useMessages();
  return (
    <Card title={t("settings.uploads")} help={t("settings.uploadsHelp")} flush>
      <SizeRow
        id="uploadMaxBytes"
        title={t("settings.uploadMaxBytes")}
        help={t("settings.uploadMaxBytesHelp")}
        value={settings.uploadMaxBytes}
        busy={busy}
        onSave={(uploadMaxBytes) => void onSave({ uploadMaxBytes })}
        min={1_000_000}
        max={settingLimits.sizeBytes}
      />
    </Card>
  );
}

import { settingLimits } from "../../../server/contract/limits/settings.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { OptionalNumberRow, SizeRow } from "../../shared/settings/draft_rows.tsx";
import { bindSettings, type SettingCardProps } from "../../shared/settings/setting_row.tsx";
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
function LogsCard(props: SettingCardProps) {
  const { t } = useMessages();
  const bound = bindSettings(props);
  return (
    <Card title={t("settings.logs")} help={t("settings.logsHelp")} flush>
      <OptionalNumberRow
        {...bound("logRetentionDays")}
        max={settingLimits.logRetentionDays}
        unit={t("settings.days")}
      />
      <OptionalNumberRow
        {...bound("logKeepRuns")}
        max={settingLimits.logKeepRuns}
        unit={t("settings.runsUnit")}
      />
      <SizeRow {...bound("logMaxBytes")} min={64 * 1024} />
    </Card>
  );
}

function UploadsCard(props: SettingCardProps) {
  const { t } = useMessages();
  return (
    <Card title={t("settings.uploads")} help={t("settings.uploadsHelp")} flush>
      <SizeRow {...bindSettings(props)("uploadMaxBytes")} min={1_000_000} />
    </Card>
  );
}

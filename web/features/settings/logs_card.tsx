import { Card } from "../../ui/data/card.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { NumberRow, OptionalNumberRow } from "../../shared/settings/draft_rows.tsx";
import type { SettingCardProps } from "./running_card.tsx";
import { SizeRow } from "../../shared/settings/size_row.tsx";

/** How large logs may grow, and how long and how many are kept. */
export function LogsCard({ settings, busy, onSave }: SettingCardProps) {
  const { t } = useMessages();
  return (
    <Card title={t("settings.logs")} help={t("settings.logsHelp")} flush>
      <NumberRow
        title={t("settings.logRetention")}
        help={t("settings.logRetentionHelp")}
        value={settings.logRetentionDays}
        busy={busy}
        onSave={(logRetentionDays) => void onSave({ logRetentionDays })}
        min={1}
        max={3650}
        unit={t("settings.days")}
      />
      <OptionalNumberRow
        title={t("settings.logKeepRuns")}
        help={t("settings.logKeepRunsHelp")}
        value={settings.logKeepRuns}
        busy={busy}
        onSave={(logKeepRuns) => void onSave({ logKeepRuns })}
        min={1}
        max={100_000}
        unit={t("settings.runsUnit")}
      />
      <SizeRow
        title={t("settings.logMaxBytes")}
        help={t("settings.logMaxBytesHelp")}
        value={settings.logMaxBytes}
        busy={busy}
        onSave={(logMaxBytes) => void onSave({ logMaxBytes })}
        min={64 * 1024}
        max={2 ** 40}
      />
    </Card>
  );
}

import { Card } from "../../ui/data/card.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import type { SettingCardProps } from "./running_card.tsx";
import { SizeRow } from "../../shared/settings/size_row.tsx";

/** How large an upload may be. */
export function UploadsCard({ settings, busy, onSave }: SettingCardProps) {
  const { t } = useMessages();
  return (
    <Card title={t("settings.uploads")} help={t("settings.uploadsHelp")} flush>
      <SizeRow
        title={t("settings.uploadMaxBytes")}
        help={t("settings.uploadMaxBytesHelp")}
        value={settings.uploadMaxBytes}
        busy={busy}
        onSave={(uploadMaxBytes) => void onSave({ uploadMaxBytes })}
        min={1_000_000}
        max={2 ** 40}
      />
    </Card>
  );
}

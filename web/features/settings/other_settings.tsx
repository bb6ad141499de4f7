import type { Settings } from "../../../server/contract/settings.ts";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { AppearanceCard } from "./appearance_card.tsx";
import { AutomaticCard } from "../backups/automatic_card.tsx";
import { BackupCard } from "../backups/backup_card.tsx";
import { LogsCard } from "./logs_card.tsx";
import { OutsideCard } from "./outside_card.tsx";
import { RunningCard } from "./running_card.tsx";
import { UploadsCard } from "./uploads_card.tsx";
import { SettingsSkeleton } from "../../shared/settings/settings_skeleton.tsx";
import { useSaveSettings, useSettings } from "../../shared/settings/use_settings.ts";

/** The tab of everything that has no tab of its own. */
export default function OtherSettings() {
  const { data, error, refetch } = useSettings();
  if (data) return <SettingCards settings={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <SettingsSkeleton />;
}

function SettingCards({ settings }: { settings: Settings }) {
  const { save, busy, error } = useSaveSettings(settings);
  return (
    <div className="flex flex-col gap-5">
      <RunningCard settings={settings} busy={busy} onSave={save} />
      <AppearanceCard settings={settings} busy={busy} onSave={save} />
      <OutsideCard settings={settings} busy={busy} onSave={save} error={error} />
      <LogsCard settings={settings} busy={busy} onSave={save} />
      <UploadsCard settings={settings} busy={busy} onSave={save} />
      <BackupCard />
      <AutomaticCard settings={settings} busy={busy} onSave={save} />
    </div>
  );
}

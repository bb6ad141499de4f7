import type { Settings } from "../../../server/contract/settings.ts";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error_state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useDelayed } from "../../ui/use_delayed.ts";
import { useWords } from "../../words/use_words.tsx";
import { AppearanceCard } from "./appearance_card.tsx";
import { NumberRow } from "./draft_rows.tsx";
import { RunningCard } from "./running_card.tsx";
import { useSaveSettings, useSettings } from "./use_settings.ts";

/** The tab of everything that has no tab of its own. */
export function OtherSettings() {
  const { data, error, refetch } = useSettings();
  if (data) return <SettingCards settings={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <SettingsSkeleton />;
}

function SettingCards({ settings }: { settings: Settings }) {
  const { t } = useWords();
  const { save, busy } = useSaveSettings(settings);
  return (
    <div className="flex flex-col gap-5">
      <RunningCard settings={settings} busy={busy} onSave={save} />
      <AppearanceCard settings={settings} busy={busy} onSave={save} />
      <Card title={t("settings.logs")} help={t("settings.logsHelp")} flush>
        <NumberRow
          title={t("settings.logRetention")}
          help={t("settings.logRetentionHelp")}
          value={settings.logRetentionDays}
          busy={busy}
          onSave={(logRetentionDays) => void save({ logRetentionDays })}
          min={1}
          max={3650}
          unit={t("settings.days")}
        />
      </Card>
    </div>
  );
}

function SettingsSkeleton() {
  if (!useDelayed(true)) return null;
  return (
    <div className="flex flex-col gap-5">
      {[3, 3, 1].map((rows, index) => (
        <div key={index} className="rounded-md border border-line bg-surface">
          {Array.from(
            { length: rows + 1 },
            (_, row) => (
              <div
                key={row}
                className="flex h-16 items-center justify-between border-b border-line px-4 last:border-b-0"
              >
                <Skeleton className="h-3.5 w-40" />
                {row > 0 && <Skeleton className="h-8 w-56" />}
              </div>
            ),
          )}
        </div>
      ))}
    </div>
  );
}

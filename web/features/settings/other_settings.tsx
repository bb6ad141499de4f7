import type { Settings } from "../../../server/contract/settings.ts";
import { ErrorState } from "../../ui/error_state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useDelayed } from "../../ui/use_delayed.ts";
import { AppearanceCard } from "./appearance_card.tsx";
import { LogsCard } from "./logs_card.tsx";
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
  const { save, busy } = useSaveSettings(settings);
  return (
    <div className="flex flex-col gap-5">
      <RunningCard settings={settings} busy={busy} onSave={save} />
      <AppearanceCard settings={settings} busy={busy} onSave={save} />
      <LogsCard settings={settings} busy={busy} onSave={save} />
    </div>
  );
}

/** Stands in place of the cards while the settings are on their way. */
export function SettingsSkeleton() {
  if (!useDelayed(true)) return null;
  return (
    <div className="flex flex-col gap-5">
      {[3, 3, 3].map((rows, index) => (
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

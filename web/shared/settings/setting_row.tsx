import type { ReactNode } from "react";
import type { Settings, SettingsPatch } from "../../../server/contract/settings.ts";

export interface SettingCardProps {
  settings: Settings;
  busy: boolean;
  /** Resolves to whether it was saved. */
  onSave: (patch: SettingsPatch) => Promise<boolean>;
}

/** Renders a setting: its title and help on the left, its control on the right; stacked on a phone. */
export function SettingRow(
  { title, help, children }: { title: string; help: ReactNode; children: ReactNode },
) {
  return (
    <div className="relative flex flex-col gap-3 border-b border-line px-4 py-4 last:border-b-0 sm:flex-row sm:items-start sm:gap-8">
      <div className="min-w-0 flex-1">
        <div className="text-base font-medium" aria-hidden>{title}</div>
        <div className="mt-0.5 text-sm text-muted">{help}</div>
      </div>
      <div className="w-full shrink-0 sm:w-72">{children}</div>
    </div>
  );
}

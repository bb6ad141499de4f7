import type { ReactNode } from "react";
import type { Settings } from "../../../server/contract/settings.ts";
import { type SettingCardProps, SettingsSkeleton } from "../../shared/settings/setting_row.tsx";
import { useSaveSettings, useSettings } from "../../shared/settings/use_settings.ts";
import { ErrorState } from "../../ui/feedback/error_state.tsx";

export interface LoadedCardProps extends SettingCardProps {
  /** Why the last change was rejected. */
  error: unknown;
}

type Cards = (props: LoadedCardProps) => ReactNode;

/** Renders cards over the panel's settings, once they are loaded. */
export function LoadedSettings({ children }: { children: Cards }) {
  const { data, error, refetch } = useSettings();
  if (data) return <SettingCards settings={data} cards={children} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <SettingsSkeleton />;
}

function SettingCards({ settings, cards }: { settings: Settings; cards: Cards }) {
  const { save, busy, error } = useSaveSettings(settings);
  return <div className="flex flex-col gap-5">{cards({ settings, busy, onSave: save, error })}</div>;
}

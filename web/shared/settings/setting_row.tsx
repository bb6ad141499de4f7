import type { ReactNode } from "react";
import type { Settings, SettingsPatch } from "../../../server/contract/settings.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useFragmentTarget } from "../../ui/data/card.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Select, type SelectOption } from "../../ui/inputs/select.tsx";
import { useDelayed } from "../../ui/feedback/use_delayed.ts";
import { type SettingId, settingTexts } from "./setting_texts.ts";

export interface SettingCardProps {
  settings: Settings;
  busy: boolean;
  onSave: (patch: SettingsPatch) => Promise<boolean>;
}

/** Returns a function that binds the row of a setting to its value. */
export function bindSettings({ settings, busy, onSave }: SettingCardProps) {
  return <K extends SettingId & keyof Settings & keyof SettingsPatch>(id: K) => ({
    id,
    busy,
    value: settings[id],
    onSave: (value: Settings[K]) => void onSave({ [id]: value }),
  });
}

/** Renders a setting by what `setting_texts.ts` calls it; its control may use the label. */
export function SettingRow(
  { id, help, children }: {
    id: SettingId;
    /** Replaces the listed help. */
    help?: string | undefined;
    children: ReactNode | ((label: string) => ReactNode);
  },
) {
  const texts = settingTexts(id, useMessages().t);
  return (
    <TitledRow id={id} title={texts.title} help={help ?? texts.help}>
      {typeof children === "function" ? children(texts.label) : children}
    </TitledRow>
  );
}

export function SelectRow<V extends string>(
  { id, value, busy, onSave, options }: {
    id: SettingId;
    value: V;
    busy: boolean;
    onSave: (value: V) => void;
    options: readonly SelectOption<V>[];
  },
) {
  return (
    <SettingRow id={id}>
      {(label) => <Select hideLabel disabled={busy} onValue={onSave} {...{ label, options, value }} />}
    </SettingRow>
  );
}

/** Renders a title and help on the left, a control on the right; stacked where there is no room. */
export function TitledRow(
  { id, title, help, children }: {
    /** The URL fragment that links to it. */
    id?: string | undefined;
    title: string;
    help: string;
    children: ReactNode;
  },
) {
  const target = useFragmentTarget<HTMLDivElement>();
  return (
    <div
      id={id}
      ref={target}
      tabIndex={id === undefined ? undefined : -1}
      className="relative flex scroll-mt-24 flex-col gap-3 border-b border-line px-4 py-4 transition-colors duration-150 -outline-offset-2 last:border-b-0 data-revealed:bg-accent-soft sm:flex-row sm:items-start sm:gap-8"
    >
      <div className="min-w-0 flex-1">
        <div className="text-base font-medium" aria-hidden>{title}</div>
        <div className="mt-0.5 text-sm text-pretty text-muted">{help}</div>
      </div>
      <div className="w-full shrink-0 sm:w-72">{children}</div>
    </div>
  );
}

/** Renders placeholders for the cards while the settings load. */
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
                className="flex h-16 items-center justify-between gap-4 border-b border-line px-4 last:border-b-0"
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

import type { ReactNode } from "react";
import type { Settings, SettingsPatch } from "../../../server/contract/settings.ts";
import { useFragmentTarget } from "../../ui/data/card.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useDelayed } from "../../ui/feedback/use_delayed.ts";

export interface SettingCardProps {
  settings: Settings;
  busy: boolean;
  /** Resolves to whether it was saved. */
  onSave: (patch: SettingsPatch) => Promise<boolean>;
}

/** Renders a setting: its title and help on the left, its control on the right; stacked where there is no room. */
export function SettingRow(
  { id, title, help, children }: {
    /** The URL fragment that links to it. */
    id?: string | undefined;
    title: string;
    help: ReactNode;
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

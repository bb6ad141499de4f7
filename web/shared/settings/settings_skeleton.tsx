import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useDelayed } from "../../ui/feedback/use_delayed.ts";

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

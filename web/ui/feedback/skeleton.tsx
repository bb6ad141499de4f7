import { classNames } from "../class_names.ts";
import { useDelayed } from "./use_delayed.ts";

/** Renders a gray bar as a placeholder for text; size it with classes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames("block animate-shimmer rounded-sm bg-neutral-soft", className ?? "h-3.5 w-full")}
    />
  );
}

const widths = ["w-3/4", "w-1/2", "w-2/3", "w-2/5"];

/** Renders placeholder rows of the real height after a table has been loading for 150 ms; use inside a `tbody`. */
export function SkeletonRows({ columns, rows = 8 }: { columns: number; rows?: number }) {
  const isVisible = useDelayed(true);
  if (!isVisible) return null;
  return Array.from(
    { length: rows },
    (_, row) => (
      <tr key={row} className="border-b border-line last:border-b-0">
        {Array.from({ length: columns }, (_, column) => (
          <td key={column} className="h-10 px-3">
            <Skeleton className={classNames("h-3", widths[(row + column) % widths.length])} />
          </td>
        ))}
      </tr>
    ),
  );
}

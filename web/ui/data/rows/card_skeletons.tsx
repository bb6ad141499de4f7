import { classNames } from "../../class_names.ts";
import { Skeleton } from "../../feedback/skeleton.tsx";
import { useDelayed } from "../../feedback/use_delayed.ts";

/** Renders placeholders for cards, after loading for 150 ms. */
export function CardSkeletons({ count, height }: { count: number; height: string }) {
  if (!useDelayed(true)) return null;
  return (
    <ul className="flex flex-col gap-2">
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <CardSkeleton height={height} />
        </li>
      ))}
    </ul>
  );
}

/** Renders a placeholder for one card; `height` is a class. */
export function CardSkeleton({ height }: { height: string }) {
  return (
    <div className={classNames("flex flex-col gap-3 rounded-md border border-line bg-surface p-4", height)}>
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-3 w-4/5" />
      <Skeleton className="h-3 w-1/2" />
    </div>
  );
}

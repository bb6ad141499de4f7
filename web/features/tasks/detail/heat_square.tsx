import { classNames } from "../../../ui/class_names.ts";

interface HeatSquareProps {
  /** Runs of the hour but skipped ones, and those. */
  runs: number;
  skipped: number;
  /** Share that succeeded, 0 to 1; null when none was judged. */
  succeeded: number | null;
  /** How many compared with the fullest hour, 0 to 1. */
  volume: number;
  marked?: boolean;
}

const faintest = 0.3;
const lowestFill = 0.18;

/** One hour: deeper with more runs, filled from below by the share that did not succeed, hollow when all were skipped. */
export function HeatSquare({ runs, skipped, succeeded, volume, marked = false }: HeatSquareProps) {
  const failed = succeeded === null ? 0 : 1 - succeeded;
  const opacity = faintest + (1 - faintest) * volume;
  return (
    <span
      aria-hidden
      className={classNames(
        "relative block h-5 overflow-hidden rounded-[3px]",
        runs === 0 && skipped > 0 ? "border-[1.5px] border-dashed border-neutral" : "bg-sunken",
        marked && "outline-2 outline-offset-1 outline-accent",
      )}
    >
      {runs > 0 && (
        <span
          className={classNames("absolute inset-0", succeeded === null ? "bg-neutral" : "bg-success")}
          style={{ opacity }}
        />
      )}
      {failed > 0 && (
        <span
          className="absolute inset-x-0 bottom-0 bg-danger"
          style={{ height: `${Math.max(lowestFill, failed) * 100}%` }}
        />
      )}
    </span>
  );
}

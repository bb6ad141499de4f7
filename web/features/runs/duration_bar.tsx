import type { ReactNode } from "react";
import type { ListedRun } from "../../../server/contract/runs.ts";
import { isSlow, SLOW_FACTOR } from "../../../server/contract/slow_runs.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { isActive } from "../../shared/run/run_state.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Tooltip } from "../../ui/buttons/tooltip.tsx";
import { useNow } from "../../ui/data/time_text.tsx";

interface DurationProps {
  run: ListedRun;
  /** Whether there is room for the bar. */
  hasBar: boolean;
}

/** Renders how long a run took, or has been running, as a bar against what is usual for its task; `otherwise` before its start. */
export function DurationBar(
  { run, hasBar = true, otherwise }: { run: ListedRun; hasBar?: boolean; otherwise?: ReactNode },
) {
  if (run.durationMs !== null) return <Bar run={run} hasBar={hasBar} durationMs={run.durationMs} />;
  if (!run.startedAt || !isActive(run.state)) return otherwise && <Figure>{otherwise}</Figure>;
  return <Running run={run} hasBar={hasBar} startedAt={run.startedAt} />;
}

function Running({ startedAt, ...props }: DurationProps & { startedAt: string }) {
  const passed = Math.max(0, useNow(1000) - new Date(startedAt).getTime());
  return <Bar {...props} durationMs={Math.floor(passed / 1000) * 1000} />;
}

/** Renders the figure, which bars of all rows follow at the same position. */
function Figure({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-center">
      <span className="min-w-18 shrink-0 text-end whitespace-nowrap tabular-nums md:min-w-22">
        {children}
      </span>
    </span>
  );
}

function Bar({ run, hasBar, durationMs }: DurationProps & { durationMs: number }) {
  const { t, format } = useMessages();
  // A task that has become slow is compared with how it was before.
  const medianMs = run.usualMs ?? run.medianMs;
  const duration = <Figure>{format.duration(durationMs)}</Figure>;
  if (!medianMs || !hasBar) return duration;
  const ofMedian = durationMs / medianMs;
  const text = t("runList.ofMedian", { share: format.percent(ofMedian), time: format.duration(medianMs) });
  return (
    <Tooltip text={text}>
      <span className="flex items-center gap-2">
        {duration}
        <span aria-hidden className="relative h-1.5 w-14 shrink-0 rounded-full bg-neutral-soft">
          <span
            className={classNames(
              "absolute inset-y-0 start-0 rounded-full",
              isSlow(durationMs, medianMs) ? "bg-warning" : isActive(run.state) ? "bg-accent" : "bg-neutral",
            )}
            // The bar ends where a run is slow, so that the median is its middle.
            style={{ width: `${Math.min(1, ofMedian / SLOW_FACTOR) * 100}%` }}
          />
          <span className="absolute -inset-y-0.5 start-1/2 w-px bg-line-strong" />
        </span>
        <span className="sr-only">{text}</span>
      </span>
    </Tooltip>
  );
}

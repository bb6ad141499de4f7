import type { Task } from "../../../../server/contract/tasks.ts";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { endTime } from "../../../shared/run/end_time.ts";
import { RunStateDot } from "../../../shared/run/run_state.tsx";

interface LastRunProps {
  run: Task["lastRun"];
  /**
   * `short` omits the duration, `aligned` starts the times of all rows at the same position, `stacked` renders the times
   * below the outcome.
   */
  layout?: "line" | "short" | "aligned" | "stacked";
}

/** Renders outcome, end and duration of a task's last ended run. */
export function LastRun({ run, layout = "line" }: LastRunProps) {
  const { t, format } = useMessages();
  if (!run) return <span className="text-faint">{t("tasks.neverRun")}</span>;
  const endedAt = endTime(run);
  const end = endedAt && (
    <span className="truncate text-muted">
      <RelativeTime at={endedAt} />
    </span>
  );
  const duration = run.durationMs !== null && layout !== "short" && (
    <span className="whitespace-nowrap text-faint tabular-nums">{format.duration(run.durationMs)}</span>
  );
  // Overflow wraps to another line, which is hidden.
  if (layout === "stacked") {
    return (
      <span className="flex min-w-0 flex-col gap-0.5">
        <RunStateDot state={run.outcome} />
        <span className="flex h-4.5 min-w-0 flex-wrap items-center gap-x-2 overflow-hidden ps-4 text-xs leading-4.5">
          {end}
          {duration}
        </span>
      </span>
    );
  }
  return (
    <span className="flex h-[1.45em] min-w-0 flex-wrap items-baseline gap-x-2 overflow-hidden">
      <span className="flex max-w-full min-w-0 items-baseline gap-2">
        <span className={layout === "aligned" ? "min-w-20" : ""}>
          <RunStateDot state={run.outcome} />
        </span>
        {end}
      </span>
      {duration}
    </span>
  );
}

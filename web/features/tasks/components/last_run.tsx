import type { Task } from "../../../../server/contract/tasks.ts";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { RunStateDot } from "../../../shared/run/run_state.tsx";

interface LastRunProps {
  run: Task["lastRun"];
  /** Omits the duration. */
  short?: boolean;
  /** Starts the times of all rows at the same position. */
  aligned?: boolean;
}

/** Renders outcome, start and duration of a task's last ended run. */
export function LastRun({ run, short = false, aligned = false }: LastRunProps) {
  const { t, format } = useMessages();
  if (!run) return <span className="text-faint">{t("tasks.neverRun")}</span>;
  return (
    // Overflow wraps to a second line, which is hidden.
    <span className="flex h-[1.45em] min-w-0 flex-wrap items-baseline gap-x-2 overflow-hidden">
      <span className="flex max-w-full min-w-0 items-baseline gap-2">
        <span className={aligned ? "min-w-20" : ""}>
          <RunStateDot state={run.outcome} />
        </span>
        {run.startedAt && (
          <span className="truncate text-muted">
            <RelativeTime at={run.startedAt} />
          </span>
        )}
      </span>
      {run.durationMs !== null && !short && (
        <span className="whitespace-nowrap text-faint tabular-nums">{format.duration(run.durationMs)}</span>
      )}
    </span>
  );
}

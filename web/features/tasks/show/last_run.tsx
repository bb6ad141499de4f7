import type { Task } from "../../../../server/contract/tasks.ts";
import { RelativeTime } from "../../../ui/time_text.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { RunStateDot } from "./run_state.tsx";

/** How the newest ended run of a task went, when it began and how long it took; `short` leaves that out. */
export function LastRun({ run, short = false }: { run: Task["lastRun"]; short?: boolean }) {
  const { t, format } = useWords();
  if (!run) return <span className="text-faint">{t("tasks.neverRun")}</span>;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className={short ? "" : "min-w-20"}>
        <RunStateDot state={run.outcome} />
      </span>
      <span className="truncate text-muted">
        {run.startedAt && <RelativeTime at={run.startedAt} />}
        {run.durationMs !== null && !short && (
          <span className="text-faint tabular-nums max-xl:md:hidden">
            {` · ${format.duration(run.durationMs)}`}
          </span>
        )}
      </span>
    </span>
  );
}

import type { Run } from "../../../../server/contract/runs.ts";
import { classNames } from "../../../ui/class_names.ts";
import { toneBorder, toneDot } from "../../../ui/tones.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { useTaskActs } from "../acts/task_acts.tsx";
import { runStateLooks } from "../show/run_state.tsx";
import { useRuns } from "../show/use_runs.ts";
import { barHeights, summarize } from "./outcomes.ts";

const shownRuns = 60;

/** The last runs as bars, the newest at the end: colour by outcome, height by duration. The table below says the same in words. */
export function OutcomeStrip({ taskId }: { taskId: number }) {
  const { t, format } = useWords();
  const list = useRuns(taskId, { page: 1, pageSize: shownRuns });
  const runs = list.data?.items.toReversed() ?? [];
  const { ended, succeeded, medianMs } = summarize(runs);
  const heights = barHeights(runs);
  return (
    <div className="border-b border-line px-4 pt-3 pb-3">
      <div aria-hidden className="flex h-12 items-end gap-px sm:gap-0.5">
        {runs.map((run, index) => (
          <Bar
            key={run.id}
            run={run}
            height={heights[index] ?? 0}
            taskId={taskId}
          />
        ))}
      </div>
      <p className="mt-2 flex min-h-4 flex-wrap gap-x-4 text-xs text-muted tabular-nums">
        {succeeded !== null && (
          <span>{t("runs.rate", { share: format.percent(succeeded), count: ended })}</span>
        )}
        {medianMs !== null && <span>{t("runs.median", { duration: format.duration(medianMs) })}</span>}
      </p>
    </div>
  );
}

const lowest = 0.12;

function Bar({ run, height, taskId }: { run: Run; height: number; taskId: number }) {
  const { t, format } = useWords();
  const { links } = useTaskActs();
  const { word, tone, pulse, hollow } = runStateLooks[run.state];
  const at = run.startedAt ?? run.dueAt ?? run.queuedAt;
  const duration = run.durationMs === null ? "" : ` · ${format.duration(run.durationMs)}`;
  return (
    <Tooltip text={`#${run.id} · ${t(word)}${duration}\n${format.dateTime(at)}`}>
      <button
        type="button"
        tabIndex={-1}
        onClick={() => links.log(taskId, run.id)}
        className="group/bar flex h-full max-w-3 min-w-0.5 flex-1 items-end"
      >
        <span
          style={{ height: `${Math.max(lowest, pulse ? 1 : height) * 100}%` }}
          className={classNames(
            "w-full rounded-[2px] group-hover/bar:opacity-70",
            hollow ? `border ${toneBorder[tone]}` : toneDot[tone],
            pulse && "animate-pulse",
          )}
        />
      </button>
    </Tooltip>
  );
}

import { Maximize2 } from "../../../ui/icons/icons.ts";
import { useState } from "react";
import type { Run } from "../../../../server/contract/runs.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { NewerRun } from "../../../shared/run/newest_log.tsx";
import { RunNode } from "../../../shared/run/run_node.tsx";
import { RunLog } from "../../../shared/run/run_log.tsx";
import { isActive, RunStateDot } from "../../../shared/run/run_state.tsx";
import { useRun } from "../../../shared/run/use_run.ts";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Card } from "../../../ui/data/card.tsx";
import { RunningTime } from "../../../ui/data/time_text.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";

interface LiveLogCardProps {
  first: number;
  /** The live run of the task; null when there is none. */
  live: number | null;
}

/**
 * Renders the log of a task's live run, and of the run with its outcome once it has ended. The next live run replaces
 * it, unless the user has scrolled up in it.
 */
export default function LiveLogCard({ first, live }: LiveLogCardProps) {
  const { t } = useMessages();
  const [current, setCurrent] = useState(first);
  const [following, setFollowing] = useState(true);
  const { data: run, error, refetch } = useRun(current);
  const next = live !== null && live !== current && run && !isActive(run.state) ? live : null;
  if (next !== null && following) setCurrent(next);
  const active = !run || isActive(run.state);
  return (
    <Card
      flush
      title={active ? t("task.liveLog") : t("runs.log")}
      actions={run && <RunSummary run={run} />}
      className="overflow-hidden"
    >
      {next !== null && <NewerRun run={{ id: next }} onShow={() => setCurrent(next)} />}
      <div className="h-80 bg-log-bg">
        {run
          ? <RunLog key={run.id} run={run} embedded onFollowing={setFollowing} />
          : error && <ErrorState error={error} onRetry={() => void refetch()} />}
      </div>
    </Card>
  );
}

function RunSummary({ run }: { run: Run }) {
  const { t, format } = useMessages();
  const { links } = useTaskActions();
  const { id, taskId, state, durationMs, startedAt } = run;
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="text-muted tabular-nums">#{id}</span>
      <span role="status">
        <RunStateDot state={state} />
      </span>
      <span className="text-muted tabular-nums">
        {durationMs !== null
          ? format.duration(durationMs)
          : startedAt && isActive(state) && <RunningTime since={startedAt} />}
      </span>
      <RunNode run={run} />
      {taskId !== null && (
        <Button
          size="small"
          icon={<Maximize2 size={14} aria-hidden />}
          onClick={() => links.log(taskId, id)}
        >
          {t("task.openLog")}
        </Button>
      )}
    </span>
  );
}

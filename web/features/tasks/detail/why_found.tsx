import type { ReactNode } from "react";
import { Link } from "wouter";
import type { RunState } from "../../../../server/contract/runs.ts";
import type { Why } from "../../../../server/contract/task_statistics.ts";
import { paths } from "../../../paths.ts";
import { FactList } from "../../../ui/data/fact_list.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { toneSoft } from "../../../ui/tones.ts";
import { classNames } from "../../../ui/class_names.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { RunStateDot } from "../../../shared/run/run_state.tsx";
import { resultTones, whyText } from "./why_result.ts";

interface WhyFoundProps {
  why: Why;
  taskId: number;
  zone: string;
  /** The moment that was asked about; null for the last missed. */
  asked: string | null;
  /** Told when a link leads away. */
  onLeave: () => void;
}

/** The ledger's answer: one sentence, and the runs and due times around it. */
export function WhyFound({ why, taskId, zone, asked, onLeave }: WhyFoundProps) {
  const messages = useMessages();
  const { t } = messages;
  const link = (run: { id: number; state: RunState }) => (
    <RunLink taskId={taskId} run={run} onLeave={onLeave} />
  );
  const details: ([string, ReactNode] | null)[] = [
    why.run && [t("insight.whyRun"), link(why.run)],
    why.blockedBy && [t("insight.whyBlocker"), link(why.blockedBy)],
    why.previousDueAt
      ? [t("insight.previousDue"), <Due key="before" at={why.previousDueAt} zone={zone} />]
      : null,
    why.nextDueAt ? [t("insight.nextDue"), <Due key="next" at={why.nextDueAt} zone={zone} />] : null,
  ];
  return (
    <div className="flex flex-col gap-4">
      <p className={classNames("rounded-md px-4 py-3 text-base", toneSoft[resultTones[why.answer]])}>
        {whyText(why, messages, { zone, asked })}
      </p>
      <FactList details={details} />
    </div>
  );
}

function RunLink(
  { taskId, run, onLeave }: { taskId: number; run: { id: number; state: RunState }; onLeave: () => void },
) {
  return (
    <span className="flex items-center gap-3">
      <Link
        href={paths.taskLog(taskId, run.id)}
        state={{ beneath: "task" }}
        onClick={onLeave}
        className="text-accent-text tabular-nums hover:underline"
      >
        #{run.id}
      </Link>
      <RunStateDot state={run.state} />
    </span>
  );
}

function Due({ at, zone }: { at: string; zone: string }) {
  const { format } = useMessages();
  return (
    <span className="flex flex-wrap gap-x-3 tabular-nums">
      {format.dayAndTime(at, zone)}
      <span className="text-muted">
        <RelativeTime at={at} />
      </span>
    </span>
  );
}

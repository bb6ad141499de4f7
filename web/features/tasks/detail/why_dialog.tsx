import { type ReactNode, useState } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { useSession } from "../../../api/use_session.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { Spinner } from "../../../ui/buttons/spinner.tsx";
import { DateTimeField } from "../../../ui/inputs/date_field.tsx";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useWhy } from "./use_statistics.ts";
import { readWallTime, writeWallTime } from "../../../messages/wall_time.ts";
import { Link } from "wouter";
import type { RunState } from "../../../../server/contract/runs.ts";
import type { Why } from "../../../../server/contract/task_statistics.ts";
import { paths } from "../../../paths.ts";
import { DetailList } from "../../../ui/data/detail_list.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { toneSoft } from "../../../ui/tones.ts";
import { classNames } from "../../../ui/class_names.ts";
import { linkReasons } from "../../../shared/task/link_texts.ts";
import { RunStateDot } from "../../../shared/run/run_state.tsx";
import { toneOf, whyText } from "./why_result.ts";

type Question = "last" | "moment";

/** Explains why a task did not run at its last missed due time, or at any moment. */
export default function WhyDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useMessages();
  const panelZone = useSession().settings.effectiveTimeZone;
  const zone = task.timeZone ?? panelZone;
  const [question, setQuestion] = useState<Question>("last");
  const [moment, setMoment] = useState(() => writeWallTime(Date.now(), zone).slice(0, 16));
  const [asked, setAsked] = useState<string | undefined>();
  const [wrong, setWrong] = useState(false);
  const ask = () => {
    const at = readWallTime(moment, zone);
    setWrong(at === null);
    if (at !== null) setAsked(new Date(at).toISOString());
  };
  return (
    <Dialog
      onClose={onClose}
      title={t("statistics.why")}
      description={task.name}
      onSubmit={question === "moment" ? ask : onClose}
      footer={<Button onClick={onClose}>{t("ui.close")}</Button>}
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl
          label={t("statistics.why")}
          hideLabel
          value={question}
          options={[
            { value: "last", label: t("statistics.askLast") },
            { value: "moment", label: t("statistics.askMoment") },
          ]}
          onValue={setQuestion}
        />
        {question === "moment" && (
          <div className="flex items-start gap-2">
            <DateTimeField
              label={t("statistics.moment")}
              value={moment}
              onValue={setMoment}
              timeZone={zone}
              help={t("statistics.momentHelp", { zone })}
              error={wrong ? t("statistics.momentWrong") : undefined}
              className="min-w-0 flex-1"
            />
            <Button type="submit" variant="primary" className="mt-[25px]">{t("statistics.ask")}</Button>
          </div>
        )}
        <Result taskId={task.id} zone={zone} at={question === "last" ? null : asked} onLeave={onClose} />
      </div>
    </Dialog>
  );
}

function Result(
  { taskId, zone, at, onLeave }: {
    taskId: number;
    zone: string;
    at: string | null | undefined;
    onLeave: () => void;
  },
) {
  const { t } = useMessages();
  const { data, error, isFetching, refetch } = useWhy(taskId, at);
  const slow = useDelayed(isFetching && !data);
  if (at === undefined) return null;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-live="polite" className="min-h-28">
      {slow && <Spinner label={t("ui.loading")} />}
      {data && <WhyFound why={data} {...{ taskId, zone, onLeave }} asked={at} />}
    </div>
  );
}

interface WhyFoundProps {
  why: Why;
  taskId: number;
  zone: string;
  /** The queried moment; null for the last missed due time. */
  asked: string | null;
  /** Called when a link navigates away. */
  onLeave: () => void;
}

/** Renders the explanation: one sentence, and the runs and due times around that moment. */
function WhyFound({ why, taskId, zone, asked, onLeave }: WhyFoundProps) {
  const messages = useMessages();
  const { t } = messages;
  const link = (run: { id: number; state: RunState }) => (
    <RunLink taskId={taskId} run={run} onLeave={onLeave} />
  );
  const details: ([string, ReactNode] | null)[] = [
    why.run && [t("statistics.whyRun"), link(why.run)],
    why.flowRunId !== null
      ? [
        t("statistics.whyFlowRun"),
        <Link
          key="flow"
          href={paths.flowRun(why.flowRunId)}
          onClick={onLeave}
          className="text-accent-text tabular-nums hover:underline"
        >
          #{why.flowRunId}
        </Link>,
      ]
      : null,
    why.blockedBy && [t("statistics.whyBlocker"), link(why.blockedBy)],
    why.previousDueAt
      ? [t("statistics.previousDue"), <Due key="before" at={why.previousDueAt} zone={zone} />]
      : null,
    why.nextDueAt ? [t("statistics.nextDue"), <Due key="next" at={why.nextDueAt} zone={zone} />] : null,
  ];
  return (
    <div className="flex flex-col gap-4">
      <p className={classNames("rounded-md px-4 py-3 text-base", toneSoft[toneOf(why.answer)])}>
        {whyText(why, messages, { zone, asked })}
      </p>
      {why.causes.length > 0 && <Causes causes={why.causes} onLeave={onLeave} />}
      <DetailList details={details} />
    </div>
  );
}

/** Lists what kept the task from starting, back to the first cause. */
function Causes({ causes, onLeave }: { causes: Why["causes"]; onLeave: () => void }) {
  const { t } = useMessages();
  return (
    <ol aria-label={t("statistics.whyCauses")} className="m-0 flex list-none flex-col gap-2 p-0">
      {causes.map(({ taskId, taskName, reason, run }, index) => (
        <li key={`${taskId} ${reason}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere">
            {t("statistics.whyCause", { task: taskName ?? `#${taskId}`, reason: t(linkReasons[reason]) })}
          </span>
          {run && <RunLink taskId={taskId} run={run} onLeave={onLeave} />}
          {index > 0 && index === causes.length - 1 && (
            <span className="text-sm text-muted">{t("statistics.whyFirstCause")}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

function RunLink(
  { taskId, run, onLeave }: { taskId: number; run: { id: number; state: RunState }; onLeave: () => void },
) {
  return (
    <span className="flex items-center gap-3">
      <Link
        href={paths.taskLog(taskId, run.id)}
        state={{ background: "task" }}
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

import { Suspense } from "react";
import { Link, useSearch } from "wouter";
import type { FlowRun } from "../../../server/contract/flows.ts";
import { useMay } from "../../api/use_permissions.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { RunValues } from "../../shared/parameters/run_values.tsx";
import { runStateStyles } from "../../shared/run/run_state.tsx";
import { paths } from "../../paths.ts";
import ApprovalActions from "../../shared/run/approval_actions.tsx";
import { usePageTitle } from "../../shared/page/page_title.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { StopIcon } from "../../ui/buttons/stop_icon.tsx";
import { Card } from "../../ui/data/card.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { lazyPart } from "../../ui/feedback/lazy.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Play } from "../../ui/icons/icons.ts";
import { useFlowRun, useFlowRunAction } from "./api.ts";
import type { GraphTask } from "./flow_graph.tsx";
import { flowRunStates, linkTexts, taskLine, taskStateStyle } from "./flow_texts.ts";
import { subject } from "./url_state.ts";

const FlowGraph = lazyPart(() => import("./flow_graph.tsx"));

/** Renders a flow run: its tasks as a graph and as a list, with what was decided of each link. */
export default function FlowRunPage() {
  const { id } = subject.read(useSearch());
  const { data, error, refetch } = useFlowRun(id ?? 0);
  if (!data) {
    return error
      ? <ErrorState error={error} onRetry={() => void refetch()} />
      : <Skeleton className="h-40" />;
  }
  return <Loaded flow={data} />;
}

function Loaded({ flow }: { flow: FlowRun }) {
  const { t } = useMessages();
  const mayRun = useMay("tasks:run");
  const stop = useFlowRunAction("stop");
  const resume = useFlowRunAction("continue");
  const { label, ...style } = flowRunStates[flow.state];
  usePageTitle(t("flows.runOf", { id: flow.id, task: flow.taskName }));
  const names = new Map(
    [...flow.outside, ...flow.tasks].flatMap(({ taskId, name }) =>
      name === null ? [] : [[taskId, name] as const]
    ),
  );
  const members = new Set(flow.tasks.map(({ taskId }) => taskId));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StatusDot {...style}>{t(label)}</StatusDot>
        <span className="text-sm text-muted">
          {t("flows.started")} <ExactTime at={flow.startedAt} />
        </span>
        {flow.attempt > 1 && (
          <span className="text-sm text-muted">{t("flows.attempt", { attempt: flow.attempt })}</span>
        )}
        <Link href={paths.flow(flow.taskId)} className="text-sm text-accent-text hover:underline">
          {t("flows.showFlow")}
        </Link>
        <span className="flex-1" />
        {mayRun && flow.state === "running" && (
          <Button
            icon={<StopIcon />}
            loading={stop.isPending}
            onClick={() => stop.mutate(flow)}
          >
            {t("flows.stop")}
          </Button>
        )}
        {mayRun && flow.canContinue && (
          <Button
            icon={<Play />}
            title={t("flows.continueHelp")}
            loading={resume.isPending}
            onClick={() => resume.mutate(flow)}
          >
            {t("flows.continue")}
          </Button>
        )}
      </div>
      <div className="max-md:hidden">
        <Suspense fallback={<Skeleton className="h-60" />}>
          <FlowGraph tasks={flow.tasks.map((task) => boxOf(task, members))} />
        </Suspense>
      </div>
      <Card title={t("flows.tasks")} flush>
        <ul aria-label={t("flows.tasks")} className="m-0 list-none divide-y divide-line p-0">
          {flow.tasks.map((task) => <TaskLine key={task.taskId} task={task} names={names} />)}
        </ul>
      </Card>
    </div>
  );
}

const lines = { followed: "followed", not_followed: "dashed", waiting: "open", lapsed: "dashed" } as const;

function boxOf(task: TaskInFlow, members: ReadonlySet<number>): GraphTask {
  const { taskId, name, runId, links } = task;
  return {
    ...{ id: taskId, name },
    href: runId === null ? paths.task(taskId) : paths.taskLog(taskId, runId),
    state: taskStateStyle(task),
    links: links.filter(({ from }) => members.has(from)).map(({ from, decision }) => ({
      from,
      line: lines[decision],
    })),
  };
}

type TaskInFlow = FlowRun["tasks"][number];

function TaskLine({ task, names }: { task: TaskInFlow; names: ReadonlyMap<number, string> }) {
  const messages = useMessages();
  const { t } = messages;
  const { label, ...style } = taskStateStyle(task);
  return (
    <li className={taskLine}>
      <div className="min-w-40 flex-1">
        <Link
          href={task.runId === null ? paths.task(task.taskId) : paths.taskLog(task.taskId, task.runId)}
          className="font-medium text-accent-text wrap-anywhere hover:underline"
        >
          {task.name}
        </Link>
        {linkTexts(task.links, names, messages).map((text) => (
          <p key={text} className="text-sm text-muted wrap-anywhere">{text}</p>
        ))}
        {task.items && <Items items={task.items} task={task} />}
        {task.omittedOutputs.length > 0 && (
          <p className="text-sm text-warning-text wrap-anywhere">
            {t("flows.omittedOutputs", { outputs: messages.format.list(task.omittedOutputs) })}
          </p>
        )}
        {task.runId !== null && (
          <RunValues
            run={{ id: task.runId, parameters: task.parameters, outputs: task.outputs }}
            className="mt-1"
          />
        )}
      </div>
      <StatusDot {...style}>{t(label)}</StatusDot>
      {task.state === "waiting_for_approval" && task.items === null && task.runId !== null && (
        <ApprovalActions run={{ id: task.runId, taskName: task.name }} />
      )}
    </li>
  );
}

function Items({ task, items }: { task: TaskInFlow; items: NonNullable<TaskInFlow["items"]> }) {
  const { t } = useMessages();
  return (
    <ol
      aria-label={t("flows.items", { task: task.name })}
      className="m-0 mt-1 flex max-h-60 list-none flex-col gap-1 overflow-y-auto p-0 text-sm"
    >
      {items.map(({ item, value, runId, state }) => {
        const { label, ...style } = runStateStyles[state];
        return (
          <li key={item} className="flex flex-wrap gap-x-3">
            <Link
              href={paths.taskLog(task.taskId, runId)}
              className="min-w-0 font-mono text-accent-text wrap-anywhere hover:underline"
            >
              {value || `#${item + 1}`}
            </Link>
            <StatusDot {...style}>{t(label)}</StatusDot>
            {state === "waiting_for_approval" && <ApprovalActions run={{ id: runId, taskName: task.name }} />}
          </li>
        );
      })}
    </ol>
  );
}

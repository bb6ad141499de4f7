import { type ReactNode, Suspense } from "react";
import { Link } from "wouter";
import type { FlowRun } from "../../../server/contract/flows.ts";
import { useMay } from "../../api/use_permissions.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { RunValues } from "../../shared/parameters/run_values.tsx";
import { runStateStyles } from "../../shared/run/run_state.tsx";
import { paths } from "../../paths.ts";
import ApprovalActions from "../../shared/run/approval_actions.tsx";
import { usePageTitle } from "../../shared/page/page_title.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { StopIcon } from "../../ui/buttons/stop_icon.tsx";
import { Card } from "../../ui/data/card.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { lazyDialog, lazyPart } from "../../ui/feedback/lazy.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Play } from "../../ui/icons/icons.ts";
import { useFlowRun, useFlowRunAction } from "./api.ts";
import type { GraphTask } from "./flow_graph.tsx";
import { flowRunStates, linkTexts, taskLine, taskStateStyle } from "./flow_texts.ts";
import { type Selection, useSelectedTask } from "./selected_task.ts";
import { useFlowRunState } from "./url_state.ts";

const FlowGraph = lazyPart(() => import("./flow_graph.tsx"));
const TaskPeek = lazyDialog(() => import("./task_peek.tsx"));

/** Renders a flow run: its tasks as a graph and as a list, with what was decided of each link, and the log of one beside them. */
export default function FlowRunPage() {
  const { state: { id } } = useFlowRunState();
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
  const selection = useSelectedTask(flow);
  const { current, close, step, neighbors } = selection;
  return (
    <div className="flex gap-3">
      <div className="flex min-w-0 flex-1 flex-col gap-4">
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
            <FlowGraph
              tasks={flow.tasks.map((task) => boxOf(task, { members, ...selection }))}
              onOpen={selection.onOpen}
              replace={selection.replace}
            />
          </Suspense>
        </div>
        <Card title={t("flows.tasks")} flush>
          <ul aria-label={t("flows.tasks")} className="m-0 list-none divide-y divide-line p-0">
            {flow.tasks.map((task) => <TaskLine key={task.taskId} {...{ task, names, selection }} />)}
          </ul>
        </Card>
      </div>
      {current && <TaskPeek selected={current} onClose={close} onStep={step} {...{ names, neighbors }} />}
    </div>
  );
}

const lines = { followed: "followed", not_followed: "dashed", waiting: "open", lapsed: "dashed" } as const;

function boxOf(
  task: TaskInFlow,
  { members, hrefOf, isCurrent }: Selection & { members: ReadonlySet<number> },
): GraphTask {
  const { taskId, name, links } = task;
  return {
    ...{ id: taskId, name, href: hrefOf(task), isCurrent: isCurrent(task) },
    state: taskStateStyle(task),
    links: links.filter(({ from }) => members.has(from)).map(({ from, decision }) => ({
      from,
      line: lines[decision],
    })),
  };
}

type TaskInFlow = FlowRun["tasks"][number];

interface TaskLineProps {
  task: TaskInFlow;
  names: ReadonlyMap<number, string>;
  selection: Selection;
}

function TaskLine({ task, names, selection }: TaskLineProps) {
  const messages = useMessages();
  const { t } = messages;
  const { label, ...style } = taskStateStyle(task);
  return (
    <li className={classNames(taskLine, selection.isCurrent(task) && "bg-selected")}>
      <div className="min-w-40 flex-1">
        <RunLink {...{ task, selection }} className="font-medium">{task.name}</RunLink>
        {linkTexts(task.links, names, messages).map((text) => (
          <p key={text} className="text-sm text-muted wrap-anywhere">{text}</p>
        ))}
        {task.items && <Items items={task.items} {...{ task, selection }} />}
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

interface RunLinkProps {
  task: TaskInFlow;
  /** One of its runs for a list, from 1. */
  item?: number;
  selection: Selection;
  className: string;
  children: ReactNode;
}

/** Renders a link that opens the log of a run beside. */
function RunLink({ task, item, selection, className, children }: RunLinkProps) {
  return (
    <Link
      href={selection.hrefOf(task, item)}
      replace={selection.replace}
      aria-current={selection.isCurrent(task, item) && (item !== undefined || !task.items?.length) ||
        undefined}
      onClick={({ currentTarget }) => selection.onOpen(currentTarget)}
      className={classNames("text-accent-text wrap-anywhere hover:underline", className)}
    >
      {children}
    </Link>
  );
}

interface ItemsProps {
  task: TaskInFlow;
  items: NonNullable<TaskInFlow["items"]>;
  selection: Selection;
}

function Items({ task, items, selection }: ItemsProps) {
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
            <RunLink item={item + 1} {...{ task, selection }} className="min-w-0 font-mono">
              {value || `#${item + 1}`}
            </RunLink>
            <StatusDot {...style}>{t(label)}</StatusDot>
            {state === "waiting_for_approval" && <ApprovalActions run={{ id: runId, taskName: task.name }} />}
          </li>
        );
      })}
    </ol>
  );
}

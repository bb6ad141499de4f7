import { Suspense } from "react";
import { Link, useSearch } from "wouter";
import type { FlowDefinition } from "../../../server/contract/flow_definitions.ts";
import { ruleOf } from "../../../server/contract/task_rules.ts";
import type { Messages } from "../../messages/create_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { usePageTitle } from "../../shared/page/page_title.tsx";
import { outcomeMessages } from "../../shared/task/link_texts.ts";
import { RunStateDot } from "../../shared/run/run_state.tsx";
import { Card } from "../../ui/data/card.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { lazyPart } from "../../ui/feedback/lazy.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useFlow } from "./api.ts";
import type { GraphTask } from "./flow_graph.tsx";
import { definitionStates, namesOf, taskLine } from "./flow_texts.ts";
import { subject } from "./url_state.ts";

const FlowGraph = lazyPart(() => import("./flow_graph.tsx"));

type TaskOfFlow = FlowDefinition["tasks"][number];

/** Renders a flow as it is defined now: its tasks as a graph and as a list, with what each starts after. */
export default function FlowPage() {
  const { id } = subject.read(useSearch());
  const { data, error, refetch } = useFlow(id ?? 0);
  if (!data) {
    return error
      ? <ErrorState error={error} onRetry={() => void refetch()} />
      : <Skeleton className="h-40" />;
  }
  return <Loaded flow={data} />;
}

function Loaded({ flow }: { flow: FlowDefinition }) {
  const messages = useMessages();
  const { t } = messages;
  usePageTitle(t("flows.flowOf", { task: flow.name }));
  const names = new Map(flow.tasks.map((task) => [task.taskId, nameOf(task, messages)]));
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        {t("flows.definitionIntro")}{" "}
        <Link
          href={paths.flowRuns({ task: flow.tasks[0]?.taskId })}
          className="text-accent-text hover:underline"
        >
          {t("flows.title")}
        </Link>
      </p>
      <div className="max-md:hidden">
        <Suspense fallback={<Skeleton className="h-60" />}>
          <FlowGraph tasks={flow.tasks.map((task) => boxOf(task, messages))} />
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

function nameOf({ taskId, name }: TaskOfFlow, { t }: Messages): string {
  return name === "" ? t("flows.deletedTask", { id: taskId }) : name;
}

function boxOf(task: TaskOfFlow, messages: Messages): GraphTask {
  return {
    ...{ id: task.taskId, name: nameOf(task, messages) },
    href: task.state === "deleted" ? null : paths.task(task.taskId),
    state: definitionStates[task.state],
    // Nothing passes a task that cannot start.
    links: task.links.map(({ from }) => ({ from, line: task.state === "enabled" ? "open" : "dashed" })),
  };
}

function TaskLine({ task, names }: { task: TaskOfFlow; names: ReadonlyMap<number, string> }) {
  const messages = useMessages();
  const { t } = messages;
  const { label, ...style } = definitionStates[task.state];
  // Those that must have ended alike are one line.
  const before = Map.groupBy(task.links, ({ outcome }) => outcome);
  return (
    <li className={taskLine}>
      <div className="min-w-40 flex-1">
        {task.state === "deleted"
          ? <span className="font-medium wrap-anywhere">{nameOf(task, messages)}</span>
          : (
            <Link
              href={paths.task(task.taskId)}
              className="font-medium text-accent-text wrap-anywhere hover:underline"
            >
              {task.name}
            </Link>
          )}
        {[...before].map(([outcome, links]) => (
          <p key={outcome} className="text-sm text-muted wrap-anywhere">
            {t("flows.link", {
              task: namesOf(links.map(({ from }) => names.get(from) ?? `#${from}`), messages),
              decision: t(outcome === null ? "flows.outcomeUnknown" : outcomeMessages[outcome]),
            })}
          </p>
        ))}
        {task.links.length > 1 && (
          <p className="text-sm text-muted">{t(task.rule === "all" ? "flows.afterAll" : "flows.afterAny")}</p>
        )}
        <p className="text-sm text-muted wrap-anywhere">
          <Starts task={task} />
        </p>
      </div>
      <div className="flex flex-col gap-1 text-sm">
        <StatusDot {...style}>{t(label)}</StatusDot>
        {task.lastRun && (
          <Link href={paths.taskLog(task.taskId, task.lastRun.id)} className="hover:underline">
            <RunStateDot state={task.lastRun.state} />
          </Link>
        )}
      </div>
    </li>
  );
}

function Starts({ task: { schedules, links, nextDueAt } }: { task: TaskOfFlow }) {
  const { t } = useMessages();
  if (schedules === "startup") return t("tasks.scheduleStartup");
  if (schedules === "boot") return t("tasks.scheduleBoot");
  if (schedules === "manual") return links.length > 0 ? null : t("tasks.scheduleManual");
  return (
    <>
      <code className="font-mono text-xs">{schedules.map(ruleOf).join(", ")}</code>
      {nextDueAt !== null && (
        <>
          {" · "}
          <RelativeTime at={nextDueAt} label={t("tasks.nextRunAt")} />
        </>
      )}
    </>
  );
}

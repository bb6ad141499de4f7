import { ManagedNotice } from "../../../shared/managed/managed_notice.tsx";
import { ArrowLeft, CircleHelp, SearchX } from "../../../ui/icons/icons.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { basePath, paths } from "../../../paths.ts";
import { usePageTitle } from "../../../shared/page/page_title.tsx";
import { Button, ButtonLink } from "../../../ui/buttons/button.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { MissingCallout } from "../components/missing_packages.tsx";
import { useTask } from "../api.ts";
import { StatisticsCard } from "./statistics_card.tsx";
import { ScriptCard } from "../../files/editor/script_card.tsx";
import { LeaveScope } from "../../../ui/leave/leave_guard.tsx";
import { TaskHeader } from "./task_header.tsx";
import { RunsCard } from "./runs_card.tsx";
import { TaskDetails } from "./task_details.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { type ReactNode, Suspense, useCallback, useState } from "react";
import type { Task, TaskDetail as TaskDetailData } from "../../../../server/contract/tasks.ts";
import { Card } from "../../../ui/data/card.tsx";
import { NextTimes } from "../../../shared/cron/next_times.tsx";
import { useUpcoming } from "./use_statistics.ts";
import { classNames } from "../../../ui/class_names.ts";
import { isPending } from "../../../shared/run/run_state.tsx";
import { lastListAddress } from "../../../shared/task/last_list.ts";
import { lazyDialog, lazyPart } from "../../../ui/feedback/lazy.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useMay } from "../../../api/use_permissions.ts";

/** No event tells that a task has become overdue. */
const REFETCH_MS = 60_000;

/** Renders one task: state, live log, details, run history, script, next due times and statistics. */
export default function TaskDetail({ id }: { id: number | null }) {
  const { data: task, error, refetch } = useTask(id, { refetchMs: REFETCH_MS });
  const { t } = useMessages();
  const maySeeScripts = useMay("scripts:read");
  usePageTitle(task?.name ?? null, { tabOnly: useNarrow() });
  if (id === null || (error instanceof ApiProblem && error.status === 404)) return <TaskNotFound />;
  if (!task && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!task) return <DetailSkeleton />;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <ButtonLink
          href={lastListAddress()}
          variant="ghost"
          size="small"
          icon={<ArrowLeft size={14} aria-hidden className="rtl:rotate-180" />}
          className="-ms-2"
        >
          {t("tasks.title")}
        </ButtonLink>
        <TaskHeader task={task} />
      </div>
      <ManagedNotice kind="task" id={task.id} />
      {task.lastRun?.outcome === "failed" && (
        <MissingCallout
          run={{ id: task.lastRun.id, state: "failed" }}
        />
      )}
      <LiveLog key={`log ${task.id}`} task={task} />
      <TaskDetails task={task} />
      <RunsCard key={`runs ${task.id}`} task={task} />
      {maySeeScripts && task.scriptPath !== null && (
        <TaskScript key={`script ${task.id} ${task.scriptPath}`} taskId={task.id} path={task.scriptPath} />
      )}
      <NextRunsCard task={task} />
      <Suspense fallback={<Skeleton className="h-24 w-full" />}>
        <WebhookCard key={`webhook ${task.id}`} task={task} />
      </Suspense>
      {task.lastRun && <StatisticsCard key={`insight ${task.id}`} task={task} />}
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>
        <HistoryCard key={`history ${task.id}`} task={task} />
      </Suspense>
    </div>
  );
}

/** Returns whether a URL keeps the page of a task open: with other runs in it, or below one of its dialogs. */
function isTaskPage(address: string, id: number): boolean {
  const { pathname, searchParams } = new URL(address, location.href);
  const pages = [paths.task(id), paths.taskForm({ id }), paths.taskForm({ copy: id }), paths.taskLog(id)];
  return [searchParams.get("id"), searchParams.get("copy")].includes(String(id)) &&
    pages.some((page) => pathname === basePath + new URL(page, location.href).pathname);
}

/** Renders the script that the task's command runs, in an editor that asks before unsaved changes are left. */
function TaskScript({ taskId, path }: { taskId: number; path: string }) {
  const staysAt = useCallback((address: string) => isTaskPage(address, taskId), [taskId]);
  return (
    <LeaveScope staysAt={staysAt}>
      <ScriptCard path={path} />
    </LeaveScope>
  );
}

const WebhookCard = lazyPart(() => import("../webhook/webhook_card.tsx"));
const HistoryCard = lazyPart(() => import("./history_card.tsx"));
const LiveLogCard = lazyPart(() => import("./live_log_card.tsx"));

/** Renders the log of the task's run once one is live, until the page is left. */
function LiveLog({ task }: { task: Task }) {
  const live = task.activeRun !== null && !isPending(task.activeRun.state) ? task.activeRun.id : null;
  const [first, setFirst] = useState(live);
  if (first === null && live !== null) setFirst(live);
  if (first === null) return null;
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full" />}>
      <LiveLogCard {...{ first, live }} />
    </Suspense>
  );
}

function DetailSkeleton() {
  if (!useDelayed(true)) return null;
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-8 w-80 max-w-full" />
      {["h-40", "h-80"].map((height) => (
        <div key={height} className={classNames("rounded-md border border-line bg-surface p-4", height)}>
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="mt-5 h-3.5 w-3/4" />
          <Skeleton className="mt-3 h-3.5 w-1/2" />
          <Skeleton className="mt-3 h-3.5 w-2/3" />
        </div>
      ))}
    </div>
  );
}

/** Renders that the task does not exist, with links to the list and to the trash. */
function TaskNotFound() {
  const { t } = useMessages();
  return (
    <EmptyState
      icon={<SearchX size={22} />}
      title={t("tasks.notFound")}
      text={t("tasks.notFoundHelp")}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink href={paths.tasks()} variant="primary">{t("task.toList")}</ButtonLink>
          <ButtonLink href={paths.taskTrash()}>{t("app.taskTrash")}</ButtonLink>
        </div>
      }
    />
  );
}

const WhyDialog = lazyDialog(() => import("./why_dialog.tsx"));

/** Renders the next due times of a task, or why there are none, and a button that explains missing runs. */
function NextRunsCard({ task }: { task: TaskDetailData }) {
  const { t } = useMessages();
  const [asking, setAsking] = useState(false);
  const ask = (
    <Button
      size="small"
      icon={<CircleHelp size={14} aria-hidden />}
      onClick={() => setAsking(true)}
    >
      {t("statistics.why")}
    </Button>
  );
  return (
    <Card title={t("tasks.nextRuns")} actions={ask}>
      <NextRuns task={task} />
      <Suspense>{asking && <WhyDialog task={task} onClose={() => setAsking(false)} />}</Suspense>
    </Card>
  );
}

function NextRuns({ task }: { task: TaskDetailData }): ReactNode {
  const { t } = useMessages();
  const { schedules, enabled, upstream, triggers, hasWebhook } = task;
  const { data, error, refetch } = useUpcoming(task);
  const waiting = useDelayed(!data);
  if (!enabled) return <p className="text-sm text-muted">{t("task.nextDisabled")}</p>;
  if (schedules === "manual") {
    const others = triggers.length > 0
      ? "task.nextTriggers"
      : hasWebhook
      ? "webhooks.next"
      : "task.nextManual";
    return <p className="text-sm text-muted">{t(upstream ? "task.nextUpstream" : others)}</p>;
  }
  if (schedules === "startup") return <p className="text-sm text-muted">{t("task.nextStartup")}</p>;
  if (schedules === "boot") return <p className="text-sm text-muted">{t("task.nextBoot")}</p>;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data) return <NextTimes times={data.times} timeZone={data.timeZone} wide />;
  return <div className="min-h-40">{waiting && <Skeleton className="h-4 w-3/4" />}</div>;
}

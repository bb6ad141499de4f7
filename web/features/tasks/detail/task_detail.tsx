import {
  ArrowLeft,
  Bug,
  ChevronRight,
  CircleHelp,
  Ellipsis,
  Pencil,
  Pin,
  Play,
  ScrollText,
  SearchX,
  Square,
} from "lucide-react";
import { ApiProblem } from "../../../api/api_problem.ts";
import { paths } from "../../../paths.ts";
import { usePageTitle } from "../../../shared/page/page_title.tsx";
import { Button, ButtonLink } from "../../../ui/buttons/button.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { MissingCallout } from "../components/missing_packages.tsx";
import { useTask } from "../api.ts";
import { StatisticsCard } from "./statistics_card.tsx";
import { RunsCard } from "./runs_card.tsx";
import { TaskDetails } from "./task_details.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { type ReactNode, Suspense, useState } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { Card } from "../../../ui/data/card.tsx";
import { NextTimes } from "../../../shared/cron/next_times.tsx";
import { useUpcoming } from "./use_statistics.ts";
import { lazyDialog, lazyPart } from "../../../ui/feedback/lazy.tsx";
import { isMissing } from "../../../api/file_requests.ts";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { readStored, writeStored } from "../../../ui/stored.ts";
import { useScriptFound } from "../script/use_script_text.ts";
import { Badge } from "../../../ui/feedback/badge.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { RunningTime } from "../../../ui/data/time_text.tsx";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { isStoppable, taskEntries } from "../actions/task_entries.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { TaskStatusDot } from "../../../shared/task/task_status.tsx";

/** Renders one task: state, details, next due times and run history. */
export default function TaskDetail({ id }: { id: number | null }) {
  const { data: task, error, refetch } = useTask(id);
  const { t } = useMessages();
  usePageTitle(task?.name ?? null, { tabOnly: useNarrow() });
  if (id === null || (error instanceof ApiProblem && error.status === 404)) return <TaskNotFound />;
  if (!task && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!task) return <DetailSkeleton />;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <ButtonLink
          href={paths.tasks()}
          variant="ghost"
          size="small"
          icon={<ArrowLeft size={14} aria-hidden className="rtl:rotate-180" />}
          className="-ms-2"
        >
          {t("tasks.title")}
        </ButtonLink>
        <DetailHeader task={task} />
      </div>
      {task.lastRun?.outcome === "failed" && (
        <MissingCallout
          run={{ id: task.lastRun.id, state: "failed" }}
        />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <TaskDetails task={task} />
        <NextRunsCard task={task} />
      </div>
      {task.scriptPath !== null && <ScriptCard key={`script ${task.scriptPath}`} path={task.scriptPath} />}
      {task.lastRun && <StatisticsCard key={`insight ${task.id}`} task={task} />}
      <RunsCard key={`runs ${task.id}`} task={task} />
    </div>
  );
}

function DetailSkeleton() {
  if (!useDelayed(true)) return null;
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-8 w-80 max-w-full" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="h-56 rounded-md border border-line bg-surface p-4">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="mt-5 h-3.5 w-3/4" />
          <Skeleton className="mt-3 h-3.5 w-1/2" />
          <Skeleton className="mt-3 h-3.5 w-2/3" />
        </div>
        <div className="h-56 rounded-md border border-line bg-surface p-4">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="mt-5 h-3.5 w-full" />
          <Skeleton className="mt-3 h-3.5 w-full" />
        </div>
      </div>
    </div>
  );
}

/** Renders that the task does not exist, with a link to the list. */
function TaskNotFound() {
  const { t } = useMessages();
  return (
    <EmptyState
      icon={<SearchX size={22} />}
      title={t("tasks.notFound")}
      text={t("tasks.notFoundHelp")}
      action={<ButtonLink href={paths.tasks()} variant="primary">{t("task.toList")}</ButtonLink>}
    />
  );
}

const WhyDialog = lazyDialog(() => import("./why_dialog.tsx"));

/** Renders the next due times of a task, or why there are none, and a button that explains missing runs. */
function NextRunsCard({ task }: { task: Task }) {
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

function NextRuns({ task }: { task: Task }): ReactNode {
  const { t } = useMessages();
  const { schedules, enabled } = task;
  const { data, error, refetch } = useUpcoming(task);
  const waiting = useDelayed(!data);
  if (!enabled) return <p className="text-sm text-muted">{t("task.nextDisabled")}</p>;
  if (schedules === "manual") return <p className="text-sm text-muted">{t("task.nextManual")}</p>;
  if (schedules === "startup") return <p className="text-sm text-muted">{t("task.nextStartup")}</p>;
  if (schedules === "boot") return <p className="text-sm text-muted">{t("task.nextBoot")}</p>;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data) return <NextTimes times={data.times} timeZone={data.timeZone} />;
  return <div className="min-h-72">{waiting && <Skeleton className="h-4 w-3/4" />}</div>;
}

// Loaded lazily: the editor is large, and most users who open a task do not read its script.
const ScriptNow = lazyPart(() => import("../script/script_now.tsx"));

const openName = "task.script";

/** Renders the script that a task's command runs, with links to edit and debug it. */
function ScriptCard({ path }: { path: string }) {
  const { t } = useMessages();
  const { error } = useScriptFound(path);
  const missing = isMissing(error);
  const [open, setOpen] = useState(() => readStored(openName) === true);
  const toggle = () => {
    setOpen(!open);
    writeStored(openName, !open);
  };
  return (
    <Card
      title={t("task.script")}
      help={<span className="font-mono text-xs break-all">{path}</span>}
      flush
      actions={!missing && (
        <span className="flex flex-wrap gap-2">
          <Button
            variant="ghost"
            aria-expanded={open}
            icon={
              <ChevronRight
                size={16}
                aria-hidden
                className={classNames("transition-transform duration-100", open && "rotate-90")}
              />
            }
            onClick={toggle}
          >
            {t(open ? "task.scriptHide" : "task.scriptShow")}
          </Button>
          <ButtonLink href={paths.scriptDebug(path)} icon={<Bug size={16} aria-hidden />}>
            {t("files.debug")}
          </ButtonLink>
          <ButtonLink href={paths.scripts(path)} icon={<Pencil size={16} aria-hidden />}>
            {t("task.scriptEdit")}
          </ButtonLink>
        </span>
      )}
    >
      {missing && (
        <div className="p-4">
          <Callout tone="warning">{t("task.scriptMissingHelp", { path })}</Callout>
        </div>
      )}
      {open && !missing && (
        <Suspense fallback={<div className="h-24" />}>
          <ScriptNow path={path} />
        </Suspense>
      )}
    </Card>
  );
}

/** Renders name, state, labels and actions of a task. */
function DetailHeader({ task }: { task: Task }) {
  const { t } = useMessages();
  const since = task.status === "running" ? task.activeRun?.startedAt : null;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-80">
        {/* On a phone, the header has no space for a long name. */}
        {useNarrow() && <h2 className="mb-1 text-xl font-semibold break-words">{task.name}</h2>}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm icon-stroke">
          {task.pinned && (
            <Pin size={16} aria-label={t("tasks.pinned")} className="shrink-0 text-accent-text" />
          )}
          <TaskStatusDot status={task.status} />
          {since && (
            <span className="text-muted">
              <RunningTime since={since} />
            </span>
          )}
          {task.labels.map((label) => <Badge key={label}>{label}</Badge>)}
        </div>
      </div>
      <DetailActions task={task} />
    </div>
  );
}

function DetailActions({ task }: { task: Task }) {
  const { t } = useMessages();
  const actions = useTaskActions();
  const { act: action, links } = actions;
  const stoppable = isStoppable(task);
  useShortcuts({
    r: () => void action("run", [task]),
    s: () => stoppable && void action("stop", [task]),
    l: () => links.log(task.id),
    e: () => links.edit(task.id),
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="primary"
        icon={stoppable ? <Square size={14} aria-hidden /> : <Play size={16} aria-hidden />}
        onClick={() => void action(stoppable ? "stop" : "run", [task])}
      >
        {stoppable ? t("tasks.stop") : t("tasks.runNow")}
      </Button>
      <Button icon={<ScrollText size={16} aria-hidden />} onClick={() => links.log(task.id)}>
        {t("tasks.log")}
      </Button>
      <Button icon={<Pencil size={16} aria-hidden />} onClick={() => links.edit(task.id)}>
        {t("ui.edit")}
      </Button>
      <Menu entries={taskEntries(task, { actions, t, opens: false })}>
        <IconButton tooltip={false} label={t("ui.more")} icon={<Ellipsis size={16} />} />
      </Menu>
    </div>
  );
}

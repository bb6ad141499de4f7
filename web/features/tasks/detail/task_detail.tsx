import { ArrowLeft } from "lucide-react";
import { ApiProblem } from "../../../api/api_problem.ts";
import { paths } from "../../../paths.ts";
import { usePageTitle } from "../../../shared/page/page_title.tsx";
import { ButtonLink } from "../../../ui/inputs/button.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { MissingCallout } from "../missing/missing_packages.tsx";
import { ScriptCard } from "../script/script_card.tsx";
import { useTask } from "../show/use_runs.ts";
import { DetailHeader } from "./detail_header.tsx";
import { StatisticsCard } from "./statistics_card.tsx";
import { NextRunsCard } from "./next_runs_card.tsx";
import { RunsCard } from "./runs_card.tsx";
import { TaskDetails } from "./task_details.tsx";
import { TaskNotFound } from "./task_not_found.tsx";

/** One task: its state, its facts, when it runs next and how its runs went. */
export default function TaskDetail({ id }: { id: number | null }) {
  const { data: task, error, refetch } = useTask(id);
  const { t } = useMessages();
  usePageTitle(task?.name ?? null, { tabOnly: true });
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

import { Link } from "wouter";
import type { FlowRun } from "../../../server/contract/flows.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { RunsTabs } from "../runs/runs_tabs.tsx";
import { Pagination } from "../../ui/data/pagination.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Workflow } from "../../ui/icons/icons.ts";
import { pageSize, useFlowRuns } from "./api.ts";
import { flowRunStates } from "./flow_texts.ts";
import { useFlowRunListState } from "./url_state.ts";

/** Renders the flow runs, newest first; those of one task if the URL names it. */
export default function FlowRunsPage() {
  const { t } = useMessages();
  const { state: { task, page }, change } = useFlowRunListState();
  const { data, error, refetch } = useFlowRuns({ page, ...task !== null && { taskId: task } });
  return (
    <div className="flex flex-col gap-4">
      <RunsTabs value="flows" />
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40" />)}
      {data && data.total === 0 && (
        <EmptyState
          frame="dashed"
          icon={<Workflow size={22} />}
          title={t(task === null ? "flows.none" : "flows.noneFor")}
          text={t("flows.noneHelp")}
        />
      )}
      {data && data.items.length > 0 && (
        <>
          <p className="text-sm text-muted">{t("flows.intro")}</p>
          <ul
            aria-label={t("flows.title")}
            className="m-0 list-none divide-y divide-line overflow-hidden rounded-md border border-line bg-surface p-0"
          >
            {data.items.map((flow) => <Line key={flow.id} flow={flow} />)}
          </ul>
          <Pagination
            page={page}
            pageSize={pageSize}
            total={data.total}
            onPage={(next) => change({ page: next })}
          />
        </>
      )}
    </div>
  );
}

function Line({ flow }: { flow: FlowRun }) {
  const { t, format } = useMessages();
  const { label, ...style } = flowRunStates[flow.state];
  const done = flow.tasks.filter(({ state }) => state === "succeeded").length;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <Link
        href={paths.flowRun(flow.id)}
        className="min-w-40 flex-1 truncate font-medium text-accent-text hover:underline"
      >
        {t("flows.runOf", { id: flow.id, task: flow.taskName })}
      </Link>
      <span className="text-sm text-muted tabular-nums">
        {t("flows.tasksDone", { done: format.number(done), all: format.number(flow.tasks.length) })}
      </span>
      <span className="text-sm text-muted">
        <RelativeTime at={flow.startedAt} label={t("flows.started")} />
      </span>
      <span className="w-24 text-sm">
        <StatusDot {...style}>{t(label)}</StatusDot>
      </span>
    </li>
  );
}

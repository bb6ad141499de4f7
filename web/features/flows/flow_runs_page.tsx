import { Link } from "wouter";
import type { CountedFlowRun } from "../../../server/contract/flows.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { RunsTabs } from "../runs/runs_tabs.tsx";
import { Pagination } from "../../ui/data/pagination.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";
import { Workflow } from "../../ui/icons/icons.ts";
import { pageSize, useFlowRuns, useFlows } from "./api.ts";
import { flowRunStates } from "./flow_texts.ts";
import { useFlowRunListState } from "./url_state.ts";

/** Renders the flow runs, newest first, of one task if the URL names it; or the flows as they are defined. */
export default function FlowRunsPage() {
  const { t } = useMessages();
  const { state: { show }, change } = useFlowRunListState();
  return (
    <div className="flex flex-col gap-4">
      <RunsTabs value="flows" />
      <SegmentedControl
        label={t("flows.show")}
        hideLabel
        value={show ?? "runs"}
        options={[
          { value: "runs", label: t("flows.title") },
          { value: "flows", label: t("flows.flows") },
        ]}
        onValue={(next) => change({ show: next === "flows" ? next : null, page: 1, task: null })}
      />
      {show === "flows" ? <Flows /> : <FlowRuns />}
    </div>
  );
}

function FlowRuns() {
  const { t } = useMessages();
  const { state: { task, page }, change } = useFlowRunListState();
  const { data, error, refetch } = useFlowRuns({ page, ...task !== null && { taskId: task } });
  return (
    <>
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
    </>
  );
}

function Flows() {
  const { t, format } = useMessages();
  const { state: { page }, change } = useFlowRunListState();
  const { data, error, refetch } = useFlows(page);
  if (!data) {
    return error
      ? <ErrorState error={error} onRetry={() => void refetch()} />
      : <Skeleton className="h-40" />;
  }
  if (data.total === 0) {
    return (
      <EmptyState
        frame="dashed"
        icon={<Workflow size={22} />}
        title={t("flows.noFlows")}
        text={t("flows.noFlowsHelp")}
      />
    );
  }
  return (
    <>
      <p className="text-sm text-muted">{t("flows.flowsIntro")}</p>
      <ul
        aria-label={t("flows.flows")}
        className="m-0 list-none divide-y divide-line overflow-hidden rounded-md border border-line bg-surface p-0"
      >
        {data.items.map(({ id, name, taskCount, offCount }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
            <Link
              href={paths.flow(id)}
              className="min-w-40 flex-1 truncate font-medium text-accent-text hover:underline"
            >
              {t("flows.flowOf", { task: name })}
            </Link>
            {offCount > 0 && (
              <StatusDot tone="orange">{t("flows.off", { count: format.number(offCount) })}</StatusDot>
            )}
            <span className="text-sm text-muted tabular-nums">
              {t("flows.taskCount", { count: format.number(taskCount) })}
            </span>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageSize={pageSize}
        total={data.total}
        onPage={(next) => change({ page: next })}
      />
    </>
  );
}

function Line({ flow }: { flow: CountedFlowRun }) {
  const { t, format } = useMessages();
  const { label, ...style } = flowRunStates[flow.state];
  const done = flow.taskCounts.succeeded ?? 0;
  const all = Object.values(flow.taskCounts).reduce((sum, count) => sum + count, 0);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <Link
        href={paths.flowRun(flow.id)}
        className="min-w-40 flex-1 truncate font-medium text-accent-text hover:underline"
      >
        {t("flows.runOf", { id: flow.id, task: flow.taskName })}
      </Link>
      <span className="text-sm text-muted tabular-nums">
        {t("flows.tasksDone", { done: format.number(done), all: format.number(all) })}
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

import { FilterX, History } from "../../../ui/icons/icons.ts";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { failedStates } from "../../../../server/contract/failed_states.ts";
import type { RunState } from "../../../../server/contract/runs.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { paths } from "../../../paths.ts";
import { Card } from "../../../ui/data/card.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { Pagination } from "../../../ui/data/pagination.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { readListState } from "../../../shared/task/list_address.ts";
import { useRuns } from "../api.ts";
import { RecentRuns } from "./recent_runs.tsx";
import { RunTable } from "./run_table.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import type { MessageKey } from "../../../messages/messages.ts";

const pageSize = 10;

/** Renders the last runs of a task as a chart, and all of them with a filter by outcome and pages. */
export function RunsCard({ task }: { task: Task }) {
  const { t } = useMessages();
  const { page, filter, go } = useRunsUrlState(task.id);
  const list = useRuns(task.id, { page, pageSize, state: statesOf(filter) });
  return (
    <Card
      title={t("runs.title")}
      actions={<RunFilter value={filter} onValue={(next) => go(1, next)} />}
      flush
      footer={list.data && list.data.total > pageSize && (
        <Pagination
          {...{ page, pageSize }}
          total={list.data.total}
          onPage={(next) => go(next, filter)}
        />
      )}
    >
      {task.lastRun && (
        <div className="border-b border-line px-4 pt-3 pb-4">
          <RecentRuns task={task} />
        </div>
      )}
      <RunTable taskId={task.id} list={list} empty={<NoRuns filtered={filter !== "all"} />} />
    </Card>
  );
}

/** Manages the filter and page in the URL; they are restored after a dialog with a URL of its own. */
function useRunsUrlState(taskId: number) {
  const search = useSearch();
  const [, navigate] = useLocation();
  const [filter, setFilter] = useState(() => readRunFilter(new URLSearchParams(search).get("runs")));
  const go = (page: number, next: RunFilterName) => {
    setFilter(next);
    const query = { page: page > 1 ? page : undefined, runs: next === "all" ? undefined : next };
    navigate(paths.task(taskId, query), { replace: next !== filter });
  };
  return { page: readListState(search).page, filter, go };
}

function NoRuns({ filtered }: { filtered: boolean }) {
  const { t } = useMessages();
  if (!filtered) {
    return <EmptyState icon={<History size={22} />} title={t("runs.none")} text={t("runs.noneHelp")} />;
  }
  return (
    <EmptyState
      icon={<FilterX size={22} />}
      title={t("statistics.noneMatch")}
      text={t("statistics.noneMatchHelp")}
    />
  );
}

const filters = {
  all: { label: "statistics.allRuns", states: [] },
  succeeded: { label: "statistics.doneWell", states: ["succeeded"] },
  problems: { label: "statistics.problems", states: failedStates },
  stopped: { label: "runs.stateStopped", states: ["stopped"] },
  skipped: { label: "runs.stateSkipped", states: ["skipped"] },
} as const satisfies Record<string, { label: MessageKey; states: readonly RunState[] }>;

type RunFilterName = keyof typeof filters;

/** Parses a filter; anything invalid means all runs. */
function readRunFilter(text: string | null): RunFilterName {
  return text !== null && Object.hasOwn(filters, text) ? text as RunFilterName : "all"; // own key, so it is a name
}

/** Returns the states of a filter for the API; undefined for all. */
function statesOf(name: RunFilterName): string | undefined {
  return filters[name].states.join(",") || undefined;
}

function RunFilter(
  { value, onValue }: { value: RunFilterName; onValue: (name: RunFilterName) => void },
) {
  const { t } = useMessages();
  const narrow = useNarrow();
  const options = (Object.keys(filters) as RunFilterName[]).map((name) => ({ // its keys are the names
    value: name,
    label: t(filters[name].label),
  }));
  const Control = narrow ? Select<RunFilterName> : SegmentedControl<RunFilterName>;
  return <Control label={t("statistics.filter")} hideLabel {...{ value, options, onValue }} />;
}

import { useMemo, useState } from "react";
import type { Run } from "../../../../server/contract/runs.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { RunStateDot } from "../../../shared/run/run_state.tsx";
import { Cell, HeadCell, Row, Table } from "../../../ui/data/table.tsx";
import { ExactTime } from "../../../ui/data/time_text.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useRuns } from "../api.ts";
import { ChartPart, TableToggle } from "./chart_part.tsx";
import { changesBefore } from "./run_changes.ts";
import { phoneRuns, RunChart } from "./run_chart.tsx";
import { useStatistics } from "./use_statistics.ts";

const chartedRuns = 60;
/** Older changes than those of the statistics below are not marked. */
const days = 30;

/** Renders the last runs of a task as bars beside what is usual, with a mark where the task or its script changed. */
export function RecentRuns({ task: { id: taskId } }: { task: Task }) {
  const { t } = useMessages();
  const [asTable, setAsTable] = useState(false);
  const { data } = useRuns(taskId, { page: 1, pageSize: chartedRuns });
  const runs = useMemo(() => data?.items.toReversed(), [data]);
  const changes = useStatistics(taskId, days).data?.changes;
  const marks = useMemo(() => changesBefore(runs ?? [], changes ?? []), [runs, changes]);
  const most = useNarrow() && !asTable ? phoneRuns : chartedRuns;
  const newest = runs?.at(-1);
  return (
    <ChartPart
      title={t("statistics.chart")}
      help={runs && t("statistics.chartHelp", { count: Math.min(runs.length, most) })}
      action={<TableToggle label={t("statistics.chartTable")} {...{ asTable, setAsTable }} />}
    >
      {!runs
        ? <Skeleton className="h-44 w-full" />
        : asTable
        ? <RunChartTable runs={runs} />
        : <RunChart {...{ taskId, runs, marks }} usualMs={newest?.usualMs ?? newest?.medianMs ?? null} />}
    </ChartPart>
  );
}

/** Renders the data of the chart as a table, newest first. */
function RunChartTable({ runs }: { runs: readonly Run[] }) {
  const { t, format } = useMessages();
  return (
    <div tabIndex={0} className="max-h-56 overflow-auto rounded-md border border-line">
      <Table label={t("statistics.chart")} className="overflow-visible rounded-none border-0">
        <thead>
          <tr>
            <HeadCell>{t("runs.startedAt")}</HeadCell>
            <HeadCell>{t("runs.state")}</HeadCell>
            <HeadCell align="end">{t("runs.duration")}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {runs.toReversed().map((run) => (
            <Row key={run.id}>
              <Cell tabularDigits>
                <ExactTime at={run.startedAt ?? run.dueAt ?? run.queuedAt} />
              </Cell>
              <Cell>
                <RunStateDot state={run.state} />
              </Cell>
              <Cell tabularDigits className="text-end">
                {run.durationMs === null ? "—" : format.duration(run.durationMs)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

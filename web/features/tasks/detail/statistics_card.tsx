import { ChartColumn, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { Card } from "../../../ui/data/card.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { IconButton } from "../../../ui/inputs/icon_button.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useRuns } from "../show/use_runs.ts";
import { HeatMap } from "./heat_map.tsx";
import { StatisticsNumbers } from "./statistics_numbers.tsx";
import { RunChart } from "./run_chart.tsx";
import { RunChartTable } from "./run_chart_table.tsx";
import { useStatistics } from "./use_statistics.ts";

const periods = ["7", "30", "90"] as const;
type Period = (typeof periods)[number];
const chartedRuns = 60;

/** How the runs of a task went: numbers of a period, the last runs as a chart, the period by weekday and hour. */
export function StatisticsCard({ task }: { task: Task }) {
  const { t } = useMessages();
  const [period, setPeriod] = useState<Period>("30");
  const { data, error, refetch } = useStatistics(task.id, Number(period));
  const choose = (
    <SegmentedControl
      label={t("insight.period")}
      hideLabel
      value={period}
      options={periods.map((value) => ({ value, label: t("insight.days", { count: Number(value) }) }))}
      onValue={setPeriod}
    />
  );
  return (
    <Card title={t("insight.title")} actions={choose}>
      {error && !data
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : (
          <div className="flex flex-col gap-6">
            {data ? <StatisticsNumbers statistics={data} /> : <Skeleton className="h-14 w-full" />}
            <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
              <RunsPart taskId={task.id} />
              <Part
                title={t("insight.heat")}
                help={data && t("insight.heatHelp", { days: period, zone: data.timeZone })}
              >
                {data ? <HeatMap hours={data.hours} /> : <Skeleton className="h-44 w-full" />}
              </Part>
            </div>
          </div>
        )}
    </Card>
  );
}

function RunsPart({ taskId }: { taskId: number }) {
  const { t } = useMessages();
  const [asTable, setAsTable] = useState(false);
  const runs = useRuns(taskId, { page: 1, pageSize: chartedRuns }).data?.items.toReversed();
  const toggle = (
    <IconButton
      size="small"
      label={t("insight.chartTable")}
      icon={asTable ? <ChartColumn size={16} /> : <Table2 size={16} />}
      aria-pressed={asTable}
      onClick={() => setAsTable(!asTable)}
    />
  );
  return (
    <Part
      title={t("insight.chart")}
      help={runs && t("insight.chartHelp", { count: runs.length })}
      action={toggle}
    >
      {!runs
        ? <Skeleton className="h-44 w-full" />
        : asTable
        ? <RunChartTable runs={runs} />
        : <RunChart taskId={taskId} runs={runs} />}
    </Part>
  );
}

function Part(
  { title, help, action, children }: {
    title: string;
    help: ReactNode;
    action?: ReactNode;
    children: ReactNode;
  },
) {
  return (
    <section className="min-w-0">
      <div className="mb-4 flex min-h-8 items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="text-sm font-semibold">{title}</h3>
          <p className="min-h-4 text-xs text-muted">{help}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

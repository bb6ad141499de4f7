import { type ReactNode, Suspense, useState } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { Card } from "../../../ui/data/card.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";
import { changeTexts } from "./change_texts.ts";
import { HeatMap } from "./heat_map.tsx";
import { ChartPart, TableToggle } from "./chart_part.tsx";
import { useStatistics } from "./use_statistics.ts";
import { Cell, HeadCell, Row, Table } from "../../../ui/data/table.tsx";
import { ExactTime } from "../../../ui/data/time_text.tsx";
import type { TaskStatistics } from "../../../../server/contract/task_statistics.ts";
import { outcomesOf } from "./heat_cells.ts";

const periods = ["7", "30", "90"] as const;
type Period = (typeof periods)[number];

/** Renders statistics of a task: numbers of a period, the trend of durations, the period by weekday and hour. */
export function StatisticsCard({ task }: { task: Task }) {
  const { t } = useMessages();
  const [period, setPeriod] = useState<Period>("30");
  const { data, error, refetch } = useStatistics(task.id, Number(period));
  const choose = (
    <SegmentedControl
      label={t("statistics.period")}
      hideLabel
      value={period}
      options={periods.map((value) => ({ value, label: t("statistics.days", { count: Number(value) }) }))}
      onValue={setPeriod}
    />
  );
  return (
    <Card title={t("statistics.title")} actions={choose}>
      {error && !data
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : (
          <div className="flex flex-col gap-6">
            {data ? <StatisticsNumbers statistics={data} /> : <Skeleton className="h-14 w-full" />}
            {data && <TrendPart statistics={data} />}
            <ChartPart
              title={t("statistics.heat")}
              help={data && t("statistics.heatHelp", { days: period, zone: data.timeZone })}
            >
              {data ? <HeatMap hours={data.hours} /> : <Skeleton className="h-44 w-full" />}
            </ChartPart>
          </div>
        )}
    </Card>
  );
}

const TrendChart = lazyPart(() => import("./trend_chart.tsx"));

function TrendPart({ statistics: { trend, changes } }: { statistics: TaskStatistics }) {
  const { t } = useMessages();
  const [asTable, setAsTable] = useState(false);
  return (
    <ChartPart
      title={t("statistics.trend")}
      help={t("statistics.trendHelp", { hours: trend.intervalMs / 3_600_000 })}
      action={trend.points.length > 1 && (
        <TableToggle label={t("statistics.trendTable")} {...{ asTable, setAsTable }} />
      )}
    >
      {trend.points.length < 2
        ? <p className="text-sm text-muted">{t("statistics.trendNone")}</p>
        : asTable
        ? <TrendTable {...{ trend, changes }} />
        : (
          <Suspense fallback={<Skeleton className="h-50 w-full" />}>
            <TrendChart {...{ trend, changes }} />
          </Suspense>
        )}
    </ChartPart>
  );
}

/** Renders the data of the trend as a table, newest first. */
function TrendTable({ trend, changes }: Pick<TaskStatistics, "trend" | "changes">) {
  const messages = useMessages();
  const { t, format } = messages;
  return (
    <div tabIndex={0} className="max-h-56 overflow-auto rounded-md border border-line">
      <Table label={t("statistics.trend")} className="overflow-visible rounded-none border-0">
        <thead>
          <tr>
            <HeadCell>{t("statistics.trendWhen")}</HeadCell>
            <HeadCell align="end">{t("statistics.runsTotal")}</HeadCell>
            <HeadCell align="end">{t("statistics.trendMedian")}</HeadCell>
            <HeadCell align="end">{t("statistics.trendP95")}</HeadCell>
            <HeadCell>{t("statistics.trendChanges")}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {trend.points.map(({ at, runs, medianMs, p95Ms }, index) => (
            <Row key={at}>
              <Cell tabularDigits>
                <ExactTime at={at} />
              </Cell>
              <Cell tabularDigits className="text-end">{format.number(runs)}</Cell>
              <Cell tabularDigits className="text-end">{format.duration(medianMs)}</Cell>
              <Cell tabularDigits className="text-end">{format.duration(p95Ms)}</Cell>
              <Cell>
                {changeTexts({ trend, changes }, index, messages).join(", ")}
              </Cell>
            </Row>
          )).toReversed()}
        </tbody>
      </Table>
    </div>
  );
}

/** Renders the numbers of a period: runs, success rate, durations. */
function StatisticsNumbers({ statistics: { counts, durationMs } }: { statistics: TaskStatistics }) {
  const { t, format } = useMessages();
  const { judged, succeeded, runs, skipped } = outcomesOf(counts);
  const length = (ms: number | null) => ms === null ? "—" : format.duration(ms);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-5">
      <Value
        name={t("statistics.rate")}
        value={succeeded === null ? "—" : format.percent(succeeded)}
        note={judged > 0 &&
          t("statistics.of", {
            succeeded: format.number(counts.succeeded ?? 0),
            ended: format.number(judged),
          })}
      />
      <Value
        name={t("statistics.runsTotal")}
        value={format.number(runs)}
        note={skipped > 0 && t("statistics.skippedToo", { count: skipped })}
      />
      <Value name={t("statistics.median")} value={length(durationMs.median)} />
      <Value name={t("statistics.p95")} value={length(durationMs.p95)} />
      <Value name={t("statistics.longest")} value={length(durationMs.max)} />
    </dl>
  );
}

function Value({ name, value, note }: { name: string; value: string; note?: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="m-0 mt-0.5 text-lg font-semibold tabular-nums">{value}</dd>
      {note && <dd className="m-0 text-xs text-faint tabular-nums">{note}</dd>}
    </div>
  );
}

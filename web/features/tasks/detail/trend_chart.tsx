import { useMemo, useRef } from "react";
import uPlot from "uplot";
import type { TaskStatistics } from "../../../../server/contract/task_statistics.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import {
  gridLines,
  plainAxis,
  quietCursor,
  Readout,
  timeLabel,
  token,
  useChart,
  usePointed,
} from "../../../ui/data/chart.tsx";
import { changeTexts } from "./change_texts.ts";
import { type DurationAxis, durationAxis, heightOf } from "./duration_axis.ts";

type Trend = Pick<TaskStatistics, "trend" | "changes">;

/** More points would make a band of dots. */
const maxDots = 60;

/**
 * Renders median and P95 of a task's durations over time, with a line where its command, schedule or script changed. A
 * chunk of its own, because of uPlot.
 */
export default function TrendChart({ trend, changes }: Trend) {
  const messages = useMessages();
  const { t, format, language } = messages;
  const box = useRef<HTMLDivElement>(null);
  const { points } = trend;
  const axis = useMemo(() => durationAxis(points.map(({ p95Ms }) => p95Ms)), [points]);
  const data = useMemo(() => dataOf(trend, axis), [trend, axis]);
  const latest = useRef({ trend, changes, axis });
  latest.current = { trend, changes, axis };
  const chart = useChart({
    box,
    data,
    keys: [language, axis],
    options: () => ({
      padding: [14, 20, 0, 0],
      legend: { show: false },
      cursor: quietCursor,
      scales: {
        x: { time: true, range: () => rangeOf(latest.current) },
        y: { range: [0, 1.02] },
      },
      axes: [
        {
          ...plainAxis(),
          size: 24,
          gap: 6,
          space: 62,
          incrs: [1, 3, 6, 12, 24, 48, 168, 336, 720].map((hours) => hours * 3600),
          values: (_chart, splits) => splits.map(timeLabel(format)),
        },
        {
          ...plainAxis(),
          size: 44,
          gap: 8,
          splits: () => [0, ...axis.ticks].map((tick) => heightOf(tick, axis.top)),
          values: () => [0, ...axis.ticks].map((tick) => tick === 0 ? "0" : format.duration(tick)),
          grid: gridLines,
        },
      ],
      series: [{}, lineOf("--warning", [4, 3], points.length), lineOf("--accent", [], points.length)],
      hooks: {
        draw: [(drawn) => drawChanges(drawn, latest.current.changes)],
        setCursor: [({ cursor }) => point(cursor.idx ?? null)],
      },
    }),
  });
  const { pointed, point, onKeyDown } = usePointed(() => chart.current, points.length);
  const pointedRun = pointed && points[pointed.index];
  return (
    <div className="flex flex-col gap-3">
      <div
        role="group"
        aria-label={t("statistics.trendKeys")}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.matches(":focus-visible") && point(points.length - 1)}
        onBlur={() => point(null)}
        onPointerLeave={() => point(null)}
        className="relative h-44 rounded-sm"
      >
        <div ref={box} aria-hidden className="h-full overflow-hidden" />
        {pointedRun && pointed && (
          <Readout
            {...pointed}
            title={format.dateTime(pointedRun.at)}
            lines={[
              `${t("statistics.trendMedian")} ${format.duration(pointedRun.medianMs)}`,
              `${t("statistics.trendP95")} ${format.duration(pointedRun.p95Ms)}`,
              t("statistics.trendRuns", { count: pointedRun.runs }),
              ...changeTexts({ trend, changes }, pointed.index, messages),
            ]}
          />
        )}
      </div>
      <Legend marked={changes.length > 0} />
    </div>
  );
}

function Legend({ marked }: { marked: boolean }) {
  const { t } = useMessages();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 ps-11 text-xs text-muted">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="w-4 border-t-2 border-accent" />
        {t("statistics.trendMedian")}
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="w-4 border-t-2 border-dashed border-warning" />
        {t("statistics.trendP95")}
      </li>
      {marked && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="h-3 w-0 border-s-2 border-violet" />
          {t("statistics.trendChanges")}
        </li>
      )}
    </ul>
  );
}

/** Returns the middle of each interval in seconds, then the heights of P95 and median on the axis. */
function dataOf({ points, intervalMs }: TaskStatistics["trend"], { top }: DurationAxis): uPlot.AlignedData {
  return [
    points.map(({ at }) => (Date.parse(at) + intervalMs / 2) / 1000),
    points.map(({ p95Ms }) => heightOf(p95Ms, top)),
    points.map(({ medianMs }) => heightOf(medianMs, top)),
  ];
}

/** Returns the edges of the chart: all points, and the changes after the last of them. */
function rangeOf({ trend: { points, intervalMs }, changes }: Trend): [number, number] {
  const first = Date.parse(points[0]?.at ?? "");
  const last = Date.parse(points.at(-1)?.at ?? "") + intervalMs;
  return [first / 1000, Math.max(last, Date.parse(changes.at(-1)?.at ?? "") || 0) / 1000];
}

function lineOf(color: string, dash: number[], points: number): uPlot.Series {
  return {
    stroke: () => token(color),
    width: 1.75,
    dash,
    points: { show: points <= maxDots, size: 5, fill: () => token(color), stroke: () => token(color) },
  };
}

/** Draws a line with a triangle at its top for each change; lines that would touch are one. */
function drawChanges({ ctx, bbox, valToPos }: uPlot, changes: readonly { at: string }[]): void {
  const ratio = devicePixelRatio;
  const size = 4 * ratio;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = token("--violet");
  ctx.lineWidth = ratio;
  let last = -Infinity;
  for (const { at } of changes) {
    const x = Math.round(valToPos(Date.parse(at) / 1000, "x", true)) + 0.5;
    if (x < bbox.left || x - last < size) continue;
    last = x;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x - size, bbox.top - size);
    ctx.lineTo(x + size, bbox.top - size);
    ctx.lineTo(x, bbox.top + size);
    ctx.closePath();
    ctx.fill();
  }
  ctx.restore();
}

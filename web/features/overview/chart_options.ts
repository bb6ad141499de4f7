import uPlot from "uplot";
import { chartFont, gridLines, plainAxis, quietCursor, timeLabel, token } from "../../ui/data/chart.tsx";
import type { Format } from "../../messages/format.ts";
import { type ChartHour, type Layer, layers, slotsInUse, stackHours } from "./chart_data.ts";

/** What the chart shows. */
export interface ChartContent {
  bars: readonly ChartHour[];
  /** How long each bar is (ms). */
  barMs: number;
  /** The limit of concurrent runs. */
  slots: number;
  /** Starts of crowded minutes (ms). */
  crowded: readonly number[];
}

interface ChartOptions {
  /** Returns what the chart shows now. */
  content(): ChartContent;
  /** The language of numbers. */
  tag: string;
  format: Format;
  /** The label of the line at the current time, and the names of the two axes. */
  names: { now: string; runs: string; slots: string };
  /** Called with the bar under the pointer; null when there is none. */
  onPoint(index: number | null): void;
}

/** Pixels between two labels of the time axis, at least. */
export const timeLabelSpace = 62;
/** Hours between two labels. The longest keeps labels of two weeks on a phone apart; where none fits, uPlot draws none. */
export const timeStepsHours: readonly number[] = [3, 6, 12, 24, 48, 96, 168];

/** From the top: a lower part covers the rest of the bar behind it. */
const drawn = layers.toReversed();

/**
 * Returns the bars as uPlot takes them: the middle of each in seconds, then the edges of each part, then the slots in
 * use.
 */
export function dataOf({ bars, barMs }: ChartContent): uPlot.AlignedData {
  const edges = stackHours(bars);
  return [
    bars.map(({ at }) => (at + barMs / 2) / 1000),
    ...drawn.map((layer) => edges[layer]),
    slotsInUse(bars, Date.now()),
  ];
}

/** Returns the options of the chart without its size. */
export function chartOptions(
  { content, tag, format, names, onPoint }: ChartOptions,
): Omit<uPlot.Options, "width" | "height"> {
  const xLabel = timeLabel(format);
  const numbers = new Intl.NumberFormat(tag, { notation: "compact" });
  const axis = plainAxis();
  return {
    padding: [18, 8, 0, 0],
    legend: { show: false },
    cursor: quietCursor,
    scales: {
      x: { time: true, range: () => rangeOf(content()) },
      // Leaves room above the bars for the limit.
      y: { range: (_chart, _min, max) => [0, Math.max(4, max * 1.3)] },
      slots: { range: (_chart, _min, max) => [0, Math.max(content().slots * 1.15, max * 1.1)] },
    },
    axes: [
      {
        ...axis,
        size: 24,
        gap: 6,
        space: timeLabelSpace,
        incrs: timeStepsHours.map((count) => count * 3600),
        values: (_chart, splits) => splits.map(xLabel),
      },
      {
        ...axis,
        size: 36,
        gap: 8,
        space: 40,
        incrs: [1, 2, 5].flatMap((first) => [1, 10, 100, 1000, 10_000, 100_000].map((ten) => first * ten))
          .sort((one, next) => one - next),
        values: (_chart, splits) => splits.map((count) => numbers.format(count)),
        grid: gridLines,
      },
      {
        ...axis,
        stroke: () => token("--accent-text"), // that of the line it belongs to
        scale: "slots",
        side: 1,
        size: 28,
        gap: 8,
        space: 40,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
        values: (_chart, splits) => splits.map((count) => numbers.format(count)),
      },
    ],
    series: [{}, ...drawn.map(seriesOf), loadSeries],
    hooks: {
      draw: [
        (chart) => drawLimit(chart, content()),
        (chart) => drawCrowded(chart, content()),
        (chart) => drawNow(chart, content(), names.now),
        (chart) => drawAxisNames(chart, names),
      ],
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)],
    },
  };
}

const colors: Record<Layer, string> = {
  failed: "--danger",
  succeeded: "--success",
  other: "--neutral",
  planned: "--accent",
};

function seriesOf(layer: Layer): uPlot.Series {
  const color = () => token(colors[layer]);
  const planned = layer === "planned";
  return {
    fill: planned ? ({ ctx }) => hatch(ctx, color()) : color,
    stroke: (chart) => planned || isDense(chart) ? color() : token("--surface"),
    width: 1,
    paths: uPlot.paths.bars!({ size: [0.72, 24] }), // in every build of uPlot
    points: { show: false },
  };
}

/** Returns whether bars are so narrow that lines between their parts would leave little of them. */
function isDense({ bbox, data: [bars] }: uPlot): boolean {
  return bbox.width / devicePixelRatio / bars.length < 8;
}

const loadSeries: uPlot.Series = {
  scale: "slots",
  stroke: () => token("--accent-text"),
  width: 1.5,
  points: { show: false },
};

function rangeOf({ bars, barMs }: ChartContent): [number, number] {
  const first = bars[0]?.at ?? 0;
  return [first / 1000, ((bars.at(-1)?.at ?? first) + barMs) / 1000];
}

/** Returns a pattern of diagonal lines. */
function hatch(context: CanvasRenderingContext2D, color: string): CanvasPattern | string {
  const size = Math.round(5 * devicePixelRatio);
  const tile = document.createElement("canvas");
  tile.width = tile.height = size;
  const lines = tile.getContext("2d");
  if (!lines) return color;
  lines.strokeStyle = color;
  lines.lineWidth = devicePixelRatio;
  lines.beginPath();
  for (const from of [-size, 0, size]) { // the corners belong to the neighbors' lines
    lines.moveTo(from - 1, size + 1);
    lines.lineTo(from + size + 1, -1);
  }
  lines.stroke();
  return context.createPattern(tile, "repeat") ?? color;
}

/** Draws the limit of slots over the time to come, as a dashed line. */
function drawLimit({ ctx, bbox, valToPos }: uPlot, content: ChartContent): void {
  const ratio = devicePixelRatio;
  const from = Math.max(bbox.left, valToPos(nowOf(content, Date.now()) / 1000, "x", true));
  const y = Math.round(valToPos(content.slots, "slots", true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = token("--warning");
  ctx.lineWidth = ratio;
  ctx.setLineDash([4 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(from, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/** Marks crowded minutes with triangles at the lower edge, which do not overlap. */
function drawCrowded({ ctx, bbox, valToPos }: uPlot, content: ChartContent): void {
  const now = nowOf(content, Date.now());
  const size = 5 * devicePixelRatio;
  const bottom = bbox.top + bbox.height;
  ctx.save();
  ctx.fillStyle = token("--warning");
  let last = -Infinity;
  for (const at of content.crowded) {
    const x = valToPos(Math.max(at, now) / 1000, "x", true); // they are all to come
    if (x - last < size * 2.5) continue;
    last = x;
    ctx.beginPath();
    ctx.moveTo(x, bottom - size * 1.6);
    ctx.lineTo(x - size, bottom);
    ctx.lineTo(x + size, bottom);
    ctx.closePath();
    ctx.fill();
  }
  ctx.restore();
}

/** Returns where the line at the current time is (ms): in the middle of the current bar, which also has what has run in it. */
export function nowOf({ bars, barMs }: Pick<ChartContent, "bars" | "barMs">, now: number): number {
  const current = bars.find(({ at }) => at <= now && now < at + barMs);
  return current ? current.at + barMs / 2 : now;
}

/** Draws the names of the two axes above them, each in the color of its numbers. */
function drawAxisNames({ ctx, bbox }: uPlot, { runs, slots }: { runs: string; slots: string }): void {
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = chartFont(11 * ratio);
  ctx.textBaseline = "bottom";
  const y = bbox.top - 4 * ratio;
  ctx.textAlign = "left";
  ctx.fillStyle = token("--faint");
  ctx.fillText(runs, 0, y);
  ctx.textAlign = "right";
  ctx.fillStyle = token("--accent-text");
  ctx.fillText(slots, ctx.canvas.width, y);
  ctx.restore();
}

/** Draws the line at the current time, with its label above the plot. */
function drawNow({ ctx, bbox, valToPos }: uPlot, content: ChartContent, label: string): void {
  const x = Math.round(valToPos(nowOf(content, Date.now()) / 1000, "x", true)) + 0.5;
  if (x < bbox.left || x > bbox.left + bbox.width) return;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = token("--text");
  ctx.lineWidth = ratio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.fillStyle = token("--text");
  ctx.font = chartFont(11 * ratio, 500);
  ctx.textAlign = "center";
  ctx.textBaseline = "bottom";
  ctx.fillText(label, x, bbox.top - 4 * ratio);
  ctx.restore();
}

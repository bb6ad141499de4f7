// What charts drawn by uPlot share. Import it only from parts that load lazily: it loads uPlot.
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import type { Format } from "../../messages/format.ts";
import { localTime } from "../../messages/zone_clocks.ts";

/** Returns the value of a design token, as a canvas takes it. */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export function chartFont(pixels: number, weight = 400): string {
  return `${weight} ${pixels}px ${getComputedStyle(document.body).fontFamily}`;
}

/** Returns an axis without ticks or grid. */
export function plainAxis(): uPlot.Axis {
  return {
    stroke: () => token("--faint"),
    font: chartFont(11),
    ticks: { show: false },
    grid: { show: false },
  };
}

export const gridLines: uPlot.Axis.Grid = { stroke: () => token("--line"), width: 1, dash: [2, 3] };

/** A cursor that only reports the nearest value: the chart draws no crosshair and does not zoom. */
export const quietCursor: uPlot.Cursor = {
  x: false,
  y: false,
  points: { show: false },
  drag: { x: false, y: false, setScale: false },
};

/** Formats the marks of the time axis: the day at midnight, else the time. */
export function timeLabel(format: Format): (seconds: number) => string {
  return (seconds) => {
    const at = new Date(seconds * 1000);
    const local = localTime(at.getTime());
    return local.getUTCHours() === 0 && local.getUTCMinutes() === 0
      ? format.day(at)
      : format.shortTime(at, at.getTime());
  };
}

/**
 * Draws a chart in an element, and again when its size, the theme or the fonts change. `options` are read again when
 * one of `keys` changes; `data` is passed on whenever it changes.
 */
export function useChart(
  { box, options, data, keys }: {
    box: RefObject<HTMLElement | null>;
    options: () => Omit<uPlot.Options, "width" | "height">;
    data: uPlot.AlignedData;
    keys: readonly unknown[];
  },
): RefObject<uPlot | null> {
  const chart = useRef<uPlot>(null);
  const latest = useRef({ options, data });
  latest.current = { options, data };
  useEffect(() => {
    const { current: element } = box;
    if (!element) return;
    const size = () => ({ width: element.clientWidth, height: element.clientHeight });
    const created = new uPlot({ ...latest.current.options(), ...size() }, latest.current.data, element);
    chart.current = created;
    const resized = new ResizeObserver(() => created.setSize(size()));
    resized.observe(element);
    // Colors are read while drawing.
    const themed = new MutationObserver(() => created.redraw(false));
    themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const onFonts = () => created.redraw(false);
    document.fonts.addEventListener("loadingdone", onFonts);
    return () => {
      document.fonts.removeEventListener("loadingdone", onFonts);
      resized.disconnect();
      themed.disconnect();
      created.destroy();
      chart.current = null;
    };
  }, [box, ...keys]);
  useEffect(() => chart.current?.setData(data), [data]);
  return chart;
}

/** Width of a chart (px) that has room for numbers beside any value. */
const minWidthBeside = 520;

/** The value of a chart that the pointer or the arrow keys are at. */
export interface Pointed {
  index: number;
  /** Distance of the value from the left edge of the chart (px). */
  left: number;
  /** That distance as a share of the chart's width, 0 to 1. */
  share: number;
  /** Whether the chart has no room for numbers beside the value. */
  narrow: boolean;
}

/** Tracks which value of a chart the pointer or the arrow keys are at. */
export function usePointed(chart: () => uPlot | null, count: number) {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const point = (index: number | null) => setPointed(index === null ? null : pointAt(chart(), index));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfter(event.key, pointed?.index ?? 0, count);
    if (next === null) return;
    event.preventDefault();
    point(next);
  };
  return { pointed, point, onKeyDown };
}

function pointAt(chart: uPlot | null, index: number): Pointed | null {
  const at = chart?.data[0][index];
  if (!chart || at === undefined) return null;
  const left = chart.valToPos(at, "x") + chart.bbox.left / devicePixelRatio;
  return { index, left, share: left / chart.width, narrow: chart.width < minWidthBeside };
}

function indexAfter(key: string, index: number, count: number): number | null {
  if (key === "ArrowLeft") return Math.max(0, index - 1);
  if (key === "ArrowRight") return Math.min(count - 1, index + 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** Renders the numbers of a value beside it, or over it in a narrow chart; never beyond the edges. */
export function Readout(
  { left, share, narrow, title, lines, children }: Pointed & {
    title: ReactNode;
    lines: readonly string[];
    /** More about the value, below the numbers. */
    children?: ReactNode;
  },
) {
  const shift = narrow ? `${-share * 100}%` : share > 0.5 ? "calc(-100% - 10px)" : "10px";
  return (
    <>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-px bg-line-strong"
        style={{ left }}
      />
      <div
        role="status"
        className="pointer-events-none absolute top-4 z-10 rounded-md bg-raised px-2.5 py-1.5 text-xs whitespace-nowrap shadow-float tabular-nums"
        style={{ left, transform: `translateX(${shift})` }}
      >
        <div className="font-medium">{title}</div>
        {lines.map((line) => <div key={line} className="text-muted">{line}</div>)}
        {children}
      </div>
    </>
  );
}

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import type { Messages } from "../../messages/create_messages.ts";
import { languageTag } from "../../messages/language.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useNow } from "../../ui/data/time_text.tsx";
import { type ChartHour, HOUR_MS } from "./chart_data.ts";
import { type ChartContent, chartOptions, dataOf } from "./chart_options.ts";

interface Pointed {
  index: number;
  /** Distance of the bar's center from the left edge of the chart (px). */
  left: number;
  /** Whether the bar is in the right half of the chart. */
  right: boolean;
}

/**
 * Renders runs as stacked bars with a line at the current time, and what is planned against the limit of slots. A chunk of
 * its own, because of uPlot.
 */
export default function LoadChart({ content }: { content: ChartContent }) {
  const { bars, barMs } = content;
  const { t, language } = useMessages();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const latest = useRef(content);
  latest.current = content;
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const point = (index: number | null) => setPointed(index === null ? null : pointAt(chart.current, index));

  useEffect(() => {
    const { current: element } = box;
    if (!element) return;
    const options = chartOptions({
      content: () => latest.current,
      tag: languageTag(language),
      now: t("overview.now"),
      limit: (slots) => t("overview.limit", { count: slots }),
      onPoint: point,
    });
    const size = () => ({ width: element.clientWidth, height: element.clientHeight });
    const created = new uPlot({ ...options, ...size() }, dataOf(latest.current), element);
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
  }, [language, t]);

  useEffect(() => chart.current?.setData(dataOf(content)), [content]);
  const now = useNow(30_000);
  useEffect(() => chart.current?.redraw(false), [now]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfter(event.key, pointed?.index ?? 0, bars.length);
    if (next === null) return;
    event.preventDefault();
    point(next);
  };
  const bar = pointed && bars[pointed.index];
  return (
    <div
      role="group"
      aria-label={t("overview.chartKeys")}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={(event) =>
        event.target.matches(":focus-visible") && point(bars.findIndex(({ at }) => at + barMs > now))}
      onBlur={() => point(null)}
      className="relative h-full rounded-sm"
    >
      <div ref={box} aria-hidden className="h-full overflow-hidden" />
      {bar && <Readout bar={bar} content={content} {...pointed} />}
    </div>
  );
}

function pointAt(chart: uPlot | null, index: number): Pointed | null {
  const at = chart?.data[0][index];
  if (!chart || at === undefined) return null;
  const left = chart.valToPos(at, "x") + chart.bbox.left / devicePixelRatio;
  return { index, left, right: left > chart.width / 2 };
}

function indexAfter(key: string, index: number, count: number): number | null {
  if (key === "ArrowLeft") return Math.max(0, index - 1);
  if (key === "ArrowRight") return Math.min(count - 1, index + 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** Renders the numbers of a bar beside it: on the left in the right half, else on the right. */
function Readout(
  { bar, content, left, right }: { bar: ChartHour; content: ChartContent; left: number; right: boolean },
) {
  const messages = useMessages();
  const [title, ...lines] = readoutLines(bar, content, messages);
  return (
    <>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-px bg-line-strong"
        style={{ left }}
      />
      <div
        role="status"
        className="pointer-events-none absolute top-4 rounded-md bg-raised px-2.5 py-1.5 text-xs whitespace-nowrap shadow-float tabular-nums"
        style={{ left, transform: right ? "translateX(calc(-100% - 10px))" : "translateX(10px)" }}
      >
        <div className="font-medium">{title}</div>
        {lines.map((line) => <div key={line} className="text-muted">{line}</div>)}
      </div>
    </>
  );
}

function readoutLines(
  { at, hours, succeeded, failed, other, planned, loadMs }: ChartHour,
  { barMs, slots, crowded }: ChartContent,
  { t, format }: Messages,
): string[] {
  const end = at + barMs;
  const used = Math.round(loadMs / (hours * HOUR_MS) * 10) / 10;
  const times = crowded.filter((minute) => minute >= at && minute < end);
  const lines = [
    succeeded > 0 && t("overview.countSucceeded", { count: succeeded }),
    failed > 0 && t("overview.countFailed", { count: failed }),
    other > 0 && t("overview.countOther", { count: other }),
    planned > 0 && t("overview.countPlanned", { count: planned }),
    loadMs >= 1000 && t("overview.load", { time: format.duration(Math.round(loadMs / 1000) * 1000) }),
    at > Date.now() && used >= 0.1 &&
    t("overview.slotsInUse", { used: format.number(used), count: slots }),
    // Relative to themselves, times have no date.
    times.length > 0 &&
    t("overview.crowdedAt", {
      times: format.list(times.slice(0, maxTimes).map((at) => format.shortTime(at, at))),
    }),
  ].filter((line) => line !== false);
  const when = `${format.shortTime(at, Date.now())}–${format.shortTime(end, end)}`;
  return [when, ...(lines.length > 0 ? lines : [t("overview.noRuns")])];
}

/** How many crowded minutes of a bar are named. */
const maxTimes = 4;

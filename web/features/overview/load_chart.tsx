import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import type { Messages } from "../../messages/create_messages.ts";
import { languageTag } from "../../messages/language.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useNow } from "../../ui/data/time_text.tsx";
import { type ChartHour, HOUR_MS } from "./chart_data.ts";
import { chartOptions, dataOf } from "./chart_options.ts";

interface Pointed {
  index: number;
  /** Distance of the bar's center from the left edge of the chart (px). */
  left: number;
  /** Whether the bar is in the right half of the chart. */
  right: boolean;
}

/** Renders the hours as stacked bars, with a line at the current time. A chunk of its own, because of uPlot. */
export default function LoadChart({ hours }: { hours: readonly ChartHour[] }) {
  const { t, language } = useMessages();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const latest = useRef(hours);
  latest.current = hours;
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const point = (index: number | null) => setPointed(index === null ? null : pointAt(chart.current, index));

  useEffect(() => {
    const { current: element } = box;
    if (!element) return;
    const options = chartOptions({
      hours: () => latest.current,
      tag: languageTag(language),
      now: t("overview.now"),
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

  useEffect(() => chart.current?.setData(dataOf(hours)), [hours]);
  const now = useNow(30_000);
  useEffect(() => chart.current?.redraw(false), [now]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfter(event.key, pointed?.index ?? 0, hours.length);
    if (next === null) return;
    event.preventDefault();
    point(next);
  };
  const hour = pointed && hours[pointed.index];
  return (
    <div
      role="group"
      aria-label={t("overview.chartKeys")}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={(event) =>
        event.target.matches(":focus-visible") && point(hours.findIndex(({ at }) => at + HOUR_MS > now))}
      onBlur={() => point(null)}
      className="relative h-full rounded-sm"
    >
      <div ref={box} aria-hidden className="h-full overflow-hidden" />
      {hour && <Readout hour={hour} {...pointed} />}
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

/** Renders the numbers of one hour beside its bar: on the left in the right half, else on the right. */
function Readout({ hour, left, right }: { hour: ChartHour; left: number; right: boolean }) {
  const messages = useMessages();
  const [title, ...lines] = readoutLines(hour, messages);
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

function readoutLines(hour: ChartHour, { t, format }: Messages): string[] {
  const end = hour.at + HOUR_MS;
  const { succeeded, failed, other, planned, loadMs } = hour;
  const lines = [
    succeeded > 0 && t("overview.countSucceeded", { count: succeeded }),
    failed > 0 && t("overview.countFailed", { count: failed }),
    other > 0 && t("overview.countOther", { count: other }),
    planned > 0 && t("overview.countPlanned", { count: planned }),
    loadMs >= 1000 && t("overview.load", { time: format.duration(Math.round(loadMs / 1000) * 1000) }),
  ].filter((line) => line !== false);
  // Relative to itself, the end has no date.
  const when = `${format.shortTime(hour.at, Date.now())}–${format.shortTime(end, end)}`;
  return [when, ...(lines.length > 0 ? lines : [t("overview.noRuns")])];
}

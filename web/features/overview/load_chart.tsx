import { useEffect, useMemo, useRef } from "react";
import { useLocation } from "wouter";
import { paths } from "../../paths.ts";
import type { Messages } from "../../messages/create_messages.ts";
import { languageTag } from "../../messages/language.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { type Pointed, Readout, useChart, usePointed } from "../../ui/data/chart.tsx";
import { useNow } from "../../ui/data/time_text.tsx";
import { classNames } from "../../ui/class_names.ts";
import { useDelayed } from "../../ui/feedback/use_delayed.ts";
import { urlInstant } from "../../shared/page/url_instant.ts";
import { useBusiestTasks } from "./api.ts";
import { type ChartHour, HOUR_MS } from "./chart_data.ts";
import { type ChartContent, chartOptions, dataOf } from "./chart_options.ts";

/**
 * Renders runs as stacked bars with a line at the current time, and what is planned against the limit of slots. A chunk of
 * its own, because of uPlot.
 */
export default function LoadChart({ content }: { content: ChartContent }) {
  const { bars, barMs } = content;
  const { t, format, language } = useMessages();
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(content);
  latest.current = content;
  const data = useMemo(() => dataOf(content), [content]);
  const chart = useChart({
    box,
    data,
    keys: [language, t],
    options: () =>
      chartOptions({
        content: () => latest.current,
        tag: languageTag(language),
        format,
        names: { now: t("overview.now"), runs: t("overview.runsAxis"), slots: t("overview.slotsAxis") },
        onPoint: point,
      }),
  });
  const { pointed, point, onKeyDown } = usePointed(() => chart.current, bars.length);
  const now = useNow(30_000);
  useEffect(() => chart.current?.redraw(false), [now]);

  const bar = pointed && bars[pointed.index];
  const [, navigate] = useLocation();
  /** Lists the runs of a bar, unless it is in the future. */
  const open = ({ at }: ChartHour) => {
    if (at < now) navigate(paths.runs({ from: urlInstant(at), to: urlInstant(at + barMs) }));
  };
  return (
    <div
      role="group"
      aria-label={t("overview.chartKeys")}
      tabIndex={0}
      onKeyDown={(event) => event.key === "Enter" && bar ? open(bar) : onKeyDown(event)}
      onFocus={(event) =>
        event.target.matches(":focus-visible") && point(bars.findIndex(({ at }) => at + barMs > now))}
      onBlur={() => point(null)}
      onClick={() => bar && open(bar)}
      className={classNames("relative h-full rounded-sm", bar && bar.at < now && "cursor-pointer")}
    >
      <div ref={box} aria-hidden className="h-full overflow-hidden" />
      {bar && <BarReadout bar={bar} content={content} pointed={pointed} />}
    </div>
  );
}

function BarReadout(
  { bar, content, pointed }: { bar: ChartHour; content: ChartContent; pointed: Pointed },
) {
  const [title, ...lines] = readoutLines(bar, content, useMessages());
  const isEmpty = bar.succeeded + bar.failed + bar.other + bar.planned === 0;
  return (
    <Readout {...pointed} title={title} lines={lines}>
      {!isEmpty && <BarTasks key={bar.at} at={bar.at} hours={content.barMs / HOUR_MS} />}
    </Readout>
  );
}

/** Names the tasks of a bar, once the pointer rests on it. */
function BarTasks({ at, hours }: { at: number; hours: number }) {
  const { t, format } = useMessages();
  const rests = useDelayed(true);
  const { data } = useBusiestTasks(rests ? { at, hours } : null);
  if (!data) return null;
  const rest = data.total - data.items.length;
  return (
    <div className="mt-1 border-t border-line pt-1">
      {data.items.map(({ taskId, name, succeeded, failed, other, planned }) => (
        <div key={taskId ?? name} className="flex justify-between gap-3">
          <span className="max-w-52 truncate">{name}</span>
          <span className={failed > 0 ? "text-danger-text" : "text-muted"}>
            {failed > 0
              ? t("overview.taskFailed", { count: failed })
              : `×${format.number(succeeded + other + planned)}`}
          </span>
        </div>
      ))}
      {rest > 0 && <div className="text-muted">{t("overview.moreTasks", { count: rest })}</div>}
    </div>
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

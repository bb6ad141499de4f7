import { memo, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import type { TimelineBar, TimelineTask } from "../../../../server/contract/timeline.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { writeWallTime } from "../../../messages/wall_time.ts";
import { paths } from "../../../paths.ts";
import { useNow } from "../../../ui/data/time_text.tsx";
import { useRowWindow } from "../../../ui/data/use_row_window.ts";
import { classNames } from "../../../ui/class_names.ts";
import { useSettled } from "../../../ui/use_settled.ts";
import { keyOf, useBars } from "../api.ts";
import { countsText } from "../counts.tsx";
import type { Band, Period } from "../visible_days.ts";
import { type Zoom, zooms } from "../url_state.ts";
import { neededPeriod, type Part, partOf, ticksOf } from "./geometry.ts";
import { Bars } from "./bars.tsx";

const HOUR_MS = 3_600_000;
const ROW_HEIGHT = 28;
const HEAD_HEIGHT = 28;
/** What the names of maintenance windows take above the rows. */
const BAND_HEIGHT = 20;
const NAME_WIDTH = 208;
/** How long rows must be in view before their bars are requested (ms). */
const SETTLED_MS = 120;

interface TimelineProps {
  label: string;
  day: Period;
  zone: string;
  rows: readonly TimelineTask[];
  bands: readonly Band[];
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
}

/** Renders the tasks of a day as rows, and their runs and due times as bars. Only what is in view is loaded and drawn. */
export function Timeline({ label, day, zone, rows, bands, zoom, onZoom }: TimelineProps) {
  const now = useNow(30_000);
  const visible = useRowWindow({ count: rows.length, cardHeight: ROW_HEIGHT, rowHeight: ROW_HEIGHT });
  const { frame, items, height } = visible;
  const { view, onScroll, showAt } = useView(frame, { day, zoom, now });
  const first = useSettled(items[0]?.index ?? 0, SETTLED_MS);
  const last = useSettled(items.at(-1)?.index ?? 0, SETTLED_MS);
  const period = neededPeriod(day, view, zooms[zoom] * HOUR_MS);
  const bars = useBars(rows, { first, last }, period);
  const openBar = useOpenBar((at) => {
    showAt(at);
    onZoom(zoom === "24" ? "6" : "1");
  });
  const hours = (day.to - day.from) / HOUR_MS;
  const rowsTop = HEAD_HEIGHT + (bands.length > 0 ? BAND_HEIGHT : 0);
  return (
    <div
      ref={frame}
      role="region"
      aria-label={label}
      tabIndex={0}
      onScroll={onScroll}
      onClick={openBar}
      className="relative max-h-[calc(100dvh-15rem)] min-h-24 overflow-auto overscroll-contain rounded-md border border-line bg-surface"
    >
      <div
        className="relative"
        style={{
          height: height + rowsTop,
          width: `calc(${NAME_WIDTH}px + (100% - ${NAME_WIDTH}px) * ${hours / Math.min(hours, zooms[zoom])})`,
        }}
      >
        <TimeAxis {...{ day, zone, zoom }} />
        <Background {...{ day, zoom, bands, now }} />
        <ul className="m-0 list-none p-0">
          {items.map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <TaskLine
                key={keyOf(row)}
                {...{ row, day, zone, now }}
                top={start + rowsTop}
                bars={bars.get(keyOf(row))}
              />
            );
          })}
        </ul>
      </div>
    </div>
  );
}

/** Tracks which part of the day is in view. After a change of the zoom, the same time is in its middle. */
function useView(
  frame: { current: HTMLDivElement | null },
  { day, zoom, now }: { day: Period; zoom: Zoom; now: number },
) {
  const [view, setView] = useState<Part>({ from: 0, to: 1 });
  const middle = useRef(now >= day.from && now < day.to ? (now - day.from) / (day.to - day.from) : 0.5);
  const measure = () => {
    const element = frame.current;
    if (!element) return;
    const whole = element.scrollWidth - NAME_WIDTH;
    const from = Math.abs(element.scrollLeft) / whole;
    const to = from + (element.clientWidth - NAME_WIDTH) / whole;
    setView((before) => before.from === from && before.to === to ? before : { from, to });
    return { from, to };
  };
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const whole = element.scrollWidth - NAME_WIDTH;
    const left = middle.current * whole - (element.clientWidth - NAME_WIDTH) / 2;
    element.scrollLeft = getComputedStyle(element).direction === "rtl" ? -left : left;
    measure();
  }, [zoom]);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const resized = new ResizeObserver(() => void measure());
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  return {
    view,
    onScroll: () => {
      const part = measure();
      if (part) middle.current = (part.from + part.to) / 2;
    },
    /** The next zoom begins here. */
    showAt: (at: number) => middle.current = (at - day.from) / (day.to - day.from),
  };
}

/** Returns what a click does: it opens the run of a bar, or zooms in on a bar of several. */
function useOpenBar(onCrowd: (at: number) => void) {
  const [, navigate] = useLocation();
  return ({ target }: MouseEvent) => {
    const bar = target instanceof Element ? target.closest<HTMLElement>("[data-bar]") : null;
    if (!bar) return;
    const { task, run, crowd } = bar.dataset;
    if (crowd) onCrowd(Number(crowd));
    else if (run) navigate(task ? paths.taskLog(Number(task), Number(run)) : paths.runs({ run }));
  };
}

function percent(share: number): string {
  return `${share * 100}%`;
}

/** Renders the times of the day, above the rows. */
function TimeAxis({ day, zone, zoom }: Pick<TimelineProps, "day" | "zone" | "zoom">) {
  return (
    <div
      aria-hidden
      className="sticky top-0 z-30 flex border-b border-line bg-surface text-xs text-muted tabular-nums"
      style={{ height: HEAD_HEIGHT }}
    >
      <div
        className="sticky start-0 z-10 shrink-0 border-e border-line bg-surface"
        style={{ width: NAME_WIDTH }}
      />
      <div className="relative min-w-0 flex-1 overflow-hidden">
        {ticksOf(day, zoom).map((at) => (
          <span
            key={at}
            className="absolute top-1.5 ps-1"
            style={{ insetInlineStart: percent((at - day.from) / (day.to - day.from)) }}
          >
            {writeWallTime(at, zone).slice(11, 16)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Renders what is behind all rows: lines of the time axis, maintenance windows and the current time. */
function Background(
  { day, zoom, bands, now }: Pick<TimelineProps, "day" | "zoom" | "bands"> & { now: number },
) {
  const { t } = useMessages();
  const nowPart = partOf(day, now, now);
  return (
    <div
      aria-hidden
      className="absolute end-0 bottom-0"
      style={{ top: HEAD_HEIGHT, insetInlineStart: NAME_WIDTH }}
    >
      {ticksOf(day, zoom).map((at) => (
        <span
          key={at}
          className="absolute inset-y-0 border-s border-line"
          style={{ insetInlineStart: percent((at - day.from) / (day.to - day.from)) }}
        />
      ))}
      {bands.map((band) => {
        const part = partOf(day, Date.parse(band.from), Date.parse(band.to));
        return part && (
          <span
            key={`${band.id} ${band.from}`}
            title={t("calendarPage.maintenance", { name: band.name })}
            className="absolute inset-y-0 overflow-clip border-x border-violet bg-violet-soft text-xs whitespace-nowrap text-violet-text"
            style={{ insetInlineStart: percent(part.from), width: percent(part.to - part.from) }}
          >
            <span className="sticky top-7 block px-1 leading-5">{band.name}</span>
          </span>
        );
      })}
      {nowPart && (
        <span
          title={t("calendarPage.now")}
          className="absolute inset-y-0 z-10 w-px bg-danger"
          style={{ insetInlineStart: percent(nowPart.from) }}
        />
      )}
    </div>
  );
}

interface TaskLineProps {
  row: TimelineTask;
  top: number;
  bars: readonly TimelineBar[] | undefined;
  day: Period;
  zone: string;
  now: number;
}

/** Renders a task with its bars. */
const TaskLine = memo(function TaskLine({ row, top, bars, day, zone, now }: TaskLineProps) {
  const messages = useMessages();
  const { taskId, name } = row;
  const className = "min-w-0 truncate text-sm";
  return (
    <li
      className="absolute inset-x-0 flex border-b border-line"
      style={{ height: ROW_HEIGHT, top }}
    >
      <div
        className="sticky start-0 z-20 flex shrink-0 items-center border-e border-line bg-surface px-2.5"
        style={{ width: NAME_WIDTH }}
      >
        {taskId === null
          ? <span className={className}>{name}</span>
          : (
            <Link href={paths.task(taskId)} title={name} className={classNames(className, "hover:underline")}>
              {name}
            </Link>
          )}
        <span className="sr-only">{`: ${countsText(row, messages)}`}</span>
      </div>
      <div aria-hidden className="relative min-w-0 flex-1 overflow-hidden">
        {bars && <Bars {...{ bars, day, zone, now }} />}
      </div>
    </li>
  );
});

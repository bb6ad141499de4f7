import { Link } from "wouter";
import type { TimelineBar, TimelineTask } from "../../../../server/contract/timeline.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { writeWallTime } from "../../../messages/wall_time.ts";
import { paths } from "../../../paths.ts";
import { useRowWindow } from "../../../ui/data/use_row_window.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useSettled } from "../../../ui/use_settled.ts";
import { keyOf, useBars } from "../api.ts";
import { CountNumbers, countsText, kindNames } from "../counts.tsx";
import { type Band, kinds, type Period } from "../visible_days.ts";
import { barText } from "./bars.tsx";

const ROW_HEIGHT = 36;
const SETTLED_MS = 120;
/** How many times of a task are listed in a table, and on a phone. */
const MAX_TIMES = 12;
const MAX_TIMES_PHONE = 4;

interface DayTableProps {
  day: Period;
  zone: string;
  rows: readonly TimelineTask[];
  bands: readonly Band[];
}

/** Renders what the timeline shows as a table; on a phone, as cards. */
export function DayTable({ day, zone, rows, bands }: DayTableProps) {
  const { t, format } = useMessages();
  const narrow = useNarrow();
  const { items, height, frame, cards, measure } = useRowWindow({
    ...{ count: rows.length, cardHeight: 92, rowHeight: ROW_HEIGHT },
  });
  const first = useSettled(items[0]?.index ?? 0, SETTLED_MS);
  const last = useSettled(items.at(-1)?.index ?? 0, SETTLED_MS);
  const bars = useBars(rows, { first, last }, day);
  const clockAt = (at: string) => writeWallTime(Date.parse(at), zone).slice(11, 16);
  const visible = items.flatMap((item) => {
    const row = rows[item.index];
    return row ? [{ ...item, row, bars: sorted(bars.get(keyOf(row))) }] : [];
  });
  const maintenance = bands.length > 0 && (
    <ul className="m-0 list-none p-0 text-sm text-violet-text">
      {bands.map(({ id, name, from, to }) => (
        <li key={`${id} ${from}`}>
          {`${t("calendarPage.maintenance", { name })} · ${clockAt(from)}–${clockAt(to)}`}
        </li>
      ))}
    </ul>
  );
  if (narrow) {
    return (
      <>
        {maintenance}
        <ul ref={cards} className="relative m-0 list-none p-0" style={{ height }}>
          {visible.map(({ index, start, row, bars }) => (
            <li
              key={keyOf(row)}
              ref={measure}
              data-index={index}
              className="absolute inset-x-0 pb-2"
              style={{ transform: `translateY(${start}px)` }}
            >
              <div className="flex flex-col gap-1 rounded-md border border-line bg-surface p-3">
                <div className="flex items-start gap-3">
                  <TaskName row={row} />
                  <Numbers row={row} />
                </div>
                <Times bars={bars} zone={zone} max={MAX_TIMES_PHONE} />
              </div>
            </li>
          ))}
        </ul>
      </>
    );
  }
  const [above, below] = [visible[0]?.start ?? 0, height - (visible.at(-1)?.end ?? 0)];
  return (
    <>
      {maintenance}
      <div
        ref={frame}
        role="region"
        aria-label={t("calendarPage.runs")}
        tabIndex={0}
        className="max-h-[calc(100dvh-15rem)] min-h-24 overflow-auto rounded-md border border-line bg-surface"
      >
        <table aria-rowcount={rows.length + 1} className="w-full table-fixed border-collapse text-sm">
          <thead className="sticky top-0 z-10 bg-surface text-start text-xs text-muted">
            <tr>
              <th scope="col" className="h-8 w-1/5 px-3 text-start font-medium">{t("calendarPage.task")}</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col" className="w-22 px-3 text-end font-medium">
                  {t(kindNames[kind])}
                </th>
              ))}
              <th scope="col" className="px-3 text-start font-medium">{t("calendarPage.runs")}</th>
            </tr>
          </thead>
          <tbody>
            {above > 0 && <Space height={above} />}
            {visible.map(({ index, row, bars }) => (
              <tr
                key={keyOf(row)}
                aria-rowindex={index + 2}
                className="border-t border-line"
                style={{ height: ROW_HEIGHT }}
              >
                <th scope="row" className="truncate px-3 text-start font-normal">
                  <TaskName row={row} />
                </th>
                {kinds.map((kind) => (
                  <td key={kind} className="px-3 text-end tabular-nums">{format.number(row[kind])}</td>
                ))}
                <td className="truncate px-3">
                  <Times bars={bars} zone={zone} max={MAX_TIMES} />
                </td>
              </tr>
            ))}
            {below > 0 && <Space height={below} />}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Space({ height }: { height: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={kinds.length + 2} style={{ height }} />
    </tr>
  );
}

function sorted(bars: readonly TimelineBar[] | undefined): readonly TimelineBar[] {
  return [...bars ?? []].sort((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : 0);
}

function TaskName({ row: { taskId, name } }: { row: TimelineTask }) {
  const className = "min-w-0 flex-1 truncate text-sm font-medium";
  if (taskId === null) return <span className={className}>{name}</span>;
  return <Link href={paths.task(taskId)} title={name} className={`${className} hover:underline`}>{name}
  </Link>;
}

function Numbers({ row }: { row: TimelineTask }) {
  return (
    <span className="shrink-0">
      <CountNumbers counts={row} />
      <span className="sr-only">{countsText(row, useMessages())}</span>
    </span>
  );
}

/** Lists the times of a task; runs lead to their logs. */
function Times({ bars, zone, max }: { bars: readonly TimelineBar[]; zone: string; max: number }) {
  const messages = useMessages();
  const { t } = messages;
  const more = bars.length - max;
  return (
    <span className="text-xs text-muted tabular-nums max-md:flex max-md:flex-col max-md:gap-0.5">
      {bars.slice(0, max).map((bar, index) => {
        const text = barText(bar, zone, messages);
        const separator = index > 0 && <span aria-hidden className="max-md:hidden">,</span>;
        return (
          <span key={`${bar.runId} ${bar.at}`}>
            {separator}
            {bar.runId !== null && bar.taskId !== null
              ? (
                <Link
                  href={paths.taskLog(bar.taskId, bar.runId)}
                  className="text-accent-text hover:underline touch:py-1"
                >
                  {text}
                </Link>
              )
              : text}
          </span>
        );
      })}
      {more > 0 && <span>{` ${t("calendarPage.moreTimes", { count: more })}`}</span>}
    </span>
  );
}

import { useMemo } from "react";
import type { Calendar } from "../../../../server/contract/calendars.ts";
import { dateTag } from "../../../messages/language.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { ChevronLeft, ChevronRight } from "../../../ui/icons/icons.ts";
import { firstWeekdayOf } from "../../../ui/inputs/calendar_days.ts";
import { useYear } from "../api.ts";
import { useWeekdayNames } from "../../../messages/weekday_names.ts";
import {
  monthsOf,
  type NamedSpan,
  totalsOf,
  weekdayOf,
  type YearDay,
  type YearMonth,
} from "./year_months.ts";

interface YearPreviewProps {
  calendar: Calendar;
  year: number;
  onYear: (year: number) => void;
}

/** Renders the months of a year with the days off of a calendar. */
export function YearPreview({ calendar, year, onYear }: YearPreviewProps) {
  const { t } = useMessages();
  const { data, error, refetch } = useYear(calendar.id, year);
  const firstWeekday = useFirstWeekday();
  const months = useMemo(() => monthsOf(data?.items ?? [], firstWeekday), [data, firstWeekday]);
  const title = t("calendars.preview", { name: calendar.name, year: String(year) });
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-40 flex-1 text-base font-semibold break-words">{title}</h2>
        <YearSwitch year={year} onYear={onYear} />
      </div>
      {!data && (error
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : <Skeleton className="h-96 w-full" />)}
      {data && (
        <>
          <Totals days={data.items} />
          <Legend hasUnknown={data.items.some(({ known }) => !known)} />
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
            {months.map((month) => (
              <Month key={month.first} month={month} weekend={calendar.weekendDays} first={firstWeekday} />
            ))}
          </div>
        </>
      )}
    </section>
  );
}

function useFirstWeekday(): number {
  const { language } = useMessages();
  return firstWeekdayOf(dateTag(language, navigator.languages));
}

function YearSwitch({ year, onYear }: Omit<YearPreviewProps, "calendar">) {
  const { t } = useMessages();
  return (
    <div className="flex items-center">
      <IconButton
        label={t("calendars.previousYear")}
        icon={<ChevronLeft />}
        disabled={year <= 1970}
        onClick={() => onYear(year - 1)}
      />
      <span aria-live="polite" className="min-w-14 text-center font-medium tabular-nums">{year}</span>
      <IconButton
        label={t("calendars.nextYear")}
        icon={<ChevronRight />}
        disabled={year >= 2199}
        onClick={() => onYear(year + 1)}
      />
    </div>
  );
}

function Totals({ days }: { days: readonly YearDay[] }) {
  const { t } = useMessages();
  const { working, off, unknown } = totalsOf(days);
  if (unknown === days.length) return <Callout tone="warning">{t("calendars.unknownYear")}</Callout>;
  return (
    <p className="text-sm text-muted tabular-nums">
      {unknown === 0
        ? t("calendars.totals", { working, off })
        : t("calendars.totalsUnknown", { working, off, unknown })}
    </p>
  );
}

const dayClasses = {
  off: "bg-danger-soft font-semibold text-danger-text",
  weekend: "bg-neutral-soft text-muted",
  makeUp: "bg-accent-soft font-semibold text-accent-text ring-1 ring-accent ring-inset",
  working: "",
  unknown: "border border-dashed border-line-strong",
};

function Legend({ hasUnknown }: { hasUnknown: boolean }) {
  const { t } = useMessages();
  const entries = [
    [dayClasses.off, t("calendars.legendOff")],
    [dayClasses.weekend, t("calendars.legendWeekend")],
    [dayClasses.makeUp, t("calendars.legendWorking")],
    ...(hasUnknown ? [[dayClasses.unknown, t("calendars.legendUnknown")]] : []),
  ] as const;
  return (
    <ul className="m-0 flex list-none flex-wrap gap-x-4 gap-y-1 p-0 text-xs text-muted">
      {entries.map(([className, label]) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden className={classNames("size-4 rounded-sm", className)} />
          {label}
        </li>
      ))}
    </ul>
  );
}

function Month({ month, weekend, first }: { month: YearMonth; weekend: readonly number[]; first: number }) {
  const { language } = useMessages();
  const names = useWeekdayNames();
  const narrow = useWeekdayNames("narrow");
  const columns = Array.from({ length: 7 }, (_, index) => (first - 1 + index) % 7);
  const monthName = useMemo(
    () => new Intl.DateTimeFormat(dateTag(language, navigator.languages), { month: "long", timeZone: "UTC" }),
    [language],
  );
  const name = monthName.format(new Date(`${month.first}T00:00:00Z`));
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-md border border-line bg-surface p-3">
      <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-xs tabular-nums">
        <caption className="pb-1 text-start text-sm font-medium">{name}</caption>
        <thead>
          <tr>
            {columns.map((weekday) => (
              <th key={weekday} scope="col" abbr={names[weekday]} className="font-normal text-faint">
                {narrow[weekday]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {month.weeks.map((week, index) => (
            <tr key={index}>
              {week.map((day, column) =>
                day === null
                  ? <td key={column} className="p-0" />
                  : <Day key={column} day={day} weekend={weekend} />
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {month.named.length > 0 && (
        <ul className="m-0 flex list-none flex-col gap-0.5 p-0 text-xs">
          {month.named.map((span) => <Span key={span.from} span={span} />)}
        </ul>
      )}
    </div>
  );
}

function Day({ day: { date, kind, known, name }, weekend }: { day: YearDay; weekend: readonly number[] }) {
  const { t } = useMessages();
  const number = Number(date.slice(8));
  const isWeekend = weekend.includes(weekdayOf(date));
  const style = kind === "off"
    ? (isWeekend && name === null ? "weekend" : "off")
    : isWeekend
    ? "makeUp"
    : "working";
  const words = [
    style === "working" ? null : t(kind === "off" ? "calendars.dayOff" : "calendars.dayWorking"),
    name,
    known ? null : t("calendars.dayUnknown"),
  ].filter((word) => word !== null);
  return (
    <td
      title={words.length > 0 ? words.join(" · ") : undefined}
      className={classNames("rounded-sm p-0 py-0.5", dayClasses[style], !known && dayClasses.unknown)}
    >
      {words.length === 0 ? number : (
        <>
          <span aria-hidden>{number}</span>
          <span className="sr-only">{`${number}: ${words.join(", ")}`}</span>
        </>
      )}
    </td>
  );
}

function Span({ span: { from, to, kind, name, localName } }: { span: NamedSpan }) {
  const { t } = useMessages();
  const [first, last] = [Number(from.slice(8)), Number(to.slice(8))];
  return (
    <li className="flex gap-2">
      <span
        className={classNames(
          "shrink-0 font-medium tabular-nums",
          kind === "off" ? "text-danger-text" : "text-accent-text",
        )}
      >
        {first === last ? first : `${first}–${last}`}
      </span>
      <span className="min-w-0 break-words">
        {name}
        {localName && <span className="text-faint">{` · ${localName}`}</span>}
        <span className="sr-only">
          {` (${t(kind === "off" ? "calendars.dayOff" : "calendars.dayWorking")})`}
        </span>
      </span>
    </li>
  );
}

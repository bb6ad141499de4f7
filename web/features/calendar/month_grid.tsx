import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { CountNumbers, CountsBar, countsText } from "./counts.tsx";
import { type DayOff, dayOffText, type GridProps, useDayKeys } from "./grid_days.ts";
import { type Band, bandsIn, byDay, type Counts, largestOf, periodOf } from "./visible_days.ts";

const none: Counts = { failed: 0, succeeded: 0, skipped: 0, running: 0, due: 0 };

/** Renders six weeks of days, each with what ran and what is due. */
export function MonthGrid({ onOpen, ...props }: GridProps) {
  const { days, at, today, zone, names, items, bands, daysOff } = props;
  const { grid, onKeyDown } = useDayKeys(props);
  const counts = byDay(items, zone);
  const largest = largestOf(items);
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    <table
      ref={grid}
      role="grid"
      aria-label={names.month(at)}
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-collapse overflow-hidden rounded-md border border-line bg-surface"
    >
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th
              key={day}
              scope="col"
              abbr={names.weekday(day)}
              className="h-8 border-b border-line px-2 text-start text-xs font-medium text-muted max-sm:px-1 max-sm:text-center"
            >
              {names.shortWeekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                role="gridcell"
                className="border-line p-0 align-top not-first:border-s [tr:not(:first-child)>&]:border-t"
              >
                <DayCell
                  {...{ day, largest }}
                  name={names.day(day)}
                  counts={counts.get(day) ?? none}
                  bands={bands.length === 0 ? bands : bandsIn(bands, periodOf([day], zone))}
                  off={daysOff.get(day)}
                  isToday={day === today}
                  isActive={day === at}
                  isOutside={day.slice(0, 7) !== at.slice(0, 7)}
                  onOpen={() => onOpen(day)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayCellProps {
  day: string;
  name: string;
  counts: Counts;
  largest: number;
  bands: readonly Band[];
  off: DayOff | undefined;
  isToday: boolean;
  isActive: boolean;
  isOutside: boolean;
  onOpen: () => void;
}

function DayCell(props: DayCellProps) {
  const { day, name, counts, largest, bands, off, isToday, isActive, isOutside, onOpen } = props;
  const messages = useMessages();
  const { t } = messages;
  const isOff = off?.kind === "off";
  const label = [
    name,
    countsText(counts, messages),
    dayOffText(off, messages.t),
    ...bands.map(({ name }) => t("calendarPage.maintenance", { name })),
  ].filter(Boolean).join("; ");
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={isActive ? 0 : -1}
      aria-current={isToday ? "date" : undefined}
      onClick={onOpen}
      className={classNames(
        "block w-full text-start outline-offset-[-2px]",
        isOff ? "bg-danger-soft" : isOutside && "bg-sunken",
        "hover:bg-hover",
      )}
    >
      <span className="sr-only">{label}</span>
      <span
        aria-hidden
        title={label}
        className="flex h-24 flex-col items-stretch gap-1 overflow-hidden p-1.5 max-sm:h-18 max-sm:p-1"
      >
        <span className="flex min-w-0 items-center gap-1.5">
          <span
            className={classNames(
              "inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full px-1 text-xs tabular-nums",
              isToday
                ? "bg-accent-fill font-semibold text-on-accent"
                : isOff
                ? "font-semibold text-danger-text"
                : isOutside
                ? "text-muted"
                : "font-medium",
            )}
          >
            {Number(day.slice(8))}
          </span>
          {off?.name && (
            <span
              className={classNames(
                "truncate text-xs max-sm:hidden",
                isOff ? "text-danger-text" : "text-accent-text",
              )}
            >
              {off.name}
            </span>
          )}
        </span>
        <CountsBar counts={counts} largest={largest} className="shrink-0" />
        <span className="max-sm:hidden">
          <CountNumbers counts={counts} />
        </span>
        <span className="sm:hidden">
          <PhoneNumber counts={counts} />
        </span>
        <Bands bands={bands} />
      </span>
    </button>
  );
}

/** Renders the most important number, for a cell that has room for only one. */
function PhoneNumber({ counts }: { counts: Counts }) {
  const kind = (["failed", "running", "succeeded", "due", "skipped"] as const).find((kind) =>
    counts[kind] > 0
  );
  return kind ? <CountNumbers counts={{ ...none, [kind]: counts[kind] }} /> : null;
}

/** Renders maintenance windows of a day; those that have no room are counted. */
function Bands({ bands }: { bands: readonly Band[] }) {
  const [first, ...more] = bands;
  if (!first) return null;
  return (
    <span className="mt-auto flex min-w-0 shrink-0 gap-1 rounded-sm bg-violet-soft px-1 text-xs text-violet-text max-sm:h-1 max-sm:bg-violet">
      <span className="truncate max-sm:hidden">{first.name}</span>
      {more.length > 0 && <span className="ms-auto max-sm:hidden">+{more.length}</span>}
    </span>
  );
}

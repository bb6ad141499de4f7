import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { CountsBar, countsText } from "./counts.tsx";
import { dayOffText, type GridProps, useDayKeys } from "./grid_days.ts";
import { type Band, bandsIn, byHour, type Counts, kinds, largestOf, totalOf } from "./visible_days.ts";

const HOUR_MS = 3_600_000;
const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));
const none: Counts = { failed: 0, succeeded: 0, skipped: 0, running: 0, due: 0 };

/** Renders the hours of seven days, each with what ran and what is due. */
export function WeekGrid({ onOpen, ...props }: GridProps) {
  const { days, at, today, zone, names, items, bands, daysOff } = props;
  const messages = useMessages();
  const { t } = messages;
  const { grid, onKeyDown } = useDayKeys(props);
  const counts = byHour(items, zone);
  const largest = largestOf(items);
  const sums = new Map(
    days.map((day) => [day, sumOf(hours.map((hour) => counts.get(`${day}T${hour}`) ?? none))]),
  );
  return (
    <table
      ref={grid}
      aria-label={names.range(days[0]!, days.at(-1)!)}
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-collapse rounded-md border border-line bg-surface"
    >
      <thead>
        <tr>
          <th scope="col" className="w-12 max-sm:w-8">
            <span className="sr-only">{t("calendarPage.hour")}</span>
          </th>
          {days.map((day) => {
            const off = daysOff.get(day);
            const isOff = off?.kind === "off";
            const label = [
              names.day(day),
              countsText(sums.get(day) ?? none, messages),
              dayOffText(off, t),
            ].filter(Boolean).join("; ");
            return (
              <th
                key={day}
                scope="col"
                className={classNames(
                  "border-s border-line p-0 text-start font-normal",
                  isOff && "bg-danger-soft",
                )}
              >
                <button
                  type="button"
                  data-day={day}
                  tabIndex={day === at ? 0 : -1}
                  aria-current={day === today ? "date" : undefined}
                  onClick={() => onOpen(day)}
                  className="block w-full text-start outline-offset-[-2px] hover:bg-hover"
                >
                  <span className="sr-only">{label}</span>
                  <span
                    aria-hidden
                    title={label}
                    className="flex flex-col gap-0.5 p-1.5 max-sm:items-center max-sm:px-0"
                  >
                    <span className="text-xs text-muted">{names.shortWeekday(day)}</span>
                    <span
                      className={classNames(
                        "text-sm font-medium tabular-nums max-sm:text-xs",
                        day === today ? "text-accent-text" : isOff && "text-danger-text",
                      )}
                    >
                      <span className="max-sm:hidden">{names.shortDay(day)}</span>
                      <span className="sm:hidden">{Number(day.slice(8))}</span>
                    </span>
                    <span className="block h-4 w-full truncate text-xs text-muted max-sm:hidden">
                      {off?.name}
                    </span>
                  </span>
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour} className="border-t border-line">
            <th scope="row" className="text-center text-xs font-normal text-muted tabular-nums">{hour}</th>
            {days.map((day) => (
              <HourCell
                key={day}
                counts={counts.get(`${day}T${hour}`)}
                largest={largest}
                isOff={daysOff.get(day)?.kind === "off"}
                bands={bandsAt(bands, counts.get(`${day}T${hour}`))}
                onOpen={() => onOpen(day)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sumOf(all: readonly Counts[]): Counts {
  const sum = { ...none };
  for (const counts of all) for (const kind of kinds) sum[kind] += counts[kind];
  return sum;
}

// An hour that a clock change makes longer or shorter is taken for an ordinary one.
function bandsAt(bands: readonly Band[], hour: { at: string } | undefined): Band[] {
  if (!hour || bands.length === 0) return [];
  const from = Date.parse(hour.at);
  return bandsIn(bands, { from, to: from + HOUR_MS });
}

interface HourCellProps {
  /** Missing for an hour that the clock skips. */
  counts: Counts | undefined;
  largest: number;
  isOff: boolean;
  bands: readonly Band[];
  onOpen: () => void;
}

function HourCell({ counts, largest, isOff, bands, onOpen }: HourCellProps) {
  const messages = useMessages();
  const { t, format } = messages;
  if (!counts) return <td className="border-s border-line bg-sunken" />;
  const total = totalOf(counts);
  const text = [
    ...(total > 0 ? [countsText(counts, messages)] : []),
    ...bands.map(({ name }) => t("calendarPage.maintenance", { name })),
  ].join("; ");
  return (
    <td
      title={text || undefined}
      onClick={onOpen}
      className={classNames(
        "h-7 cursor-pointer border-s border-line p-0 hover:bg-hover",
        bands.length > 0 ? "bg-violet-soft" : isOff && "bg-danger-soft",
      )}
    >
      {text !== "" && <span className="sr-only">{text}</span>}
      {total > 0 && (
        <span
          aria-hidden
          className="flex items-center gap-1.5 px-1.5 max-sm:flex-col max-sm:gap-0 max-sm:px-0.5"
        >
          <CountsBar
            counts={counts}
            largest={largest}
            className="min-w-0 flex-1 max-sm:w-full max-sm:flex-none"
          />
          <span
            className={classNames(
              "shrink-0 text-xs tabular-nums",
              counts.failed > 0 ? "font-medium text-danger-text" : "text-muted",
            )}
          >
            {format.number(counts.failed > 0 ? counts.failed : total)}
          </span>
        </span>
      )}
    </td>
  );
}

import { type ReactNode, useState } from "react";
import type { RunState } from "../../../../server/contract/runs.ts";
import type { TaskStatistics } from "../../../../server/contract/task_statistics.ts";
import { classNames } from "../../../ui/class_names.ts";
import type { Messages } from "../../../messages/create_messages.ts";
import { languageTag } from "../../../messages/language.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { runStateStyles } from "../../../shared/run/run_state.tsx";
import { type HeatCell, heatCells, type OutcomeCounts } from "./heat_cells.ts";
import { Readout } from "./run_chart.tsx";
import { useRoving } from "./use_roving.ts";

/**
 * Renders outcomes by weekday and hour as a table with colored cells: more intense with more runs, filled red
 * from below by the share of failures.
 */
export function HeatMap({ hours }: { hours: TaskStatistics["hours"] }) {
  const { t } = useMessages();
  const week = heatCells(hours);
  const [marked, setMarked] = useState<HeatCell | null>(null);
  const { active, setActive, onKeyDown } = useRoving({ count: 168, columns: 24, start: 0 });
  const show = (cell: HeatCell) => {
    setMarked(cell);
    setActive((cell.weekday - 1) * 24 + cell.hour);
  };
  const hide = () => setMarked(null);
  return (
    <div className="flex flex-col gap-3">
      <div className="relative" onKeyDown={onKeyDown} onPointerLeave={hide} onBlur={hide}>
        <table
          aria-label={t("statistics.heatKeys")}
          className="w-full table-fixed border-separate border-spacing-px sm:border-spacing-0.5"
        >
          <Hours />
          <tbody>
            {week.map((day, row) => (
              <Day
                key={row}
                day={day}
                active={active}
                marked={marked}
                onShow={show}
              />
            ))}
          </tbody>
        </table>
        {marked && <CellReadout cell={marked} />}
      </div>
      <HeatLegend />
    </div>
  );
}

function Hours() {
  return (
    <thead>
      <tr>
        <td className="w-9" />
        {Array.from(
          { length: 24 },
          (_, hour) => (
            <th
              key={hour}
              scope="col"
              className="p-0 text-start text-xs font-normal whitespace-nowrap text-faint"
            >
              <span className={classNames("inline-block w-0", hour % 6 !== 0 && "sr-only")}>
                {String(hour).padStart(2, "0")}
              </span>
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}

function Day(
  { day, active, marked, onShow }: {
    day: readonly HeatCell[];
    active: number;
    marked: HeatCell | null;
    onShow: (cell: HeatCell) => void;
  },
) {
  const messages = useMessages();
  const { t } = messages;
  const weekday = day[0]?.weekday ?? 1;
  return (
    <tr>
      <th scope="row" className="p-0 pe-1 text-end text-xs font-normal whitespace-nowrap text-muted">
        {weekdayName(weekday, messages, "short")}
      </th>
      {day.map((cell) => {
        const index = (weekday - 1) * 24 + cell.hour;
        const counts = countText(cell.counts, messages);
        const when = hourName(cell, messages);
        return (
          <td key={cell.hour} className="p-0">
            <button
              type="button"
              data-cell={index}
              tabIndex={index === active ? 0 : -1}
              aria-label={counts === ""
                ? t("statistics.cellNone", { when })
                : t("statistics.cell", { when, counts })}
              onPointerEnter={() => onShow(cell)}
              onFocus={() => onShow(cell)}
              className="block w-full cursor-default rounded-[3px]"
            >
              <HeatSquare {...cell} marked={isSame(cell, marked)} />
            </button>
          </td>
        );
      })}
    </tr>
  );
}

function isSame(cell: HeatCell, other: HeatCell | null): boolean {
  return other?.weekday === cell.weekday && other.hour === cell.hour;
}

function CellReadout({ cell }: { cell: HeatCell }) {
  const messages = useMessages();
  const { t, format } = messages;
  const counts = countText(cell.counts, messages) || t("statistics.noRuns");
  const rate = cell.succeeded === null ? [] : [`${t("statistics.rate")} ${format.percent(cell.succeeded)}`];
  return <Readout at={(cell.hour + 0.5) / 24} lines={[hourName(cell, messages), counts, ...rate]} />;
}

function HeatLegend() {
  const { t } = useMessages();
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1.5 ps-10 text-xs text-muted">
      <li className="flex items-center gap-1.5">
        {t("statistics.legendFew")}
        {[0, 0.5, 1].map((volume) => (
          <Sample key={volume}>
            <HeatSquare runs={1} skipped={0} succeeded={1} volume={volume} />
          </Sample>
        ))}
        {t("statistics.legendMany")}
      </li>
      <li className="flex items-center gap-1.5">
        {[0.75, 0.25].map((succeeded) => (
          <Sample key={succeeded}>
            <HeatSquare runs={1} skipped={0} succeeded={succeeded} volume={0.7} />
          </Sample>
        ))}
        {t("statistics.legendFailed")}
      </li>
      <li className="flex items-center gap-1.5">
        <Sample>
          <HeatSquare runs={0} skipped={1} succeeded={null} volume={0} />
        </Sample>
        {t("statistics.legendSkipped")}
      </li>
    </ul>
  );
}

function Sample({ children }: { children: ReactNode }) {
  return <span className="block w-4">{children}</span>;
}

interface HeatSquareProps {
  /** Runs of the hour except skipped ones, and skipped ones. */
  runs: number;
  skipped: number;
  /** Share that succeeded, 0 to 1; null when no run succeeded or failed. */
  succeeded: number | null;
  /** Number of runs relative to the busiest hour, 0 to 1. */
  volume: number;
  marked?: boolean;
}

const faintest = 0.3;
const lowestFill = 0.18;

/**
 * Renders one hour: more intense with more runs, filled from below by the share of failures, hollow when all
 * runs were skipped.
 */
function HeatSquare({ runs, skipped, succeeded, volume, marked = false }: HeatSquareProps) {
  const failed = succeeded === null ? 0 : 1 - succeeded;
  const opacity = faintest + (1 - faintest) * volume;
  return (
    <span
      aria-hidden
      className={classNames(
        "relative block h-5 overflow-hidden rounded-[3px]",
        runs === 0 && skipped > 0 ? "border-[1.5px] border-dashed border-neutral" : "bg-sunken",
        marked && "outline-2 outline-offset-1 outline-accent",
      )}
    >
      {runs > 0 && (
        <span
          className={classNames("absolute inset-0", succeeded === null ? "bg-neutral" : "bg-success")}
          style={{ opacity }}
        />
      )}
      {failed > 0 && (
        <span
          className="absolute inset-x-0 bottom-0 bg-danger"
          style={{ height: `${Math.max(lowestFill, failed) * 100}%` }}
        />
      )}
    </span>
  );
}

/** Formats the number of runs by outcome: `12 Succeeded, 1 Failed`. */
function countText(counts: OutcomeCounts, { t, format }: Messages): string {
  const states = Object.keys(runStateStyles) as RunState[]; // its keys are all states
  return states.filter((state) => counts[state])
    .map((state) => `${t(runStateStyles[state].label)} ${format.number(counts[state] ?? 0)}`).join(", ");
}

/** Formats a weekday; 1 is Monday. */
function weekdayName(weekday: number, { language }: Messages, width: "short" | "long"): string {
  const monday = Date.UTC(2024, 0, 1);
  return new Intl.DateTimeFormat(languageTag(language), { weekday: width, timeZone: "UTC" })
    .format(monday + (weekday - 1) * 86_400_000);
}

/** Formats an hour of a weekday: `Monday 03:00–04:00`. */
function hourName({ weekday, hour }: HeatCell, messages: Messages): string {
  const clock = (at: number) => `${String(at % 24).padStart(2, "0")}:00`;
  return `${weekdayName(weekday, messages, "long")} ${clock(hour)}–${clock(hour + 1)}`;
}

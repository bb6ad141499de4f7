import { readWallTime } from "../../messages/wall_time.ts";
import { pageTimeZone } from "../../messages/zone_clocks.ts";
import { addDays, parseDay } from "../../ui/inputs/calendar_days.ts";
import { DateField } from "../../ui/inputs/date_field.tsx";
import type { Field } from "../page/query_state.ts";

/** Renders the first and last day of a filter; empty for an open end. */
export function DayFields(
  { labels, from, to, onDays }: {
    labels: { from: string; to: string };
    from: string;
    to: string;
    onDays: (days: { from?: string; to?: string }) => void;
  },
) {
  return (
    <>
      <DayField label={labels.from} value={from} onValue={(day) => onDays({ from: day })} />
      <span aria-hidden className="text-faint">–</span>
      <DayField label={labels.to} value={to} onValue={(day) => onDays({ to: day })} />
    </>
  );
}

function DayField(
  { label, value, onValue }: { label: string; value: string; onValue: (day: string) => void },
) {
  return <DateField hideLabel label={label} value={value} onValue={onValue} className="w-40 max-sm:flex-1" />;
}

/** Returns the start of a day in the user's zone, `later` days after it; null for an invalid day. */
export function startOfDay(text: string, later = 0): Date | null {
  const day = parseDay(text);
  const start = day === null ? null : readWallTime(`${addDays(day, later)}T00:00`, pageTimeZone());
  return start === null ? null : new Date(start);
}

/** A day in the user's time zone, such as `2026-01-31`, in the query of a URL; empty for no limit. */
export const dayField: Field<string> = {
  read: (text) => parseDay(text) ?? "",
  write: (day) => day || undefined,
};

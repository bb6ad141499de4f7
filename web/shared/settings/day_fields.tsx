import { DateField } from "../../ui/inputs/date_field.tsx";

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
export function startOfDay(day: string, later = 0): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!year) return null;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(start.getTime()) ? null : start;
}

/** Parses the days and the page of a URL; invalid values are ignored. */
export function readDays(query: URLSearchParams): { from: string; to: string; page: number } {
  const page = Number(query.get("page"));
  const day = (name: string) => startOfDay(query.get(name) ?? "") === null ? "" : query.get(name)!;
  return { from: day("from"), to: day("to"), page: Number.isSafeInteger(page) && page > 1 ? page : 1 };
}

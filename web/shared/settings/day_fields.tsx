import { TextField } from "../../ui/inputs/text_field.tsx";

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
  return (
    <TextField
      hideLabel
      type="date"
      label={label}
      title={label}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      className="w-36 max-sm:flex-1"
    />
  );
}

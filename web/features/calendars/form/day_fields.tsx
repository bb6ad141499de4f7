import { calendarLimits } from "../../../../server/contract/limits/calendars.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { useErrorsInside, useFormField, useFormValues } from "../../../ui/form/fields.tsx";
import { Plus, Trash2 } from "../../../ui/icons/icons.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { DateField } from "../../../ui/inputs/date_field.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useWeekdayNames } from "../../../messages/weekday_names.ts";
import type { CalendarValues, OwnDayValues } from "./calendar_values.ts";

/** Renders the days of the week that are off. */
export function WeekendField() {
  const { t } = useMessages();
  const { value, onValue, error } = useFormField<readonly number[]>("weekendDays");
  const names = useWeekdayNames();
  const toggle = (day: number) =>
    onValue(value.includes(day) ? value.filter((one) => one !== day) : [...value, day].sort((a, b) => a - b));
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-1.5 border-0 p-0">
      <legend className="mb-1.5 p-0 text-sm font-medium">{t("calendars.weekendDays")}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {names.map((name, index) => (
          <Checkbox
            key={name}
            label={name}
            checked={value.includes(index + 1)}
            onChange={() => toggle(index + 1)}
          />
        ))}
      </div>
      <p className="text-xs text-muted">{t("calendars.weekendHelp")}</p>
      {error && <p role="alert" className="text-xs text-danger-text">{error}</p>}
    </fieldset>
  );
}

/** Renders the own days, with buttons to add and remove them. */
export function DayFields() {
  const { t } = useMessages();
  const { value: days, onValue } = useFormField<readonly OwnDayValues[]>("days");
  const { timeZone } = useFormValues<CalendarValues>();
  const errorAt = useErrorsInside("days");
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-2 border-0 p-0">
      <legend className="mb-1 p-0 text-sm font-medium">{t("calendars.ownDays")}</legend>
      <p className="text-xs text-muted">{t("calendars.ownDaysHelp")}</p>
      {days.map((day, index) => (
        <DayRow
          key={index}
          day={day}
          number={index + 1}
          timeZone={timeZone}
          onDay={(next) => onValue(days.with(index, next))}
          onRemove={() => onValue(days.toSpliced(index, 1))}
          error={errorAt(index)}
        />
      ))}
      {days.length < calendarLimits.days && (
        <Button
          size="small"
          className="self-start"
          icon={<Plus />}
          onClick={() => onValue([...days, { date: "", kind: "off", name: "" }])}
        >
          {t("calendars.addDay")}
        </Button>
      )}
    </fieldset>
  );
}

function DayRow(
  { day, number, timeZone, onDay, onRemove, error }: {
    day: OwnDayValues;
    number: number;
    timeZone: string;
    onDay: (day: OwnDayValues) => void;
    onRemove: () => void;
    error: string | undefined;
  },
) {
  const { t } = useMessages();
  const { date, kind, name } = day;
  return (
    <div className="flex items-start gap-1 rounded-md border border-line bg-sunken p-3">
      <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-3">
        <DateField
          label={t("calendars.date")}
          timeZone={timeZone}
          value={date}
          onValue={(date) => onDay({ ...day, date })}
          error={error}
        />
        <Select
          label={t("calendars.kind")}
          value={kind}
          onValue={(kind) => onDay({ ...day, kind })}
          options={[
            { value: "off", label: t("calendars.off") },
            { value: "working", label: t("calendars.working") },
          ]}
        />
        <TextField
          optional
          label={t("calendars.dayName")}
          maxLength={calendarLimits.dayName}
          value={name}
          onChange={({ target }) => onDay({ ...day, name: target.value })}
        />
      </div>
      <IconButton
        label={t("calendars.removeDay", { number })}
        size="small"
        icon={<Trash2 />}
        onClick={onRemove}
      />
    </div>
  );
}

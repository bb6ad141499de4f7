import { useState } from "react";
import { classNames } from "../class_names.ts";
import { useFormField } from "./fields.tsx";
import { useTypedNumber } from "../inputs/use_typed_number.ts";
import { Field, type FieldProps, inputClass } from "../inputs/field.tsx";
import { UnitSelect } from "../inputs/select.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { type DurationUnit, unitMs, unitOf } from "./duration.ts";

const unitMessages: Record<DurationUnit, MessageKey> = {
  second: "task.unitSecond",
  minute: "task.unitMinute",
  hour: "task.unitHour",
  day: "task.unitDay",
};

const durationUnits = ["second", "minute", "hour", "day"] as const satisfies readonly DurationUnit[];

/** Renders a duration field: a number and its unit; null when empty. */
export function DurationField(
  { name, unit: firstUnit = "minute", ...field }: Omit<FieldProps, "error"> & {
    name: string;
    /** The unit of an empty field. */
    unit?: DurationUnit;
  },
) {
  const { value, onValue, error } = useFormField<number | null>(name, field);
  const { t } = useMessages();
  const [unit, setUnit] = useState(value ? unitOf(value) : firstUnit);
  const change = (count: number | null, by: DurationUnit) =>
    onValue(count === null ? null : Math.round(count * unitMs[by]));
  const count = value === null ? null : value / unitMs[unit];
  const typed = useTypedNumber({
    label: field.label,
    integer: false,
    onNumber: (next) => change(next, unit),
  });
  return (
    <Field {...field} error={typed.error ?? error}>
      {(ids) => (
        <div className="flex">
          <input
            {...ids}
            {...typed.marks}
            type="number"
            inputMode="numeric"
            min={0}
            value={typed.odd ?? count ?? ""}
            onChange={typed.onChange}
            className={classNames(inputClass, "control-height rounded-e-none border-e-0")}
          />
          <UnitSelect
            label={t("task.unitOf", { field: field.label })}
            value={unit}
            options={durationUnits.map((one) => ({ value: one, label: t(unitMessages[one]) }))}
            onValue={(next) => {
              setUnit(next);
              change(count, next);
            }}
          />
        </div>
      )}
    </Field>
  );
}

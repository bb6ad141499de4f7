import { useState } from "react";
import { classNames } from "../../../ui/class_names.ts";
import { useFormField } from "../../../ui/form/fields.tsx";
import { Field, type FieldProps, inputClass } from "../../../ui/inputs/field.tsx";
import { UnitSelect } from "../../../ui/inputs/select.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
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
  const { value, onValue, error } = useFormField<number | null>(name);
  const { t } = useMessages();
  const [unit, setUnit] = useState(value ? unitOf(value) : firstUnit);
  const change = (text: string, by: DurationUnit) => {
    const count = Number(text);
    onValue(
      text.trim() === "" || !Number.isFinite(count) || count < 0 ? null : Math.round(count * unitMs[by]),
    );
  };
  const visible = value === null ? "" : String(value / unitMs[unit]);
  return (
    <Field {...field} error={error}>
      {(ids) => (
        <div className="flex">
          <input
            {...ids}
            type="number"
            inputMode="numeric"
            min={0}
            value={visible}
            onChange={(event) => change(event.target.value, unit)}
            className={classNames(inputClass, "control-height rounded-e-none border-e-0")}
          />
          <UnitSelect
            label={t("task.unitOf", { field: field.label })}
            value={unit}
            options={durationUnits.map((one) => ({ value: one, label: t(unitMessages[one]) }))}
            onValue={(next) => {
              setUnit(next);
              change(visible, next);
            }}
          />
        </div>
      )}
    </Field>
  );
}

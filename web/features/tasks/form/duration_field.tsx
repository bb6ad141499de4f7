import { useId, useState } from "react";
import { classNames } from "../../../ui/class_names.ts";
import { Field, type FieldProps, splitField } from "../../../ui/inputs/field.tsx";
import { inputClass } from "../../../ui/inputs/input_class.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { type DurationUnit, unitMs, unitOf } from "./duration.ts";

const unitMessages: Record<DurationUnit, MessageKey> = {
  second: "task.unitSecond",
  minute: "task.unitMinute",
  hour: "task.unitHour",
  day: "task.unitDay",
};

/** A length of time: a number and its unit; null while there is none. */
export function DurationField(
  props: FieldProps & {
    value: number | null;
    onValue: (ms: number | null) => void;
    /** The unit while nothing is typed. */
    unit?: DurationUnit;
  },
) {
  const [field, { value, onValue, unit: firstUnit = "minute" }] = splitField(props);
  const { t } = useMessages();
  const [unit, setUnit] = useState(value ? unitOf(value) : firstUnit);
  const unitId = useId();
  const change = (text: string, by: DurationUnit) => {
    const count = Number(text);
    onValue(
      text.trim() === "" || !Number.isFinite(count) || count < 0 ? null : Math.round(count * unitMs[by]),
    );
  };
  const visible = value === null ? "" : String(value / unitMs[unit]);
  return (
    <Field {...field}>
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
          <label htmlFor={unitId} className="sr-only">{t("task.unitOf", { field: field.label })}</label>
          <select
            id={unitId}
            value={unit}
            onChange={(event) => {
              const next = event.target.value as DurationUnit; // the options are exactly these
              setUnit(next);
              change(visible, next);
            }}
            className={classNames(inputClass, "control-height w-auto! shrink-0 rounded-s-none ps-2 pe-1")}
          >
            {Object.entries(unitMessages).map(([one, word]) => (
              <option key={one} value={one}>{t(word)}</option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}

import { useId, useState } from "react";
import { classNames } from "../../ui/class_names.ts";
import { Field } from "../../ui/inputs/field.tsx";
import { inputClass } from "../../ui/inputs/input_class.ts";
import { languageTag } from "../../messages/language.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { DraftRow, type DraftRowProps, useDraft } from "./draft_rows.tsx";
import { type SizeUnit, sizeUnitOf, unitBytes } from "./size.ts";

/** Renders a setting for a size as a number and a unit, stored in bytes. */
export function SizeRow(
  { title, help, value, busy, onSave, min, max }: DraftRowProps<number> & { min: number; max: number },
) {
  const { t, format } = useMessages();
  const { draft, setDraft, row } = useDraft<number | null>(value);
  const [unit, setUnit] = useState(() => sizeUnitOf(value));
  const wrong = draft === null || draft < min || draft > max;
  const change = (text: string, by: SizeUnit) => {
    const count = Number(text);
    setDraft(text.trim() === "" || !Number.isFinite(count) ? null : Math.round(count * unitBytes[by]));
  };
  const visible = draft === null ? "" : String(draft / unitBytes[unit]);
  const range = { label: title, min: format.bytes(min), max: format.bytes(max) };
  return (
    <DraftRow {...{ title, help, busy }} {...row} onSave={() => !wrong && onSave(draft)}>
      <Field label={title} hideLabel error={wrong ? t("ui.range", range) : undefined}>
        {(ids) => (
          <div className="flex">
            <input
              {...ids}
              type="number"
              inputMode="decimal"
              step="any"
              value={visible}
              onChange={(event) => change(event.target.value, unit)}
              className={classNames(inputClass, "control-height rounded-e-none border-e-0")}
            />
            <UnitSelect
              field={title}
              unit={unit}
              onUnit={(next) => {
                setUnit(next);
                change(visible, next);
              }}
            />
          </div>
        )}
      </Field>
    </DraftRow>
  );
}

function UnitSelect(
  { field, unit, onUnit }: { field: string; unit: SizeUnit; onUnit: (unit: SizeUnit) => void },
) {
  const { t, language } = useMessages();
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="sr-only">{t("settings.sizeUnit", { field })}</label>
      <select
        id={id}
        value={unit}
        onChange={(event) => onUnit(event.target.value as SizeUnit)} // the options are exactly these
        className={classNames(inputClass, "control-height w-auto! shrink-0 rounded-s-none ps-2 pe-1")}
      >
        {Object.keys(unitBytes).map((one) => <option key={one} value={one}>{nameOf(one, language)}</option>)}
      </select>
    </>
  );
}

function nameOf(unit: string, language: Parameters<typeof languageTag>[0]): string {
  const parts = new Intl.NumberFormat(languageTag(language), { style: "unit", unit, unitDisplay: "short" })
    .formatToParts(1);
  return parts.find(({ type }) => type === "unit")?.value ?? unit;
}

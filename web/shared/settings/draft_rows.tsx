// Typed settings: the text stays a draft until Enter or the button saves it; Escape discards it.

import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { languageTag } from "../../messages/language.ts";
import { settingLimits } from "../../../server/contract/limits/settings.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Field, inputClass } from "../../ui/inputs/field.tsx";
import { numberMessage } from "../../ui/form/field_message.ts";
import { useTypedNumber } from "../../ui/inputs/use_typed_number.ts";
import { NumberField } from "../../ui/inputs/number_field.tsx";
import { UnitSelect } from "../../ui/inputs/select.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useLeaveGuard } from "../../ui/leave/leave_guard.tsx";
import { SettingRow } from "./setting_row.tsx";
import { type SettingId, settingTexts } from "./setting_texts.ts";

export interface DraftRowProps<T> {
  id: SettingId;
  /** Replaces the listed help. */
  help?: string;
  value: T;
  busy: boolean;
  onSave: (value: T) => void;
}

export function NumberRow(
  { value, onSave, max, unit, ...setting }: DraftRowProps<number> & { max: number; unit?: string },
) {
  const { t } = useMessages();
  const { draft, setDraft, row } = useDraft<number | null>(value);
  const { label } = settingTexts(setting.id, t);
  const error = numberMessage(draft, { label, min: 1, max }, t);
  const save = () => draft !== null && error === undefined && onSave(draft);
  return (
    <DraftRow {...setting} {...row} onSave={save}>
      <NumberField
        hideLabel
        value={draft}
        onValue={setDraft}
        min={1}
        {...{ label, max, error }}
        {...(unit && { unit })}
      />
    </DraftRow>
  );
}

/** Renders a setting for a positive integer, or none. */
export function OptionalNumberRow(
  { value, onSave, max, unit, ...setting }: DraftRowProps<number | null> & { max: number; unit: string },
) {
  const { t } = useMessages();
  const { draft, setDraft, row } = useDraft(value);
  const { label } = settingTexts(setting.id, t);
  const error = draft === null ? undefined : numberMessage(draft, { label, min: 1, max }, t);
  return (
    <DraftRow {...setting} {...row} onSave={() => error === undefined && onSave(draft)}>
      <NumberField hideLabel value={draft} onValue={setDraft} min={1} {...{ label, max, unit, error }} />
    </DraftRow>
  );
}

/** Renders a setting for a non-empty line of text. */
export function TextRow(
  { value, onSave, maxLength, ...setting }: DraftRowProps<string> & { maxLength: number },
) {
  const { t } = useMessages();
  const { draft, setDraft, row } = useDraft(value);
  const { label } = settingTexts(setting.id, t);
  const text = draft.trim();
  return (
    <DraftRow {...setting} {...row} onSave={() => text !== "" && onSave(text)}>
      <TextField
        label={label}
        hideLabel
        value={draft}
        maxLength={maxLength}
        onChange={(event) => setDraft(event.target.value)}
        error={text === "" ? t("ui.required", { label }) : undefined}
      />
    </DraftRow>
  );
}

/** Renders a setting whose draft Enter or the button saves and Escape discards. */
export function DraftRow(
  { id, help, busy, changed, reset, onSend, onSave, children }: {
    id: SettingId;
    help?: string | undefined;
    busy: boolean;
    changed: boolean;
    reset: () => void;
    /** Called when the draft is being sent. */
    onSend: () => void;
    onSave: () => void;
    children: ReactNode;
  },
) {
  const { t } = useMessages();
  useLeaveGuard(changed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!changed) return;
    onSend();
    onSave();
  };
  return (
    <SettingRow id={id} help={help}>
      <form
        noValidate
        className="flex items-start gap-2"
        onSubmit={submit}
        onKeyDown={(event: KeyboardEvent) => event.key === "Escape" && reset()}
      >
        <div className="min-w-0 flex-1">{children}</div>
        {changed && <Button type="submit" variant="primary" loading={busy}>{t("ui.save")}</Button>}
      </form>
    </SettingRow>
  );
}

interface Draft<T> {
  draft: T;
  /** The value that the draft started from. */
  base: T;
  sent: boolean;
  /** Whether it was typed after another draft was sent: then it counts even if it equals the earlier value. */
  isLater: boolean;
}

function draftOf<T>(draft: T, base: T): Draft<T> {
  return { draft, base, sent: false, isLater: false };
}

/** Manages a draft until it is saved or discarded, even if the value changes elsewhere in the meantime. */
export function useDraft<T>(value: T) {
  const [stored, setStored] = useState<Draft<T>>(() => draftOf(value, value));
  const isTyped = stored.draft !== stored.base || stored.isLater;
  // The server may normalize the value that was sent.
  const { draft } = stored.base === value || (isTyped && !stored.sent) ? stored : { draft: value };
  const changed = draft !== value;
  useEffect(() => setStored(draftOf(draft, value)), [value]);
  return {
    draft,
    setDraft: (next: T) =>
      setStored(({ sent, isLater }) => ({ ...draftOf(next, value), isLater: sent || isLater })),
    row: {
      changed,
      reset: () => setStored(draftOf(value, value)),
      onSend: () => setStored({ ...draftOf(draft, value), sent: true }),
    },
  };
}

type SizeUnit = "kilobyte" | "megabyte" | "gigabyte";

const unitBytes: Record<SizeUnit, number> = {
  kilobyte: 1000,
  megabyte: 1_000_000,
  gigabyte: 1_000_000_000,
};

const sizeUnits = ["kilobyte", "megabyte", "gigabyte"] as const satisfies readonly SizeUnit[];

/** Returns the largest unit in which a size in bytes is a whole number; the smallest unit when there is none. */
export function sizeUnitOf(bytes: number): SizeUnit {
  const units = ["gigabyte", "megabyte"] as const;
  return units.find((unit) => bytes >= unitBytes[unit] && bytes % unitBytes[unit] === 0) ?? "kilobyte";
}

/** Renders a setting for a size as a number and a unit, stored in bytes. */
export function SizeRow({ value, onSave, min, ...setting }: DraftRowProps<number> & { min: number }) {
  const { t, format, language } = useMessages();
  const { draft, setDraft, row } = useDraft<number | null>(value);
  const [unit, setUnit] = useState(() => sizeUnitOf(value));
  const { label } = settingTexts(setting.id, t);
  const limits = { min, max: settingLimits.sizeBytes, text: format.bytes };
  const error = numberMessage(draft, { label, ...limits }, t);
  const change = (count: number | null, by: SizeUnit) =>
    setDraft(count === null ? null : Math.round(count * unitBytes[by]));
  const count = draft === null ? null : draft / unitBytes[unit];
  const typed = useTypedNumber({ label, integer: false, onNumber: (next) => change(next, unit) });
  return (
    <DraftRow
      {...setting}
      {...row}
      reset={() => {
        typed.reset();
        row.reset();
      }}
      onSave={() => draft !== null && error === undefined && onSave(draft)}
    >
      <Field label={label} hideLabel error={typed.error ?? error}>
        {(ids) => (
          <div className="flex">
            <input
              {...ids}
              {...typed.marks}
              type="number"
              inputMode="decimal"
              step="any"
              value={typed.odd ?? count ?? ""}
              onChange={typed.onChange}
              className={classNames(inputClass, "control-height rounded-e-none border-e-0")}
            />
            <UnitSelect
              label={t("settings.sizeUnit", { field: label })}
              value={unit}
              options={sizeUnits.map((one) => ({ value: one, label: nameOf(one, language) }))}
              onValue={(next) => {
                setUnit(next);
                change(count, next);
              }}
            />
          </div>
        )}
      </Field>
    </DraftRow>
  );
}

function nameOf(unit: string, language: Parameters<typeof languageTag>[0]): string {
  const parts = new Intl.NumberFormat(languageTag(language), { style: "unit", unit, unitDisplay: "short" })
    .formatToParts(1);
  return parts.find(({ type }) => type === "unit")?.value ?? unit;
}

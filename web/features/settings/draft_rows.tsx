// Settings one types: what is typed stays a draft until it is saved by Enter or the button, and Escape takes it back.

import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { useLeaveGuard } from "../../shell/leave_guard.tsx";
import { Button } from "../../ui/button.tsx";
import { NumberField } from "../../ui/number_field.tsx";
import { TextField } from "../../ui/text_field.tsx";
import { useWords } from "../../words/use_words.tsx";
import { SettingRow } from "./setting_row.tsx";

export interface DraftRowProps<T> {
  title: string;
  help: string;
  value: T;
  busy: boolean;
  onSave: (value: T) => void;
}

/** A whole number between two bounds. */
export function NumberRow(
  { title, help, value, busy, onSave, min, max, unit }: DraftRowProps<number> & {
    min: number;
    max: number;
    unit?: string;
  },
) {
  const { t } = useWords();
  const { draft, setDraft, changed, reset } = useDraft<number | null>(value);
  const wrong = draft === null || draft < min || draft > max;
  return (
    <DraftRow {...{ title, help, busy, changed, reset }} onSave={() => !wrong && onSave(draft)}>
      <NumberField
        label={title}
        hideLabel
        value={draft}
        onValue={setDraft}
        min={min}
        max={max}
        error={wrong ? t("form.range", { label: title, min, max }) : undefined}
        {...(unit && { unit })}
      />
    </DraftRow>
  );
}

/** A whole number between two bounds, or none. */
export function OptionalNumberRow(
  { title, help, value, busy, onSave, min, max, unit }: DraftRowProps<number | null> & {
    min: number;
    max: number;
    unit: string;
  },
) {
  const { t } = useWords();
  const { draft, setDraft, changed, reset } = useDraft(value);
  const wrong = draft !== null && (draft < min || draft > max);
  return (
    <DraftRow {...{ title, help, busy, changed, reset }} onSave={() => !wrong && onSave(draft)}>
      <NumberField
        label={title}
        hideLabel
        value={draft}
        onValue={setDraft}
        {...{ min, max, unit }}
        error={wrong ? t("form.range", { label: title, min, max }) : undefined}
      />
    </DraftRow>
  );
}

/** A line of text that may not be empty. */
export function TextRow(
  { title, help, value, busy, onSave, maxLength }: DraftRowProps<string> & { maxLength: number },
) {
  const { t } = useWords();
  const { draft, setDraft, changed, reset } = useDraft(value);
  const text = draft.trim();
  return (
    <DraftRow {...{ title, help, busy, changed, reset }} onSave={() => text !== "" && onSave(text)}>
      <TextField
        label={title}
        hideLabel
        value={draft}
        maxLength={maxLength}
        onChange={(event) => setDraft(event.target.value)}
        error={text === "" ? t("form.required", { label: title }) : undefined}
      />
    </DraftRow>
  );
}

/** A setting with a control whose value is saved by Enter or the button, and taken back by Escape. */
export function DraftRow(
  { title, help, busy, changed, reset, onSave, children }: {
    title: string;
    help: string;
    busy: boolean;
    changed: boolean;
    reset: () => void;
    onSave: () => void;
    children: ReactNode;
  },
) {
  const { t } = useWords();
  useLeaveGuard(changed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed) onSave();
  };
  return (
    <SettingRow title={title} help={help}>
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

/** Keeps what is typed until it is saved or taken back. */
export function useDraft<T>(value: T) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  return { draft, setDraft, changed: draft !== value, reset: () => setDraft(value) };
}

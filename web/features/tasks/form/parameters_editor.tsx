import { Plus, Trash2 } from "../../../ui/icons/icons.ts";
import { useState } from "react";
import { taskLimits } from "../../../../server/contract/limits/tasks.ts";
import type { Parameter } from "../../../../server/contract/parameters.ts";
import {
  type ParameterType,
  parameterTypes,
  patternTypes,
  rangeTypes,
} from "../../../../server/contract/parameter_types.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { ParameterFields } from "../../../shared/parameters/parameter_fields.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { SortableItems } from "../../../ui/data/sortable_items.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { useErrorsInside, useFormField } from "../../../ui/form/fields.tsx";
import { ChipsField } from "../../../ui/inputs/chips_field.tsx";
import { DateField } from "../../../ui/inputs/date_field.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { addRow, type ParameterRow, parametersOf } from "./parameter_rows.ts";

const typeMessages: Record<ParameterType, MessageKey> = {
  text: "parameters.typeText",
  number: "parameters.typeNumber",
  choice: "parameters.typeChoice",
  switch: "parameters.typeSwitch",
  date: "parameters.typeDate",
  secret: "parameters.typeSecret",
  file: "parameters.typeFile",
};
const typeHelp: Partial<Record<ParameterType, MessageKey>> = {
  secret: "parameters.typeSecretHelp",
  file: "parameters.typeFileHelp",
};

/** Renders the parameters of a task: each a line that opens its fields, to be moved by its handle. */
export default function ParametersEditor() {
  const { t } = useMessages();
  const { value: rows, onValue, error } = useFormField<readonly ParameterRow[]>("parameters");
  const errorIn = useErrorsInside("parameters");
  const [open, setOpen] = useState<number | null>(null);
  const ids = rows.map(({ id }) => id);
  const order = (next: readonly number[]) =>
    onValue(next.flatMap((id) => rows.find((row) => row.id === id) ?? []));
  const add = () => {
    const next = addRow(rows);
    onValue(next);
    setOpen(next.at(-1)?.id ?? null);
  };
  const isElsewhere = error !== undefined && rows.every((_, index) => errorIn(index) === undefined);
  return (
    <>
      <p className="text-xs text-muted">{t("parameters.help")}</p>
      {isElsewhere && <Callout tone="danger">{error}</Callout>}
      {rows.length > 0 && (
        <SortableItems
          items={rows}
          nameOf={({ name }) => name || t("parameters.unnamed")}
          handleLabel={(name) => t("parameters.move", { name })}
          onOrder={order}
          className="-mx-2 flex flex-col"
          itemClassName="flex flex-wrap items-center gap-1 rounded-md px-1 py-0.5"
        >
          {(row) => {
            const index = ids.indexOf(row.id);
            return (
              <EditedRow
                row={row}
                isOpen={open === row.id || errorIn(index) !== undefined}
                onToggle={() => setOpen(open === row.id ? null : row.id)}
                onRow={(next) => onValue(rows.map((one) => one.id === row.id ? next : one))}
                onRemove={() => onValue(rows.filter((one) => one.id !== row.id))}
                errorOf={(field) => errorIn(`${index}.${field}`)}
              />
            );
          }}
        </SortableItems>
      )}
      <Button
        variant="ghost"
        size="small"
        className="-ms-2 self-start"
        icon={<Plus size={14} />}
        disabled={rows.length >= taskLimits.parameters}
        onClick={add}
      >
        {t("parameters.add")}
      </Button>
    </>
  );
}

interface EditedRowProps {
  row: ParameterRow;
  isOpen: boolean;
  onToggle: () => void;
  onRow: (row: ParameterRow) => void;
  onRemove: () => void;
  errorOf: (field: string) => string | undefined;
}

function EditedRow({ row, isOpen, onToggle, onRemove, ...fields }: EditedRowProps) {
  const { t } = useMessages();
  const name = row.name || t("parameters.unnamed");
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={t("parameters.edit", { name })}
        onClick={onToggle}
        className="control-height flex min-w-0 flex-1 items-center gap-2 rounded-md px-1 text-start text-sm"
      >
        <span className="truncate font-mono">{name}</span>
        <span className="shrink-0 text-xs text-muted">
          {t(typeMessages[row.type])}
          {row.required && ` · ${t("parameters.required")}`}
        </span>
      </button>
      <IconButton
        tooltip={false}
        label={t("ui.remove", { name })}
        icon={<Trash2 />}
        onClick={onRemove}
      />
      {isOpen && (
        <div className="flex basis-full flex-col gap-5 px-2 pt-1 pb-4">
          <RowFields row={row} {...fields} />
        </div>
      )}
    </>
  );
}

type RowFieldsProps = Pick<EditedRowProps, "row" | "onRow" | "errorOf">;

function RowFields({ row, onRow, errorOf }: RowFieldsProps) {
  const { t } = useMessages();
  const { type } = row;
  const set = (part: Partial<ParameterRow>) => onRow({ ...row, ...part });
  const help = typeHelp[type];
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t("parameters.name")}
          mono
          autoFocus={row.name === ""}
          autoComplete="off"
          maxLength={taskLimits.parameterName}
          value={row.name}
          onChange={({ target }) => set({ name: target.value })}
          error={errorOf("name")}
        />
        <Select
          label={t("parameters.type")}
          value={type}
          onValue={(next) => set({ type: next, default: null })}
          options={parameterTypes.map((value) => ({ value, label: t(typeMessages[value]) }))}
          help={help && t(help)}
        />
      </div>
      {type === "choice" && (
        <ChipsField
          label={t("parameters.choices")}
          value={row.choices}
          onValue={(choices) => set({ choices })}
          help={t("parameters.choicesHelp")}
          error={errorOf("choices")}
        />
      )}
      <LimitFields {...{ row, onRow, errorOf }} />
      {type !== "secret" && <DefaultField {...{ row, onRow, errorOf }} />}
      {type !== "switch" && (
        <Switch
          label={t("parameters.required")}
          help={t("parameters.requiredHelp")}
          checked={row.required}
          onChecked={(required) => set({ required })}
        />
      )}
      <TextFields {...{ row, onRow, errorOf }} />
    </>
  );
}

/** Renders label and help, in both languages. */
function TextFields({ row, onRow, errorOf }: RowFieldsProps) {
  const { t } = useMessages();
  const texts = [
    ["label", "en", "parameters.labelEn"],
    ["label", "zh", "parameters.labelZh"],
    ["help", "en", "parameters.helpEn"],
    ["help", "zh", "parameters.helpZh"],
  ] as const;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {texts.map(([field, language, label]) => (
        <TextField
          key={label}
          label={t(label)}
          optional
          maxLength={field === "label" ? taskLimits.parameterLabel : taskLimits.parameterHelp}
          value={row[field][language]}
          onChange={({ target }) => onRow({ ...row, [field]: { ...row[field], [language]: target.value } })}
          help={language === "en" ? t("parameters.bothHelp") : undefined}
          error={language === "en" ? errorOf(field) : undefined}
        />
      ))}
    </div>
  );
}

/** Renders the pattern or the range, where the type has one. */
function LimitFields({ row, onRow, errorOf }: RowFieldsProps) {
  const { t } = useMessages();
  const { type } = row;
  if (patternTypes.includes(type)) {
    return (
      <TextField
        label={t("parameters.pattern")}
        optional
        mono
        maxLength={taskLimits.parameterPattern}
        value={row.pattern}
        onChange={({ target }) => onRow({ ...row, pattern: target.value })}
        help={t("parameters.patternHelp")}
        error={errorOf("pattern")}
      />
    );
  }
  if (!rangeTypes.includes(type)) return null;
  const isDate = type === "date";
  const limits = [
    ["min", isDate ? "parameters.minDate" : "parameters.min"],
    ["max", isDate ? "parameters.maxDate" : "parameters.max"],
  ] as const;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {limits.map(([field, label]) => {
        const props = { label: t(label), optional: true, value: row[field], error: errorOf(field) };
        const set = (text: string) => onRow({ ...row, [field]: text });
        return isDate ? <DateField key={field} {...props} onValue={set} /> : (
          <TextField
            key={field}
            {...props}
            inputMode="decimal"
            autoComplete="off"
            onChange={({ target }) => set(target.value)}
          />
        );
      })}
    </div>
  );
}

/** Renders the default as the form of a run will render the value. */
function DefaultField({ row, onRow, errorOf }: RowFieldsProps) {
  const { t } = useMessages();
  const [declared] = parametersOf([{ ...row, name: "default", default: null }]);
  const { help: _, ...rest } = declared!; // of one row
  const parameter: Parameter = { ...rest, label: t("parameters.usual"), required: false, default: null };
  return (
    <ParameterFields
      parameters={[parameter]}
      values={{ default: row.default }}
      onValues={({ default: usual = null }) => onRow({ ...row, default: usual })}
      errorOf={errorOf}
    />
  );
}

import { Plus, X } from "../../ui/icons/icons.ts";
import { valueTypeOf, viewProperties } from "../../../server/contract/task_fields.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ChipsField } from "../../ui/inputs/chips_field.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { fieldMessage, useSuggestedValues } from "../../shared/task/field_values.tsx";
import { type DraftCondition, newCondition, nextKey, withProperty } from "./view_draft.ts";
import { operatorMessages } from "./view_messages.ts";

interface ConditionRowsProps {
  conditions: readonly DraftCondition[];
  onConditions: (conditions: readonly DraftCondition[]) => void;
  /** Returns the message for invalid values of a row. */
  errorOf: (row: DraftCondition, at: number) => string | undefined;
}

/** Renders the conditions of a view, one row each: property, operator, values. */
export function ConditionRows({ conditions, onConditions, errorOf }: ConditionRowsProps) {
  const { t } = useMessages();
  const change = (row: DraftCondition, next: DraftCondition) =>
    onConditions(conditions.map((one) => one === row ? next : one));
  return (
    <div className="flex flex-col gap-2">
      {conditions.map((row, at) => (
        <div
          key={row.key}
          role="group"
          aria-label={t("views.conditionNumber", { number: at + 1 })}
          className="grid grid-cols-[1fr_1fr_auto] items-start gap-2 rounded-md bg-sunken p-2 sm:grid-cols-[9rem_8.5rem_1fr_auto]"
        >
          <Condition row={row} error={errorOf(row, at)} onChange={(next) => change(row, next)} />
          <IconButton
            tooltip={false}
            label={t("views.conditionRemove", { number: at + 1 })}
            icon={<X />}
            onClick={() => onConditions(conditions.filter((one) => one !== row))}
            className="col-start-3 row-start-1 sm:col-start-4"
          />
        </div>
      ))}
      <Button
        variant="ghost"
        size="small"
        icon={<Plus size={14} />}
        onClick={() => onConditions([...conditions, newCondition(nextKey(conditions))])}
        className="-ms-2 self-start"
      >
        {t("views.conditionAdd")}
      </Button>
    </div>
  );
}

function Condition(
  { row, error, onChange }: {
    row: DraftCondition;
    error: string | undefined;
    onChange: (row: DraftCondition) => void;
  },
) {
  const { t } = useMessages();
  const { options, onlyOptions } = useSuggestedValues(row.property);
  return (
    <>
      <Select
        label={t("views.property")}
        hideLabel
        value={row.property}
        onValue={(property) => onChange(withProperty(row, property))}
        options={viewProperties.map((value) => ({ value, label: t(fieldMessage(value)) }))}
      />
      <Select
        label={t("views.operator")}
        hideLabel
        value={row.operator}
        onValue={(operator) => onChange({ ...row, operator })}
        options={valueTypeOf(row.property).operators.map((value) => ({
          value,
          label: t(operatorMessages[value]),
        }))}
      />
      <ChipsField
        className="col-span-3 sm:col-span-1"
        label={t("views.values")}
        hideLabel
        placeholder={onlyOptions ? t("views.choose") : t("views.values")}
        value={row.values}
        onValue={(values) => onChange({ ...row, values: [...values] })}
        error={error}
        {...{ options, onlyOptions }}
        mono={row.property === "command" || row.property === "schedule"}
      />
    </>
  );
}

import { X } from "lucide-react";
import type { ClipboardEvent } from "react";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { readPasted, type VariableRow } from "./run_variables.ts";

interface VariableRowsProps {
  rows: readonly VariableRow[];
  onRows: (rows: readonly VariableRow[]) => void;
  /** What is wrong with a row, in words. */
  errorOf: (row: VariableRow) => string | undefined;
}

/** Variables as rows of name and value; lines pasted into a name become rows of their own. */
export function VariableRows({ rows, onRows, errorOf }: VariableRowsProps) {
  const { t } = useMessages();
  if (rows.length === 0) return null;
  const change = (row: VariableRow, part: Partial<VariableRow>) =>
    onRows(rows.map((one) => one === row ? { ...row, ...part } : one));
  const paste = (event: ClipboardEvent, row: VariableRow) => {
    const pasted = readPasted(event.clipboardData.getData("text"));
    if (!pasted) return;
    event.preventDefault();
    const last = Math.max(...rows.map(({ key }) => key));
    const news = pasted.map((one, at) => ({ ...one, key: last + 1 + at }));
    onRows(rows.flatMap((one) => one === row ? news : [one]));
  };
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-2 border-0 p-0">
      <legend className="mb-1.5 p-0 text-sm font-medium">{t("acts.variables")}</legend>
      {rows.map((row) => (
        <div key={row.key} className="flex items-start gap-2">
          <TextField
            className="w-2/5"
            label={t("acts.variableName")}
            hideLabel
            mono
            autoFocus
            placeholder={t("acts.variableName")}
            value={row.name}
            onChange={(event) => change(row, { name: event.target.value })}
            onPaste={(event) => paste(event, row)}
            error={errorOf(row)}
            spellCheck={false}
          />
          <TextField
            className="flex-1"
            label={t("acts.variableValue")}
            hideLabel
            mono
            placeholder={t("acts.variableValue")}
            value={row.value}
            onChange={(event) => change(row, { value: event.target.value })}
            spellCheck={false}
          />
          <IconButton
            tooltip={false}
            label={t("ui.remove", { name: row.name || t("acts.variableName") })}
            icon={<X size={16} />}
            onClick={() => onRows(rows.filter((one) => one !== row))}
          />
        </div>
      ))}
    </fieldset>
  );
}

import { Plus, X } from "../../ui/icons/icons.ts";
import { issueAt } from "../../api/api_problem.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { readPasted, splitTokens, type VariableRow } from "./run_input.ts";
import type { ClipboardEvent } from "react";
import { IconButton } from "../../ui/buttons/icon_button.tsx";

const example = '--days 7 "two words"';

interface RunInputFieldsProps {
  line: string;
  onLine: (line: string) => void;
  rows: readonly VariableRow[];
  onRows: (rows: readonly VariableRow[]) => void;
  /** The errors: an open quotation mark, rows by their key, and the server's error. */
  errors: { open: boolean; rows: ReadonlyMap<number, MessageKey>; error: unknown };
}

/** Renders the arguments and variables for a single run. */
export function RunInputFields({ line, onLine, rows, onRows, errors }: RunInputFieldsProps) {
  const { t } = useMessages();
  const { open, error } = errors;
  return (
    <>
      <TextField
        label={t("task.runArguments")}
        optional
        mono
        value={line}
        onChange={(event) => onLine(event.target.value)}
        help={<ArgumentsRead messages={splitTokens(line).tokens} />}
        error={open ? t("task.quoteOpen") : issueAt(error, "arguments")}
        placeholder={example}
        spellCheck={false}
      />
      <VariableRows
        rows={rows}
        onRows={onRows}
        errorOf={({ key, name }) => {
          const cause = errors.rows.get(key);
          return cause ? t(cause) : issueAt(error, `variables.${name.trim()}`);
        }}
      />
      <Button
        variant="ghost"
        size="small"
        icon={<Plus size={14} />}
        onClick={() => onRows([...rows, { key: nextKey(rows), name: "", value: "" }])}
        className="-ms-2 -mt-1 self-start"
      >
        {t("task.variableAdd")}
      </Button>
    </>
  );
}

function nextKey(rows: readonly VariableRow[]): number {
  return Math.max(0, ...rows.map(({ key }) => key)) + 1;
}

/** Shows the arguments as the script receives them, each in its own frame. */
function ArgumentsRead({ messages }: { messages: readonly string[] }) {
  const { t } = useMessages();
  if (messages.length === 0) return t("task.runArgumentsHelp");
  return (
    <span className="flex flex-wrap gap-1">
      {messages.map((label, at) => (
        <code
          key={at}
          className="rounded-sm border border-line bg-sunken px-1 font-mono break-all whitespace-pre-wrap"
        >
          {label === "" ? '""' : label}
        </code>
      ))}
    </span>
  );
}

interface VariableRowsProps {
  rows: readonly VariableRow[];
  onRows: (rows: readonly VariableRow[]) => void;
  errorOf: (row: VariableRow) => string | undefined;
}

/** Renders variables as rows of name and value; lines pasted into a name become separate rows. */
function VariableRows({ rows, onRows, errorOf }: VariableRowsProps) {
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
      <legend className="mb-1.5 p-0 text-sm font-medium">{t("task.runVariables")}</legend>
      {rows.map((row) => (
        <div key={row.key} className="flex items-start gap-2">
          <TextField
            className="w-2/5"
            label={t("task.variableName")}
            hideLabel
            mono
            autoFocus
            placeholder={t("task.variableName")}
            value={row.name}
            onChange={(event) => change(row, { name: event.target.value })}
            onPaste={(event) => paste(event, row)}
            error={errorOf(row)}
            spellCheck={false}
          />
          <TextField
            className="flex-1"
            label={t("task.variableValue")}
            hideLabel
            mono
            placeholder={t("task.variableValue")}
            value={row.value}
            onChange={(event) => change(row, { value: event.target.value })}
            spellCheck={false}
          />
          <IconButton
            tooltip={false}
            label={t("ui.remove", { name: row.name || t("task.variableName") })}
            icon={<X />}
            onClick={() => onRows(rows.filter((one) => one !== row))}
          />
        </div>
      ))}
    </fieldset>
  );
}

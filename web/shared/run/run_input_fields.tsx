import { Plus } from "lucide-react";
import { issueAt } from "../../api/api_problem.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import type { VariableRow } from "./run_variables.ts";
import { splitTokens } from "./split_tokens.ts";
import { VariableRows } from "./variable_rows.tsx";

const example = '--days 7 "two words"';

interface RunInputFieldsProps {
  /** The arguments as one types them. */
  line: string;
  onLine: (line: string) => void;
  rows: readonly VariableRow[];
  onRows: (rows: readonly VariableRow[]) => void;
  /** What is wrong: a quotation mark left open, rows by their key, and what the panel said. */
  errors: { open: boolean; rows: ReadonlyMap<number, MessageKey>; error: unknown };
}

/** Arguments and variables that hold for one run. */
export function RunInputFields({ line, onLine, rows, onRows, errors }: RunInputFieldsProps) {
  const { t } = useMessages();
  const { open, error } = errors;
  return (
    <>
      <TextField
        label={t("acts.arguments")}
        optional
        mono
        value={line}
        onChange={(event) => onLine(event.target.value)}
        help={<ArgumentsRead messages={splitTokens(line).messages} />}
        error={open ? t("acts.quoteOpen") : issueAt(error, "arguments")}
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
        icon={<Plus size={14} aria-hidden />}
        onClick={() => onRows([...rows, { key: nextKey(rows), name: "", value: "" }])}
        className="-mt-1 self-start"
      >
        {t("acts.variableAdd")}
      </Button>
    </>
  );
}

function nextKey(rows: readonly VariableRow[]): number {
  return Math.max(0, ...rows.map(({ key }) => key)) + 1;
}

/** The arguments as the script gets them, each in a frame of its own. */
function ArgumentsRead({ messages }: { messages: readonly string[] }) {
  const { t } = useMessages();
  if (messages.length === 0) return t("acts.argumentsHelp");
  return (
    <span className="flex flex-wrap gap-1">
      {messages.map((word, at) => (
        <code
          key={at}
          className="rounded-sm border border-line bg-sunken px-1 font-mono break-all whitespace-pre-wrap"
        >
          {word === "" ? '""' : word}
        </code>
      ))}
    </span>
  );
}

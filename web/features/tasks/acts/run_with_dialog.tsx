import { Play, Plus } from "lucide-react";
import { useState } from "react";
import { issueAt } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/text_field.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { readVariables, type VariableRow } from "./run_variables.ts";
import { splitWords } from "./split_words.ts";
import type { ActedTask } from "./task_acts.tsx";
import { useSendAct } from "./use_send_act.ts";
import { VariableRows } from "./variable_rows.tsx";

const example = '--days 7 "two words"';

/** Runs tasks with arguments and variables that hold for this one run. */
export default function RunWithDialog(
  { tasks, onClose }: { tasks: readonly ActedTask[]; onClose: () => void },
) {
  const { t } = useWords();
  const [line, setLine] = useState("");
  const [rows, setRows] = useState<readonly VariableRow[]>([]);
  const { run, busy, error, tried, setTried } = useRun(tasks, onClose);
  const { words, open } = splitWords(line);
  const { variables, faults } = readVariables(rows);
  const submit = () => {
    setTried(true);
    if (!open && faults.size === 0) void run({ arguments: words, variables });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("acts.runTitle", { count: tasks.length, name: tasks[0]?.name ?? "" })}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" icon={<Play size={16} aria-hidden />} loading={busy}>
            {t("tasks.run")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t("acts.arguments")}
          optional
          mono
          value={line}
          onChange={(event) => setLine(event.target.value)}
          help={<Words words={words} />}
          error={open && tried ? t("acts.quoteOpen") : issueAt(error, "arguments")}
          placeholder={example}
          spellCheck={false}
        />
        <VariableRows
          rows={rows}
          onRows={setRows}
          faultOf={(row) => {
            const fault = tried ? faults.get(row.key) : undefined;
            return fault ? t(fault) : issueAt(error, `variables.${row.name.trim()}`);
          }}
        />
        <Button
          variant="ghost"
          size="small"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => setRows([...rows, { key: nextKey(rows), name: "", value: "" }])}
          className="-mt-1 self-start"
        >
          {t("acts.variableAdd")}
        </Button>
      </div>
    </Dialog>
  );
}

function nextKey(rows: readonly VariableRow[]): number {
  return Math.max(0, ...rows.map(({ key }) => key)) + 1;
}

/** The arguments as the script gets them, each in a frame of its own. */
function Words({ words }: { words: readonly string[] }) {
  const { t } = useWords();
  if (words.length === 0) return t("acts.argumentsHelp");
  return (
    <span className="flex flex-wrap gap-1">
      {words.map((word, at) => (
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

function useRun(tasks: readonly ActedTask[], onClose: () => void) {
  const send = useSendAct();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (wish: { arguments: string[]; variables: Record<string, string> }) => {
    setBusy(true);
    try {
      await send("run", tasks, wish);
      onClose();
    } catch (fault) {
      setError(fault);
      if (!issueAt(fault, "arguments") && !issueAt(fault, "variables")) toast.problem(fault);
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, error, tried, setTried };
}

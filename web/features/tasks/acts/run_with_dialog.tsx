import { Play } from "lucide-react";
import { useState } from "react";
import { issueAt } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import type { WordKey } from "../../../words/messages.ts";
import { useWords } from "../../../words/use_words.tsx";
import { RunInputFields } from "../../../ui/run/run_input_fields.tsx";
import { readVariables, type VariableRow } from "../../../ui/run/run_variables.ts";
import { splitWords } from "../../../ui/run/split_words.ts";
import type { ActedTask } from "./acted_task.ts";
import { useSendAct } from "./use_send_act.ts";

const noFaults: ReadonlyMap<number, WordKey> = new Map();

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
        <RunInputFields
          {...{ line, rows }}
          onLine={setLine}
          onRows={setRows}
          faults={{ open: open && tried, rows: tried ? faults : noFaults, error }}
        />
      </div>
    </Dialog>
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

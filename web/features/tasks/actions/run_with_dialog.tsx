import { Play } from "lucide-react";
import { useState } from "react";
import { issueAt } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/inputs/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { RunInputFields } from "../../../shared/run/run_input_fields.tsx";
import { readVariables, type VariableRow } from "../../../shared/run/run_variables.ts";
import { splitTokens } from "../../../shared/run/split_tokens.ts";
import type { TaskTarget } from "./task_target.ts";
import { useSendAction } from "./use_send_action.ts";

const noIssues: ReadonlyMap<number, MessageKey> = new Map();

/** Runs tasks with arguments and variables that hold for this one run. */
export default function RunWithDialog(
  { tasks, onClose }: { tasks: readonly TaskTarget[]; onClose: () => void },
) {
  const { t } = useMessages();
  const [line, setLine] = useState("");
  const [rows, setRows] = useState<readonly VariableRow[]>([]);
  const { run, busy, error, tried, setTried } = useRun(tasks, onClose);
  const { tokens: messages, open } = splitTokens(line);
  const { variables, errors } = readVariables(rows);
  const submit = () => {
    setTried(true);
    if (!open && errors.size === 0) void run({ arguments: messages, variables });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("actions.runTitle", { count: tasks.length, name: tasks[0]?.name ?? "" })}
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
          errors={{ open: open && tried, rows: tried ? errors : noIssues, error }}
        />
      </div>
    </Dialog>
  );
}

function useRun(tasks: readonly TaskTarget[], onClose: () => void) {
  const send = useSendAction();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (request: { arguments: string[]; variables: Record<string, string> }) => {
    setBusy(true);
    try {
      await send("run", tasks, request);
      onClose();
    } catch (error) {
      setError(error);
      if (!issueAt(error, "arguments") && !issueAt(error, "variables")) toast.problem(error);
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, error, tried, setTried };
}

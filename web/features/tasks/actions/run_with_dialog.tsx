import { Play } from "../../../ui/icons/icons.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { RunInputFields } from "../../../shared/run/run_input_fields.tsx";
import { readVariables, splitTokens, type VariableRow } from "../../../shared/run/run_input.ts";
import { useFormField } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { useTaskBatch } from "../api.ts";
import { type TaskTarget, useTaskActions } from "../../../shared/task/task_actions.ts";

interface RunValues {
  line: string;
  rows: readonly VariableRow[];
}

/** Runs tasks with arguments and variables for this one run. */
export default function RunWithDialog(
  { tasks, onClose }: { tasks: readonly TaskTarget[]; onClose: () => void },
) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  const { send } = useTaskBatch(links.log);
  const form = useServerForm<RunValues, number | null>({
    values: { line: "", rows: [] },
    save: ({ values: { line, rows } }) =>
      send("run", tasks, { arguments: splitTokens(line).tokens, variables: readVariables(rows).variables }),
    onSaved: (started) => started !== null && onClose(),
    check: ({ line, rows }) => ({
      line: splitTokens(line).open && t("task.quoteOpen"),
      rows: readVariables(rows).errors.size > 0 && t("task.variableWrong"),
    }),
    fieldOf: (path) => path.replace(/^arguments/, "line").replace(/^variables/, "rows"),
    guarded: false,
  });
  return (
    <FormDialog
      form={form}
      title={t("task.runTitle", { count: tasks.length, name: tasks[0]?.name ?? "" })}
      submitLabel={t("tasks.run")}
      submitIcon={<Play />}
      onClose={onClose}
    >
      <RunFields error={form.error} />
    </FormDialog>
  );
}

const noErrors: ReadonlyMap<number, MessageKey> = new Map();

function RunFields({ error }: { error: unknown }) {
  const line = useFormField<string>("line");
  const rows = useFormField<readonly VariableRow[]>("rows");
  return (
    <RunInputFields
      line={line.value}
      onLine={line.onValue}
      rows={rows.value}
      onRows={rows.onValue}
      errors={{
        open: line.error !== undefined && splitTokens(line.value).open,
        rows: rows.error === undefined ? noErrors : readVariables(rows.value).errors,
        error,
      }}
    />
  );
}

import { useLocation } from "wouter";
import { useMay } from "../../../api/use_permissions.ts";
import { paths } from "../../../paths.ts";
import { asDialog } from "../../../shared/page/dialog_history.ts";
import { Play } from "../../../ui/icons/icons.ts";
import type { Parameter, ParameterValues } from "../../../../server/contract/parameters.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { ParameterFields } from "../../../shared/parameters/parameter_fields.tsx";
import { type EarlierValues, givenValues, startValues } from "../../../shared/parameters/parameter_values.ts";
import { RunInputFields } from "../../../shared/run/run_input_fields.tsx";
import { readVariables, splitTokens, type VariableRow } from "../../../shared/run/run_input.ts";
import { useRun } from "../../../shared/run/use_run.ts";
import type { AskedRun } from "../../../shared/task/ask_run.ts";
import { useErrorsInside, useFormField } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { FoldedSection } from "../../../ui/inputs/folded_section.tsx";
import { useTask, useTaskBatch } from "../api.ts";

interface RunWithProps extends AskedRun {
  onClose: () => void;
}

/** Runs tasks with values of their parameters, and with arguments and variables for this one run. */
export default function RunWithDialog({ tasks, again, ...props }: RunWithProps) {
  const [first, ...others] = tasks;
  // A link names a task only.
  const asked = others.length === 0 && first && !first.parameters ? first.id : null;
  const task = useTask(asked);
  const run = useRun(again ?? null);
  if ((asked !== null && task.isPending) || (again !== undefined && run.isPending)) return null;
  const declared = tasks.map((one) => one.parameters ?? task.data?.parameters ?? []);
  const texts = new Set(declared.map((one) => JSON.stringify(one)));
  return (
    <RunForm
      {...props}
      tasks={tasks}
      parameters={texts.size === 1 ? declared[0] ?? [] : []}
      differ={texts.size > 1}
      earlier={again === undefined ? null : run.data ?? null}
    />
  );
}

interface RunValues {
  line: string;
  rows: readonly VariableRow[];
  /** In an array, because react-hook-form takes an object with a key `target` for an event. */
  given: readonly [ParameterValues];
}

interface RunFormProps extends Omit<RunWithProps, "again"> {
  parameters: readonly Parameter[];
  /** Whether the tasks have different parameters. */
  differ: boolean;
  /** Values of an earlier run, to be changed. */
  earlier: EarlierValues | null;
}

function RunForm({ tasks, parameters, differ, earlier, onShowLog, onStarted, onClose }: RunFormProps) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const mayWrite = useMay("tasks:write");
  const openLog = (id: number, run: number) => navigate(paths.taskLog(id, run), asDialog);
  const { send } = useTaskBatch(onShowLog ?? openLog, onStarted);
  const form = useServerForm<RunValues, number | null>({
    values: { line: "", rows: [], given: [startValues(parameters, earlier)] },
    save: ({ values: { line, rows, given: [values] } }) => {
      const { tokens } = splitTokens(line);
      const { variables } = readVariables(rows);
      return send("run", tasks, {
        // These need a permission of their own.
        ...(tokens.length > 0 && { arguments: tokens }),
        ...(Object.keys(variables).length > 0 && { variables }),
        ...(parameters.length > 0 && { parameters: givenValues(parameters, values) }),
      });
    },
    onSaved: (started) => started !== null && onClose(),
    check: ({ line, rows }) => ({
      line: splitTokens(line).open && t("task.quoteOpen"),
      rows: readVariables(rows).errors.size > 0 && t("task.variableWrong"),
    }),
    fieldOf: (path) =>
      path.replace(/^arguments/, "line").replace(/^variables/, "rows").replace(/^parameters/, "given.0"),
    guarded: false,
  });
  const more = mayWrite && <RunFields error={form.error} />;
  return (
    <FormDialog
      form={form}
      title={t("task.runTitle", { count: tasks.length, name: tasks[0]?.name ?? "" })}
      submitLabel={t("tasks.run")}
      submitIcon={<Play />}
      onClose={onClose}
    >
      {differ && <p className="text-sm text-muted">{t("parameters.runHelp")}</p>}
      {parameters.length === 0 ? more : (
        <>
          <GivenFields parameters={parameters} isAgain={(earlier?.parameters ?? null) !== null} />
          {mayWrite && (
            <FoldedSection
              name="task.runOthers"
              title={t("parameters.others")}
              hint={t("parameters.othersHint")}
            >
              <div className="flex flex-col gap-5 p-4">{more}</div>
            </FoldedSection>
          )}
        </>
      )}
    </FormDialog>
  );
}

function GivenFields({ parameters, isAgain }: { parameters: readonly Parameter[]; isAgain: boolean }) {
  const { value: [values], onValue } = useFormField<readonly [ParameterValues]>("given");
  const errorIn = useErrorsInside("given");
  return (
    <ParameterFields
      {...{ parameters, isAgain, values }}
      onValues={(next) => onValue([next])}
      errorOf={(name) => errorIn(`0.${name}`)}
    />
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

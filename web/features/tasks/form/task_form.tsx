import { ManagedNotice } from "../../../shared/managed/managed_notice.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { FilePlus, Shapes } from "../../../ui/icons/icons.ts";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { taskLimits } from "../../../../server/contract/limits/tasks.ts";
import type { TaskDetail, TaskRunResult } from "../../../../server/contract/tasks.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useSession } from "../../../api/use_session.ts";
import { useApi } from "../../../api/use_api.tsx";
import { paths } from "../../../paths.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { rejectionText } from "../../../shared/actions/rejection_text.ts";
import { useChange } from "../../../shared/actions/use_action.ts";
import { readListState, writeListState } from "../../../shared/task/list_address.ts";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { commandOf, nameOf, splitName } from "../../../shared/files/file_paths.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { lazyDialog, lazyPart } from "../../../ui/feedback/lazy.tsx";
import { Switch as SwitchField, TextField, useFormField } from "../../../ui/form/fields.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import type { WebhookStep } from "../webhook/webhook_dialogs.tsx";
import { useAskBeforeRun } from "../../../shared/windows/window_question.tsx";
import { FormDialog, SubmitHint } from "../../../ui/form/form_dialog.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { FoldedSection } from "../../../ui/inputs/folded_section.tsx";
import { LoadedForm } from "../../../ui/form/loaded_form.tsx";
import { BackCloses } from "../../../ui/leave/leave_guard.tsx";
import { type Submission, useServerForm } from "../../../ui/form/use_server_form.ts";
import { useTask } from "../api.ts";
import { AdvancedFields } from "./advanced_fields.tsx";
import { CommandField } from "./command_field.tsx";
import { FailureField } from "./failure_field.tsx";
import { LabelsField } from "./labels_field.tsx";
import type { SampleTask } from "./samples/samples_dialog.tsx";
import { ScheduleFields } from "./schedule_fields.tsx";
import { triggerProblems } from "./trigger_problems.ts";
import {
  changesBetween,
  checkForEach,
  emptyValues,
  inputOf,
  type TaskValues,
  valuesOf,
} from "./task_values.ts";
import { useMay } from "../../../api/use_permissions.ts";

const ChannelDialog = lazyDialog(() => import("../../../shared/channel/channel_dialog.tsx"));
const NewVariableDialog = lazyDialog(() => import("../../variables/new_variable_dialog.tsx"));
const NewScriptDialog = lazyDialog(() => import("./new_script_dialog.tsx"));
const ParametersEditor = lazyPart(() => import("./parameters_editor.tsx"));
const ForEachFields = lazyPart(() => import("./for_each_fields.tsx"));
const WebhookField = lazyPart(() => import("./webhook_field.tsx"));
const WebhookDialogs = lazyDialog(() => import("../webhook/webhook_dialogs.tsx"));
const SamplesDialog = lazyDialog(() => import("./samples/samples_dialog.tsx"));

interface TaskDialogProps {
  /** The task to edit; null for a new one. */
  id: number | null;
  /** The task to copy into a new one. */
  copy: number | null;
  onClose: () => void;
}

/** Creates, copies or edits a task over the page. */
export default function TaskDialog({ id, copy, onClose }: TaskDialogProps) {
  const { t } = useMessages();
  const given = new URLSearchParams(useSearch());
  const panelZone = useSession().settings.effectiveTimeZone;
  const source = id ?? copy;
  const startOf = (base: TaskDetail | null): TaskValues => {
    if (!base) return { ...emptyValues, name: given.get("name") ?? "", command: given.get("command") ?? "" };
    const values = valuesOf(base, panelZone);
    return id === null ? { ...values, name: t("task.copyName", { name: base.name }) } : values;
  };
  return (
    <LoadedForm
      isNew={source === null}
      query={useTask(source)}
      title={t(id === null ? "task.createTitle" : "task.editTitle")}
      gone={{ title: t("tasks.notFound"), text: t("tasks.notFoundHelp") }}
      onClose={onClose}
    >
      {(base, restart) => (
        <TaskForm
          task={id === null ? null : base}
          start={startOf(base)}
          onClose={onClose}
          onReload={restart}
        />
      )}
    </LoadedForm>
  );
}

/** What is open over the form; of a variable, its name, of a webhook, what to do with it. */
type OpenDialog = "script" | "channel" | "sample" | { variable: string } | { webhook: WebhookStep };

interface SavedTask {
  task: TaskDetail;
  /** The run that was started with it. */
  runId: number | null;
}

interface TaskFormProps {
  task: TaskDetail | null;
  start: TaskValues;
  onClose: () => void;
  onReload: (current: TaskDetail) => void;
}

function TaskForm({ task, start, onClose, onReload }: TaskFormProps) {
  const { t } = useMessages();
  const api = useApi();
  const panelZone = useSession().settings.effectiveTimeZone;
  const [, navigate] = useLocation();
  const [wantsWebhook, setWantsWebhook] = useState(false);
  const { mutateAsync: save } = useSaveTask(task, { goesOn: wantsWebhook });
  const run = useRunCreated();
  const [over, setOver] = useState<OpenDialog | null>(null);
  /** A new task that is saved, and whose webhook is made next. */
  const [saved, setSaved] = useState<SavedTask | null>(null);
  const current = useTask(task?.id ?? null).data ?? task;
  const finish = ({ task: { id }, runId }: SavedTask) => {
    if (runId === null) return onClose();
    const list = writeListState(readListState(location.search));
    navigate(paths.taskLog(id, runId, list), { replace: true, state: history.state });
  };
  const form = useServerForm({
    values: start,
    base: task,
    save: async (submission) => {
      const saved = await save(submission);
      return { task: saved, runId: submission.isSecond ? await run(saved) : null };
    },
    onSaved: (result: SavedTask) => wantsWebhook ? setSaved(result) : finish(result),
    check: (values) => ({
      name: values.name.trim() === "" && t("ui.required", { label: t("tasks.name") }),
      command: values.command.trim() === "" && t("ui.required", { label: t("tasks.command") }),
      rules: inputOf(values, panelZone).schedules.length === 0 &&
        t("ui.required", { label: t("task.cronRule") }),
      ...checkForEach(values.forEach, t),
      ...Object.fromEntries(
        values.upstream.tasks.map((
          { taskId },
          index,
        ) => [
          `upstream.tasks.${index}.taskId`,
          taskId === "" && t("ui.required", { label: t("flows.afterTask") }),
        ]),
      ),
      ...triggerProblems(values.triggers, t),
    }),
    fieldOf: (path) =>
      path.replace(/^forEach\.values\..*/, "forEach.values").replace(/^forEach$/, "forEach.kind").replace(
        /^schedules\.(\d+)\.parameters/,
        "ruleValues.$1",
      )
        .replace(/^schedules$/, "kind").replace(/^schedules/, "rules")
        .replace(/^calendarId$/, "calendar"),
    loadCurrent: () => api.get<TaskDetail>(`/tasks/${task?.id}`),
  });
  const close = () => setOver(null);
  const fillIn = (path: string) => {
    const { clearErrors, getValues, setValue } = form.methods;
    setValue("command", commandOf(path), { shouldDirty: true });
    if (getValues("name").trim() === "") setValue("name", splitName(nameOf(path))[0], { shouldDirty: true });
    clearErrors(["name", "command"]);
    close();
  };
  const use = (sample: SampleTask) => {
    for (const [name, value] of Object.entries({ ...sample, kind: "cron" as const })) {
      form.methods.setValue(name as keyof TaskValues, value, { shouldDirty: true }); // the names are of the same fields
    }
    form.methods.clearErrors();
    close();
  };
  if (saved) return <FirstWebhook task={saved.task} onClose={() => finish(saved)} />;
  return (
    <>
      <FormDialog
        form={form}
        title={t(task ? "task.editTitle" : "task.createTitle")}
        submitLabel={t(task ? "ui.save" : "ui.create")}
        secondSubmitLabel={t(task ? "task.saveAndRun" : "task.createAndRun")}
        stale={{ title: t("task.staleTitle"), text: t("task.staleText"), onReload }}
        footer={<SubmitHint />}
        onClose={onClose}
      >
        <ManagedNotice kind="task" id={task?.id} />
        <BasicFields
          taskId={task?.id}
          error={form.error}
          onOpen={setOver}
          hasWebhook={current?.hasWebhook ?? wantsWebhook}
          webhook={task
            ? (
              <Suspense>
                <WebhookField taskId={task.id} onStep={(webhook) => setOver({ webhook })} />
              </Suspense>
            )
            : (
              <Switch
                label={t("webhooks.start")}
                help={t("webhooks.afterSavingHelp")}
                checked={wantsWebhook}
                onChecked={setWantsWebhook}
              />
            )}
        />
        <ParametersSection isForced={start.parameters.length > 0} />
        <AdvancedFields />
      </FormDialog>
      {/* Beside the form, which would otherwise receive their submit events. */}
      <BackCloses>
        {over === "script" && <NewScriptDialog onClose={close} onSaved={fillIn} />}
        {over === "sample" && <SamplesDialog onClose={close} onUse={use} />}
        {over === "channel" && <ChannelDialog of="new" onClose={close} />}
        {typeof over === "object" && over && "variable" in over && (
          <NewVariableDialog name={over.variable} onClose={close} />
        )}
        {typeof over === "object" && over && "webhook" in over && current && (
          <WebhookDialogs task={current} step={over.webhook} onClose={close} />
        )}
      </BackCloses>
    </>
  );
}

/** Makes the webhook of a new task. Calls `onClose` once nothing is open that Back, which it may be, would close instead. */
function FirstWebhook({ task, onClose }: { task: TaskDetail; onClose: () => void }) {
  const [isClosed, setClosed] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (isClosed) close.current();
  }, [isClosed]);
  return (
    <BackCloses>
      {!isClosed && <WebhookDialogs task={task} step="form" onClose={() => setClosed(true)} />}
    </BackCloses>
  );
}

/**
 * Returns a mutation that creates or changes a task; `goesOn` says that more is asked once a new one is saved. It is not in
 * `api.ts`, which the first page loads.
 */
function useSaveTask(task: TaskDetail | null, { goesOn }: { goesOn: boolean }) {
  const { t } = useMessages();
  const panelZone = useSession().settings.effectiveTimeZone;
  const { links } = useTaskActions();
  return useChange({
    send: (api, { values, base }: Submission<TaskValues, TaskDetail>): Promise<TaskDetail> =>
      task
        ? api.patch(`/tasks/${task.id}`, changesBetween(valuesOf(task, panelZone), values, panelZone), {
          version: base?.version,
        })
        : api.post("/tasks", inputOf(values, panelZone)),
    storesAt: ({ id }) => queryKeys.task(id),
    invalidates: [["tasks"]],
    done: ({ name }) => task ? t("tasks.saved") : t("tasks.created", { name }),
    // The order of the list may put it on another page. Following it would close what is asked next.
    followUp: task || goesOn
      ? undefined
      : { label: "task.showCreated", onSelect: ({ id }) => links.open(id) },
  });
}

/** Returns a function that runs a new task and resolves to the run; it reports errors and then resolves to null. */
function useRunCreated() {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const askBeforeRun = useAskBeforeRun();
  return async ({ id, name }: TaskDetail): Promise<number | null> => {
    try {
      if (!await askBeforeRun([{ id, name }])) return null;
      const { results: [result] } = await api.post<TaskRunResult>("/tasks/run", { ids: [id] });
      if (result?.error) toast.notify("warning", rejectionText(result.error), name);
      return result?.runId ?? null;
    } catch (error) {
      toast.problem(error);
      return null;
    } finally {
      for (const topic of ["tasks", "runs"]) void queries.invalidateQueries({ queryKey: [topic] });
    }
  };
}

/** Renders the parameters in a section that is folded while there are none. */
function ParametersSection({ isForced }: { isForced: boolean }) {
  const { t } = useMessages();
  const { error } = useFormField<unknown>("parameters");
  return (
    <FoldedSection
      name="task.parameters"
      title={t("parameters.title")}
      hint={t("parameters.hint")}
      forced={isForced || error !== undefined}
    >
      <div className="flex flex-col gap-5 p-4">
        <Suspense>
          <ParametersEditor />
          <ForEachFields />
        </Suspense>
      </div>
    </FoldedSection>
  );
}

/** Renders the fields of every task: name, command, schedule, labels and whether it is enabled. */
function BasicFields(
  { taskId, error, onOpen, ...webhook }: {
    taskId: number | undefined;
    error: unknown;
    onOpen: (dialog: OpenDialog) => void;
    webhook: ReactNode;
    hasWebhook: boolean;
  },
) {
  const { t } = useMessages();
  const labels = useFormField<readonly string[]>("labels");
  const mayWriteScripts = useMay("scripts:write");
  return (
    <>
      <TextField
        name="name"
        label={t("tasks.name")}
        maxLength={taskLimits.name}
        autoFocus
        autoComplete="off"
      />
      <CommandField
        actions={
          <>
            {mayWriteScripts && (
              <Button
                size="small"
                variant="ghost"
                icon={<FilePlus size={14} />}
                onClick={() => onOpen("script")}
              >
                {t("task.newScript")}…
              </Button>
            )}
            {taskId === undefined && (
              <Button
                size="small"
                variant="ghost"
                icon={<Shapes size={14} />}
                onClick={() => onOpen("sample")}
              >
                {t("taskSamples.open")}…
              </Button>
            )}
          </>
        }
        onVariable={(variable) => onOpen({ variable })}
      />
      <ScheduleFields taskId={taskId} error={error} {...webhook} />
      <LabelsField {...labels} label={t("tasks.labels")} optional help={t("tasks.labelsHelp")} />
      <SwitchField name="enabled" label={t("tasks.enabled")} help={t("tasks.enabledHelp")} />
      <FailureField taskId={taskId} onAddChannel={() => onOpen("channel")} />
    </>
  );
}

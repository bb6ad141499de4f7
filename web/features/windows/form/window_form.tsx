import { ManagedNotice } from "../../../shared/managed/managed_notice.tsx";
import type { List } from "../../../../server/contract/shapes.ts";
import { taskLimits } from "../../../../server/contract/limits/tasks.ts";
import type { LabelCounts, Task } from "../../../../server/contract/tasks.ts";
import type { MaintenanceWindow } from "../../../../server/contract/windows.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi, useApiQuery } from "../../../api/use_api.tsx";
import { useSession } from "../../../api/use_session.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useCanPlace } from "../../../shared/nodes/use_nodes.ts";
import { ChipsField, Select, Switch, TextField, useFormValues } from "../../../ui/form/fields.tsx";
import { FormDialog, SubmitHint } from "../../../ui/form/form_dialog.tsx";
import { LoadedForm } from "../../../ui/form/loaded_form.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { useSaveWindow, useWindow } from "../api.ts";
import { TimeFields } from "./time_fields.tsx";
import { emptyValues, valuesOf, type WindowValues } from "./window_values.ts";

const maxTasks = 500;

interface WindowDialogProps {
  /** Null for a new one. */
  id: number | null;
  onClose: () => void;
}

/** Creates or edits a maintenance window. */
export default function WindowDialog({ id, onClose }: WindowDialogProps) {
  const { t } = useMessages();
  return (
    <LoadedForm
      isNew={id === null}
      query={useWindow(id)}
      title={t("windows.editTitle")}
      gone={{ title: t("windows.notFound"), text: t("windows.notFoundHelp") }}
      onClose={onClose}
    >
      {(window) => <WindowForm window={window} onClose={onClose} />}
    </LoadedForm>
  );
}

function WindowForm({ window, onClose }: { window: MaintenanceWindow | null; onClose: () => void }) {
  const { t } = useMessages();
  const api = useApi();
  const zone = useSession().settings.effectiveTimeZone;
  const required = (label: string) => t("ui.required", { label });
  const form = useServerForm({
    values: window ? valuesOf(window, zone) : emptyValues(zone),
    base: window,
    save: useSaveWindow(window, zone).mutateAsync,
    onSaved: onClose,
    check: (values) => ({
      name: values.name.trim() === "" && required(t("windows.name")),
      from: values.kind === "once" && values.from === "" && required(t("windows.from")),
      to: values.kind === "once" &&
        (values.to === "" ? required(t("windows.to")) : values.to <= values.from && t("windows.order")),
      schedule: values.kind === "schedule" && values.schedule.trim() === "" &&
        required(t("windows.schedule")),
      durationMs: values.kind === "schedule" && !values.durationMs && required(t("windows.duration")),
      "icalendar.url": values.kind === "events" && values.icalendar.way === "address" &&
        values.icalendar.url.trim() === "" && required(t("windows.address")),
      "icalendar.text": values.kind === "events" && values.icalendar.way === "text" &&
        values.icalendar.text.trim() === "" && required(t("windows.file")),
      labels: values.scope === "labels" && values.labels.length === 0 && required(t("windows.labels")),
      pools: values.scope === "pools" && values.pools.length === 0 && required(t("windows.pools")),
      taskIds: values.scope === "taskIds" && values.taskIds.length === 0 && required(t("windows.tasks")),
    }),
    loadCurrent: () => api.get<MaintenanceWindow>(`/windows/${window?.id}`),
  });
  return (
    <FormDialog
      form={form}
      title={t(window ? "windows.editTitle" : "windows.createTitle")}
      submitLabel={t(window ? "ui.save" : "ui.create")}
      stale={{ text: t("windows.stale") }}
      footer={<SubmitHint />}
      onClose={onClose}
    >
      <ManagedNotice kind="window" id={window?.id} />
      <TextField name="name" label={t("windows.name")} maxLength={taskLimits.name} />
      <TimeFields />
      <ScopeFields />
      <Select
        name="effect"
        label={t("windows.effect")}
        options={[
          { value: "hold", label: t("windows.effectHold"), help: t("windows.effectHoldHelp") },
          { value: "skip", label: t("windows.effectSkip"), help: t("windows.effectSkipHelp") },
        ]}
      />
      <Switch name="silent" label={t("windows.silent")} help={t("windows.silentHelp")} />
      <Switch name="stopRunning" label={t("windows.stopRunning")} help={t("windows.stopRunningHelp")} />
    </FormDialog>
  );
}

function ScopeFields() {
  const { t, format } = useMessages();
  const { scope, pools } = useFormValues<WindowValues>();
  const canPlace = useCanPlace() || pools.length > 0;
  const { labels, tasks } = useChoices();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        name="scope"
        label={t("windows.scope")}
        options={[
          { value: "all", label: t("windows.scopeAll") },
          { value: "labels", label: t("windows.scopeLabels") },
          ...canPlace ? [{ value: "pools", label: t("windows.scopePools") }] : [],
          { value: "taskIds", label: t("windows.scopeTasks") },
        ]}
      />
      {scope === "labels" && (
        <ChipsField
          name="labels"
          commas
          label={t("windows.labels")}
          options={labels.map(({ label, tasks }) => ({ value: label, hint: format.number(tasks) }))}
        />
      )}
      {scope === "pools" && <ChipsField name="pools" commas label={t("windows.pools")} />}
      {scope === "taskIds" && (
        <ChipsField
          name="taskIds"
          onlyOptions
          label={t("windows.tasks")}
          options={tasks.map(({ id, name }) => ({ value: String(id), label: name, hint: `#${id}` }))}
        />
      )}
    </div>
  );
}

function useChoices() {
  const query = { pageSize: maxTasks, sort: "name" };
  const labels = useApiQuery<LabelCounts>(queryKeys.taskLabels(), "/tasks/labels");
  const tasks = useApiQuery<List<Task>>(queryKeys.taskList(query), "/tasks", { query });
  return { labels: labels.data?.items ?? [], tasks: tasks.data?.items ?? [] };
}

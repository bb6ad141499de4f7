import { useState } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { ApiProblem, issueAt, otherIssues } from "../../../api/api_problem.ts";
import { useLeaveGuard } from "../../../shared/leave/leave_guard.tsx";
import { Button } from "../../../ui/inputs/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { commandKey, KeyHint } from "../../../ui/data/key_hint.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { StaleCallout } from "../../../ui/feedback/stale_callout.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { AdvancedFields } from "./advanced_fields.tsx";
import { changesBetween, type Draft, inputOf, isChanged } from "./draft.ts";
import { formFields, missingFields } from "./form_issues.ts";
import type { FormParts } from "./form_parts.ts";
import { useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { TextArea } from "../../../ui/inputs/text_area.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { CronField } from "../../../shared/cron/cron_field.tsx";
import { LabelsField } from "./labels_field.tsx";
import { taskLimits } from "../../../../server/contract/limits/tasks.ts";

interface TaskFormProps {
  /** The task that is edited, as it was when the form opened; null for a new one. */
  task: Task | null;
  start: Draft;
  onClose: () => void;
  /** Begins anew with what the panel has now. */
  onReload: (task: Task) => void;
}

/** The form of a task in its dialog. It closes only after the panel said yes, and keeps what was typed until then. */
export function TaskForm({ task, start, onClose, onReload }: TaskFormProps) {
  const { t } = useMessages();
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const release = useLeaveGuard(isChanged(start, draft));
  const { save, busy, error, stale, forget } = useSaveTask({
    task,
    start,
    onSaved: () => {
      release();
      onClose();
    },
  });
  const missing = tried ? missingFields(draft, t) : {};
  const set = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
  };
  const cause = (path: string) => missing[path] ?? issueAt(error, path);
  const submit = () => {
    setTried(true);
    if (!busy && Object.keys(missingFields(draft, t)).length === 0) void save(draft, task?.version ?? null);
  };
  const parts: FormParts = { draft, set, fault: cause, error };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={task ? t("task.editTitle") : t("task.createTitle")}
      footer={<FormFooter busy={busy} editing={task !== null} onClose={onClose} />}
    >
      <div className="flex flex-col gap-5">
        {stale && (
          <StaleCallout
            title={t("task.staleTitle")}
            text={t("task.staleText")}
            busy={busy}
            onReload={() => {
              forget();
              onReload(stale);
            }}
            onOverwrite={() => void save(draft, stale.version)}
          />
        )}
        <BasicFields {...parts} />
        <AdvancedFields {...parts} />
        <OtherIssues error={error} />
      </div>
    </Dialog>
  );
}

function FormFooter({ busy, editing, onClose }: { busy: boolean; editing: boolean; onClose: () => void }) {
  const { t } = useMessages();
  const narrow = useNarrow();
  return (
    <>
      {!narrow && (
        <span className="me-auto flex items-center gap-2 text-xs text-faint">
          <KeyHint keys={[commandKey(), "Enter"]} />
          {t("task.submitHint")}
        </span>
      )}
      <Button onClick={onClose}>{t("ui.cancel")}</Button>
      <Button type="submit" variant="primary" loading={busy}>
        {editing ? t("ui.save") : t("ui.create")}
      </Button>
    </>
  );
}

/** What was refused and has no field of its own here. */
function OtherIssues({ error }: { error: unknown }) {
  const issues = otherIssues(error, formFields);
  if (issues.length === 0) return null;
  return (
    <Callout tone="danger">
      {issues.map(({ path, message }) => <div key={path}>{path}: {message}</div>)}
    </Callout>
  );
}

interface SaveParts {
  task: Task | null;
  start: Draft;
  onSaved: () => void;
}

/** Gives the way to save a draft; when the task has changed meanwhile, `stale` is what it is now. */
function useSaveTask({ task, start, onSaved }: SaveParts) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [stale, setStale] = useState<Task | null>(null);
  const send = (draft: Draft, version: number | null): Promise<Task> =>
    task
      ? api.patch(`/tasks/${task.id}`, changesBetween(start, draft), { ...(version !== null && { version }) })
      : api.post("/tasks", inputOf(draft));
  const rejected = async (error: unknown) => {
    setError(error);
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === "stale_version" && task) setStale(await api.get<Task>(`/tasks/${task.id}`));
    else if (error.code !== "validation_failed") toast.problem(error);
  };
  const save = async (draft: Draft, version: number | null) => {
    setBusy(true);
    try {
      const saved = await send(draft, version);
      queries.setQueryData(queryKeys.task(saved.id), saved);
      void queries.invalidateQueries({ queryKey: ["tasks"] });
      toast.message("success", task ? t("tasks.saved") : t("tasks.created", { name: saved.name }));
      onSaved();
    } catch (error) {
      await rejected(error).catch(toast.problem);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error, stale, forget: () => setStale(null) };
}

const help = {
  manual: "task.manualHelp",
  startup: "task.startupHelp",
  boot: "task.bootHelp",
} as const;

/** What every task needs: name, command, schedule; and its labels and whether it is enabled. */
function BasicFields({ draft, set, fault: cause, error }: FormParts) {
  const { t } = useMessages();
  return (
    <>
      <TextField
        label={t("tasks.name")}
        value={draft.name}
        maxLength={taskLimits.name}
        autoFocus
        autoComplete="off"
        onChange={(event) => set({ name: event.target.value })}
        error={cause("name")}
      />
      <TextArea
        label={t("tasks.command")}
        mono
        value={draft.command}
        placeholder="task script.js"
        onChange={(event) => set({ command: event.target.value })}
        help={t("task.commandHelp")}
        error={cause("command")}
      />
      <div className="flex flex-col gap-3">
        <SegmentedControl
          label={t("tasks.schedule")}
          value={draft.kind}
          options={[
            { value: "cron", label: t("task.kindCron") },
            { value: "manual", label: t("tasks.scheduleManual") },
            { value: "startup", label: t("tasks.scheduleStartup") },
            { value: "boot", label: t("tasks.scheduleBoot") },
          ]}
          onValue={(kind) => set({ kind })}
          help={draft.kind === "cron" ? undefined : t(help[draft.kind])}
        />
        {draft.kind === "cron" && (
          <CronField
            rules={draft.rules}
            onRules={(rules) => set({ rules })}
            timeZone={draft.timeZone}
            saveError={error}
            missing={cause("schedules")}
          />
        )}
      </div>
      <LabelsField
        label={t("tasks.labels")}
        optional
        value={draft.labels}
        onValue={(labels) => set({ labels })}
        help={t("tasks.labelsHelp")}
        error={cause("labels")}
      />
      <Switch
        label={t("tasks.enabled")}
        help={t("tasks.enabledHelp")}
        checked={draft.enabled}
        onChecked={(enabled) => set({ enabled })}
      />
    </>
  );
}

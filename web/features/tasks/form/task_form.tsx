import { useState } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { issueAt, otherIssues } from "../../../api/api_problem.ts";
import { useLeaveGuard } from "../../../shared/leave/leave_guard.tsx";
import { Button } from "../../../ui/inputs/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { commandKey, KeyHint } from "../../../ui/data/key_hint.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { StaleCallout } from "../../../ui/feedback/stale_callout.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { AdvancedFields } from "./advanced_fields.tsx";
import { BasicFields } from "./basic_fields.tsx";
import { type Draft, isChanged } from "./draft.ts";
import { formFields, missingFields } from "./form_issues.ts";
import { useSaveTask } from "./use_save_task.ts";
import type { FormParts } from "./form_parts.ts";

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

import { type ReactNode, useState } from "react";
import type { BulkPatch, BulkResult } from "../../../../server/contract/bulk_changes.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { changeLabel } from "../../../shared/changes/change_labels.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Switch, useFormField } from "../../../ui/form/fields.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { NotifyFields, RandomDelayField, TaskZoneField, TimeLimitField } from "../form/advanced_fields.tsx";
import { ApprovalFields } from "../form/approval_fields.tsx";
import { MissedFields, OverlapFields, RetryFields } from "../form/policy_fields.tsx";
import { ScheduleFields } from "../form/schedule_fields.tsx";
import { BulkPreview } from "./bulk_preview.tsx";
import {
  bulkChanges,
  type BulkField,
  bulkFields,
  type BulkValues,
  isChanged,
  startOf,
} from "./bulk_values.ts";
import { useBulkChange } from "./use_bulk_change.ts";

interface BulkDialogProps {
  tasks: readonly Task[];
  onClose: () => void;
}

interface Preview {
  values: BulkValues;
  changes: BulkPatch;
  results: BulkResult["results"];
}

/** Changes fields of several tasks: first the fields to set, then what that changes of each task. */
export default function BulkDialog({ tasks, onClose }: BulkDialogProps) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [values, setValues] = useState(() => startOf(tasks));
  if (!preview) {
    return <BulkForm {...{ tasks, values, onClose }} onPreview={setPreview} />;
  }
  const back = () => {
    setValues(preview.values);
    setPreview(null);
  };
  return <PreviewDialog {...{ tasks, preview, onClose }} onBack={back} />;
}

function BulkForm(
  { tasks, values, onPreview, onClose }: BulkDialogProps & {
    values: BulkValues;
    onPreview: (preview: Preview) => void;
  },
) {
  const { t } = useMessages();
  const api = useApi();
  const form = useServerForm({
    values,
    save: async ({ values }): Promise<Preview> => {
      const changes = bulkChanges(values);
      const body = { ids: tasks.map(({ id }) => id), changes, dryRun: true };
      const { results } = await api.post<BulkResult>("/tasks/update", body);
      return { values, changes, results };
    },
    onSaved: onPreview,
    check: (values) => ({
      rules: values.chosen.schedules && values.kind === "cron" &&
        values.rules.every((rule) => rule.trim() === "") && t("ui.required", { label: t("task.cronRule") }),
    }),
    fieldOf: (path) => path.replace(/^changes\.(schedules)?/, (_, schedules) => schedules ? "rules" : ""),
  });
  const chosen = form.methods.watch("chosen");
  return (
    <FormDialog
      form={form}
      title={t("bulk.title", { count: tasks.length, name: tasks[0]?.name ?? "" })}
      description={t("bulk.help")}
      submitLabel={t("bulk.preview")}
      canSubmit={bulkFields.some((field) => chosen[field])}
      onClose={onClose}
    >
      {bulkFields.map((field) => <Section key={field} field={field}>{inputs[field]}</Section>)}
    </FormDialog>
  );
}

const inputs: Record<BulkField, ReactNode> = {
  schedules: <ScheduleFields path="changes.schedules" />,
  timeZone: <TaskZoneField />,
  overlap: <OverlapFields />,
  missed: <MissedFields />,
  retry: <RetryFields />,
  timeLimitMs: <TimeLimitField />,
  randomDelayMs: <RandomDelayField />,
  requiresApproval: <ApprovalFields />,
  notify: <NotifyInputs />,
};

/** Renders a field that is set only if it is chosen. */
function Section({ field, children }: { field: BulkField; children: ReactNode }) {
  const { t } = useMessages();
  const { value, onValue } = useFormField<boolean>(`chosen.${field}`);
  return (
    <section className="flex flex-col gap-3">
      <Checkbox
        label={changeLabel("task", field, t)}
        checked={value}
        onChange={({ target }) => onValue(target.checked)}
      />
      {value && <div className="ms-6.5 flex flex-col gap-5">{children}</div>}
    </section>
  );
}

function NotifyInputs() {
  const { t } = useMessages();
  return (
    <>
      <Switch name="notify.onFailure" label={t("task.notifyOnFailure")} />
      <NotifyFields />
    </>
  );
}

function PreviewDialog(
  { tasks, preview: { changes, results }, onBack, onClose }: BulkDialogProps & {
    preview: Preview;
    onBack: () => void;
  },
) {
  const { t } = useMessages();
  const { mutate, isPending } = useBulkChange<{ ids: number[]; changes: BulkPatch }>("update");
  const { problem } = useToast();
  const ids = results.filter(isChanged).map(({ id }) => id);
  return (
    <Dialog
      onClose={onClose}
      title={t("bulk.previewTitle")}
      onSubmit={() => ids.length > 0 && mutate({ ids, changes }, { onSuccess: onClose, onError: problem })}
      footer={
        <>
          <Button className="me-auto" onClick={onBack}>{t("ui.back")}</Button>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={isPending} disabled={ids.length === 0}>
            {t("bulk.apply", { count: ids.length })}
          </Button>
        </>
      }
    >
      <BulkPreview {...{ results, tasks }} />
    </Dialog>
  );
}

import { type ReactNode, useState } from "react";
import type { BulkPatch, BulkResult } from "../../../../server/contract/bulk_changes.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { useApi } from "../../../api/use_api.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Switch, useFormField, ZoneField } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { NotifyFields } from "../form/advanced_fields.tsx";
import { DurationField } from "../form/duration_field.tsx";
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
      {sections.map(({ field, label, fields }) => (
        <Section key={field} field={field} label={t(label)}>{fields}</Section>
      ))}
    </FormDialog>
  );
}

const sections: readonly { field: BulkField; label: MessageKey; fields: ReactNode }[] = [
  { field: "schedules", label: "tasks.schedule", fields: <ScheduleFields path="changes.schedules" /> },
  { field: "timeZone", label: "tasks.timeZone", fields: <ZoneRow /> },
  { field: "overlap", label: "tasks.overlap", fields: <OverlapFields /> },
  { field: "missed", label: "tasks.missed", fields: <MissedFields /> },
  { field: "retry", label: "tasks.retry", fields: <RetryFields /> },
  { field: "timeLimitMs", label: "tasks.timeLimitMs", fields: <LimitRow name="timeLimitMs" unit="minute" /> },
  {
    field: "randomDelayMs",
    label: "tasks.randomDelayMs",
    fields: <LimitRow name="randomDelayMs" unit="second" />,
  },
  { field: "notify", label: "task.groupNotify", fields: <NotifyRows /> },
];

/** Renders a field that is set only if it is chosen. */
function Section({ field, label, children }: { field: BulkField; label: string; children: ReactNode }) {
  const { value, onValue } = useFormField<boolean>(`chosen.${field}`);
  return (
    <section className="flex flex-col gap-3">
      <Checkbox label={label} checked={value} onChange={({ target }) => onValue(target.checked)} />
      {value && <div className="ms-6.5 flex flex-col gap-5">{children}</div>}
    </section>
  );
}

function ZoneRow() {
  const { t } = useMessages();
  return <ZoneField name="timeZone" help={t("task.timeZoneHelp")} />;
}

function LimitRow({ name, unit }: { name: "timeLimitMs" | "randomDelayMs"; unit: "minute" | "second" }) {
  const { t } = useMessages();
  const help = t(name === "timeLimitMs" ? "task.timeLimitHelp" : "task.randomDelayHelp");
  return <DurationField name={name} label={t(`tasks.${name}`)} optional unit={unit} help={help} />;
}

function NotifyRows() {
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
  const ids = results.filter(isChanged).map(({ id }) => id);
  return (
    <Dialog
      onClose={onClose}
      title={t("bulk.previewTitle")}
      onSubmit={() => ids.length > 0 && mutate({ ids, changes }, { onSuccess: onClose })}
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

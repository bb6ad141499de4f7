import { useMessages } from "../../../messages/use_messages.tsx";
import { DurationField } from "../../../ui/form/duration_field.tsx";
import { Switch, useFormValues } from "../../../ui/form/fields.tsx";
import type { TaskValues } from "./task_values.ts";

/** Renders whether the runs of a task need approval, and how long they wait for it. */
export function ApprovalFields() {
  const { t } = useMessages();
  const { requiresApproval } = useFormValues<TaskValues>();
  return (
    <div className="flex flex-col gap-3">
      <Switch name="requiresApproval" label={t("approvals.requires")} help={t("approvals.requiresHelp")} />
      {requiresApproval && (
        <DurationField
          name="approvalLapseMs"
          label={t("approvals.lapse")}
          help={t("approvals.lapseHelp")}
          unit="hour"
        />
      )}
    </div>
  );
}

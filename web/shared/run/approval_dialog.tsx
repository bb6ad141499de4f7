import type { Run } from "../../../server/contract/runs.ts";
import { taskLimits } from "../../../server/contract/limits/tasks.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { TextArea } from "../../ui/form/fields.tsx";
import { FormDialog } from "../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../ui/form/use_server_form.ts";
import { useChange } from "../actions/use_action.ts";

/** A run that waits for approval. */
export type WaitingRun = Pick<Run, "id" | "taskName">;

/** Asks whether to approve or to reject a run, with a remark. */
export default function ApprovalDialog(
  { run: { id: run, taskName: name }, action, onClose }: {
    run: WaitingRun;
    action: "approve" | "reject";
    onClose: () => void;
  },
) {
  const { t } = useMessages();
  const isApproval = action === "approve";
  const { mutateAsync } = useChange({
    send: (api, remark: string) => api.post<Run>(`/runs/${run}/${action}`, { remark: remark.trim() || null }),
    invalidates: [["runs"], ["tasks"]],
    waits: true,
    done: () => t(isApproval ? "approvals.approved" : "approvals.rejected", { name }),
  });
  const form = useServerForm({
    values: { remark: "" },
    save: ({ values }) => mutateAsync(values.remark),
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t(isApproval ? "approvals.approveTitle" : "approvals.rejectTitle", { run, name })}
      description={t(isApproval ? "approvals.approveText" : "approvals.rejectText")}
      submitLabel={t(isApproval ? "approvals.approve" : "approvals.reject")}
      onClose={onClose}
    >
      <TextArea
        name="remark"
        label={t("approvals.remark")}
        optional
        maxLength={taskLimits.approvalRemark}
      />
    </FormDialog>
  );
}

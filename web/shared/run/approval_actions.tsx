import { useState } from "react";
import { useMay } from "../../api/use_permissions.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";
import { Check, X } from "../../ui/icons/icons.ts";
import type { WaitingRun } from "./approval_dialog.tsx";

const ApprovalDialog = lazyDialog(() => import("./approval_dialog.tsx"));

/** Renders the buttons that approve and reject a run; both ask for a remark first. */
export default function ApprovalActions({ run }: { run: WaitingRun }) {
  const { t } = useMessages();
  const mayRun = useMay("tasks:run");
  const [asked, setAsked] = useState<"approve" | "reject" | null>(null);
  if (!mayRun) return null;
  const name = run.taskName;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Button
        size="small"
        variant="primary"
        icon={<Check size={14} />}
        aria-label={t("approvals.approveOne", { name })}
        onClick={() => setAsked("approve")}
      >
        {t("approvals.approve")}
      </Button>
      <Button
        size="small"
        icon={<X size={14} />}
        aria-label={t("approvals.rejectOne", { name })}
        onClick={() => setAsked("reject")}
      >
        {t("approvals.reject")}
      </Button>
      {asked && <ApprovalDialog run={run} action={asked} onClose={() => setAsked(null)} />}
    </span>
  );
}

import type { Run } from "../../../server/contract/runs.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import ApprovalActions from "./approval_actions.tsx";

/** Renders until when a run waits for approval, with the decision to make. */
export default function ApprovalNote({ run }: { run: Run }) {
  const { t, format } = useMessages();
  if (run.approval === null) return null;
  const { until } = run.approval;
  return (
    <span className="flex flex-col items-center gap-3">
      {t("approvals.lapses", { time: format.shortTime(until, Date.now()) })}
      <ApprovalActions run={run} />
    </span>
  );
}

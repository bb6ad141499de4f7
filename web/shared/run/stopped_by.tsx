import type { Run } from "../../../server/contract/runs.ts";
import { useSession } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { starterOf } from "./run_messages.ts";

/** Renders who stopped a run; nothing for other runs, or if it is not known. */
export function StoppedBy({ run: { stoppedBy: name } }: { run: Run }) {
  const { t } = useMessages();
  return name === null ? null : <span className="text-muted">{t("runs.stoppedBy", { name })}</span>;
}

/** Renders who else started a run by hand. */
export function StartedBy({ run }: { run: Run }) {
  const { t } = useMessages();
  const { account } = useSession();
  const name = starterOf(run, account.username);
  return name === null ? null : <span className="text-muted">{t("runs.startedBy", { name })}</span>;
}

/** Renders who approved or rejected a run, and the remark; nothing for other runs. */
export function DecidedBy({ run: { approval } }: { run: Run }) {
  const { t } = useMessages();
  if (!approval || approval.decision === null || approval.decision === "lapsed") return null;
  const { decision, decidedBy } = approval;
  return (
    <span className="text-muted wrap-anywhere">
      {approval.deciderKind === "operator"
        ? t(decision === "approved" ? "approvals.approvedLocally" : "approvals.rejectedLocally")
        : t(decision === "approved" ? "approvals.approvedBy" : "approvals.rejectedBy", {
          name: decidedBy ?? "",
        })}
      {approval.remark !== null && ` · ${approval.remark}`}
    </span>
  );
}

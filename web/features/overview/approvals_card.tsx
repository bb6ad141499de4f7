import type { ListedRun } from "../../../server/contract/runs.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import ApprovalActions from "../../shared/run/approval_actions.tsx";
import { Card } from "../../ui/data/card.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { FoldedRows, LogLink, OverviewRow } from "./overview_row.tsx";

const MAX_RUNS = 100;

/** Renders the runs that wait for approval, those that lapse first at the top; nothing when there are none. */
export function ApprovalsCard() {
  const { t, format } = useMessages();
  const query = { state: "waiting_for_approval", pageSize: MAX_RUNS };
  const { data } = useApiQuery<List<ListedRun>>(queryKeys.runList(query), "/runs", { query });
  const runs = (data?.items ?? []).toSorted((a, b) => lapseOf(a) - lapseOf(b));
  if (runs.length === 0) return null;
  return (
    <Card flush title={t("approvals.title")}>
      <FoldedRows
        rows={runs}
        row={(run) => (
          <OverviewRow
            key={run.id}
            taskId={run.taskId ?? 0}
            name={run.taskName}
            actionsBelow
            note={
              <span className="shrink-0 text-xs text-muted">
                #{run.id} · <RelativeTime at={run.queuedAt} />
              </span>
            }
            actions={
              <>
                <LogLink taskId={run.taskId ?? 0} runId={run.id} name={run.taskName} />
                <ApprovalActions run={run} />
              </>
            }
          >
            <p className="mt-0.5 text-xs text-muted">
              {t("approvals.lapses", { time: format.shortTime(lapseOf(run), Date.now()) })}
            </p>
          </OverviewRow>
        )}
      />
    </Card>
  );
}

function lapseOf({ approval }: ListedRun): number {
  return Date.parse(approval?.until ?? "");
}

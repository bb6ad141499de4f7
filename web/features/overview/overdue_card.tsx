import type { Overview } from "../../../server/contract/overview.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { overdueReasons } from "../../shared/task/overdue_reasons.ts";
import { Card } from "../../ui/data/card.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { FoldedRows, OverviewRow } from "./overview_row.tsx";
import { RunButton } from "./run_button.tsx";

/** Renders the tasks that should have run and did not, and why; nothing when there are none. */
export function OverdueCard({ overdue }: { overdue: Overview["overdue"] }) {
  const { t, format } = useMessages();
  if (overdue.length === 0) return null;
  return (
    <Card flush title={t("overview.overdue")}>
      <FoldedRows
        rows={overdue}
        row={({ taskId, name, dueAt, reason, parameters }) => (
          <OverviewRow
            key={taskId}
            taskId={taskId}
            name={name}
            note={
              <span className="shrink-0 text-xs text-warning-text">
                {t("overview.wasDue", { time: format.shortTime(dueAt, Date.now()) })}
                {" · "}
                <RelativeTime at={dueAt} />
              </span>
            }
            actions={<RunButton task={{ taskId, name, parameters }} />}
          >
            <p className="mt-0.5 text-xs text-muted">
              {t(overdueReasons[reason])}
            </p>
          </OverviewRow>
        )}
      />
    </Card>
  );
}

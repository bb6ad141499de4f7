import { Link } from "wouter";
import type { Overview } from "../../../server/contract/overview.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/data/card.tsx";
import { FoldedRows, LogLink, OverviewRow } from "./overview_row.tsx";

/** Renders the tasks whose last run took much longer than usual, and since when; nothing when there are none. */
export function SlowerCard({ slower }: { slower: Overview["slower"] }) {
  const { t, format } = useMessages();
  if (slower.length === 0) return null;
  return (
    <Card
      flush
      title={t("overview.slower")}
      footer={
        <Link
          href={paths.runs({ slower: "1" })}
          className="text-sm text-accent-text hover:underline"
        >
          {t("overview.allSlow")}
        </Link>
      }
    >
      <FoldedRows
        rows={slower}
        row={({ taskId, name, runId, since, medianMs, lastMs }) => (
          <OverviewRow
            key={taskId}
            taskId={taskId}
            name={name}
            note={
              <span className="shrink-0 text-xs text-warning-text">
                {t("overview.slowerSince", {
                  factor: format.number(factorOf(lastMs, Math.max(1, medianMs))),
                  time: format.shortTime(since, Date.now()),
                })}
              </span>
            }
            actions={<LogLink {...{ taskId, runId, name }} />}
          >
            <p className="mt-0.5 text-xs text-muted tabular-nums">
              {t("overview.slowerThan", { last: format.duration(lastMs), usual: format.duration(medianMs) })}
            </p>
          </OverviewRow>
        )}
      />
    </Card>
  );
}

function factorOf(lastMs: number, medianMs: number): number {
  const factor = lastMs / medianMs;
  return factor < 10 ? Math.floor(factor * 10) / 10 : Math.floor(factor);
}

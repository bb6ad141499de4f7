import type { Run } from "../../../../server/contract/runs.ts";
import { Cell, HeadCell, Row, Table } from "../../../ui/data/table.tsx";
import { ExactTime } from "../../../ui/data/time_text.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { RunStateDot } from "../../../shared/run/run_state.tsx";

/** What the chart draws, in words and numbers, newest first. */
export function RunChartTable({ runs }: { runs: readonly Run[] }) {
  const { t, format } = useMessages();
  return (
    <div tabIndex={0} className="max-h-56 overflow-auto rounded-md border border-line">
      <Table label={t("insight.chart")} className="overflow-visible rounded-none border-0">
        <thead>
          <tr>
            <HeadCell>{t("runs.startedAt")}</HeadCell>
            <HeadCell>{t("runs.state")}</HeadCell>
            <HeadCell align="end">{t("runs.duration")}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {runs.toReversed().map((run) => (
            <Row key={run.id}>
              <Cell numeric>
                <ExactTime at={run.startedAt ?? run.dueAt ?? run.queuedAt} />
              </Cell>
              <Cell>
                <RunStateDot state={run.state} />
              </Cell>
              <Cell numeric className="text-end">
                {run.durationMs === null ? "—" : format.duration(run.durationMs)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

import type { ReactNode } from "react";
import type { TaskStatistics } from "../../../../server/contract/task_statistics.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { outcomesOf } from "./heat_cells.ts";

/** The numbers of a period: how many runs, how many of them well, how long they took. */
export function StatisticsNumbers({ statistics: { counts, durationMs } }: { statistics: TaskStatistics }) {
  const { t, format } = useMessages();
  const { judged, succeeded, runs, skipped } = outcomesOf(counts);
  const length = (ms: number | null) => ms === null ? "—" : format.duration(ms);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-5">
      <Value
        name={t("insight.rate")}
        value={succeeded === null ? "—" : format.percent(succeeded)}
        note={judged > 0 &&
          t("insight.of", { succeeded: format.number(counts.succeeded ?? 0), ended: format.number(judged) })}
      />
      <Value
        name={t("insight.runsTotal")}
        value={format.number(runs)}
        note={skipped > 0 && t("insight.skippedToo", { count: skipped })}
      />
      <Value name={t("insight.median")} value={length(durationMs.median)} />
      <Value name={t("insight.p95")} value={length(durationMs.p95)} />
      <Value name={t("insight.longest")} value={length(durationMs.max)} />
    </dl>
  );
}

function Value({ name, value, note }: { name: string; value: string; note?: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="m-0 mt-0.5 text-lg font-semibold tabular-nums">{value}</dd>
      {note && <dd className="m-0 text-xs text-faint tabular-nums">{note}</dd>}
    </div>
  );
}

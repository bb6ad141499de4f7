import { failedStates } from "../../../../server/contract/failed_states.ts";
import type { RunState } from "../../../../server/contract/runs.ts";
import type { TaskStatistics } from "../../../../server/contract/task_statistics.ts";

export type OutcomeCounts = Partial<Record<RunState, number>>;

/** Statistics of one weekday and hour, or of any other set of runs. */
export interface Outcomes {
  counts: OutcomeCounts;
  /** Runs that succeeded or failed; stopped, skipped and active ones are not counted. */
  judged: number;
  /** Share of these that succeeded, 0 to 1; null when there are none. */
  succeeded: number | null;
  /** All runs except skipped ones. */
  runs: number;
  skipped: number;
}

/** Returns the statistics of counted runs. */
export function outcomesOf(counts: OutcomeCounts): Outcomes {
  const good = counts.succeeded ?? 0;
  const judged = failedStates.reduce((sum, state) => sum + (counts[state] ?? 0), good);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const skipped = counts.skipped ?? 0;
  return { counts, judged, succeeded: judged > 0 ? good / judged : null, runs: all - skipped, skipped };
}

export interface HeatCell extends Outcomes {
  /** 1 is Monday. */
  weekday: number;
  hour: number;
  /** Number of runs relative to the maximum of all cells, 0 to 1, on a logarithmic scale. */
  volume: number;
}

/** Returns the cells of a week: a row per weekday from Monday, a cell per hour. */
export function heatCells(hours: TaskStatistics["hours"]): HeatCell[][] {
  const known = new Map(hours.map(({ weekday, hour, counts }) => [weekday * 24 + hour, outcomesOf(counts)]));
  const max = Math.max(1, ...[...known.values()].map(({ runs }) => runs));
  return Array.from({ length: 7 }, (_, row) =>
    Array.from({ length: 24 }, (_, hour) => {
      const weekday = row + 1;
      const outcomes = known.get(weekday * 24 + hour) ?? outcomesOf({});
      return { ...outcomes, weekday, hour, volume: Math.log1p(outcomes.runs) / Math.log1p(max) };
    }));
}

import type { RunFailure } from "../../contract/runs.ts";
import type { RunRow } from "../../engine/store.ts";

/** The columns that say why a run failed, with the time limit of its task. */
export type FailedRunRow =
  & Pick<RunRow, "id" | "state" | "exit_code" | "signal" | "detail" | "duration_ms" | "log_path">
  & { time_limit_ms: number | null };

/** Returns what is known about why a run failed; `logTail` returns the last lines of its log, empty without one. */
export async function failureOf(
  row: FailedRunRow,
  logTail: (runId: number) => Promise<string>,
): Promise<RunFailure> {
  return {
    outcome: row.state,
    exitCode: row.exit_code,
    signal: row.signal,
    detail: row.detail,
    durationMs: row.duration_ms,
    timeLimitMs: row.time_limit_ms,
    hasLog: row.log_path !== null,
    lastLine: (await logTail(row.id)).split("\n").at(-1) || null,
  };
}

import type { RunFailure } from "../../contract/runs.ts";
import type { RunRow } from "../../engine/store.ts";
import { nameInRefusal } from "../tasks/command/refusal_messages.ts";
import { saysOutputsUnused } from "../tasks/outputs/output_messages.ts";

/** The columns that say why a run failed, with the time limit of its task. */
export type FailedRunRow =
  & Pick<RunRow, "state" | "exit_code" | "signal" | "detail" | "duration_ms" | "log_path">
  & { time_limit_ms: number | null };

/** Returns the last lines of a log by its path, without colors; null if there is no log, or no longer. */
export type LogTail = (path: string | null) => Promise<string | null>;

/** Returns what is known about why a run failed; `logTail` is null for a caller that may not read logs. */
export async function failureOf(row: FailedRunRow, logTail: LogTail | null): Promise<RunFailure> {
  const tail = logTail && await logTail(row.log_path);
  const lastLine = tail ? tellingLine(tail.split("\n")) : null;
  return {
    outcome: row.state,
    exitCode: row.exit_code,
    signal: row.signal,
    detail: row.detail,
    durationMs: row.duration_ms,
    timeLimitMs: row.time_limit_ms,
    hasLog: logTail ? tail !== null : row.log_path !== null,
    lastLine,
    missingName: row.detail !== null && lastLine !== null ? nameInRefusal(row.detail, lastLine) : null,
  };
}

/** The name of an error, of the language or of its own, and what it says. */
const nodeError = /^(?:Uncaught )?(?:[A-Z]\w*)?(?:Error|Exception)\b.*/;

/** A frame of the stack, a part of what the error contains, or a hint. */
const saysNothing = /^(?:\s|$|[{}\]]|Node\.js v|\(Use `node )/;

/**
 * Returns the last line, or that of the error where something follows it which says nothing: Node.js ends with its version,
 * after the stack and what the error contains.
 */
function tellingLine(lines: readonly string[]): string | null {
  const last = lines.findLast((line) => line !== "" && !saysOutputsUnused(line)) ?? null;
  if (last === null || !/^Node\.js v\d+\./.test(last)) return last;
  return lines.findLast((line) => nodeError.test(line)) ??
    lines.findLast((line) => !saysNothing.test(line)) ?? last;
}

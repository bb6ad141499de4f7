import type { Retry } from "../contract/tasks.ts";
import { insertQueued } from "./ledger.ts";
import type { RunType } from "./run_type.ts";
import type { FinalState } from "./states.ts";
import type { RunRow, Tx } from "./store.ts";

const MAX_DELAY_MS = 24 * 3_600_000;
const RETRIED: readonly FinalState[] = ["failed", "timed_out", "interrupted"];

/** Enqueues the next attempt of a failed run if its source asks for one. Returns the ID of the new run, or null. */
export async function enqueueRetry(
  tx: Tx,
  run: RunRow,
  { type, state, now }: { type: Pick<RunType, "retryRule"> | undefined; state: FinalState; now: number },
): Promise<number | null> {
  if (!RETRIED.includes(state)) return null;
  const rule = await type?.retryRule?.(tx, run) ?? null;
  if (rule === null || run.attempt > rule.retry.times) return null;
  return await insertQueued(tx, {
    source: rule.source,
    cause: "retry",
    now,
    startAfter: now + retryDelayMs(rule.retry, run.attempt),
    attempt: run.attempt + 1,
    retryOf: run.id,
    requestJson: run.request_json,
  });
}

/** Returns the delay in ms after a failed attempt (the first is 1): constant or doubling, at most one day. */
export function retryDelayMs({ delayMs, backoff }: Retry, attempt: number): number {
  const factor = backoff === "exponential" ? 2 ** (attempt - 1) : 1;
  return Math.min(MAX_DELAY_MS, delayMs * factor);
}

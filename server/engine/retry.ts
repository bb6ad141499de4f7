import type { Retry } from "../contract/tasks.ts";
import { insertQueued } from "./ledger.ts";
import type { FinalState } from "./states.ts";
import type { RunRow, TaskRow, Tx } from "./store.ts";
import { storedJson } from "../platform/stored_json.ts";

const MAX_DELAY_MS = 24 * 3_600_000;
const RETRIED: readonly FinalState[] = ["failed", "timed_out", "interrupted"];

/** Enqueues the next attempt of a failed run if its task asks for one. Returns the ID of the new run, or null. */
export async function enqueueRetry(
  tx: Tx,
  run: RunRow,
  state: FinalState,
  now: number,
): Promise<number | null> {
  if (run.task_id === null || !RETRIED.includes(state)) return null;
  const task = await tx.selectFrom("task").selectAll().where("id", "=", run.task_id).executeTakeFirst();
  if (!task?.enabled) return null;
  const retry = readRetry(task);
  if (run.attempt > retry.times) return null;
  const startAfter = now + retryDelayMs(retry, run.attempt);
  const attempt = run.attempt + 1;
  const { id: retryOf, request_json: requestJson } = run;
  return await insertQueued(tx, { task, cause: "retry", now, startAfter, attempt, retryOf, requestJson });
}

/** Reads the retry rule of a row; falls back to no retries when it cannot be parsed. */
export function readRetry({ retry_json }: Pick<TaskRow, "retry_json">): Retry {
  return storedJson<Retry>(retry_json, { times: 0, delayMs: 60_000, backoff: "fixed" });
}

/** Returns the delay in ms after a failed attempt (the first is 1): constant or doubling, at most one day. */
export function retryDelayMs({ delayMs, backoff }: Retry, attempt: number): number {
  const factor = backoff === "exponential" ? 2 ** (attempt - 1) : 1;
  return Math.min(MAX_DELAY_MS, delayMs * factor);
}

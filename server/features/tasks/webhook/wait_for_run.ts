import type { RunState } from "../../../contract/runs.ts";
import type { Base } from "../../../engine/base.ts";
import { isFinal } from "../../../engine/states.ts";
import type { Timer } from "../../../platform/clock.ts";

export interface RunEnd {
  runId: number;
  state: RunState;
  exitCode: number | null;
}

/** Events of other machines may get lost. */
const POLL_MS = 2_000;

/**
 * Waits for the ends of runs, for so long at most. Returns how one of them is then: one that has not ended, or else one that has not
 * succeeded, under the ID of the first; null if they are gone.
 */
export async function waitForRuns(
  { db, bus, clock }: Pick<Base, "db" | "bus" | "clock">,
  { runIds, waitMs, signal }: { runIds: readonly [number, ...number[]]; waitMs: number; signal: AbortSignal },
): Promise<RunEnd | null> {
  const until = clock.monotonic() + waitMs;
  while (true) {
    const changed = Promise.withResolvers<void>();
    const stop = bus.listen(({ topic, id }) => {
      if (topic === "runs" && id !== null && runIds.includes(id)) changed.resolve();
    });
    let timer: Timer | undefined;
    try {
      signal.addEventListener("abort", () => changed.resolve(), { once: true });
      const rows = await db.selectFrom("run").select(["state", "exit_code"]).where("id", "in", runIds)
        .orderBy("id").execute();
      const row = rows.find(({ state }) => !isFinal(state)) ??
        rows.find(({ state }) => state !== "succeeded") ?? rows[0];
      if (!row) return null;
      const leftMs = until - clock.monotonic();
      if (isFinal(row.state) || leftMs <= 0 || signal.aborted) {
        return { runId: runIds[0], state: row.state, exitCode: row.exit_code };
      }
      timer = clock.after(Math.min(leftMs, POLL_MS), () => changed.resolve());
      await changed.promise;
    } finally {
      timer?.cancel();
      stop();
    }
  }
}

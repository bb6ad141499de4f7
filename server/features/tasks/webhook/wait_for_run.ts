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

/** Waits for the end of a run, for so long at most, and returns how it is then; null if it is gone. */
export async function waitForRun(
  { db, bus, clock }: Pick<Base, "db" | "bus" | "clock">,
  { runId, waitMs, signal }: { runId: number; waitMs: number; signal: AbortSignal },
): Promise<RunEnd | null> {
  const until = clock.monotonic() + waitMs;
  while (true) {
    const changed = Promise.withResolvers<void>();
    const stop = bus.listen(({ topic, id }) => {
      if (topic === "runs" && id === runId) changed.resolve();
    });
    let timer: Timer | undefined;
    try {
      signal.addEventListener("abort", () => changed.resolve(), { once: true });
      const row = await db.selectFrom("run").select(["state", "exit_code"]).where("id", "=", runId)
        .executeTakeFirst();
      if (!row) return null;
      const leftMs = until - clock.monotonic();
      if (isFinal(row.state) || leftMs <= 0 || signal.aborted) {
        return { runId, state: row.state, exitCode: row.exit_code };
      }
      timer = clock.after(Math.min(leftMs, POLL_MS), () => changed.resolve());
      await changed.promise;
    } finally {
      timer?.cancel();
      stop();
    }
  }
}

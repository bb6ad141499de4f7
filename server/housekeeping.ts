// The panel's own fixed chores, on the runtime's clock: it knows minutes only and has room for a hundred entries, which is
// too little for tasks and just right for this.
import type { Logger } from "./platform/logger.ts";

export interface HousekeepingJob {
  /** Letters, digits, dashes: names of `Deno.cron` are ASCII. */
  name: string;
  schedule: string;
  act(): Promise<unknown>;
}

/** Registers chores until the signal aborts. One that fails is logged and done again at its next time. */
export function runHousekeeping(
  jobs: readonly HousekeepingJob[],
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): void {
  for (const { name, schedule, act: action } of jobs) {
    // Resolves when the chore is taken off the list.
    void Deno.cron(name, schedule, { signal }, async () => {
      try {
        await action();
        logger.debug("chore done", { name });
      } catch (error) {
        logger.error("a chore failed", { name, fault: error });
      }
    });
  }
}

import type { RunState } from "./runs.ts";

/** States of a run that went wrong, other than by being stopped. A file without zod, because the page loads it. */
export const failedStates = [
  "failed",
  "timed_out",
  "interrupted",
  "lost",
] as const satisfies readonly RunState[];

/** Returns whether a run went wrong, other than by being stopped. */
export function hasFailed(state: RunState): boolean {
  return failedStates.some((failed) => failed === state);
}

import type { RunState } from "../contract/runs.ts";

/** States of a run that is still queued or live. */
export const activeStates = ["queued", "starting", "running"] as const satisfies readonly RunState[];

/** Returns whether a run in this state has ended. */
export function isFinal(state: RunState): boolean {
  return !activeStates.some((active) => active === state);
}

/** States of a run that has, or is about to have, a process. */
export const liveStates = ["starting", "running"] as const satisfies readonly RunState[];

/** Every allowed change of a run: what may happen, from which states, to which. */
export const runActions = {
  /** The queue assigns it a slot; recorded before anything is started. */
  claim: { from: ["queued"], to: ["starting"] },
  /** The panel died between claim and start, and nothing was started. */
  requeue: { from: ["starting"], to: ["queued"] },
  begin: { from: ["starting"], to: ["running"] },
  /** It has ended, or could not be started. */
  end: {
    from: ["starting", "running"],
    to: ["succeeded", "failed", "timed_out", "stopped", "interrupted"],
  },
  /** Its node is silent, and nobody can know how it ended. */
  lose: { from: ["starting", "running"], to: ["lost"] },
  /** A user removed it from the queue. */
  cancel: { from: ["queued"], to: ["stopped"] },
  /** The panel decided not to run it after all. */
  skip: { from: ["queued"], to: ["skipped"] },
} as const satisfies Record<string, { from: readonly RunState[]; to: readonly RunState[] }>;

export type RunAction = keyof typeof runActions;
export type FinalState = (typeof runActions)["end" | "lose"]["to"][number];

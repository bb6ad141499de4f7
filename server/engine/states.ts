import type { RunState } from "../contract/runs.ts";

/** States of a run that is still queued or live. */
export const activeStates = [
  "queued",
  "waiting_for_approval",
  "starting",
  "running",
] as const satisfies readonly RunState[];

/** Returns whether a run in this state has ended. */
export function isFinal(state: RunState): boolean {
  return !activeStates.some((active) => active === state);
}

/** States of a run that has, or is about to have, a process. */
export const liveStates = ["starting", "running"] as const satisfies readonly RunState[];

/** States of a run without a process, which can be removed without stopping anything. */
export const pendingStates = ["queued", "waiting_for_approval"] as const satisfies readonly RunState[];

/** Returns whether a run in this state has no process yet. */
export function isPending(state: RunState): boolean {
  return pendingStates.some((pending) => pending === state);
}

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
  cancel: { from: pendingStates, to: ["stopped"] },
  /** The panel decided not to run it after all. */
  skip: { from: pendingStates, to: ["skipped"] },
  /** What it waited for has happened, and a person has to approve it. */
  ask: { from: ["queued"], to: ["waiting_for_approval"] },
  approve: { from: ["waiting_for_approval"], to: ["queued"] },
  /** A person rejected it, or nobody approved it in time. */
  reject: { from: ["waiting_for_approval"], to: ["skipped"] },
} as const satisfies Record<string, { from: readonly RunState[]; to: readonly RunState[] }>;

export type RunAction = keyof typeof runActions;
export type FinalState = (typeof runActions)["end" | "lose"]["to"][number];

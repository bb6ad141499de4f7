// A pull as the engine sees it: a process started for a subscription. A feature implements it.
import { nothingAround } from "../platform/process/wrapper.ts";
import type { RunSpec } from "./run_spec.ts";
import type { RunRow, SubscriptionRow } from "./store.ts";

/** The part of a pull to do: all of it, everything that changes nothing, or only what follows an approval. */
export type PullPart = { kind: "pull" } | { kind: "preview" } | { kind: "after"; commit: string };

/** The process to start for a pull. */
export type PullOrder = Pick<RunSpec, "command" | "directory" | "environment">;

export interface Pulls {
  /** Prepares a pull and returns the process to start. Throws `RunSpecError`. */
  order(run: RunRow, subscription: SubscriptionRow, part: PullPart): PullOrder;
}

export const noPulls: Pulls = {
  order: () => {
    throw new Error("nothing can be pulled here");
  },
};

/** Serializes which part of a pull a run does. */
export function writePart(part: PullPart): string {
  return JSON.stringify(part);
}

/** Returns the spec of a pull. */
export function pullSpec(
  { command, directory, environment }: PullOrder,
  mark: { variable: string; value: string },
): RunSpec {
  return {
    ...{ command, args: [], around: nothingAround, directory, script: null },
    environment: { ...environment, [mark.variable]: mark.value },
  };
}

// What a pull is, as the engine sees it: something that is started for a subscription. How it is done is a feature's to know.
import { nothingAround } from "../platform/process/wrapper.ts";
import type { RunSpec } from "./run_spec.ts";
import type { RunRow, SubscriptionRow } from "./store.ts";

/** How much of a pull is done: all of it; all but what changes anything; only what comes after an approval. */
export type PullPart = { kind: "pull" } | { kind: "preview" } | { kind: "after"; commit: string };

/** What a pull is started with. */
export type PullOrder = Pick<RunSpec, "command" | "directory" | "environment">;

export interface Pulls {
  /** Prepares a pull and says what is started for it. Throws `RunRefused`. */
  order(run: RunRow, subscription: SubscriptionRow, part: PullPart): PullOrder;
}

/** No pulls at all. */
export const noPulls: Pulls = {
  order: () => {
    throw new Error("nothing can be pulled here");
  },
};

/** Makes the spec of a pull. */
export function pullSpec(
  { command, directory, environment }: PullOrder,
  mark: { variable: string; value: string },
): RunSpec {
  return {
    ...{ command, args: [], around: nothingAround, directory, script: null },
    environment: { ...environment, [mark.variable]: mark.value },
  };
}

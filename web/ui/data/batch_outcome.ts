import type { BatchResult } from "../../../server/contract/shapes.ts";

export interface Refusal {
  name: string;
  reason: string;
}

export interface BatchOutcome {
  done: number;
  rejected: Refusal[];
}

/** Sums up what came of each: how many were done, and by name which were not and why. */
export function readOutcome(
  { results }: BatchResult,
  outcomes: readonly { id: number; name: string }[],
): BatchOutcome {
  const names = new Map(outcomes.map(({ id, name }) => [id, name]));
  const rejected = results.filter(({ ok }) => !ok).map(({ id, error }) => ({
    name: names.get(id) ?? `#${id}`,
    reason: error?.title ?? "",
  }));
  return { done: results.length - rejected.length, rejected };
}

import type { BatchResult } from "../../../server/contract/shapes.ts";

export interface Refusal {
  name: string;
  reason: string;
}

export interface BatchOutcome {
  done: number;
  rejected: Refusal[];
}

/** Summarizes a batch result: how many items succeeded, and which failed, by name and with the reason. */
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

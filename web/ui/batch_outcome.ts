import type { BatchAnswer } from "../../server/contract/shapes.ts";

export interface Refusal {
  name: string;
  reason: string;
}

export interface BatchOutcome {
  done: number;
  refused: Refusal[];
}

/** Sums up what came of each: how many were done, and by name which were not and why. */
export function readOutcome(
  { results }: BatchAnswer,
  acted: readonly { id: number; name: string }[],
): BatchOutcome {
  const names = new Map(acted.map(({ id, name }) => [id, name]));
  const refused = results.filter(({ ok }) => !ok).map(({ id, error }) => ({
    name: names.get(id) ?? `#${id}`,
    reason: error?.title ?? "",
  }));
  return { done: results.length - refused.length, refused };
}

import type { BatchAnswer } from "../../../../server/contract/shapes.ts";
import type { Task } from "../../../../server/contract/tasks.ts";

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
  tasks: readonly Pick<Task, "id" | "name">[],
): BatchOutcome {
  const names = new Map(tasks.map(({ id, name }) => [id, name]));
  const refused = results.filter(({ ok }) => !ok).map(({ id, error }) => ({
    name: names.get(id) ?? `#${id}`,
    reason: error?.title ?? "",
  }));
  return { done: results.length - refused.length, refused };
}

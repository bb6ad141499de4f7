import type { Task } from "../../../../server/contract/tasks.ts";

/** As in the list, by name, or by the next due time. */
export const orders = ["list", "name", "due"] as const;
export type SpreadOrder = (typeof orders)[number];

/** Returns tasks in an order; those without a due time come last. */
export function ordered<T extends Pick<Task, "name" | "nextRunAt">>(
  tasks: readonly T[],
  order: SpreadOrder,
): T[] {
  if (order === "list") return [...tasks];
  if (order === "name") {
    const collator = new Intl.Collator(undefined, { numeric: true });
    return tasks.toSorted((a, b) => collator.compare(a.name, b.name));
  }
  const due = ({ nextRunAt }: T) => nextRunAt === null ? Infinity : Date.parse(nextRunAt);
  return tasks.toSorted((a, b) => due(a) === due(b) ? 0 : due(a) - due(b));
}

// New tasks can refer to each other: each is created after those that it names, so that it needs no second change.
import type { Comparison } from "./compare.ts";
import type { Kind } from "./kinds.ts";
import { toIds } from "./references.ts";

/** Returns new tasks, each after those of them that it names; in a circle, one of them comes first. */
export function inOrderOfUse(
  tasks: readonly Comparison[],
  { references }: Pick<Kind, "references">,
): Comparison[] {
  const byKey = new Map(tasks.map((one) => [one.file.key, one]));
  const usedBy = ({ file }: Comparison) => {
    const used: Comparison[] = [];
    toIds(file.fields, references, (name, kind) => {
      const other = kind === "task" && typeof name === "string" ? byKey.get(name) : undefined;
      if (other) used.push(other);
      return null;
    });
    return used;
  };
  const ordered = new Set<Comparison>();
  const entered = new Set<Comparison>();
  const stack = tasks.toReversed();
  for (let task = stack.at(-1); task !== undefined; task = stack.at(-1)) {
    const before = entered.has(task) ? [] : usedBy(task).filter((one) => !entered.has(one));
    entered.add(task);
    if (before.length > 0) stack.push(...before);
    else ordered.add(stack.pop()!); // it is not empty
  }
  return [...ordered];
}

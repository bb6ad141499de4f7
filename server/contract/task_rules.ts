// The rules of a task, each with the values of parameters that its runs get. It does not import zod, because the page loads
// it.
import type { ParameterValues } from "./parameters.ts";
import type { Schedules, TaskSchedules } from "./tasks.ts";

/** Returns schedules without the values of parameters. */
export function bareSchedules(schedules: TaskSchedules): Schedules {
  return typeof schedules === "string" ? schedules : schedules.map(ruleOf);
}

export function ruleOf(entry: TaskSchedules[number]): string {
  return typeof entry === "string" ? entry : entry.rule;
}

/** Returns the values of a rule; none for an occasion or a bare rule. */
export function valuesOfRule(entry: TaskSchedules[number]): ParameterValues {
  return typeof entry === "string" ? {} : entry.parameters;
}

/** Returns a rule with values; the bare rule without any. */
export function withValues(rule: string, parameters: ParameterValues): string | {
  rule: string;
  parameters: ParameterValues;
} {
  return Object.keys(parameters).length === 0 ? rule : { rule, parameters };
}

/**
 * Returns schedules whose bare rules get the values that a task has: a rule keeps its own, and one that replaces another rule at
 * the same position keeps those of that. For changes by what knows no parameters.
 */
export function keepValues(next: TaskSchedules, before: TaskSchedules): TaskSchedules {
  if (typeof next === "string" || typeof before === "string") return next;
  const known = new Map(before.map((entry) => [ruleOf(entry), valuesOfRule(entry)]));
  const stays = (rule: string) => next.some((entry) => ruleOf(entry) === rule);
  return next.map((entry, index) => {
    if (typeof entry !== "string") return entry;
    const replaced = before[index];
    const moved = replaced !== undefined && !stays(ruleOf(replaced)) ? valuesOfRule(replaced) : {};
    return withValues(entry, known.get(entry) ?? moved);
  });
}

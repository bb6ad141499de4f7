// What a schema cannot know of a view's conditions: which operators and values make sense for a property.
import type { FieldIssue } from "../../contract/app_error.ts";
import { taskStatuses } from "../../contract/tasks.ts";
import {
  closedProperties,
  maxConditionValues,
  type ViewCondition,
  type ViewPatch,
} from "../../contract/views.ts";
import { runActions } from "../../engine/states.ts";

const messages: Partial<Record<ViewCondition["property"], readonly string[]>> = {
  status: taskStatuses,
  lastOutcome: runActions.end.to,
};
const closedOperators = ["isOneOf", "isNoneOf"];

/** Lists what is wrong with a view, beyond what the schema says. */
export function viewIssues({ name, conditions = [] }: ViewPatch): FieldIssue[] {
  const values = conditions.reduce((sum, one) => sum + one.values.length, 0);
  return [
    ...(name?.trim() === "" ? [{ path: "name", code: "required" as const }] : []),
    ...(values > maxConditionValues
      ? [{ path: "conditions", code: "too_many" as const, params: { max: maxConditionValues } }]
      : []),
    ...conditions.flatMap((condition, index) => conditionIssues(condition, `conditions.${index}`)),
  ];
}

function conditionIssues({ property, operator, values }: ViewCondition, path: string): FieldIssue[] {
  if (!closedProperties.some((closed) => closed === property)) return [];
  if (!closedOperators.includes(operator)) return [wrong(`${path}.operator`, closedOperators)];
  const known = messages[property];
  return values.flatMap((value, index) => {
    const file = `${path}.values.${index}`;
    if (known) return known.includes(value) ? [] : [wrong(file, known)];
    return /^[1-9]\d{0,14}$/.test(value) ? [] : [{ path: file, code: "invalid" as const }];
  });
}

function wrong(path: string, options: readonly string[]): FieldIssue {
  return { path, code: "invalid_value", params: { options: options.join(", ") } };
}

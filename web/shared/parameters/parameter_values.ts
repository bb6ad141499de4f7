import type { Parameter, ParameterValues } from "../../../server/contract/parameters.ts";
import type { Run } from "../../../server/contract/runs.ts";

/** What an earlier run had. */
export type EarlierValues = Pick<Run, "parameters" | "unsetParameters">;

/** Returns whether a run had values, or none in place of a default: its task by itself would run with other ones. */
export function hasOwnValues({ parameters, unsetParameters }: Partial<EarlierValues>): boolean {
  return Object.keys(parameters ?? {}).length > 0 || (unsetParameters ?? []).length > 0;
}

/**
 * Returns what a form for a run starts with: the values of an earlier run, or else the defaults, also of parameters that
 * were added since that run.
 */
export function startValues(
  parameters: readonly Parameter[],
  earlier: EarlierValues | null,
): ParameterValues {
  const values = earlier?.parameters ?? {};
  return Object.fromEntries(parameters.map(({ name, type, default: usual }) => {
    const isKnown = Object.hasOwn(values, name) || earlier?.unsetParameters.includes(name);
    const value = isKnown ? values[name] ?? null : usual;
    return [name, type === "switch" ? value === true : value];
  }));
}

/** Returns the value of each parameter; what was removed from the form is null, which is no value, not the default. */
export function givenValues(parameters: readonly Parameter[], values: ParameterValues): ParameterValues {
  return Object.fromEntries(parameters.map(({ name }) => [name, values[name] ?? null]));
}

/** Returns the values of rules after rules were added, removed or changed in a list. */
export function alignValues(
  before: readonly string[],
  after: readonly string[],
  values: readonly ParameterValues[],
): ParameterValues[] {
  const removed = after.length < before.length
    ? before.findIndex((rule, index) => rule !== after[index])
    : -1;
  const left = removed < 0 ? values : values.filter((_, index) => index !== removed);
  return after.map((_, index) => left[index] ?? {});
}

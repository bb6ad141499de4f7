import type { Parameter } from "./parameters.ts";

/** Returns whether a run of a task cannot start unless it is given a value. */
export function needsValues(parameters: readonly Pick<Parameter, "required" | "default">[]): boolean {
  return parameters.some(({ required, default: usual }) => required && usual === null);
}

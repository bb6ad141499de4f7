import { environmentRoom, fitEnvironment, type Fitted } from "../platform/process/fit_environment.ts";
import type { RunSpec } from "./run_spec.ts";

/** Removes the variables from a spec's environment that would prevent its process from starting. */
export function fitVariables(
  { environment, command, args, around }: RunSpec,
  names: readonly string[],
): Fitted {
  if (names.length === 0) return { environment, leftOut: [] };
  const { last, ...texts } = around;
  const lines = Object.values(texts).map((text) => text ?? "");
  const tokens = [...command, ...args, ...last, ...lines];
  return fitEnvironment(environment, { args: tokens, expendable: names, room: environmentRoom() });
}

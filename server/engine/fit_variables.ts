import { environmentRoom, fitEnvironment, type Fitted } from "../platform/process/fit_environment.ts";
import type { RunSpec } from "./run_spec.ts";

/** Leaves those variables out of a spec's environment that no process could be started with. */
export function fitVariables(
  { environment, command, args, around }: RunSpec,
  names: readonly string[],
): Fitted {
  if (names.length === 0) return { environment, leftOut: [] };
  const { last, ...texts } = around;
  const lines = Object.values(texts).map((text) => text ?? "");
  const tokens = [...command, ...args, ...last, ...lines];
  return fitEnvironment(environment, { messages: tokens, expendable: names, room: environmentRoom() });
}

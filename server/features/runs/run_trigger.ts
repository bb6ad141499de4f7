import { type RunTrigger, runTrigger } from "../../contract/triggers.ts";
import type { RunRow } from "../../engine/store.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** Returns the trigger that has started a run; null without one, or if it cannot be parsed. */
export function readRunTrigger({ trigger_json }: Pick<RunRow, "trigger_json">): RunTrigger | null {
  if (trigger_json === null) return null;
  return runTrigger.safeParse(storedJson<object>(trigger_json, {})).data ?? null;
}

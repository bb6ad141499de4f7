import type { ParameterValue, RunParameters } from "../../contract/parameters.ts";
import { taskLimits } from "../../contract/limits/tasks.ts";
import type { ParameterType } from "../../contract/parameter_types.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** A value of a parameter as it is stored with a run; null for a secret, which is sealed beside it. */
export interface StoredParameter {
  name: string;
  type: ParameterType;
  value: ParameterValue | null;
}

/** Returns the values that a run was given, without secrets; null for a run without parameters. */
export function readRunParameters(requestJson: string | null): RunParameters {
  if (requestJson === null) return null;
  const { parameters } = storedJson<{ parameters?: StoredParameter[] }>(requestJson, {});
  if (!Array.isArray(parameters)) return null;
  return Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
}

/** Returns the names of the parameters that were declared and for which a run had no value. */
export function readUnsetParameters(requestJson: string | null): string[] {
  const { unset } = storedJson<{ unset?: string[] }>(requestJson, {});
  return Array.isArray(unset) ? unset : [];
}

/** Returns values with long texts cut: a list of runs can have megabytes of them. */
export function shortened(values: RunParameters): RunParameters {
  if (values === null) return null;
  const max = taskLimits.parameterPreview;
  const cut = (value: ParameterValue | null) =>
    typeof value === "string" && value.length > max ? `${value.slice(0, max)}…` : value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cut(value)]));
}

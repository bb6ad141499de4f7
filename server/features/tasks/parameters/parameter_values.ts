// Values of parameters: checked against the declaration, and combined.
import { AppError, type FieldIssue } from "../../../contract/app_error.ts";
import type { Parameter, ParameterValue, ParameterValues } from "../../../contract/parameters.ts";
import { taskLimits } from "../../../contract/limits/tasks.ts";
import { splitPath } from "../../../platform/files/path_names.ts";
import type { Patterns } from "./compile_pattern.ts";

type Reason = Omit<FieldIssue, "path">;

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Returns a value in the form in which it is stored: texts become numbers and switches where they stand for one. */
export function storedValue({ type }: Pick<Parameter, "type">, value: ParameterValue): ParameterValue {
  if (type === "number" && typeof value === "string" && NUMBER.test(value)) return Number(value);
  if (type === "switch" && (value === "true" || value === "false")) return value === "true";
  return value;
}

/** Returns why a parameter cannot have a value; null if it can. An empty text is no value where one is required. */
export function reasonAgainst(
  parameter: Parameter,
  given: ParameterValue,
  patterns: Patterns,
): Reason | null {
  const value = storedValue(parameter, given);
  switch (parameter.type) {
    case "number":
      if (typeof value !== "number") return { code: "bad_number" };
      return rangeReason(parameter, value);
    case "switch":
      return typeof value === "boolean" ? null : { code: "invalid_type", params: { expected: "boolean" } };
    case "date":
      if (typeof value !== "string" || !isDate(value)) return { code: "bad_date" };
      return rangeReason(parameter, value);
    case "choice":
      return parameter.choices?.some((choice) => choice === value)
        ? null
        : { code: "invalid_value", params: { options: (parameter.choices ?? []).join(", ") } };
    case "text":
    case "secret":
    case "file":
      return textReason(parameter, value, patterns);
  }
  return parameter.type satisfies never;
}

function rangeReason({ min, max }: Parameter, value: number | string): Reason | null {
  if (min !== null && typeof min === typeof value && value < min) {
    return { code: "too_small", params: { min } };
  }
  if (max !== null && typeof max === typeof value && value > max) return { code: "too_big", params: { max } };
  return null;
}

function textReason(parameter: Parameter, value: ParameterValue, patterns: Patterns): Reason | null {
  if (typeof value !== "string") return { code: "invalid_type", params: { expected: "string" } };
  const { type, required, pattern, name } = parameter;
  if (value === "" && required) return { code: "parameter_required", params: { parameter: name } };
  const max = taskLimits.parameterBytes;
  if (bytesOf(value) > max) return { code: "too_many_bytes", params: { max } };
  if (type === "file") {
    const reason = pathReason(value);
    if (reason) return reason;
  }
  const matches = pattern === null ? undefined : patterns.get(pattern);
  return matches && !matches(value) ? { code: "pattern_mismatch", params: { pattern: pattern! } } : null;
}

function pathReason(path: string): Reason | null {
  try {
    return splitPath(path).length === 0 ? { code: "required" } : null;
  } catch (error) {
    const [issue] = error instanceof AppError ? error.issues : [];
    if (!issue) throw error;
    return { code: issue.code, ...issue.params && { params: issue.params } };
  }
}

function isDate(text: string): boolean {
  const at = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Returns the issues of values, at `path` and the name of each parameter. Missing values are none. */
export function valueIssues(
  parameters: readonly Parameter[],
  values: ParameterValues,
  { patterns, path }: { patterns: Patterns; path: string },
): FieldIssue[] {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const issues = Object.entries(values).flatMap(([name, value]): FieldIssue[] => {
    const parameter = byName.get(name);
    const at = `${path}.${name}`;
    if (!parameter) return [{ path: at, code: "unknown_parameter", params: { parameter: name } }];
    const reason = value === null ? null : reasonAgainst(parameter, value, patterns);
    return reason ? [{ path: at, ...reason }] : [];
  });
  const max = taskLimits.parameterBytesTogether;
  const isLarge = bytesOf(JSON.stringify(values)) > max;
  return isLarge ? [...issues, { path, code: "too_many_bytes", params: { max } }] : issues;
}

/** Returns the values that a run gets: those given, or else the defaults; null means none. */
export function resolveValues(
  parameters: readonly Parameter[],
  given: ParameterValues,
): Record<string, ParameterValue> {
  return Object.fromEntries(parameters.flatMap((parameter) => {
    const { name, default: usual } = parameter;
    const value = Object.hasOwn(given, name) ? given[name] ?? null : usual;
    return value === null ? [] : [[name, storedValue(parameter, value)]];
  }));
}

/** Returns the required parameters for which values give none. */
export function missingParameters(
  parameters: readonly Parameter[],
  values: Readonly<Record<string, ParameterValue>>,
): Parameter[] {
  return parameters.filter(({ name, required }) => {
    return required && (!Object.hasOwn(values, name) || values[name] === "");
  });
}

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

// What one run is given besides its task: values of parameters, and the arguments and variables that a user passes to it. Checked
// for what a schema cannot know, and stored with the run so that its retries get the same.
import { AppError, type FieldIssue, refuseIf } from "../../contract/app_error.ts";
import type { Parameter, ParameterValue, ParameterValues } from "../../contract/parameters.ts";
import type { TaskRunBody } from "../../contract/tasks.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { KEY_FILE, type Sealer, SealError } from "../../platform/seal.ts";
import { storedJson } from "../../platform/stored_json.ts";
import type { StoredParameter } from "../runs/run_parameters.ts";
import { commandError } from "./command/refusal_messages.ts";
import { bytesOf, resolveValues } from "./parameters/parameter_values.ts";
import { readParameters } from "./parameters/rule_values.ts";

const RESERVED_PREFIX = "SUNDIAL_";
/** The kernel's limit in bytes for one `NAME=value` with its terminator (MAX_ARG_STRLEN of execve(2)). */
const MAX_BYTES = 128 * 1024;
const MAX_BYTES_TOGETHER = 1024 * 1024;

export interface RunRequest {
  arguments: readonly string[];
  variables: Readonly<Record<string, string>>;
}

/** A request for runs of tasks. */
export interface TaskRunRequest extends RunRequest {
  parameters?: ParameterValues;
}

/** A value that a run was given, also of a secret. */
export interface GivenParameter extends StoredParameter {
  value: ParameterValue;
}

/** The stored form: variables often hold secrets. Runs queued by an older version have them unencrypted. */
interface StoredRequest {
  arguments: readonly string[];
  sealed?: string;
  variables?: RunRequest["variables"];
  parameters?: StoredParameter[];
  /** Names of parameters that had no value, unlike those that were declared later; secrets are not among them. */
  unset?: string[];
  sealedParameters?: string;
}

/** Reads the arguments and variables of a run. Throws `validation_failed` if no process could start with them. */
export function readRunRequest(body: Pick<TaskRunBody, "arguments" | "variables">): RunRequest {
  const request = { arguments: body.arguments ?? [], variables: body.variables ?? {} };
  const variables = Object.entries(request.variables);
  const sizes = variables.map(([name, value]) => bytesOf(name) + bytesOf(value) + 2);
  refuseIf([
    ...variables.filter(([name]) => name.startsWith(RESERVED_PREFIX)).map(([name]) => reserved(name)),
    ...variables.filter((_, index) => (sizes[index] ?? 0) > MAX_BYTES).map(([name]) =>
      tooLong(`variables.${name}`, MAX_BYTES)
    ),
    ...(sizes.reduce((sum, size) => sum + size, 0) > MAX_BYTES_TOGETHER
      ? [tooLong("variables", MAX_BYTES_TOGETHER)]
      : []),
  ]);
  return request;
}

/** Serializes a request with its variables sealed; returns null when it is empty. Throws `secret_key_wrong`. */
export function writeRequest(request: RunRequest, sealer: Sealer): string | null {
  const stored = storedRequest(request, sealer);
  return stored.arguments.length === 0 && !stored.sealed ? null : JSON.stringify(stored);
}

/**
 * Serializes a request for a run of a task, with the values that its parameters get; null when there is nothing. Throws
 * `secret_key_wrong`.
 */
export function writeTaskRequest(
  request: TaskRunRequest,
  parameters: readonly Parameter[],
  sealer: Sealer,
): string | null {
  if (parameters.length === 0) return writeRequest(request, sealer);
  const values = storedParameters(parameters, request.parameters ?? {});
  const secrets = values.filter(({ type }) => type === "secret").map(({ name, value }) => [name, value]);
  return JSON.stringify(
    {
      ...storedRequest(request, sealer),
      parameters: values.map((one) => one.type === "secret" ? { ...one, value: null } : one),
      ...withUnset(parameters, values),
      ...(secrets.length > 0 && { sealedParameters: seal(Object.fromEntries(secrets), sealer) }),
    } satisfies StoredRequest,
  );
}

/** Serializes what a run that nobody starts by hand gets: the values of its rules, and defaults. They have no secrets. */
export function scheduledRequest(task: Pick<TaskRow, "parameters_json">, values: ParameterValues): string {
  const parameters = readParameters(task).filter(({ type }) => type !== "secret");
  const stored = storedParameters(parameters, values);
  return JSON.stringify(
    { arguments: [], parameters: stored, ...withUnset(parameters, stored) } satisfies StoredRequest,
  );
}

/** Returns a stored request with another value of a parameter that is no secret. */
export function requestWithParameter(
  json: string | null,
  { name, type }: Pick<Parameter, "name" | "type">,
  value: ParameterValue,
): string {
  const request = storedJson<StoredRequest>(json, { arguments: [] });
  const others = (request.parameters ?? []).filter((one) => one.name !== name);
  const { unset: before, ...rest } = request;
  const unset = before?.filter((one) => one !== name) ?? [];
  return JSON.stringify(
    {
      ...rest,
      parameters: [...others, { name, type, value }],
      ...unset.length > 0 && { unset },
    } satisfies StoredRequest,
  );
}

function withUnset(
  parameters: readonly Parameter[],
  stored: readonly StoredParameter[],
): Pick<StoredRequest, "unset"> {
  const given = new Set(stored.map(({ name }) => name));
  const unset = parameters.filter(({ name, type }) => type !== "secret" && !given.has(name));
  return unset.length === 0 ? {} : { unset: unset.map(({ name }) => name) };
}

function storedParameters(parameters: readonly Parameter[], given: ParameterValues): StoredParameter[] {
  const values = resolveValues(parameters, given);
  return parameters.flatMap(({ name, type }) => {
    const value = values[name];
    return value === undefined ? [] : [{ name, type, value }];
  });
}

function storedRequest({ arguments: args, variables }: RunRequest, sealer: Sealer): StoredRequest {
  const hasVariables = Object.keys(variables).length > 0;
  return { arguments: args, ...(hasVariables && { sealed: seal(variables, sealer) }) };
}

function seal(values: Readonly<Record<string, unknown>>, sealer: Sealer): string {
  try {
    return sealer.seal(JSON.stringify(values), "run");
  } catch (error) {
    if (error instanceof SealError) throw new AppError("secret_key_wrong", { file: KEY_FILE });
    throw error;
  }
}

/** Parses the arguments and variables of a run. Throws `RunSpecError` when the variables cannot be decrypted. */
export function readRequest(json: string | null, sealer: Sealer): RunRequest {
  const { arguments: args, sealed, variables = {} } = storedJson<StoredRequest>(json, { arguments: [] });
  return { arguments: args, variables: sealed === undefined ? variables : open(sealed, sealer) };
}

/** Parses the values of parameters of a run. Throws `RunSpecError` when the secrets cannot be decrypted. */
export function readGivenParameters(json: string | null, sealer: Sealer): GivenParameter[] {
  const { parameters = [], sealedParameters } = storedJson<StoredRequest>(json, { arguments: [] });
  const secrets = sealedParameters === undefined ? {} : open(sealedParameters, sealer);
  return parameters.flatMap((one) => {
    const value = one.value ?? secrets[one.name];
    return value === undefined ? [] : [{ ...one, value }];
  });
}

function open(sealed: string, sealer: Sealer): Record<string, string> {
  try {
    return JSON.parse(sealer.open(sealed, "run")); // serialized by `seal`
  } catch (error) {
    if (error instanceof SealError) throw commandError({ code: "secret_locked" });
    throw error;
  }
}

function reserved(name: string): FieldIssue {
  return { path: `variables.${name}`, code: "reserved_name", params: { prefix: RESERVED_PREFIX } };
}

function tooLong(path: string, max: number): FieldIssue {
  return { path, code: "too_many_bytes", params: { max } };
}

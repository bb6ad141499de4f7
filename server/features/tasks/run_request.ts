// What a schema cannot know of the arguments and variables given with a run: how many bytes the kernel takes.
import { type FieldIssue, refuseIf } from "../../contract/app_error.ts";
import type { TaskRunBody } from "../../contract/tasks.ts";
import type { RunRequest } from "../../engine/run_request.ts";

const OWN = "SUNDIAL_";
/** The kernel's limit for one `NAME=value` with its end (MAX_ARG_STRLEN of execve(2)). */
const MAX_BYTES = 128 * 1024;
const MAX_BYTES_TOGETHER = 1024 * 1024;

/** Reads what is given with a run. Throws `validation_failed` for what no process could be started with. */
export function readRunRequest(body: Pick<TaskRunBody, "arguments" | "variables">): RunRequest {
  const request = { arguments: body.arguments ?? [], variables: body.variables ?? {} };
  const variables = Object.entries(request.variables);
  const sizes = variables.map(([name, value]) => bytes(name) + bytes(value) + 2);
  refuseIf([
    ...variables.filter(([name]) => name.startsWith(OWN)).map(([name]) => reserved(name)),
    ...variables.filter((_, index) => (sizes[index] ?? 0) > MAX_BYTES).map(([name]) =>
      tooLong(`variables.${name}`, MAX_BYTES)
    ),
    ...(sizes.reduce((sum, size) => sum + size, 0) > MAX_BYTES_TOGETHER
      ? [tooLong("variables", MAX_BYTES_TOGETHER)]
      : []),
  ]);
  return request;
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

function reserved(name: string): FieldIssue {
  return { path: `variables.${name}`, code: "reserved_name", params: { prefix: OWN } };
}

function tooLong(path: string, max: number): FieldIssue {
  return { path, code: "too_many_bytes", params: { max } };
}

// Checks what a schema cannot know about the arguments and variables of a run: how many bytes the kernel
// accepts.
import { type FieldIssue, refuseIf } from "../../contract/app_error.ts";
import type { TaskRunBody } from "../../contract/tasks.ts";
import type { RunRequest } from "../../engine/run_request.ts";

const RESERVED_PREFIX = "SUNDIAL_";
/** The kernel's limit in bytes for one `NAME=value` with its terminator (MAX_ARG_STRLEN of execve(2)). */
const MAX_BYTES = 128 * 1024;
const MAX_BYTES_TOGETHER = 1024 * 1024;

/** Reads the arguments and variables of a run. Throws `validation_failed` if no process could start with them. */
export function readRunRequest(body: Pick<TaskRunBody, "arguments" | "variables">): RunRequest {
  const request = { arguments: body.arguments ?? [], variables: body.variables ?? {} };
  const variables = Object.entries(request.variables);
  const sizes = variables.map(([name, value]) => bytes(name) + bytes(value) + 2);
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

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

function reserved(name: string): FieldIssue {
  return { path: `variables.${name}`, code: "reserved_name", params: { prefix: RESERVED_PREFIX } };
}

function tooLong(path: string, max: number): FieldIssue {
  return { path, code: "too_many_bytes", params: { max } };
}

// What runs on demand are given: checked against the parameters of each task, because a form or a program may be out of date.
import { type FieldIssue, refuseIf } from "../../contract/app_error.ts";
import type { Parameter } from "../../contract/parameters.ts";
import type { Database } from "../../engine/store.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import type { Sealer } from "../../platform/seal.ts";
import { compilePatterns } from "./parameters/compile_pattern.ts";
import { missingParameters, resolveValues, valueIssues } from "./parameters/parameter_values.ts";
import { readParameters } from "./parameters/rule_values.ts";
import { findFile } from "./parameters/run_variables.ts";
import { type TaskRunRequest, writeTaskRequest } from "./run_request.ts";

export interface RunContext {
  /** Encrypts the variables and secrets that are passed to a run. */
  sealer: Sealer;
  /** Directory of the scripts. */
  scripts: string;
}

export const noRequest: TaskRunRequest = { arguments: [], variables: {} };

/** Returns what is stored with a run of a task. Throws `validation_failed`. */
export async function requestOf(
  task: Pick<TaskRow, "parameters_json">,
  request: TaskRunRequest,
  { sealer, scripts }: RunContext,
): Promise<string | null> {
  const parameters = readParameters(task);
  refuseIf(await requestIssues(parameters, request, scripts));
  return writeTaskRequest(request, parameters, sealer);
}

/** Throws `validation_failed` when some of the tasks could not be run with these values: none is run then. */
export async function refuseRequest(
  db: Database,
  ids: readonly number[],
  request: TaskRunRequest,
  { scripts }: RunContext,
): Promise<void> {
  if (Object.keys(request.parameters ?? {}).length === 0) return;
  const tasks = await db.selectFrom("task").select("parameters_json").where("id", "in", [...ids]).execute();
  for (const task of tasks) refuseIf(await requestIssues(readParameters(task), request, scripts));
}

async function requestIssues(
  parameters: readonly Parameter[],
  { parameters: given = {}, variables }: TaskRunRequest,
  scripts: string,
): Promise<FieldIssue[]> {
  const patterns = await compilePatterns(parameters);
  const values = resolveValues(parameters, given);
  const issues = valueIssues(parameters, given, { patterns, path: "parameters" });
  for (const { name, type } of parameters) {
    const path = `parameters.${name}`;
    if (Object.hasOwn(variables, name)) {
      issues.push({ path: `variables.${name}`, code: "variable_is_parameter", params: { parameter: name } });
    }
    const value = values[name];
    if (type !== "file" || !value || issues.some((issue) => issue.path === path)) continue;
    if (findFile(String(value), scripts) === null) {
      issues.push({ path, code: "no_such_script_file", params: { path: String(value) } });
    }
  }
  for (const { name } of missingParameters(parameters, values)) {
    const path = `parameters.${name}`;
    if (issues.some((issue) => issue.path === path)) continue;
    issues.push({ path, code: "parameter_required", params: { parameter: name } });
  }
  return issues;
}

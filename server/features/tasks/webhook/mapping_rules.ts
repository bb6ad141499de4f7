// Checks what a schema cannot know of the mapping of a webhook: the parameters of its task.
import { AppError, type FieldIssue, refuseIf } from "../../../contract/app_error.ts";
import type { Parameter } from "../../../contract/parameters.ts";
import type { TaskPatch } from "../../../contract/tasks.ts";
import type { Tx } from "../../../engine/store.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { storedJson } from "../../../platform/stored_json.ts";
import { missingParameters, resolveValues } from "../parameters/parameter_values.ts";
import { readParameters } from "../parameters/rule_values.ts";
import { findTask } from "../store.ts";
import type { Mapping } from "./map_values.ts";
import { findWebhook } from "./store.ts";

/** Throws `not_found`, and `validation_failed` for parameters that the task does not have. */
export async function refuseMapping(tx: Tx, taskId: number, mapping: Mapping): Promise<void> {
  const task = await findTask(tx, taskId);
  if (!task) throw new AppError("not_found");
  refuseIf(
    unknownIn(mapping, readParameters(task)).map((name) => ({
      ...{ path: `mapping.${name}`, code: "unknown_parameter" as const, params: { parameter: name } },
    })),
  );
}

/**
 * Throws `validation_failed` when other parameters would make the webhook of a task reject each delivery: one that it maps is gone,
 * or one is required that it does not map. What was so before stays.
 */
export async function refuseUnmapped(
  tx: Tx,
  { parameters }: Pick<TaskPatch, "parameters">,
  before: Pick<TaskRow, "id" | "parameters_json">,
): Promise<void> {
  const hook = parameters && await findWebhook(tx, before.id);
  if (!parameters || !hook) return;
  const mapping = storedJson<Mapping>(hook.mapping_json, {});
  const known = new Set(issuesOf(mapping, readParameters(before)).map((issue) => JSON.stringify(issue)));
  refuseIf(issuesOf(mapping, parameters).filter((issue) => !known.has(JSON.stringify(issue))));
}

function issuesOf(mapping: Mapping, parameters: readonly Parameter[]): FieldIssue[] {
  const missing = missingParameters(parameters, resolveValues(parameters, {}))
    .filter(({ name }) => !Object.hasOwn(mapping, name));
  return [
    ...unknownIn(mapping, parameters).map((parameter) => ({
      ...{ path: "parameters", code: "webhook_maps_parameter" as const, params: { parameter } },
    })),
    ...missing.map(({ name }) => ({
      ...{ path: "parameters", code: "webhook_lacks_parameter" as const, params: { parameter: name } },
    })),
  ];
}

function unknownIn(mapping: Mapping, parameters: readonly Parameter[]): string[] {
  const names = new Set(parameters.map(({ name }) => name));
  return Object.keys(mapping).filter((name) => !names.has(name));
}

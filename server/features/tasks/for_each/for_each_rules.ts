// Checks what a schema cannot know of the list for which a task runs.
import { type FieldIssue, refuseIf } from "../../../contract/app_error.ts";
import type { ForEach } from "../../../contract/flows.ts";
import { taskLimits } from "../../../contract/limits/tasks.ts";
import type { TaskPatch } from "../../../contract/tasks.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { compilePatterns } from "../parameters/compile_pattern.ts";
import { bytesOf, reasonAgainst } from "../parameters/parameter_values.ts";
import { readParameters, readTaskSchedules } from "../parameters/rule_values.ts";
import { readForEach } from "./list_items.ts";

type Patch = Pick<TaskPatch, "forEach" | "parameters" | "schedules" | "upstream" | "placement">;
type Before = Pick<
  TaskRow,
  | "for_each_json"
  | "parameters_json"
  | "schedules_json"
  | "rule_values_json"
  | "upstream_json"
  | "placement_mode"
>;

const fields = ["forEach", "parameters", "schedules", "upstream", "placement"] as const;

/** Throws `validation_failed` when a patch would make the list of a task invalid; what is not sent stays. */
export async function refuseForEach(patch: Patch, before: Before | null): Promise<void> {
  if (fields.every((field) => patch[field] === undefined)) return;
  const list = patch.forEach === undefined ? before && readForEach(before) : patch.forEach;
  if (!list) return;
  const issues = [
    ...sourceIssues(list),
    ...await parameterIssues(list, patch, before),
    ...contextIssues(list, patch, before),
  ];
  refuseIf(issues);
}

function sourceIssues(list: ForEach): FieldIssue[] {
  const max = taskLimits.parameterBytesTogether;
  if (bytesOf(JSON.stringify(list)) > max) {
    return [{ path: "forEach.values", code: "too_many_bytes", params: { max } }];
  }
  const isOne = (list.values === undefined) !== (list.output === undefined);
  return isOne ? [] : [{ path: "forEach", code: "one_list" }];
}

async function parameterIssues(list: ForEach, patch: Patch, before: Before | null): Promise<FieldIssue[]> {
  const parameters = patch.parameters ?? (before ? readParameters(before) : []);
  const parameter = parameters.find(({ name }) => name === list.parameter);
  const isSent = patch.forEach !== undefined;
  const params = { parameter: list.parameter };
  const path = isSent ? "forEach.parameter" : "parameters";
  if (!parameter) return [{ path, code: "unknown_parameter", params }];
  if (parameter.required || parameter.type === "secret") return [{ path, code: "list_parameter", params }];
  const patterns = await compilePatterns([parameter]);
  return (list.values ?? []).flatMap((value, index): FieldIssue[] => {
    const reason = reasonAgainst(parameter, value, patterns);
    if (!reason) return [];
    return isSent
      ? [{ path: `forEach.values.${index}`, ...reason }]
      : [{ path, code: "list_value", params: { ...params, index: index + 1 } }];
  });
}

function contextIssues(list: ForEach, patch: Patch, before: Before | null): FieldIssue[] {
  const mode = patch.placement?.mode ?? before?.placement_mode ?? "any";
  const schedules = patch.schedules ?? (before ? readTaskSchedules(before) : "manual");
  const isAfterOthers = patch.upstream === undefined
    ? before?.upstream_json != null
    : patch.upstream !== null;
  const at = (field: keyof Patch, own: string) => patch.forEach === undefined ? field : own;
  const issues: FieldIssue[] = [];
  if (mode === "all") issues.push({ path: at("placement", "forEach"), code: "list_on_all_nodes" });
  // Before the tasks before it have ended, nobody knows how many runs there will be.
  if (list.output !== undefined && (!isAfterOthers || schedules !== "manual")) {
    const changed = patch.schedules === undefined ? "upstream" : "schedules";
    issues.push({ path: at(changed, "forEach.output"), code: "list_without_upstream" });
  }
  return issues;
}

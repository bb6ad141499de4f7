// Checks what a schema cannot know of the parameters of a task, and of the values that its rules give them.
import type { Upstream } from "../../../contract/flows.ts";
import { readUpstream } from "../flow/flow_graph.ts";
import { type FieldIssue, refuseIf } from "../../../contract/app_error.ts";
import { type Parameter, type ParameterValues } from "../../../contract/parameters.ts";
import { patternTypes, rangeTypes } from "../../../contract/parameter_types.ts";
import { taskLimits } from "../../../contract/limits/tasks.ts";
import { ruleOf, valuesOfRule } from "../../../contract/task_rules.ts";
import type { TaskPatch, TaskSchedules } from "../../../contract/tasks.ts";
import { RESERVED_PREFIX, SHELL_NAMES } from "../../../contract/variables.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { compilePattern, compilePatterns, type Patterns } from "./compile_pattern.ts";
import { bytesOf, missingParameters, reasonAgainst, resolveValues, valueIssues } from "./parameter_values.ts";
import { readParameters, readTaskSchedules } from "./rule_values.ts";

/**
 * Names by which whoever runs a task could start another program: search paths, options of interpreters, and what shells and
 * the loader read.
 */
const PROTECTED = new RegExp(
  `^(${
    [
      "PATH|HOME|SHELL|ENV|IFS|CDPATH|ZDOTDIR|XDG_CONFIG_.*|BASH_.*|PROMPT_COMMAND|PS[0-4]",
      "(LD|DYLD|DENO|NPM)_.*|GCONV_PATH|LOCPATH",
      "NODE_(OPTIONS|PATH|EXTRA_CA_CERTS|V8_COVERAGE)|PERL5.*|RUBY(OPT|LIB)",
      "PYTHON(PATH|HOME|STARTUP|INSPECT|USERBASE|BREAKPOINT|WARNINGS|EXECUTABLE|PYCACHEPREFIX)",
      "GIT_(SSH|SSH_COMMAND|EXEC_PATH|ASKPASS|EDITOR|SEQUENCE_EDITOR|PAGER|CONFIG.*|EXTERNAL_DIFF)",
      "GIT_(PROXY_COMMAND|TEMPLATE_DIR|DIR|WORK_TREE)|EDITOR|VISUAL|PAGER|LESSOPEN|LESSCLOSE",
      "JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|_JAVA_OPTIONS",
    ].join("|")
  })$`,
);

/** Throws `validation_failed` when a patch would make the parameters of a task, or the values of its rules, invalid. */
export async function refuseParameters(
  patch: Pick<TaskPatch, "parameters" | "schedules" | "upstream" | "triggers">,
  before:
    | Pick<
      TaskRow,
      "parameters_json" | "rule_values_json" | "schedules_json" | "upstream_json" | "triggers_json"
    >
    | null,
): Promise<void> {
  if (patch.parameters === undefined && patch.schedules === undefined && !patch.upstream && !patch.triggers) {
    return;
  }
  const after = patch.upstream === undefined ? before && readUpstream(before) : patch.upstream;
  const parameters = patch.parameters ?? (before ? readParameters(before) : []);
  if (patch.parameters !== undefined) refuseIf(await declarationIssues(parameters));
  const schedules = patch.schedules ?? (before ? readTaskSchedules(before) : "manual");
  const patterns = await compilePatterns(parameters);
  if (after) {
    const links = linkValueIssues(parameters, after, patterns);
    refuseIf(
      patch.upstream === undefined
        ? links.map(({ path, params }): FieldIssue => ({
          ...{ path: "parameters", code: "link_breaks_parameter" },
          params: params ?? { parameter: path.split(".").at(-1) ?? "" },
        }))
        : links,
    );
    if (schedules === "manual") {
      refuseIf(
        startsOf(after).flatMap((values) => missingIn(parameters, values)).map(({ name }) => ({
          ...{ path: "upstream", code: "parameter_required" as const, params: { parameter: name } },
        })),
      );
    }
  }
  const hasTriggers = patch.triggers === undefined
    ? (before?.triggers_json ?? "[]") !== "[]"
    : patch.triggers.length > 0;
  if (hasTriggers) refuseIf(requiredIssues(parameters, "triggers"));
  const issues = scheduleValueIssues(parameters, schedules, patterns);
  // Those of rules that are not sent are issues of the declaration.
  refuseIf(patch.schedules === undefined ? issues.map(ofDeclaration) : issues.map(({ issue }) => issue));
}

function requiredIssues(parameters: readonly Parameter[], path: string): FieldIssue[] {
  return missingIn(parameters, {})
    .map(({ name }) => ({ path, code: "parameter_required", params: { parameter: name } }));
}

function linkValueIssues(
  parameters: readonly Parameter[],
  { tasks }: Upstream,
  patterns: Patterns,
): FieldIssue[] {
  return tasks.flatMap(({ parameters: values = {} }, index) => {
    const path = `upstream.tasks.${index}.parameters`;
    const secrets = parameters.filter(({ name, type }) => type === "secret" && Object.hasOwn(values, name));
    return [
      ...secrets.map(({ name }) => ({ path: `${path}.${name}`, code: "secret_by_hand_only" as const })),
      ...valueIssues(parameters, values, { patterns, path }),
    ];
  });
}

/** Returns the values that the ways give by which tasks before one start it: all of them together, or each alone. */
function startsOf({ tasks, rule }: Upstream): ParameterValues[] {
  const values = tasks.map(({ parameters = {} }) => parameters);
  return rule === "all" ? [Object.assign({}, ...values)] : values;
}

interface RuleIssue {
  rule: string;
  parameter: string;
  issue: FieldIssue;
}

function ofDeclaration({ rule, parameter, issue: { code } }: RuleIssue): FieldIssue {
  const isMissing = code === "rule_without_value" || code === "parameter_required";
  return {
    path: "parameters",
    code: isMissing ? "rule_without_value" : "rule_breaks_parameter",
    params: { rule, parameter },
  };
}

async function declarationIssues(parameters: readonly Parameter[]): Promise<FieldIssue[]> {
  const max = taskLimits.parameterBytesTogether;
  if (bytesOf(JSON.stringify(parameters)) > max) {
    return [{ path: "parameters", code: "too_many_bytes", params: { max } }];
  }
  const issues: FieldIssue[] = [];
  for (const [index, parameter] of parameters.entries()) {
    const path = `parameters.${index}`;
    const { name, pattern } = parameter;
    if (parameters.slice(0, index).some((other) => other.name === name)) {
      issues.push({ path: `${path}.name`, code: "same_parameter", params: { parameter: name } });
    }
    issues.push(...nameIssues(name, `${path}.name`), ...typeIssues(parameter, path));
    const compiled = pattern === null ? null : await compilePattern(pattern);
    if (typeof compiled === "string") issues.push({ path: `${path}.pattern`, code: compiled });
    issues.push(...defaultIssues(parameter, path, await compilePatterns([parameter])));
  }
  return issues;
}

function nameIssues(name: string, path: string): FieldIssue[] {
  if (name.toUpperCase().startsWith(RESERVED_PREFIX)) {
    return [{ path, code: "reserved_name", params: { prefix: RESERVED_PREFIX } }];
  }
  if (SHELL_NAMES.includes(name)) return [{ path, code: "shell_name", params: { name } }];
  return PROTECTED.test(name) ? [{ path, code: "protected_name", params: { name } }] : [];
}

function typeIssues({ type, pattern, min, max, choices }: Parameter, path: string): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const refuse = (field: string) =>
    issues.push({ path: `${path}.${field}`, code: "not_of_type", params: { type } });
  if (pattern !== null && !patternTypes.includes(type)) refuse("pattern");
  if (choices !== null && type !== "choice") refuse("choices");
  if (type === "choice" && choices === null) issues.push({ path: `${path}.choices`, code: "no_choices" });
  const repeated = choices?.find((choice, index) => choices.indexOf(choice) !== index);
  if (repeated !== undefined) {
    issues.push({ path: `${path}.choices`, code: "same_choice", params: { choice: repeated } });
  }
  for (const [field, limit] of Object.entries({ min, max })) {
    if (limit === null) continue;
    if (!rangeTypes.includes(type)) refuse(field);
    else if ((typeof limit === "number") !== (type === "number")) {
      issues.push({ path: `${path}.${field}`, code: type === "number" ? "bad_number" : "bad_date" });
    }
  }
  if (min !== null && max !== null && typeof min === typeof max && max < min) {
    issues.push({ path: `${path}.max`, code: "range_reversed" });
  }
  return issues;
}

function defaultIssues(parameter: Parameter, path: string, patterns: Patterns): FieldIssue[] {
  const { type, default: usual } = parameter;
  if (usual === null) return [];
  if (type === "secret") return [{ path: `${path}.default`, code: "secret_by_hand_only" }];
  const reason = reasonAgainst(parameter, usual, patterns);
  return reason ? [{ path: `${path}.default`, ...reason }] : [];
}

function scheduleValueIssues(
  parameters: readonly Parameter[],
  schedules: TaskSchedules,
  patterns: Patterns,
): RuleIssue[] {
  if (schedules === "manual") return [];
  if (typeof schedules === "string") {
    return missingIn(parameters, {}).map(({ name }) => ({
      rule: schedules,
      parameter: name,
      issue: { path: "schedules", code: "parameter_required", params: { parameter: name } },
    }));
  }
  const max = taskLimits.parameterBytesTogether;
  if (bytesOf(JSON.stringify(schedules)) > max) {
    const issue: FieldIssue = { path: "schedules", code: "too_many_bytes", params: { max } };
    return [{ rule: "", parameter: "", issue }];
  }
  return schedules.flatMap((entry, index) => {
    const rule = ruleOf(entry);
    const values = valuesOfRule(entry);
    const path = `schedules.${index}.parameters`;
    const secrets = parameters.filter(({ name, type }) => type === "secret" && Object.hasOwn(values, name));
    const issues: FieldIssue[] = [
      ...secrets.map(({ name }) => ({ path: `${path}.${name}`, code: "secret_by_hand_only" as const })),
      ...valueIssues(parameters, values, { patterns, path }),
      ...missingIn(parameters, values).map(({ name }) => ({
        path: `${path}.${name}`,
        code: "rule_without_value" as const,
        params: { rule, parameter: name },
      })),
    ];
    const first = schedules.find((other) => ruleOf(other) === rule) ?? entry;
    if (JSON.stringify(valuesOfRule(first)) !== JSON.stringify(values)) {
      issues.push({ path, code: "rule_with_two_values", params: { rule } });
    }
    return issues.map((issue) => ({ rule, parameter: issue.path.split(".")[3] ?? "", issue }));
  });
}

function missingIn(parameters: readonly Parameter[], values: ParameterValues): Parameter[] {
  return missingParameters(parameters, resolveValues(parameters, values));
}

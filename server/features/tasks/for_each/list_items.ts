// The runs that one start of a task becomes that runs for each value of a list.
import type { FieldIssue } from "../../../contract/app_error.ts";
import { type ForEach, forEach } from "../../../contract/flows.ts";
import { flowLimits } from "../../../contract/limits/flows.ts";
import type { Parameter, ParameterValue } from "../../../contract/parameters.ts";
import type { Items, ItemsRequest } from "../../../engine/source.ts";
import type { Tx } from "../../../engine/store.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { storedJson } from "../../../platform/stored_json.ts";
import { readVisibleInputs } from "../outputs/read_inputs.ts";
import { inputName } from "../outputs/input_names.ts";
import { compilePatterns } from "../parameters/compile_pattern.ts";
import { reasonAgainst, storedValue } from "../parameters/parameter_values.ts";
import { readParameters } from "../parameters/rule_values.ts";
import { requestWithParameter } from "../run_request.ts";

const MASK = "***";

type ListedTask = Pick<TaskRow, "id" | "upstream_json" | "parameters_json" | "for_each_json">;

/** Reads for what a task runs; null for a task that runs once, or when that cannot be parsed. */
export function readForEach({ for_each_json }: Pick<TaskRow, "for_each_json">): ForEach | null {
  return for_each_json === null
    ? null
    : forEach.safeParse(storedJson<object>(for_each_json, {})).data ?? null;
}

/** Returns the runs that a start becomes: without those that have succeeded in the flow run. */
export async function listItems(tx: Tx, task: ListedTask, request: ItemsRequest): Promise<Items | null> {
  const list = readForEach(task);
  if (list === null) return null;
  const parameter = readParameters(task).find(({ name }) => name === list.parameter);
  if (!parameter) {
    return problem({ code: "unknown_parameter", params: { parameter: list.parameter } });
  }
  const values = list.values ?? await linesOf(tx, task, { key: list.output ?? "", request });
  if (!Array.isArray(values)) return problem(values);
  const wrong = await listIssue(values, parameter);
  if (wrong) return problem(wrong);
  const all = values.map((value, index) => ({
    item: { index, value: String(value).slice(0, flowLimits.itemValue) },
    requestJson: requestWithParameter(request.requestJson, parameter, storedValue(parameter, value)),
  }));
  return { runs: await withoutSucceeded(tx, task.id, { all, request }) };
}

type Reason = Omit<FieldIssue, "path">;

function problem(reason: Reason): Items {
  return { problem: { path: "forEach", ...reason } };
}

/** Returns why a task cannot run for these values; null if it can. */
async function listIssue(values: readonly ParameterValue[], parameter: Parameter): Promise<Reason | null> {
  if (values.length === 0) return { code: "list_empty" };
  if (values.length > flowLimits.items) return { code: "list_too_long", params: { max: flowLimits.items } };
  const patterns = await compilePatterns([parameter]);
  const index = values.findIndex((value) => reasonAgainst(parameter, value, patterns) !== null);
  return index < 0 ? null : { code: "list_value", params: { index: index + 1, parameter: parameter.name } };
}

// Masked values are the only ones that can be read here, and a value of a run is shown with it.
async function linesOf(
  tx: Tx,
  task: ListedTask,
  { key, request: { flow } }: { key: string; request: ItemsRequest },
): Promise<string[] | Reason> {
  const inputs = await readVisibleInputs(tx, task, flow?.id ?? null);
  const isNamed = (name: string) => inputName(name) === inputName(key);
  const given = inputs.flatMap(({ values, omitted, isMasked }) => [
    ...omitted.filter(isNamed).map(() => ({ text: null, isMasked })),
    ...Object.entries(values).flatMap(([name, text]) => isNamed(name) ? [{ text, isMasked }] : []),
  ]).at(-1);
  if (!given) return { code: "list_empty" };
  if (given.text === null) {
    return { code: "list_too_large", params: { output: key, max: flowLimits.outputBytes } };
  }
  if (given.isMasked && given.text.includes(MASK)) return { code: "list_secret", params: { output: key } };
  return given.text.split("\n").filter((line) => line !== "");
}

async function withoutSucceeded(
  tx: Tx,
  taskId: number,
  { all, request: { flow } }: {
    all: { item: { index: number; value: string }; requestJson: string }[];
    request: ItemsRequest;
  },
) {
  if (!flow || flow.attempt === 1) return all;
  const done = await tx.selectFrom("run").select(["item", "request_json"])
    .where("flow_run_id", "=", flow.id).where("task_id", "=", taskId).where("state", "=", "succeeded")
    .where("item", "is not", null).execute();
  const known = new Map(done.map(({ item, request_json }) => [item, request_json]));
  return all.filter(({ item, requestJson }) => known.get(item.index) !== requestJson);
}

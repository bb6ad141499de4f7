// The values that the rules of a task give its parameters: how they are stored, and which a run gets.
import type { CronRule } from "../../../contract/cron/expression.ts";
import { nextSlot } from "../../../contract/cron/slots.ts";
import type { Parameter, ParameterValues } from "../../../contract/parameters.ts";
import { ruleOf, valuesOfRule, withValues } from "../../../contract/task_rules.ts";
import type { TaskSchedules } from "../../../contract/tasks.ts";
import type { Timetable } from "../../../engine/timetable.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { storedJson } from "../../../platform/stored_json.ts";
import { readSchedules } from "../task_timetable.ts";

export function readParameters({ parameters_json }: Pick<TaskRow, "parameters_json">): Parameter[] {
  return storedJson<Parameter[]>(parameters_json, []);
}

type ScheduleColumns = Pick<TaskRow, "schedules_json" | "rule_values_json">;

/** Reads the schedules of a row, with the values of each rule. */
export function readTaskSchedules(row: ScheduleColumns): TaskSchedules {
  const schedules = readSchedules(row);
  if (typeof schedules === "string" || row.rule_values_json === "{}") return schedules;
  const values = readRuleValues(row);
  return schedules.map((rule) => withValues(rule, values.get(rule) ?? {}));
}

function readRuleValues({ rule_values_json }: Pick<TaskRow, "rule_values_json">) {
  return new Map(Object.entries(storedJson<Record<string, ParameterValues>>(rule_values_json, {})));
}

/** Returns the columns of schedules. The rules have a column of their own, which all that plans and searches reads. */
export function scheduleColumns(schedules: TaskSchedules): ScheduleColumns {
  if (typeof schedules === "string") {
    return { schedules_json: JSON.stringify(schedules), rule_values_json: "{}" };
  }
  const values = schedules.map((entry) => [ruleOf(entry), valuesOfRule(entry)] as const)
    .filter(([, given]) => Object.keys(given).length > 0);
  return {
    schedules_json: JSON.stringify(schedules.map(ruleOf)),
    rule_values_json: JSON.stringify(Object.fromEntries(values)),
  };
}

/**
 * Returns the values of the rules that are due at some of these nominal times (ms), together: what one rule does not say, another
 * does. Where rules due together disagree, the last of them in the list counts.
 */
export function valuesAt(
  row: ScheduleColumns,
  times: readonly number[],
  { rules, zone }: Pick<Timetable, "rules" | "zone">,
): ParameterValues {
  if (row.rule_values_json === "{}") return {};
  const schedules = readSchedules(row);
  const values = readRuleValues(row);
  if (typeof schedules === "string") return {};
  const due = rules.map((rule) => times.some((time) => isDue(rule, zone, time)));
  // What no rule names is the time after a run.
  const isAfterRun = times.some((time) => !rules.some((rule) => isDue(rule, zone, time)));
  const all = schedules.flatMap((text, index) => {
    return due[index] || (isAfterRun && rules[index]?.kind === "after") ? [values.get(text) ?? {}] : [];
  });
  return Object.assign({}, ...all);
}

function isDue(rule: CronRule, zone: string, time: number): boolean {
  return nextSlot([rule], zone, time - 1) === time;
}

import type { RunState } from "../../../../server/contract/runs.ts";
import type { TaskSortField } from "../../../../server/contract/tasks.ts";
import type { ViewCondition, ViewOperator, ViewProperty } from "../../../../server/contract/views.ts";
import type { Words } from "../../../words/create_words.ts";
import type { WordKey } from "../../../words/messages.ts";
import { runStateLooks } from "../../../ui/run/run_state.tsx";
import { taskStatusLooks } from "../show/task_status.tsx";

export const propertyWords: Record<ViewProperty, WordKey> = {
  name: "tasks.name",
  command: "tasks.command",
  schedule: "tasks.schedule",
  status: "tasks.status",
  label: "views.label",
  subscription: "views.subscription",
  lastOutcome: "views.lastOutcome",
};

export const operatorWords: Record<ViewOperator, WordKey> = {
  contains: "views.contains",
  notContains: "views.notContains",
  isOneOf: "views.isOneOf",
  isNoneOf: "views.isNoneOf",
};

export const sortWords: Record<TaskSortField, WordKey> = {
  name: "tasks.name",
  command: "tasks.command",
  status: "tasks.status",
  enabled: "tasks.enabled",
  lastRunAt: "tasks.lastRun",
  lastDurationMs: "runs.duration",
  nextRunAt: "tasks.nextRun",
  createdAt: "tasks.createdAt",
  updatedAt: "tasks.changedAt",
};

/** How a run can have ended, as values of a condition. */
export const outcomes: readonly RunState[] = ["succeeded", "failed", "timed_out", "stopped", "interrupted"];

/** Says the value of a condition. */
export function valueText(property: ViewProperty, value: string, { t }: Words): string {
  const looks: Partial<Record<string, { word: WordKey }>> = property === "status"
    ? taskStatusLooks
    : property === "lastOutcome"
    ? runStateLooks
    : {};
  const look = Object.hasOwn(looks, value) ? looks[value] : undefined;
  return look ? t(look.word) : value;
}

/** Says a condition in one line. */
export function conditionText({ property, operator, values }: ViewCondition, words: Words): string {
  const { t } = words;
  return t("views.condition", {
    property: t(propertyWords[property]),
    operator: t(operatorWords[operator]),
    values: values.map((value) => valueText(property, value, words)).join(t("views.valueJoin")),
  });
}

/** Says what a view shows in one line. */
export function viewText(
  { conditions, relation }: { conditions: readonly ViewCondition[]; relation: "and" | "or" },
  words: Words,
): string {
  if (conditions.length === 0) return words.t("tasks.allTasks");
  const joined = words.t(relation === "and" ? "views.andJoin" : "views.orJoin");
  return conditions.map((one) => conditionText(one, words)).join(joined);
}

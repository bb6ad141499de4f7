import type { RunState } from "../../../server/contract/runs.ts";
import type { TaskSortField } from "../../../server/contract/tasks.ts";
import type { ViewCondition, ViewOperator, ViewProperty } from "../../../server/contract/views.ts";
import type { Messages } from "../../messages/create_messages.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { runStateStyles } from "../../shared/run/run_state.tsx";
import { taskStatusStyles } from "../../shared/task/task_status.tsx";

export const propertyMessages: Record<ViewProperty, MessageKey> = {
  name: "tasks.name",
  command: "tasks.command",
  schedule: "tasks.schedule",
  status: "tasks.status",
  label: "views.label",
  subscription: "views.subscription",
  lastOutcome: "views.lastOutcome",
};

export const operatorMessages: Record<ViewOperator, MessageKey> = {
  contains: "views.contains",
  notContains: "views.notContains",
  isOneOf: "views.isOneOf",
  isNoneOf: "views.isNoneOf",
};

export const sortMessages: Record<TaskSortField, MessageKey> = {
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
export function valueText(property: ViewProperty, value: string, { t }: Messages): string {
  const styles: Partial<Record<string, { word: MessageKey }>> = property === "status"
    ? taskStatusStyles
    : property === "lastOutcome"
    ? runStateStyles
    : {};
  const style = Object.hasOwn(styles, value) ? styles[value] : undefined;
  return style ? t(style.word) : value;
}

/** Says a condition in one line. */
export function conditionText({ property, operator, values }: ViewCondition, messages: Messages): string {
  const { t } = messages;
  return t("views.condition", {
    property: t(propertyMessages[property]),
    operator: t(operatorMessages[operator]),
    values: values.map((value) => valueText(property, value, messages)).join(t("views.valueJoin")),
  });
}

/** Says what a view shows in one line. */
export function viewText(
  { conditions, relation }: { conditions: readonly ViewCondition[]; relation: "and" | "or" },
  messages: Messages,
): string {
  if (conditions.length === 0) return messages.t("tasks.allTasks");
  const joined = messages.t(relation === "and" ? "views.andJoin" : "views.orJoin");
  return conditions.map((one) => conditionText(one, messages)).join(joined);
}

import type { ViewOperator, ViewProperty } from "../../../server/contract/task_fields.ts";
import type { ViewCondition } from "../../../server/contract/views.ts";
import type { Messages } from "../../messages/create_messages.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { fieldMessage } from "../../shared/task/field_values.tsx";

export const operatorMessages: Record<ViewOperator, MessageKey> = {
  contains: "views.contains",
  notContains: "views.notContains",
  isOneOf: "views.isOneOf",
  isNoneOf: "views.isNoneOf",
};

/** Formats the conditions of a view on one line; `valueText` formats a value of a property. */
export function viewText(
  { conditions, relation }: { conditions: readonly ViewCondition[]; relation: "and" | "or" },
  valueText: (property: ViewProperty, value: string) => string,
  { t }: Messages,
): string {
  if (conditions.length === 0) return t("tasks.allTasks");
  return conditions.map(({ property, operator, values }) =>
    t("views.condition", {
      property: t(fieldMessage(property)),
      operator: t(operatorMessages[operator]),
      values: values.map((value) => valueText(property, value)).join(t("views.valueJoin")),
    })
  ).join(t(relation === "and" ? "views.andJoin" : "views.orJoin"));
}

// Translates the conditions of a view to SQL. User input is compared literally, never as a pattern.
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from "kysely";
import type { View, ViewCondition, ViewProperty } from "../../contract/views.ts";
import type { Tables } from "../../migrations/tables.ts";
import { containsText } from "../../platform/contains_text.ts";
import { jsonTexts } from "../../platform/json_texts.ts";
import { statusExpression } from "./status_expression.ts";

export type TaskExpressions = ExpressionBuilder<Tables, "task">;

/** Returns whether a task matches the conditions of a view; without conditions, every task does. */
export function meetsConditions(
  where: TaskExpressions,
  { conditions, relation }: Pick<View, "conditions" | "relation">,
): Expression<SqlBool> {
  const all = conditions.map((one) => meets(where, one));
  if (all.length === 0) return sql<boolean>`true`;
  return relation === "and" ? where.and(all) : where.or(all);
}

function meets(where: TaskExpressions, { property, operator, values }: ViewCondition): Expression<SqlBool> {
  switch (operator) {
    case "contains":
      return holds(where, property, (text) => where.or(values.map((value) => containsText(text, value))));
    case "notContains":
      return where.not(meets(where, { property, operator: "contains", values }));
    case "isOneOf":
      return holds(where, property, (text) => sql<boolean>`${text} in (${sql.join(values)})`);
    case "isNoneOf":
      return where.not(meets(where, { property, operator: "isOneOf", values }));
  }
  return operator satisfies never;
}

type TextTest = (text: Expression<string | null>) => Expression<SqlBool>;

const listColumns = { schedule: "task.schedules_json", label: "task.labels_json" } as const;

// A property with several texts matches if one of them does; without any it is false, and so never null.
function holds(where: TaskExpressions, property: ViewProperty, test: TextTest): Expression<SqlBool> {
  if (property === "schedule" || property === "label") return anyText(where, listColumns[property], test);
  return sql<boolean>`coalesce(${test(textOf(where, property))}, false)`;
}

/** Returns whether one of the texts in a JSON column passes. */
export function anyText(
  where: TaskExpressions,
  column: "task.schedules_json" | "task.labels_json",
  test: TextTest,
): Expression<SqlBool> {
  const texts = jsonTexts<Tables, "task">(column).as<"one">(sql`one`);
  return where.exists(
    where.selectFrom(texts).select(sql<number>`1`.as("found")).where(test(sql.ref("one.value"))),
  );
}

function textOf(
  where: TaskExpressions,
  property: Exclude<ViewProperty, "schedule" | "label">,
): Expression<string | null> {
  switch (property) {
    case "name":
      return where.ref("task.name");
    case "command":
      return where.ref("task.command");
    case "status":
      return statusExpression(where);
    case "subscription":
      return sql<string | null>`cast(${where.ref("task.subscription_id")} as text)`;
    case "lastOutcome":
      return where.ref("task.last_outcome");
  }
  return property satisfies never;
}

// Translates filters and conditions of views to SQL. User input is compared literally, never as a pattern.
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from "kysely";
import {
  kindOf,
  type TaskFieldName,
  type TaskStatus,
  type ViewProperty,
} from "../../contract/task_fields.ts";
import type { View, ViewCondition } from "../../contract/views.ts";
import type { Tables } from "../../migrations/tables.ts";
import { containsText, jsonTexts } from "../../platform/sql_expressions.ts";
import { liveStates } from "../../engine/states.ts";

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

function meets(
  where: TaskExpressions,
  { property, operator, values }: ViewCondition,
): Expression<SqlBool> {
  switch (operator) {
    case "contains":
      return matches(where, property, (text) => where.or(values.map((value) => containsText(text, value))));
    case "notContains":
      return where.not(meets(where, { property, operator: "contains", values }));
    case "isOneOf":
      return matches(where, property, (text) => sql<boolean>`${text} in (${sql.join(values)})`);
    case "isNoneOf":
      return where.not(meets(where, { property, operator: "isOneOf", values }));
  }
  return operator satisfies never;
}

/** The SQL of a field: the expression to sort and compare by. */
interface FieldExpression {
  of: (where: TaskExpressions) => Expression<unknown>;
  /** Whether it is a JSON list of texts, any of which can match. */
  list?: true;
  /** Whether it can be null. Nulls then sort last, for which SQLite cannot use an index. */
  nullable?: boolean;
}

/** How each field of `taskFields` is read in SQL. */
export const taskExpressions: Record<TaskFieldName, FieldExpression> = {
  name: { of: (where) => where.ref("task.name") },
  command: { of: (where) => where.ref("task.command") },
  schedule: { of: (where) => where.ref("task.schedules_json"), list: true },
  status: { of: statusExpression },
  label: { of: (where) => where.ref("task.labels_json"), list: true },
  subscription: { of: (where) => where.ref("task.subscription_id"), nullable: true },
  enabled: { of: (where) => where.ref("task.enabled") },
  lastOutcome: { of: (where) => where.ref("task.last_outcome"), nullable: true },
  lastRunAt: { of: (where) => where.ref("task.last_started_at"), nullable: true },
  lastDurationMs: { of: (where) => where.ref("task.last_duration_ms"), nullable: true },
  nextRunAt: { of: (where) => where.ref("task.next_due_at"), nullable: true },
  createdAt: { of: (where) => where.ref("task.created_at") },
  updatedAt: { of: (where) => where.ref("task.updated_at") },
};

type TextTest = (text: Expression<string>) => Expression<SqlBool>;

/** Returns whether a field has one of the values. */
export function hasValue(
  where: TaskExpressions,
  name: ViewProperty,
  values: readonly (string | number)[],
): Expression<SqlBool> {
  // Compared as numbers, because the index does not serve a cast.
  if (kindOf(name).type === "number") {
    return sql<boolean>`${taskExpressions[name].of(where)} in (${sql.join(values.map(Number))})`;
  }
  return matches(where, name, (text) => sql<boolean>`${text} in (${sql.join(values)})`);
}

/** Returns whether any text of a field passes the test; false, never null, for a field without text. */
export function matches(
  where: TaskExpressions,
  name: ViewProperty,
  test: TextTest,
): Expression<SqlBool> {
  const { of, list } = taskExpressions[name];
  const field = of(where);
  if (!list) {
    const text = kindOf(name).type === "number"
      ? sql<string>`cast(${field} as text)`
      : field as Expression<string>;
    return sql<boolean>`coalesce(${test(text)}, false)`;
  }
  const texts = jsonTexts(field).as<"one">(sql`one`);
  return where.exists(
    where.selectFrom(texts).select(sql<number>`1`.as("found")).where(test(sql.ref("one.value"))),
  );
}

/**
 * Returns a task's status as an SQL expression to filter and sort by. Uses the same values and precedence as
 * `taskStatus`.
 */
function statusExpression(where: ExpressionBuilder<Tables, "task">): Expression<TaskStatus> {
  const has = (states: readonly ("queued" | "starting" | "running")[]) =>
    where.exists(
      where.selectFrom("run").select("run.id").whereRef("run.task_id", "=", "task.id")
        .where("run.finished_at", "is", null).where("run.state", "in", states),
    );
  return where.case().when(has(liveStates)).then("running" as const).when(has(["queued"])).then(
    "queued" as const,
  )
    .when("task.enabled", "=", 1).then("idle" as const).else("disabled" as const).end();
}

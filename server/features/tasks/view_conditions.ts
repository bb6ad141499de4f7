// Translates filters and conditions of views to SQL. User input is compared literally, never as a pattern.
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from "kysely";
import {
  type BuiltInView,
  type TaskFieldName,
  type TaskStatus,
  valueTypeOf,
  type ViewProperty,
} from "../../contract/task_fields.ts";
import { failedStates } from "../../contract/failed_states.ts";
import type { View, ViewCondition } from "../../contract/views.ts";
import type { Tables } from "../../migrations/tables.ts";
import { containsText, jsonTexts } from "../../platform/sql_expressions.ts";
import type { RunState } from "../../contract/runs.ts";
import { liveStates, pendingStates } from "../../engine/states.ts";

export type TaskExpressions = ExpressionBuilder<Tables, "task">;

export function isInBuiltInView(eb: TaskExpressions, view: BuiltInView): Expression<SqlBool> {
  switch (view) {
    case "failing":
      return eb.and([eb("task.enabled", "=", 1), eb("task.last_outcome", "in", failedStates)]);
    case "running":
      return hasRunIn(eb, liveStates);
    case "disabled":
      return eb("task.enabled", "=", 0);
    case "neverRun":
      return eb("task.last_outcome", "is", null);
  }
  return view satisfies never;
}

/** Returns whether a task matches the conditions of a view; without conditions, every task does. */
export function meetsConditions(
  eb: TaskExpressions,
  { conditions, relation }: Pick<View, "conditions" | "relation">,
): Expression<SqlBool> {
  const all = conditions.map((condition) => meetsCondition(eb, condition));
  if (all.length === 0) return sql<boolean>`true`;
  return relation === "and" ? eb.and(all) : eb.or(all);
}

function meetsCondition(
  eb: TaskExpressions,
  { property, operator, values }: ViewCondition,
): Expression<SqlBool> {
  switch (operator) {
    case "contains":
      return someText(eb, property, (text) => eb.or(values.map((value) => containsText(text, value))));
    case "notContains":
      return eb.not(meetsCondition(eb, { property, operator: "contains", values }));
    case "isOneOf":
      return someText(eb, property, (text) => sql<boolean>`${text} in (${sql.join(values)})`);
    case "isNoneOf":
      return eb.not(meetsCondition(eb, { property, operator: "isOneOf", values }));
  }
  return operator satisfies never;
}

/** The SQL of a field: the expression to sort and compare by. */
interface FieldExpression {
  expression: (eb: TaskExpressions) => Expression<unknown>;
  /** Whether it is a JSON list of texts, any of which can match. */
  list?: true;
  /** Whether it can be null. Nulls then sort last, for which SQLite cannot use an index. */
  nullable?: boolean;
}

/** How each field of `taskFields` is read in SQL. */
export const taskExpressions: Record<TaskFieldName, FieldExpression> = {
  name: { expression: (eb) => eb.ref("task.name") },
  command: { expression: (eb) => eb.ref("task.command") },
  schedule: { expression: (eb) => eb.ref("task.schedules_json"), list: true },
  status: { expression: statusExpression },
  label: { expression: (eb) => eb.ref("task.labels_json"), list: true },
  subscription: { expression: (eb) => eb.ref("task.subscription_id"), nullable: true },
  kind: { expression: kindsExpression, list: true },
  pool: { expression: (eb) => eb.ref("task.placement_pool"), nullable: true },
  enabled: { expression: (eb) => eb.ref("task.enabled") },
  lastOutcome: { expression: (eb) => eb.ref("task.last_outcome"), nullable: true },
  lastRunAt: { expression: (eb) => eb.ref("task.last_started_at"), nullable: true },
  lastDurationMs: { expression: (eb) => eb.ref("task.last_duration_ms"), nullable: true },
  lastExitCode: { expression: (eb) => eb.ref("task.last_exit_code"), nullable: true },
  nextRunAt: { expression: (eb) => eb.ref("task.next_due_at"), nullable: true },
  createdAt: { expression: (eb) => eb.ref("task.created_at") },
  updatedAt: { expression: (eb) => eb.ref("task.updated_at") },
};

type TextTest = (text: Expression<string>) => Expression<SqlBool>;

export function hasOneOf(
  eb: TaskExpressions,
  name: ViewProperty,
  values: readonly string[],
): Expression<SqlBool> {
  // Compared as numbers, because the index does not serve a cast.
  if (valueTypeOf(name).isNumeric) {
    return sql<boolean>`${taskExpressions[name].expression(eb)} in (${sql.join(values.map(Number))})`;
  }
  return someText(eb, name, (text) => sql<boolean>`${text} in (${sql.join(values)})`);
}

/** Returns whether any text of a field passes the test; false, never null, for a field without text. */
export function someText(
  eb: TaskExpressions,
  name: ViewProperty,
  test: TextTest,
): Expression<SqlBool> {
  const { expression, list } = taskExpressions[name];
  const field = expression(eb);
  if (!list) {
    const text = valueTypeOf(name).isNumeric
      ? sql<string>`cast(${field} as text)`
      : field as Expression<string>;
    return sql<boolean>`coalesce(${test(text)}, false)`;
  }
  const texts = jsonTexts(field).as<"one">(sql`one`);
  return eb.exists(
    eb.selectFrom(texts).select(sql<number>`1`.as("found")).where(test(sql.ref("one.value"))),
  );
}

/**
 * Returns a task's status as an SQL expression to filter and sort by. Uses the same values and precedence as
 * `taskStatus`.
 */
function statusExpression(eb: ExpressionBuilder<Tables, "task">): Expression<TaskStatus> {
  return eb.case().when(hasRunIn(eb, liveStates)).then("running" as const)
    .when(hasRunIn(eb, pendingStates)).then("queued" as const)
    .when("task.enabled", "=", 1).then("idle" as const).else("disabled" as const).end();
}

function hasRunIn(eb: TaskExpressions, states: readonly RunState[]) {
  return eb.exists(
    eb.selectFrom("run").select("run.id").whereRef("run.task_id", "=", "task.id")
      .where("run.finished_at", "is", null).where("run.state", "in", states),
  );
}

/** Returns the kinds of a task as a JSON list: a task of a subscription is also of the kind of its command. */
function kindsExpression(eb: TaskExpressions): Expression<string> {
  const command = sql<string>`'["' || ${eb.ref("task.kind")} || '"'`;
  return eb.case().when("task.subscription_id", "is", null).then(sql<string>`${command} || ']'`)
    .else(sql<string>`${command} || ',"subscription"]'`).end();
}

// The one query of the stores whose syntax differs between database engines.
import { type RawBuilder, type ReferenceExpression, sql } from "kysely";

/**
 * Returns a row source of the strings in a column that contains a JSON array of strings, or one JSON string; its column is
 * `value`. Invalid JSON yields no rows.
 */
export function jsonTexts<DB, T extends keyof DB>(
  column: ReferenceExpression<DB, T> & string,
): RawBuilder<{ value: string }> {
  return sql<{ value: string }>`json_each(iif(json_valid(${sql.ref(column)}), ${sql.ref(column)}, '[]'))`;
}

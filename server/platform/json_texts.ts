// The one thing the stores ask of a database that each engine says in its own way.
import { type RawBuilder, type ReferenceExpression, sql } from "kysely";

/**
 * Makes a row source of the texts in a column that holds a JSON array of texts, or one text; its column is `value`. What is no JSON
 * holds none.
 */
export function jsonTexts<DB, T extends keyof DB>(
  column: ReferenceExpression<DB, T> & string,
): RawBuilder<{ value: string }> {
  return sql<{ value: string }>`json_each(iif(json_valid(${sql.ref(column)}), ${sql.ref(column)}, '[]'))`;
}

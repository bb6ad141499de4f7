// The one query of the stores whose syntax differs between database engines.
import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";

/**
 * Returns a row source of the strings in a column that contains a JSON array of strings, or one JSON string; its column is
 * `value`. Invalid JSON yields no rows.
 */
export function jsonTexts(column: Expression<unknown>): RawBuilder<{ value: string }> {
  return sql<{ value: string }>`json_each(iif(json_valid(${column}), ${column}, '[]'))`;
}

/** Returns a condition for a text containing another, ignoring the case of Latin letters. Wildcards are matched literally. */
export function containsText(text: Expression<string | null>, part: string): Expression<SqlBool> {
  const pattern = `%${part.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${text} like ${pattern} escape '\\'`;
}

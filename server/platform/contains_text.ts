import { type Expression, sql, type SqlBool } from "kysely";

/** Returns a condition for a text containing another, ignoring the case of Latin letters. Wildcards are matched literally. */
export function containsText(text: Expression<string | null>, part: string): Expression<SqlBool> {
  const pattern = `%${part.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${text} like ${pattern} escape '\\'`;
}

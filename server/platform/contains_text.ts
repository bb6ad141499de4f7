import { type Expression, sql, type SqlBool } from "kysely";

/** Tells whether a text contains another, whatever the case of its Latin letters. Wildcards are meant as they stand. */
export function containsText(text: Expression<string | null>, part: string): Expression<SqlBool> {
  const pattern = `%${part.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${text} like ${pattern} escape '\\'`;
}
